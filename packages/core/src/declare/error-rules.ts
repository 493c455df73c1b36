import type { ErrorCode } from '../errors/api-error.ts';
import type { ReadHeaders } from '../transport/fetch.ts';
import type { RateLimitRule } from './rate-limiter.ts';
import type { EndpointSpec } from './endpoint.ts';

/** A response with an error status, after its body has been read. */
export interface Failure {
  /** HTTP status, 400 or above. */
  readonly status: number;
  /** Headers of the response. */
  readonly headers: ReadHeaders;
  /** The body: parsed if it is JSON, the text itself otherwise. It may be of any type, whatever the API documents. */
  readonly body: unknown;
  /** The declaration of the call. */
  readonly endpoint: EndpointSpec;
  /** The time, Unix milliseconds. */
  readonly now: number;
}

/** The content of an error response, found where the provider documents it. Values of other types are ignored. */
export interface ReportedError {
  /** The provider's own message. Default: none; the message of the error then quotes a body that is plain text. */
  readonly message?: string | undefined;
  /** The provider's own code, such as `ITEM_LOGIN_REQUIRED`. Default: none. */
  readonly providerCode?: string | undefined;
  /** The provider's ID of the request. Default: none. */
  readonly requestId?: string | undefined;
  /**
   * Milliseconds after which the provider accepts requests again, 0 or more, where something other than `Retry-After` reports
   * them. Default: the header `Retry-After`.
   */
  readonly retryAfterMs?: number | undefined;
}

/** Conditions on an error response. All that are set must hold; a rule without any matches every error response. */
export interface ErrorMatch<ProviderCode extends string = string> {
  /** The server that responded: the API itself, or its authorization server. Default: either. */
  readonly host?: 'api' | 'auth';
  /** The HTTP status, or several of which one must be equal. Default: any. */
  readonly status?: number | readonly number[];
  /** The provider's code, or several of which one must be equal. Default: any code, or none at all. */
  readonly providerCode?: ProviderCode | readonly ProviderCode[];
  /**
   * A pattern that the provider's message contains; its flag `g` has no effect. A response without a message does not match.
   * Default: any message, or none at all.
   */
  readonly message?: RegExp;
  /** The declared path of the endpoint, such as `/albums/{id}`, or several of which one must be equal. Default: any. */
  readonly path?: string | readonly string[];
  /** A condition that the others cannot express. It is checked last. Default: none. */
  readonly when?: (failure: Failure, reported: ReportedError) => boolean;
}

/** What an error means, where the HTTP status alone does not say it. `ProviderCode` are the codes that a provider documents. */
export interface ErrorRule<ProviderCode extends string = string> {
  /** The error responses that the rule is about. */
  readonly match: ErrorMatch<ProviderCode>;
  /** The code of the error. Default: by the status. */
  readonly code?: ErrorCode;
  /** What the caller can do about it: one sentence without its full stop. Default: none. */
  readonly remedy?: string | ((failure: Failure, reported: ReportedError) => string);
  /** Whether the same call may succeed later. Default: `true` for the code `rate_limited`, 408, 425 and statuses from 500. */
  readonly retryable?: boolean;
  /** Milliseconds after which to try again, 0 or more, where the response reports no time. Default: none. */
  readonly retryAfterMs?: number;
  /** The bucket that the response closes, of those the call draws from. Default: the last one that `Provider.rate` returns. */
  readonly limitedPer?: RateLimitRule['per'];
  /** Whether the access token was refused: the client gets another one and repeats the call once. Default `false`. */
  readonly tokenRefused?: boolean;
}
