import type { ProviderName } from './context.ts';

/** A regular expression in JSON. */
export interface PathPattern {
  /** The expression, as in `new RegExp(pattern)`. */
  readonly pattern: string;
  /** Its flags, such as `i`. Default: none. */
  readonly flags?: string | undefined;
}

/** What to do wrong, and when. Unset conditions match every request. */
export interface Fault {
  /** Only requests to this provider. */
  provider?: ProviderName | undefined;
  /** Only this path below the provider's prefix (`/v1/search`), or paths the expression matches. */
  path?: string | RegExp | PathPattern | undefined;
  /** Only this method. */
  method?: string | undefined;
  /** How many matching requests it hits. Default 1; `Infinity`, or `always` in JSON, until removed. */
  times?: number | 'always' | undefined;
  /** How many matching requests to let through before the first hit. Default 0. */
  after?: number | undefined;
  /** Real milliseconds to wait before the response starts. */
  delayMs?: number | undefined;
  /** Sends the body of the response in ten pieces, with this many real milliseconds between them. */
  dripMs?: number | undefined;
  /**
   * Closes the connection: before the request reaches the provider (`before`), after it was carried out but before the
   * response (`after`), after the headers of the response (`headers`), or halfway through its body (`mid-body`).
   */
  drop?: 'before' | 'after' | 'headers' | 'mid-body' | undefined;
  /**
   * Falls silent and keeps the connection, until the sandbox closes: before the request reaches the provider, as a host
   * does that is gone (`before`), or halfway through the body of the response (`mid-body`).
   */
  stall?: 'before' | 'mid-body' | undefined;
  /** Responds with this status instead of asking the provider. */
  status?: number | undefined;
  /** Body of the response: text as it is, anything else as JSON. Alone it replaces the body of the provider's response. */
  body?: unknown | undefined;
  /** Changes the text of the provider's response. */
  rewrite?: ((text: string) => string | Uint8Array) | undefined;
  /** Headers set on the response. */
  headers?: Record<string, string> | undefined;
  /** Cuts the body of the provider's response after this many bytes; the response itself ends properly. */
  truncateBytes?: number | undefined;
  /** Pads the body of the provider's response with blanks up to this many bytes. */
  padToBytes?: number | undefined;
}
