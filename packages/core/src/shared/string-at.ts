import { at } from './paths.ts';

/**
 * Reads a string from a parsed response, for a provider's `readError`.
 *
 * @param body Anything: what a server sends may be of any type.
 * @param path Names of fields with dots between, such as `error.message`.
 * @returns The string. Undefined when the field, or one that it is in, is absent or of another type.
 */
export function stringAt(body: unknown, path: string): string | undefined {
  const value = at(body, path);
  return typeof value === 'string' ? value : undefined;
}
