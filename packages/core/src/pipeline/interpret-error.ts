import type { Failure, Verdict } from '../declare/provider.ts';
import type { ErrorCode } from '../errors.ts';
import type { RateRule } from '../rate/budget.ts';
import { retryAfterMs } from '../rate/headers.ts';
import type { ErrorFields } from './create-error.ts';
import { isHtml } from './read-body.ts';

/** What an error response means for the call, its token and the rate budget. @internal */
export interface InterpretedError {
  readonly message: string;
  readonly fields: ErrorFields;
  /** Whether the provider refused the access token: with another one, the request may succeed. */
  readonly tokenRefused: boolean;
  /** The bucket that the response closes, and for how long. Undefined: none. */
  readonly closes: { readonly rule: RateRule; readonly ms: number } | undefined;
}

const codeOfStatus: Readonly<Record<number, ErrorCode>> = {
  401: 'unauthenticated',
  403: 'permission_denied',
  404: 'not_found',
  409: 'conflict',
  429: 'rate_limited',
};

/** Statuses below 500 after which the same request may succeed: 408 Request Timeout, 425 Too Early. */
const passingStatuses: readonly number[] = [408, 425];

/**
 * Interprets an error response: by the verdict of the provider, and where that is silent, by status and headers.
 *
 * @param rules The buckets that the request drew from.
 * @internal
 */
export function interpretError(failure: Failure, verdict: Verdict, rules: readonly RateRule[]): InterpretedError {
  const { status, headers, body, now } = failure;
  const code = verdict.code ?? codeOfStatus[status] ?? (status < 500 ? 'rejected' : 'unavailable');
  const retryable = verdict.retryable ?? (code === 'rate_limited' || status >= 500 || passingStatuses.includes(status));
  const waitMs = plausibleMs(verdict.retryAfterMs ?? retryAfterMs(headers, now));
  // A quota that opens again at a known time is closed until then, as a rate limit is.
  const closes = retryable && (code === 'rate_limited' || code === 'quota_exceeded');
  const rule = rules.find(({ per }) => per !== undefined && per === verdict.limitedPer) ?? rules.at(-1);
  return {
    message: messageOf(status, stringOrNothing(verdict.message), body, verdict.remedy),
    fields: {
      code,
      status,
      retryable,
      retryAfterMs: waitMs,
      providerCode: stringOrNothing(verdict.providerCode),
      requestId: stringOrNothing(verdict.requestId),
      details: typeof body === 'object' ? body : undefined,
    },
    tokenRefused: verdict.tokenRefused ?? false,
    closes: closes && rule && waitMs !== undefined && waitMs > 0 ? { rule, ms: waitMs } : undefined,
  };
}

/** A wait of 0 or more milliseconds; undefined where none was reported, or one that is not a finite number. */
function plausibleMs(reported: number | undefined): number | undefined {
  return reported !== undefined && Number.isFinite(reported) ? Math.max(0, reported) : undefined;
}

/** What a provider finds in a body may be of any type, whatever the API documents. */
const stringOrNothing = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

function messageOf(status: number, said: string | undefined, body: unknown, remedy: string | undefined): string {
  const text = said ?? (typeof body === 'string' && !isHtml(body) ? body : '');
  const reason = text === '' ? `${status}.` : `${status} ${text.replace(/\.$/, '')}.`;
  return remedy ? `${reason} ${remedy}.` : reason;
}
