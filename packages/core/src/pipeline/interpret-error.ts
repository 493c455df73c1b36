import type { Settings } from '../call/call.ts';
import type { ErrorFields } from '../call/operation.ts';
import { attemptsInWords, durationInWords, statusInWords } from '../call/words.ts';
import type { EndpointSpec } from '../declare/endpoint.ts';
import type { ErrorMatch, ErrorRule, Failure, ReportedError } from '../declare/error-rules.ts';
import type { Provider } from '../declare/provider.ts';
import type { RateLimitRule } from '../declare/rate-limiter.ts';
import type { ErrorCode } from '../errors/api-error.ts';
import { retryAfterMs } from '../rate/headers.ts';

/** Effect of an error response on the call, its token and the rate limiter. */
export interface InterpretedError {
  readonly message: string;
  readonly fields: ErrorFields;
  /** Whether the provider refused the access token, so that the request may succeed with another one. */
  readonly tokenRefused: boolean;
  /** Bucket that the response blocks, and for how long. Undefined: none. */
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

/** Parts of a provider that interpret errors. */
export type ErrorReader = Pick<Provider, 'readError' | 'errorRules'>;

/** State of the call that received the error response. */
export interface CallSoFar extends Pick<Settings, 'maxWaitMs' | 'retries'> {
  /** Number of attempts made, including the failed one. */
  readonly attempts: number;
  /** Remedy if its token is refused. Default: nothing is suggested. */
  readonly tokenRemedy?: string | undefined;
  /** Remedy if it must not simply be repeated. Default: it may be. */
  readonly caution?: string | undefined;
  /** Differences between its params and the documentation, in words. Default: none. */
  readonly differences?: readonly string[];
}

/** Error codes that are never caused by a parameter. */
const otherReasons: readonly ErrorCode[] = [
  'unauthenticated',
  'reauthorization_required',
  'permission_denied',
  'rate_limited',
  'quota_exceeded',
];

/**
 * Interprets an error response by the provider's first matching rule, and otherwise by status and headers.
 *
 * @param buckets Buckets that the request drew from.
 */
export function interpretError(
  failure: Failure,
  provider: ErrorReader,
  buckets: readonly RateLimitRule[],
  call: CallSoFar,
): InterpretedError {
  const { status, headers, body, endpoint, now } = failure;
  const read = withStringsOnly(provider.readError(failure));
  const text = typeof body === 'string' && body !== '' && !isHtml(body) ? body : undefined;
  const reported = { ...read, message: read.message ?? text };
  const rule: Partial<ErrorRule> = findErrorRule(provider.errorRules ?? [], failure, reported) ?? {};
  const code = rule.code ?? codeOfStatus[status] ?? (status < 500 ? 'rejected' : 'unavailable');
  const retryable = rule.retryable ?? (code === 'rate_limited' || status >= 500 || passingStatuses.includes(status));
  const waitMs = plausibleMs(reported.retryAfterMs ?? retryAfterMs(headers, now) ?? rule.retryAfterMs);
  // A quota that is renewed at a known time blocks the bucket until then, as a rate limit does.
  const closes = retryable && (code === 'rate_limited' || code === 'quota_exceeded');
  const bucket = buckets.find(({ per }) => per !== undefined && per === rule.limitedPer) ?? buckets.at(-1);
  const ruled = typeof rule.remedy === 'function' ? rule.remedy(failure, reported) : rule.remedy;
  const remedy = ruled ?? (rule.tokenRefused ? call.tokenRemedy : undefined);
  const ifGone = status === 410 ? writeRetiredRemedy(endpoint) : undefined;
  const said = reported.message?.trim().replace(/\.$/, '');
  const reason = said ? `${status} ${said}` : `the API responded ${statusInWords(status)}`;
  const differences = otherReasons.includes(code) ? [] : (call.differences ?? []);
  const happened = [reason + attemptsInWords(call.attempts), ...differences.slice(0, 3)].join('; ');
  const wait = retryable && !call.caution ? { ms: waitMs || undefined, whyNot: whyNotWaited(waitMs, call) } : undefined;
  return {
    message: writeMessage(happened, remedy ?? ifGone ?? (retryable ? call.caution : undefined), wait),
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

/** Finds the meaning of an error response: the first rule whose conditions all hold. Undefined if there is none. */
export const findErrorRule = (
  rules: readonly ErrorRule[],
  failure: Failure,
  reported: ReportedError,
): ErrorRule | undefined => rules.find(({ match }) => matches(match, failure, reported));

/** Maximum number of message characters to match. Patterns with `.*` take long on a message of many megabytes. */
const longestMessage = 10_000;

function matches(match: ErrorMatch, failure: Failure, reported: ReportedError): boolean {
  const { host, status, providerCode, message, path, when } = match;
  const { endpoint } = failure;
  return (
    (host === undefined || host === (endpoint.host ?? 'api')) &&
    isOneOf(status, failure.status) &&
    isOneOf(providerCode, reported.providerCode) &&
    // Do not use `test`: with the flag g or y, it starts where the last match ended.
    (message === undefined ||
      (reported.message !== undefined && reported.message.slice(0, longestMessage).search(message) >= 0)) &&
    isOneOf(path, endpoint.path) &&
    (when === undefined || when(failure, reported))
  );
}

/** Whether a value is the expected one, or one of several. Anything is if none is expected. */
const isOneOf = <Value>(expected: Value | readonly Value[] | undefined, value: Value | undefined): boolean =>
  expected === undefined || [expected].flat().includes(value as never);

/** Returns a wait of 0 or more milliseconds; undefined if none was reported, or if it is not a finite number. */
function plausibleMs(reported: number | undefined): number | undefined {
  return reported !== undefined && Number.isFinite(reported) ? Math.max(0, reported) : undefined;
}

/**
 * Drops other types, because values that a provider finds in a body may be of any type, regardless of the
 * documentation.
 */
function withStringsOnly({ message, providerCode, requestId, retryAfterMs }: ReportedError): ReportedError {
  return {
    message: asString(message),
    providerCode: asString(providerCode),
    requestId: asString(requestId),
    retryAfterMs,
  };
}

const asString = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** Returns the remedy for an endpoint that the provider has retired. */
const writeRetiredRemedy = ({ deprecated, docs }: EndpointSpec): string =>
  deprecated?.replacement
    ? `The provider has retired this endpoint: call ${deprecated.replacement} instead`
    : `The provider has retired this endpoint or this version of it. See ${docs}`;

/**
 * Explains why a call does not wait until the API accepts it again. Undefined if it did wait, in which case the error
 * comes from its last attempt.
 */
function whyNotWaited(waitMs: number | undefined, { maxWaitMs, retries }: CallSoFar): string | undefined {
  if (retries === 0) return 'retries is 0';
  return waitMs !== undefined && waitMs > maxWaitMs ? `maxWaitMs is ${durationInWords(maxWaitMs)}` : undefined;
}

/**
 * Writes what happened, the time until the API accepts the call again, and the remedy: two sentences, and at most one
 * link.
 *
 * @param wait Undefined if the same call will not succeed later.
 */
function writeMessage(
  happened: string,
  remedy: string | undefined,
  wait: { readonly ms: number | undefined; readonly whyNot: string | undefined } | undefined,
): string {
  const time = wait?.ms && durationInWords(wait.ms);
  if (remedy) {
    const when = wait?.whyNot ? `the call did not wait ${time} because ${wait.whyNot}` : `try again in ${time}`;
    return `${happened}${time ? `; ${when}` : ''}. ${remedy}${/:\/\/\S*$/.test(remedy) ? '' : '.'}`;
  }
  if (!wait) return `${happened}.`;
  const why = time && wait.whyNot ? `; the call did not wait because ${wait.whyNot}` : '';
  return `${happened}. Try again ${time ? `in ${time}` : 'later'}${why}.`;
}

/** Whether a body is an HTML page from a proxy or a server, rather than an API response. */
export const isHtml = (text: string): boolean => /^\s*</.test(text);
