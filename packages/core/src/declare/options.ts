import * as optionKind from '../options/option-kind.ts';
import type { RulesOf } from '../options/option-rule.ts';
import type { WaitUntil } from '../shared/requests.ts';

/** Options of a single call. */
export interface CallOptions {
  /** Ends the call: it rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Milliseconds for one attempt, from sending the request to the last byte: above 0. Default: the client's. */
  timeoutMs?: number | undefined;
  /**
   * Milliseconds for everything: waiting in the queue, tokens, attempts and the pauses between them; at least 0. Default: the client's. A
   * shared rate limiter that has not responded within half of what is left of it fails the call with `unavailable`.
   */
  deadlineMs?: number | undefined;
  /** How often a failed attempt is repeated, where repeating is safe: a whole number of at least 0. Default: the client's. */
  retries?: number | undefined;
  /** Longest wait, in milliseconds from 0, for the rate limit before the call fails with `rate_limited`. Default: the client's. */
  maxWaitMs?: number | undefined;
  /**
   * Headers that are added to each request of the call, such as `traceparent`. Their values are treated as secret: no error or
   * event shows them. Refused with `invalid_params` before any request: headers that the client sets itself, credentials and
   * cookies, and headers that describe the body or the connection, such as `content-type` or `host`. Default: none.
   */
  headers?: Readonly<Record<string, string>> | undefined;
  /**
   * Keeps the runtime going for work after the response to an incoming request: `(work) => ctx.waitUntil(work)` on Cloudflare
   * Workers, `waitUntil` of `@vercel/functions`. With it, tokens are refreshed in the background shortly before they expire, and a
   * refresh that was sent ends although the caller has gone. Default: the client's.
   */
  waitUntil?: WaitUntil | undefined;
}

/** What each option of a call must be. */
export const callOptionRules = {
  signal: optionKind.signal,
  timeoutMs: optionKind.milliseconds,
  deadlineMs: optionKind.millisecondsFrom0,
  retries: optionKind.count,
  maxWaitMs: optionKind.millisecondsFrom0,
  headers: optionKind.checkedLater, // by `checkHeaders`
  waitUntil: optionKind.function,
} satisfies RulesOf<CallOptions>;

/** Options of a call that returns pages. */
export interface ListOptions extends CallOptions {
  /** `nextCursor` of an earlier page, of this or another process: the list continues after it. Default: the list starts at its beginning. */
  cursor?: string | undefined;
  /** How many pages are fetched ahead of the one being handled: at once where pages can be addressed directly, else one after the other. Default 1; 0 turns it off; `Infinity` for as many as possible. */
  prefetch?: number | undefined;
}

/** Options of a list whose pages can be addressed directly, by their number or by the number of items before them. */
export interface AddressableListOptions extends ListOptions {
  /** How many pages are fetched at once; in place of `prefetch`. At least 1. */
  concurrency?: number | undefined;
}

/** What each option of a list must be. */
export const listOptionRules = {
  ...callOptionRules,
  cursor: optionKind.checkedLater, // by `decodeCursor`, as `invalid_cursor`
  prefetch: optionKind.countOrInfinity,
} satisfies RulesOf<ListOptions>;

/** What each option of a list must be whose pages can be addressed directly. */
export const addressableListOptionRules = {
  ...listOptionRules,
  concurrency: optionKind.countFrom1OrInfinity,
} satisfies RulesOf<AddressableListOptions>;
