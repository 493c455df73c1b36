/**
 * Returns the field of `body` at `path`: names separated by dots, as in `pagination.cursor`; `''` is the body itself.
 */
export function at(body: unknown, path: string): unknown {
  if (path === '') return body;
  let value = body;
  for (const name of path.split('.')) value = (value as Record<string, unknown> | null | undefined)?.[name];
  return value;
}

/** Returns the fields of `body` at each of `paths`. */
export const atAll = (body: unknown, paths: string | readonly string[] = []): unknown[] =>
  [paths].flat().map((path) => at(body, path));

/**
 * Reads a string from a parsed response, for a provider's `readError`.
 *
 * @param body Any value, because a server may send any type.
 * @param path Names of fields separated by dots, such as `error.message`.
 * @returns The string. Undefined if the field, or one that contains it, is absent or has another type.
 */
export function stringAt(body: unknown, path: string): string | undefined {
  const value = at(body, path);
  return typeof value === 'string' ? value : undefined;
}
