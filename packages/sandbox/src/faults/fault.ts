import { isRegExp } from 'node:util/types';
import * as v from 'valibot';
import {
  aFunction,
  anObject,
  anyOf,
  aString,
  describe,
  invalid,
  numberFrom0,
  numberIn,
  objectWith,
  oneOf,
  problemOfOptions,
  type Rule,
  type RulesOf,
  required,
  text,
  wholeNumber,
} from '../shared/check-fields.ts';
import type { ProviderName } from '../shared/provider-name.ts';

/** A regular expression in JSON. */
export interface PathPattern {
  /** The expression, as in `new RegExp(pattern)`. */
  readonly pattern: string;
  /** Its flags, such as `i`. Default: none. */
  readonly flags?: string | undefined;
}

/** Delays that vary like a network's: log-normally distributed, and drawn from the sandbox's seed. */
export interface DelayDistribution {
  /** Median delay in real milliseconds, at least 0. */
  readonly medianMs: number;
  /**
   * Spread: the standard deviation of the delay's natural logarithm, 0 to 5. With 0, every delay is the median; 0.5 is
   * a typical network.
   */
  readonly sigma: number;
}

/** Fault to cause, and its conditions. Unset conditions match every request. */
export interface Fault<Name extends string = ProviderName> {
  /** Only requests to this provider. */
  provider?: Name | undefined;
  /** Only this path below the provider's prefix (`/v1/search`), or paths the expression matches. */
  path?: string | RegExp | PathPattern | undefined;
  /** Only this method. */
  method?: string | undefined;
  /** Number of matching requests to hit; `Infinity`, or `always` in JSON, until the fault is removed. Default 1. */
  times?: number | 'always' | undefined;
  /** Number of matching requests to let through before the first hit. Default 0. */
  after?: number | undefined;
  /**
   * Probability of hitting a matching request, 0 to 1, drawn from the sandbox's seed. Requests that are not hit do not
   * count. Default 1.
   */
  probability?: number | undefined;
  /** Real milliseconds to wait before the response starts. */
  delayMs?: number | undefined;
  /** Instead of `delayMs`: a delay that varies from request to request. */
  delay?: DelayDistribution | undefined;
  /** Sends the body of the response in ten pieces, with this many real milliseconds between them. */
  dripMs?: number | undefined;
  /**
   * Closes the connection: before the request reaches the provider (`before`), after it was carried out but before the
   * response (`after`), after the headers of the response (`headers`), or halfway through its body (`mid-body`). Without
   * a socket (`listen: false`), `before` refuses the connection, so that a client knows that nothing was sent.
   */
  drop?: 'before' | 'after' | 'headers' | 'mid-body' | undefined;
  /**
   * Falls silent but keeps the connection open until the sandbox closes: before the request reaches the provider, like
   * a host that is gone (`before`), or halfway through the body of the response (`mid-body`).
   */
  stall?: 'before' | 'mid-body' | undefined;
  /** Responds with this status instead of asking the provider. */
  status?: number | undefined;
  /**
   * Body of the response: a string or bytes as they are, anything else as JSON, nested at most 100 deep. Without
   * `status`, it replaces the body of the provider's response.
   */
  body?: unknown | undefined;
  /** Changes the text of the provider's response. */
  rewrite?: ((text: string) => string | Uint8Array) | undefined;
  /** Headers to set on the response. */
  headers?: Record<string, string> | undefined;
  /** Cuts the body of the provider's response after this many bytes; the response itself ends properly. */
  truncateBytes?: number | undefined;
  /** Pads the body of the provider's response with blanks up to this many bytes. */
  padToBytes?: number | undefined;
}

/** Returns whether a pattern is a valid regular expression. */
function isPattern({ pattern, flags }: PathPattern): boolean {
  try {
    new RegExp(pattern, flags);
    return true;
  } catch {
    return false;
  }
}

const aPath = "a path below the provider's prefix that begins with /, a regular expression, or its { pattern, flags }";
const pattern = objectWith({
  pattern: required(aString),
  flags: text('flags of a regular expression', /^[dgimsuvy]*$/),
} satisfies RulesOf<PathPattern>);
const count = numberFrom0('a number of requests');
const times = 'a number of requests, at least 0, or always';

/** Maximum nesting depth of a fault's body, because an endlessly nested value cannot be sent as JSON. */
const depthAtMost = 100;

/** Returns whether objects and arrays in a value are nested at most `depthAtMost` deep. */
function isShallow(value: unknown): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; depth <= depthAtMost; depth += 1) {
    const nested = level.filter((each) => typeof each === 'object' && each !== null) as object[];
    if (nested.length === 0) return true;
    // As a set, so that an object that contains itself several times counts once.
    level = [...new Set(nested.flatMap((each) => Object.values(each)))];
  }
  return false;
}

/** Rule of a distribution of delays. */
export const delayRule = objectWith({
  medianMs: required(numberFrom0('milliseconds')),
  sigma: required(numberIn('a number from 0 to 5', 0, 5)),
} satisfies RulesOf<DelayDistribution>);

/** Rules of a fault's fields. */
const rules = {
  path: anyOf(
    aPath,
    text(aPath, /^[/]/),
    v.custom(isRegExp),
    v.pipe(
      pattern,
      v.check((given) => isPattern(given as PathPattern), `must be ${aPath}`),
    ),
  ),
  method: text('an HTTP method, such as "POST"', /^[\s\S]/),
  times: anyOf(times, numberIn(times, 0), oneOf('always')),
  after: count,
  probability: numberIn('a number from 0 to 1', 0, 1),
  delayMs: numberFrom0('milliseconds'),
  delay: delayRule,
  dripMs: numberFrom0('milliseconds'),
  drop: oneOf('before', 'after', 'headers', 'mid-body'),
  stall: oneOf('before', 'mid-body'),
  status: wholeNumber(200, 599),
  body: v.pipe(
    v.unknown(),
    v.check(
      (value) => value instanceof Uint8Array || isShallow(value),
      `must be a string, bytes, or a value for JSON that is nested at most ${depthAtMost} deep`,
    ),
  ),
  rewrite: aFunction,
  headers: anObject,
  truncateBytes: numberFrom0('a number of bytes'),
  padToBytes: numberFrom0('a number of bytes'),
} satisfies RulesOf<Omit<Fault, 'provider'>>;

/** Creates the rules for the fields of a fault in a sandbox of these APIs. */
export const faultRules = (names: readonly string[]): typeof rules & { readonly provider: Rule } => ({
  provider: oneOf(...names),
  ...rules,
});

/** Rule for the path of a fault. */
export const pathRule: Rule = rules.path;

/**
 * Checks a fault before it is added. With a misspelled field or provider, it would hit other requests or none, and a
 * test would pass for the wrong reason. Undefined fields count as absent.
 *
 * @param names The APIs that the sandbox serves.
 * @throws ApiError `invalid_params` that names the field, what was expected and what was received.
 */
export function checkFault(fault: Fault, names: readonly string[]): void {
  if (typeof fault !== 'object' || fault === null || Array.isArray(fault))
    throw invalid(
      `a fault must be an object such as { provider: 'food', status: 503 }; got ${describe(fault)}`,
      'faults.add',
    );
  const problem = problemOfOptions(fault, faultRules(names), { noun: 'field', place: 'fault' });
  if (problem !== undefined) throw invalid(problem, 'faults.add');
  if (fault.delay && fault.delayMs !== undefined)
    throw invalid('fault.delay and fault.delayMs both set the delay: leave one of them out', 'faults.add');
}
