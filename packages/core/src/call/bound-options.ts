import type { CallOptions, ListOptions } from '../declare/options.ts';

/** The options of all calls that were made without any: there is nothing to check. @internal */
export const noOptions: ListOptions = Object.freeze({});

/** The options that all calls of a client are bound to by `with`. @internal */
export interface BoundOptions {
  /** All options except `signal`. */
  readonly options: CallOptions;
  /** The signals of every `with`: each of them ends the calls. */
  readonly signals: readonly AbortSignal[];
}

/**
 * The options of a call on a client that is bound to others: those of the call win, and headers of both are sent.
 *
 * @param given As the caller passed them, not checked yet: what is not an object is returned as it is.
 * @internal
 */
export function mergeOptions(bound: CallOptions, given: ListOptions): ListOptions {
  if (given === noOptions) return bound;
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given;
  const merged: Record<string, unknown> = { ...bound };
  // Also inherited ones: options may be an instance of a class.
  for (const name in given) {
    const value = given[name as keyof ListOptions];
    if (value !== undefined) merged[name] = value;
  }
  if (bound.headers && isPlainObject(given.headers)) merged.headers = mergeHeaders(bound.headers, given.headers);
  return merged;
}

/** Anything else in place of headers is refused when the call checks them. */
const isPlainObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Headers);

type HeaderMap = NonNullable<CallOptions['headers']>;

/** The headers of both; of a name that both have, in whatever case, the value of the call. */
function mergeHeaders(bound: HeaderMap, given: HeaderMap): HeaderMap {
  const names = new Set(Object.keys(given).map((name) => name.toLowerCase()));
  const kept = Object.entries(bound).filter(([name]) => !names.has(name.toLowerCase()));
  return Object.fromEntries([...kept, ...Object.entries(given)]);
}
