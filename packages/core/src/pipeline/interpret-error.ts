import type { Call, PreparedRequest, Settings } from '../call/call.ts';
import type { ErrorFields } from '../call/operation.ts';
import type { Progress } from '../call/progress.ts';
import { attemptsInWords, durationInWords, statusInWords } from '../call/words.ts';
import type { EndpointSpec } from '../declare/endpoint.ts';
import type { ErrorRule, Failure, ReportedError } from '../declare/error-rules.ts';
import type { Provider } from '../declare/provider.ts';
import type { RateLimitRule } from '../declare/rate-limiter.ts';
import type { ErrorCode } from '../errors/api-error.ts';
import { retryAfterMs } from '../rate/headers.ts';
import { findErrorRule } from './find-error-rule.ts';

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

/** State of the call that received the error response. */
export type CallSoFar = Pick<Call, 'caution' | 'undocumented'> & {
  readonly client: { readonly provider: Pick<Provider, 'readError' | 'errorRules'> };
  readonly settings: Pick<Settings, 'maxWaitMs' | 'retries'>;
  readonly progress: Pick<Progress, 'tries'>;
  readonly request: Pick<PreparedRequest, 'rules' | 'grants'>;
};

/** Error codes that are never caused by a parameter. */
const otherReasons: readonly ErrorCode[] = [
  'unauthenticated',
  'reauthorization_required',
  'permission_denied',
  'rate_limited',
  'quota_exceeded',
];

/** Interprets an error response by the provider's first matching rule, and otherwise by status and headers. */
export function interpretError(failure: Failure, call: CallSoFar): InterpretedError {
  const { client, request, settings, caution, undocumented } = call;
  const { provider } = client;
  const { rules: buckets } = request;
  const { status, headers, body, endpoint, now } = failure;
  const text = typeof body === 'string' && body !== '' && !isHtml(body) ? body : undefined;
  const { retryAfterMs: reportedMs, ...texts } = provider.readError(failure);
  // Values that a provider finds in a body may be of any type, regardless of the documentation.
  const strings = Object.entries(texts).filter(([, value]) => typeof value === 'string');
  const reported: ReportedError = { message: text, ...Object.fromEntries(strings), retryAfterMs: reportedMs };
  const rule: Partial<ErrorRule> = findErrorRule(provider.errorRules ?? [], failure, reported) ?? {};
  const code = rule.code ?? codeOfStatus[status] ?? (status < 500 ? 'rejected' : 'unavailable');
  const retryable = rule.retryable ?? (code === 'rate_limited' || status >= 500 || passingStatuses.includes(status));
  const waitMs = plausibleMs(reportedMs ?? retryAfterMs(headers, now) ?? rule.retryAfterMs);
  // A quota that is renewed at a known time blocks the bucket until then, as a rate limit does.
  const closes = retryable && (code === 'rate_limited' || code === 'quota_exceeded');
  const bucket = buckets.find(({ per }) => per !== undefined && per === rule.limitedPer) ?? buckets.at(-1);
  const ruled = typeof rule.remedy === 'function' ? rule.remedy(failure, reported) : rule.remedy;
  const remedy = ruled ?? (rule.tokenRefused ? request.grants?.remedy : undefined);
  const said = reported.message?.trim().replace(/\.$/, '');
  const isElsewhere = status === 404 && !said && typeof body !== 'object';
  const ifGone = status === 410 ? writeRetiredRemedy(endpoint) : isElsewhere ? noSuchAddress : undefined;
  const reason = said ? `${status} ${said}` : `the API responded ${statusInWords(status)}`;
  const differences = (otherReasons.includes(code) ? undefined : undocumented?.differences) ?? [];
  const happened = [
    reason + attemptsInWords(call.progress.tries),
    ...differences.slice(0, 3).map(({ message }) => message),
  ].join('; ');
  const wait = retryable && !caution ? { ms: waitMs || undefined, whyNot: whyNotWaited(waitMs, settings) } : undefined;
  return {
    message: writeMessage(happened, remedy ?? ifGone ?? (retryable ? caution : undefined), wait),
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

/** Returns a wait of 0 or more milliseconds; undefined if none was reported, or if it is not a finite number. */
function plausibleMs(reported: number | undefined): number | undefined {
  return reported !== undefined && Number.isFinite(reported) ? Math.max(0, reported) : undefined;
}

/** Remedy for a 404 without an error of the API, which most likely comes from another server. */
const noSuchAddress = 'The API itself did not respond: check baseUrl';

/** Returns the remedy for an endpoint that the provider has retired. */
const writeRetiredRemedy = ({ deprecated, docs }: EndpointSpec): string =>
  deprecated?.replacement
    ? `The provider has retired this endpoint: call ${deprecated.replacement} instead`
    : `The provider has retired this endpoint or this version of it. See ${docs}`;

/**
 * Explains why a call does not wait until the API accepts it again. Undefined if it did wait, in which case the error
 * comes from its last attempt.
 */
function whyNotWaited(waitMs: number | undefined, { maxWaitMs, retries }: CallSoFar['settings']): string | undefined {
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
