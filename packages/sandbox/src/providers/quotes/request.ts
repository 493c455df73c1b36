import type { HonoRequest } from 'hono';
import { refuse } from './errors.ts';

/** The query of a request, read as the server's query parser and its code do: loosely, and with their accidents. */
export interface Query {
  has(name: string): boolean;
  /** Empty when absent; the values of a repeated parameter joined by commas. */
  text(name: string): string;
  /** Like `text`, where the server works on the value as a string and fails with `fault` when it is a list. */
  single(name: string, fault: string): string;
  /** The leading whole number; NaN when there is none. */
  whole(name: string): number;
  /** The value as a number; NaN when it is none. */
  number(name: string): number;
}

/** Reads the query of a request. */
export function readQuery(request: HonoRequest): Query {
  const parameters = new Map<string, { values: string[]; list: boolean }>();
  for (const [key, values] of Object.entries(request.queries())) {
    const name = key.replace(/\[.*/, ''); // `tags[]` and `tags[0]` are spellings of a list
    const known = parameters.get(name)?.values ?? [];
    const all = [...known, ...values];
    parameters.set(name, { values: all, list: name !== key || all.length > 1 });
  }
  const text = (name: string) => parameters.get(name)?.values.join(',') ?? '';
  return {
    has: (name) => parameters.has(name),
    text,
    single: (name, fault) => (parameters.get(name)?.list ? refuse(500, fault) : text(name)),
    whole: (name) => Number.parseInt(text(name), 10),
    number: (name) => Number(text(name)),
  };
}
