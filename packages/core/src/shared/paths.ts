/**
 * The field of `body` at `path`: names with dots between, as in `pagination.cursor`; `''` is the body itself.
 *
 * @internal
 */
export function at(body: unknown, path: string): unknown {
  if (path === '') return body;
  let value = body;
  for (const name of path.split('.')) value = (value as Record<string, unknown> | null | undefined)?.[name];
  return value;
}

/** The fields of `body` at each of `paths`. @internal */
export const atAll = (body: unknown, paths: string | readonly string[] = []): unknown[] =>
  [paths].flat().map((path) => at(body, path));
