import * as optionKind from '../options/option-kind.ts';
import type { WaitUntil } from '../shared/requests.ts';

/** Options of a single call. */
export interface CallOptions {
  /** Ends the call, which rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Milliseconds for one attempt, from sending the request to the last byte: above 0. Default: the client's. */
  timeoutMs?: number | undefined;
  /**
   * Milliseconds for the whole call, including waits in the queue, tokens, attempts and the pauses between them; at
   * least 0. Default: the client's. If a shared rate limiter does not respond within half of the remaining time, the
   * call fails with `unavailable`.
   */
  deadlineMs?: number | undefined;
  /**
   * Number of times that a failed attempt is repeated, if repeating is safe: a whole number of at least 0. Default: the
   * client's.
   */
  retries?: number | undefined;
  /**
   * Longest wait for the rate limit, in milliseconds from 0, before the call fails with `rate_limited`. Default: the
   * client's.
   */
  maxWaitMs?: number | undefined;
  /**
   * Headers to add to each request of the call, such as `traceparent`. Their values are treated as secret, so no error
   * or event shows them. The call is refused with `invalid_params` before any request if it sets headers that the
   * client sets itself, credentials and cookies, or headers that describe the body or the connection, such as
   * `content-type` or `host`. Default: none.
   */
  headers?: Readonly<Record<string, string>> | undefined;
  /**
   * Keeps the runtime alive for work after the response to an incoming request: `(work) => ctx.waitUntil(work)` on
   * Cloudflare Workers, `waitUntil` of `@vercel/functions`. With it, tokens are refreshed in the background shortly
   * before they expire, and a refresh that was sent completes even if the caller is gone. Default: the client's.
   */
  waitUntil?: WaitUntil | undefined;
}

/** Rules for the options of a call. */
export const callOptionRules = {
  signal: optionKind.signal,
  timeoutMs: optionKind.milliseconds,
  deadlineMs: optionKind.millisecondsFrom0,
  retries: optionKind.count,
  maxWaitMs: optionKind.millisecondsFrom0,
  headers: optionKind.checkedLater, // by `checkHeaders`
  waitUntil: optionKind.function,
} satisfies optionKind.RulesOf<CallOptions>;

/** Options of a call that returns pages. */
export interface ListOptions extends CallOptions {
  /**
   * `nextCursor` of an earlier page, from this or another process: the list continues after that page. Default: the
   * list starts at its beginning.
   */
  cursor?: string | undefined;
  /**
   * Number of pages to fetch ahead of the one being handled: in parallel if pages can be addressed directly, otherwise
   * one after the other. Default 1; 0 turns it off; `Infinity` fetches as many as possible.
   */
  prefetch?: number | undefined;
}

/** Options of a list whose pages can be addressed directly, by their number or by the number of items before them. */
export interface AddressableListOptions extends ListOptions {
  /** Number of pages to fetch in parallel; replaces `prefetch`. At least 1. */
  concurrency?: number | undefined;
}

/** Rules for the options of a list. */
export const listOptionRules = {
  ...callOptionRules,
  cursor: optionKind.checkedLater, // by `decodeCursor`, as `invalid_cursor`
  prefetch: optionKind.countOrInfinity,
} satisfies optionKind.RulesOf<ListOptions>;

/** Rules for the options of a list whose pages can be addressed directly. */
export const addressableListOptionRules = {
  ...listOptionRules,
  concurrency: optionKind.countFrom1OrInfinity,
} satisfies optionKind.RulesOf<AddressableListOptions>;
