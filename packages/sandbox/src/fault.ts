import type { ProviderName } from './context.ts';

/** What to do wrong, and when. Unset conditions match every request. */
export interface Fault {
  /** Only requests to this provider. */
  provider?: ProviderName;
  /** Only this path below the provider's prefix (`/v1/search`), or paths the expression matches. */
  path?: string | RegExp;
  /** Only this method. */
  method?: string;
  /** How many matching requests it hits. Default 1; `Infinity` until removed. */
  times?: number;
  /** How many matching requests to let through before the first hit. Default 0. */
  after?: number;
  /** Real milliseconds to wait before anything is answered. */
  delayMs?: number;
  /** Sends the body of the answer in ten pieces, with this many real milliseconds between them. */
  dripMs?: number;
  /**
   * Closes the connection: before the request reaches the provider (`before`), after it was carried out but before the
   * answer (`after`), behind the headers of the answer (`headers`), or halfway through its body (`mid-body`).
   */
  drop?: 'before' | 'after' | 'headers' | 'mid-body';
  /**
   * Falls silent and keeps the connection, until the sandbox closes: before the request reaches the provider, as a host
   * does that is gone (`before`), or halfway through the body of the answer (`mid-body`).
   */
  stall?: 'before' | 'mid-body';
  /** Answers with this status instead of asking the provider. */
  status?: number;
  /** Body of the answer: text as it is, anything else as JSON. Alone it replaces the body of the provider's answer. */
  body?: unknown;
  /** Changes the text of the provider's answer. */
  rewrite?: (text: string) => string | Uint8Array;
  /** Headers set on the answer. */
  headers?: Record<string, string>;
  /** Cuts the body of the provider's answer after this many bytes; the answer itself ends properly. */
  truncateBytes?: number;
  /** Pads the body of the provider's answer with blanks up to this many bytes. */
  padToBytes?: number;
}
