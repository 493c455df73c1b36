import type { BaseIssue } from 'valibot';

/** Whether an issue concerns a missing required field. @internal */
export const isMissing = ({ input, expected }: BaseIssue<unknown>): boolean =>
  input === undefined && expected !== 'never';

const words: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  boolean: 'true or false',
  Array: 'an array',
  Object: 'an object',
  Date: 'a Date',
  Function: 'a function',
};

/**
 * Puts valibot's expectation into words: `("a" | "b")` is `one of a, b`, `(string | Array)` is `a string or an array`.
 * @internal
 */
export function inWords(expected: string): string {
  const parts = expected.split(' | ').map((part) => part.replace(/^\(+|\)+$/g, ''));
  const values = parts.filter((part) => part.startsWith('"')).map((part) => part.slice(1, -1));
  const kinds = [...new Set(parts.filter((part) => !part.startsWith('"')))].map((kind) => words[kind] ?? kind);
  if (values.length === 1) return [JSON.stringify(values[0]), ...kinds].join(' or ');
  return [...(values.length > 0 ? [`one of ${values.join(', ')}`] : []), ...kinds].join(' or ');
}
