import type { ErrorCode } from '../errors/api-error.ts';
import type { ReadHeaders } from '../transport/fetch.ts';
import type { EndpointSpec } from './endpoint.ts';
import type { RateLimitRule } from './rate-limiter.ts';

/** A response with an error status, after its body has been read. */
export interface Failure {
  /** HTTP status, 400 or above. */
  readonly status: number;
  /** Headers of the response. */
  readonly headers: ReadHeaders;
  /**
   * Body of the response: parsed if it is JSON, otherwise the text itself. It may be of any type, regardless of what
   * the API documents.
   */
  readonly body: unknown;
  /** Declaration of the call. */
  readonly endpoint: EndpointSpec;
  /** Params of the call, completed, otherwise as the caller passed them. */
  readonly params: Readonly<Record<string, unknown>>;
  /** Current time, in Unix milliseconds. */
  readonly now: number;
}

/** Content of an error response, read from where the provider documents it. Values of other types are ignored. */
export interface ReportedError {
  /** The provider's own message. Default: the body, if it is plain text. */
  readonly message?: string | undefined;
  /** The provider's own code, such as `ITEM_LOGIN_REQUIRED`. Default: none. */
  readonly providerCode?: string | undefined;
  /** The provider's ID of the request. Default: none. */
  readonly requestId?: string | undefined;
  /**
   * Milliseconds after which the provider accepts requests again, 0 or more, if something other than `Retry-After`
   * reports them. Default: the `Retry-After` header.
   */
  readonly retryAfterMs?: number | undefined;
}

/**
 * Conditions on an error response. All conditions that are set must hold, so a rule without any matches every error
 * response.
 */
export interface ErrorMatch<ProviderCode extends string = string> {
  /** Server that responded: the API itself, or its authorization server. Default: either. */
  readonly host?: 'api' | 'auth';
  /** HTTP status, or several of which one must be equal. Default: any. */
  readonly status?: number | readonly number[];
  /** The provider's code, or several of which one must be equal. Default: any code, or none. */
  readonly providerCode?: ProviderCode | readonly ProviderCode[];
  /**
   * Pattern that the provider's message contains; its `g` flag has no effect. A response without a message does not
   * match. Default: any message, or none.
   */
  readonly message?: RegExp;
  /** Declared path of the endpoint, such as `/albums/{id}`, or several of which one must be equal. Default: any. */
  readonly path?: string | readonly string[];
  /** Condition that the others cannot express, checked last. Default: none. */
  readonly when?: (failure: Failure, reported: ReportedError) => boolean;
}

/**
 * Meaning of an error, if the HTTP status alone does not determine it. `ProviderCode` is the type of the codes that a
 * provider documents.
 */
export interface ErrorRule<ProviderCode extends string = string> {
  /** Error responses that the rule applies to. */
  readonly match: ErrorMatch<ProviderCode>;
  /** Code of the error. Default: derived from the status. */
  readonly code?: ErrorCode;
  /** Remedy for the caller: one sentence without its period. Default: none. */
  readonly remedy?: string | ((failure: Failure, reported: ReportedError) => string);
  /**
   * Whether the same call may succeed later. Default: `true` for the code `rate_limited`, 408, 425 and statuses from
   * 500.
   */
  readonly retryable?: boolean;
  /** Milliseconds after which to try again, 0 or more, if the response reports no time. Default: none. */
  readonly retryAfterMs?: number;
  /** The call's bucket that the response blocks. Default: the last one that `Provider.rate` returns. */
  readonly limitedPer?: RateLimitRule['per'];
  /**
   * Whether the access token was refused, so that the client gets a new one and repeats the call once. Default `false`.
   */
  readonly tokenRefused?: boolean;
}
