/** A parsed `fields` filter: the members to keep or to exclude, each with a filter for its own members. */
export interface FieldFilter {
  readonly exclude: boolean;
  readonly members: ReadonlyMap<string, FieldFilter | undefined>;
}

/**
 * Parses `a,b.c,d(e,f(!g,h))`: dots and parentheses go deeper, `!` excludes what its group lists. Malformed text is
 * read as far as it makes sense, because the API does not refuse it either.
 */
export function parseFields(text: string): FieldFilter {
  const tokens = text.match(/[^,.()!\s]+|[,.()!]/g) ?? [];
  let at = 0;

  function group(): FieldFilter {
    const members = new Map<string, FieldFilter | undefined>();
    let exclude = false;
    for (let token = tokens[at]; token !== undefined && token !== ')'; token = tokens[at]) {
      at += 1;
      if (token === '!') exclude = true;
      else if (!/[,.(]/.test(token)) members.set(token, merge(members.get(token), rest()));
    }
    at += 1;
    return { exclude, members };
  }

  /** Reads the part after a name: a group, a dotted path, or nothing. */
  function rest(): FieldFilter | undefined {
    const next = tokens[at];
    if (next !== '(' && next !== '.') return undefined;
    at += 1;
    if (next === '(') return group();
    const name = tokens[at++] ?? '';
    return { exclude: false, members: new Map([[name, rest()]]) };
  }

  return group();
}

function merge(first: FieldFilter | undefined, second: FieldFilter | undefined): FieldFilter | undefined {
  if (!first || !second) return first ?? second;
  return { exclude: second.exclude, members: new Map([...first.members, ...second.members]) };
}

/** Applies the filter, in lists to every member. */
export function applyFields(value: unknown, filter: FieldFilter | undefined): unknown {
  if (!filter || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((member) => applyFields(member, filter));
  const kept = Object.entries(value).filter(([name]) => filter.members.has(name) !== filter.exclude);
  return Object.fromEntries(
    kept.map(([name, member]) => [name, filter.exclude ? member : applyFields(member, filter.members.get(name))]),
  );
}
