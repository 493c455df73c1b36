import type { Operations } from './operation.ts';

/** One thing that was counted. */
export interface Count {
  readonly total: number;
  /** What is missing or differs, each by operation and name. */
  readonly missing: readonly string[];
}

/** How much of a specification is declared. */
export interface Coverage {
  readonly operations: Count;
  readonly query: Count;
  readonly body: Count;
  readonly fields: Count;
  /** Members that are declared as required, or as never null, where the specification does not say so. */
  readonly strictness: Count;
}

/**
 * Compares. Names and members are counted over the operations that are declared. Of lists, the envelope around the items
 * is paging's own and not counted.
 */
export function compare(spec: Operations, declared: Operations): Coverage {
  const counts = { operations: tally(), query: tally(), body: tally(), fields: tally(), strictness: tally() };
  for (const [key, wanted] of spec) {
    const has = declared.get(key);
    counts.operations.count(key, has !== undefined);
    if (!has) continue;
    for (const name of wanted.query) counts.query.count(`${key} ?${name}`, has.query.has(name));
    for (const name of wanted.body) counts.body.count(`${key} body ${name}`, has.body.has(name));
    const places = [...has.fields.keys()];
    const listed =
      places.length > 0 && places.every((path) => path.includes('[]')) ? places[0]?.split('[]')[0] : undefined;
    for (const [path, field] of wanted.fields) {
      if (listed !== undefined && !path.startsWith(`${listed}[]`)) continue;
      const own = has.fields.get(path);
      counts.fields.count(`${key} ${path}`, own !== undefined);
      if (!own) continue;
      const stricter = [own.required && !field.required && 'required', !own.nullable && field.nullable && 'never null'];
      const what = stricter.filter(Boolean).join(' and ');
      counts.strictness.count(`${key} ${path} is declared ${what}`, what === '');
    }
  }
  return counts;
}

function tally() {
  const missing: string[] = [];
  return {
    total: 0,
    missing,
    count(name: string, present: boolean) {
      this.total += 1;
      if (!present) missing.push(name);
    },
  };
}

/** The counts as a table, then what is missing, line by line. */
export function report(coverage: Coverage): string {
  const counts = Object.entries<Count>({ ...coverage });
  const rows = counts.map(([name, { total, missing }]) => {
    const share = total === 0 ? 100 : Math.floor(((total - missing.length) / total) * 1000) / 10;
    return `${name.padEnd(12)}${String(total - missing.length).padStart(6)} of ${String(total).padStart(6)}  ${share.toFixed(1).padStart(5)} %`;
  });
  const lists = counts.flatMap(([name, { missing }]) =>
    missing.length > 0 ? [`\n${name}:`, ...missing.map((line) => `  ${line}`)] : [],
  );
  return [...rows, ...lists].join('\n');
}
