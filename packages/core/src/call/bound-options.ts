import type { CallOptions, ListOptions } from '../declare/options.ts';
import { isObject } from '../shared/describe-value.ts';

/** Options of every call made without any, so there is nothing to check. */
export const noOptions: ListOptions = Object.freeze({});

/** Options that `with` binds all calls of a client to. */
export interface BoundOptions {
  /** All options except `signal`. */
  readonly options: CallOptions;
  /** Signals of every `with`, each of which ends the calls. */
  readonly signals: readonly AbortSignal[];
}

/**
 * Merges the options of a call with the ones its client is bound to. The call's own options win, and headers of both
 * are sent.
 *
 * @param given Unchecked options from the caller. A value that is not an object is returned unchanged.
 */
export function mergeOptions(bound: CallOptions, given: ListOptions): ListOptions {
  if (given === noOptions) return bound;
  if (!isObject(given)) return given;
  const merged: Record<string, unknown> = { ...bound };
  // Include inherited options, because options may be an instance of a class.
  for (const name in given) {
    const value = given[name as keyof ListOptions];
    if (value !== undefined) merged[name] = value;
  }
  const { headers } = given;
  // Anything else passed as headers is refused when the call checks them.
  if (bound.headers && isObject(headers) && !(headers instanceof Headers))
    merged.headers = mergeHeaders(bound.headers, headers);
  return merged;
}

/** Merges headers. If both have a name, in any case, the call's value wins. */
function mergeHeaders(bound: object, given: object): object {
  const names = new Set(Object.keys(given).map((name) => name.toLowerCase()));
  const kept = Object.entries(bound).filter(([name]) => !names.has(name.toLowerCase()));
  return Object.fromEntries([...kept, ...Object.entries(given)]);
}
