import type { HonoRequest } from 'hono';
import { refuse } from './errors.ts';

/** The query of a request, read as the server's query parser and code do: loosely, and with their quirks. */
export interface Query {
  has(name: string): boolean;
  /** Returns the text, empty when absent. The values of a repeated parameter are joined by commas. */
  text(name: string): string;
  /** Like `text`, but refuses a list with `fault`, because the server uses the value as a string. */
  single(name: string, fault: string): string;
  /** Returns the leading whole number; NaN when there is none. */
  whole(name: string): number;
  /** Returns the value as a number; NaN when it is not a number. */
  number(name: string): number;
}

export function readQuery(request: HonoRequest): Query {
  const parameters = new Map<string, { values: string[]; list: boolean }>();
  for (const [key, values] of Object.entries(request.queries())) {
    const name = key.replace(/\[.*/, ''); // `tags[]` and `tags[0]` both mean a list
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
