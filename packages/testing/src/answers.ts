import type { AnySpec, ListSpec, LookupSpec, Schema } from '@x/core/provider';
import { is } from 'valibot';

/** A successful response. */
export interface Answer {
  readonly method: string;
  /** Path below the API's base. */
  readonly path: string;
  readonly body: unknown;
}

/** Creates a `fetch` that records the JSON of every successful response from `base`. */
export function recordAnswers(base: () => string): { fetch: typeof globalThis.fetch; answers: Answer[] } {
  const answers: Answer[] = [];
  return {
    answers,
    async fetch(input, init) {
      const response = await globalThis.fetch(input, init);
      const { pathname } = new URL(String(input));
      const prefix = new URL(base()).pathname.replace(/\/$/, '');
      if (response.ok && pathname.startsWith(`${prefix}/`)) {
        const text = await response.clone().text();
        if (/^[[{]/.test(text))
          answers.push({ method: init?.method ?? 'GET', path: pathname.slice(prefix.length), body: JSON.parse(text) });
      }
      return response;
    },
  };
}

/** Parts of a valibot schema that this module reads. */
interface Node extends Schema {
  readonly entries?: Record<string, Node>;
  readonly item?: Node;
  readonly value?: Node;
  readonly wrapped?: Node;
  readonly options?: readonly Node[];
  readonly getter?: (input: unknown) => Node;
}

/**
 * Returns the fields of `answers` that the declarations lack, by route. The client and the sandbox must agree on an
 * API.
 */
export function undocumented(specs: readonly AnySpec[], answers: readonly Answer[]): string[] {
  const found = new Set<string>();
  const routes = specs.map((spec) => ({
    spec,
    pattern: new RegExp(`^${spec.path.replace(/[.+?]/g, '\\$&').replace(/\{\w+\}/g, '[^/]+')}$`),
  }));
  for (const { method, path, body } of answers) {
    const candidates = routes.filter(({ spec, pattern }) => spec.method === method && pattern.test(path));
    // A path such as /users/me also matches /users/{id}, so use the one with the fewest placeholders.
    const [route] = candidates.sort((a, b) => a.spec.path.split('{').length - b.spec.path.split('{').length);
    if (!route || (route.spec.as && route.spec.as !== 'json')) continue;
    for (const member of membersBeyond(route.spec, body)) found.add(`${method} ${route.spec.path} ${member}`);
  }
  return [...found];
}

function membersBeyond(spec: AnySpec, body: unknown): string[] {
  if ('response' in spec) return beyond(spec.response, body, '');
  const { item } = spec;
  const { paging, unwrapItems = '' } = spec as Partial<ListSpec>;
  return [paging?.items ?? (spec as LookupSpec).items].flat().flatMap((place) => {
    const list = place ? place.split('.').reduce<unknown>((value, name) => Object(value)[name], body) : body;
    return [list ?? []].flat().flatMap((each) => {
      const unwrapped = Object(each)[unwrapItems] ?? each;
      return unwrapped === null ? [] : beyond(item, unwrapped, `${place}[]`);
    });
  });
}

function beyond(schema: Node, value: unknown, place: string): string[] {
  if (schema.wrapped) return value === null || value === undefined ? [] : beyond(schema.wrapped, value, place);
  if (schema.type === 'lazy') return beyond(schema.getter?.(value) as Node, value, place);
  if (schema.options?.[0] && typeof schema.options[0] === 'object') {
    const fitting = schema.options.filter((option) => is(option, value)).map((option) => beyond(option, value, place));
    return fitting.sort((a, b) => a.length - b.length)[0] ?? [];
  }
  if (schema.item && Array.isArray(value)) {
    const { item } = schema;
    return value.flatMap((each) => beyond(item, each, `${place}[]`));
  }
  if (typeof value !== 'object' || value === null) return [];
  const { entries, value: values } = schema;
  return Object.entries(value).flatMap(([name, member]) => {
    const at = place ? `${place}.${name}` : name;
    if (entries) return entries[name] ? beyond(entries[name], member, at) : [at];
    return values ? beyond(values, member, `${place}.*`) : [];
  });
}
