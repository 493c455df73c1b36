import type { Settings } from '../call/call.ts';
import type { ErrorFields } from '../call/operation.ts';
import { attemptsInWords, durationInWords, statusInWords } from '../call/words.ts';
import type { RateLimitRule } from '../declare/rate-limiter.ts';
import type { EndpointSpec } from '../declare/endpoint.ts';
import type { ErrorRule, Failure, ReportedError } from '../declare/error-rules.ts';
import type { Provider } from '../declare/provider.ts';
import type { ErrorCode } from '../errors/api-error.ts';
import { retryAfterMs } from '../rate/headers.ts';
import { findErrorRule } from './find-error-rule.ts';

/** What an error response means for the call, its token and the rate limiter. @internal */
export interface InterpretedError {
  readonly message: string;
  readonly fields: ErrorFields;
  /** Whether the provider refused the access token: with another one, the request may succeed. */
  readonly tokenRefused: boolean;
  /** The bucket that the response closes, and for how long. Undefined: none. */
  readonly closes: { readonly rule: RateLimitRule; readonly ms: number } | undefined;
}

const codeOfStatus: Readonly<Record<number, ErrorCode>> = {
  401: 'unauthenticated',
  403: 'permission_denied',
  404: 'not_found',
  409: 'conflict',
  410: 'not_supported',
  429: 'rate_limited',
};

/** Statuses below 500 after which the same request may succeed: 408 Request Timeout, 425 Too Early. */
const passingStatuses: readonly number[] = [408, 425];

/** What a provider knows of its errors. @internal */
export type ErrorReader = Pick<Provider, 'readError' | 'errorRules'>;

/** What the call of an error response has done, and may do. @internal */
export interface CallSoFar extends Pick<Settings, 'maxWaitMs' | 'retries'> {
  /** How many attempts it has made, the failed one included. */
  readonly attempts: number;
  /** How its params differ from the documentation, in words. Default: not at all. */
  readonly differences?: readonly string[];
}

/** Codes of errors that no parameter is the reason of. */
const otherReasons: readonly ErrorCode[] = [
  'unauthenticated',
  'reauthorization_required',
  'permission_denied',
  'rate_limited',
  'quota_exceeded',
];

/**
 * Interprets an error response: by the first rule of the provider that matches, and where that is silent, by status and
 * headers.
 *
 * @param buckets The buckets that the request drew from.
 * @internal
 */
export function interpretError(
  failure: Failure,
  provider: ErrorReader,
  buckets: readonly RateLimitRule[],
  call: CallSoFar,
): InterpretedError {
  const { status, headers, body, endpoint, now } = failure;
  const reported = withStringsOnly(provider.readError(failure));
  const rule: Partial<ErrorRule> = findErrorRule(provider.errorRules ?? [], failure, reported) ?? {};
  const code = rule.code ?? codeOfStatus[status] ?? (status < 500 ? 'rejected' : 'unavailable');
  const retryable = rule.retryable ?? (code === 'rate_limited' || status >= 500 || passingStatuses.includes(status));
  const waitMs = plausibleMs(reported.retryAfterMs ?? retryAfterMs(headers, now) ?? rule.retryAfterMs);
  // A quota that opens again at a known time is closed until then, as a rate limit is.
  const closes = retryable && (code === 'rate_limited' || code === 'quota_exceeded');
  const bucket = buckets.find(({ per }) => per !== undefined && per === rule.limitedPer) ?? buckets.at(-1);
  const remedy = typeof rule.remedy === 'function' ? rule.remedy(failure, reported) : rule.remedy;
  return {
    message: writeMessage({
      status,
      text: reported.message ?? (typeof body === 'string' && !isHtml(body) ? body : ''),
      remedy: remedy ?? (status === 410 ? writeRetiredRemedy(endpoint) : undefined),
      wait: retryable ? { ms: waitMs || undefined, whyNot: whyNotWaited(waitMs, call) } : undefined,
      attempts: call.attempts,
      differences: otherReasons.includes(code) ? [] : (call.differences ?? []),
    }),
    fields: {
      code,
      status,
      retryable,
      retryAfterMs: waitMs,
      providerCode: reported.providerCode,
      requestId: reported.requestId,
      details: typeof body === 'object' ? body : undefined,
    },
    tokenRefused: rule.tokenRefused ?? false,
    closes: closes && bucket && waitMs !== undefined && waitMs > 0 ? { rule: bucket, ms: waitMs } : undefined,
  };
}

/** A wait of 0 or more milliseconds; undefined where none was reported, or one that is not a finite number. */
function plausibleMs(reported: number | undefined): number | undefined {
  return reported !== undefined && Number.isFinite(reported) ? Math.max(0, reported) : undefined;
}

/** What a provider finds in a body may be of any type, whatever the API documents. */
function withStringsOnly({ message, providerCode, requestId, retryAfterMs }: ReportedError): ReportedError {
  return {
    message: asString(message),
    providerCode: asString(providerCode),
    requestId: asString(requestId),
    retryAfterMs,
  };
}

const asString = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** What to do about an endpoint that the provider has retired. */
const writeRetiredRemedy = ({ deprecated, docs }: EndpointSpec): string =>
  deprecated?.replacement
    ? `The provider has retired this endpoint: call ${deprecated.replacement} instead`
    : `The provider has retired this endpoint or this version of it. See ${docs}`;

/** Why a call does not wait until the API accepts it again. Undefined if it did: then the error is that of its last attempt. */
function whyNotWaited(waitMs: number | undefined, { maxWaitMs, retries }: CallSoFar): string | undefined {
  if (retries === 0) return 'retries is 0';
  return waitMs !== undefined && waitMs > maxWaitMs ? `maxWaitMs is ${durationInWords(maxWaitMs)}` : undefined;
}

interface MessageParts {
  readonly status: number;
  /** What the provider wrote about the error; it may be empty. */
  readonly text: string;
  readonly remedy: string | undefined;
  /** Undefined: the same call does not succeed later. */
  readonly wait: { readonly ms: number | undefined; readonly whyNot: string | undefined } | undefined;
  readonly attempts: number;
  /** How the params differ from the documentation, which may be why. */
  readonly differences: readonly string[];
}

/** What happened, when the API accepts the call again, and what to do: two sentences, and a link at most. */
function writeMessage({ status, text, remedy, wait, attempts, differences }: MessageParts): string {
  const trimmed = text.endsWith('.') ? text.slice(0, -1) : text;
  const reason = trimmed === '' ? `the API responded ${statusInWords(status)}` : `${status} ${trimmed}`;
  const happened = [`${reason}${attemptsInWords(attempts)}`, ...differences.slice(0, 3)].join('; ');
  const time = wait?.ms && durationInWords(wait.ms);
  if (remedy) {
    const when = wait?.whyNot ? `the call did not wait ${time} because ${wait.whyNot}` : `try again in ${time}`;
    return `${happened}${time ? `; ${when}` : ''}. ${remedy}${/:\/\/\S*$/.test(remedy) ? '' : '.'}`;
  }
  if (!wait) return `${happened}.`;
  const why = time && wait.whyNot ? `; the call did not wait because ${wait.whyNot}` : '';
  return `${happened}. Try again ${time ? `in ${time}` : 'later'}${why}.`;
}

/** Whether a body is the HTML page of a proxy or a server, rather than a response of the API. @internal */
export const isHtml = (text: string): boolean => /^\s*</.test(text);
