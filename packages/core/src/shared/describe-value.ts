/** Whether a value is an object and not an array. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the kind of a value: `null`, `a string`, `an array`. */
export function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** Maximum number of characters of a string that an error shows. */
const longestShown = 60;

/**
 * Describes a value for an error: its kind, with the size of a string or an array.
 *
 * @param isShown Whether to show a string, number or boolean itself, and only the beginning of a long string. Default
 * `false`, because it may be secret.
 */
export function describeValue(value: unknown, isShown = false): string {
  if (Array.isArray(value)) return `an array of ${entries(value.length)}`;
  if (typeof value === 'string') {
    if (!isShown) return `a string of ${characters(value.length)}`;
    return value.length > longestShown ? `${JSON.stringify(value.slice(0, longestShown))}…` : JSON.stringify(value);
  }
  const isPlain = typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint';
  return isShown && isPlain ? String(value) : kindOf(value);
}

/** Returns why foreign code threw `thrown`, which may be anything: a string, or an error without a message. */
export function reasonOf(thrown: unknown): string {
  const { message, code } = Object(thrown) as { message?: unknown; code?: unknown };
  const text = [thrown, message, code].find((part) => typeof part === 'string' && part !== '');
  return typeof text === 'string' ? text : 'it threw something that is not an error';
}

/** Returns `1 character`, `2 characters`. */
export const characters = (count: number): string => `${count} ${count === 1 ? 'character' : 'characters'}`;

/** Returns `1 entry`, `2 entries`. */
export const entries = (count: number): string => `${count} ${count === 1 ? 'entry' : 'entries'}`;
