import { tlsRemedy } from '#transport';
import type { Call } from '../call/call.ts';
import { attemptsInWords } from '../call/words.ts';
import { ApiError } from '../errors/api-error.ts';
import type { NetworkFailure } from '../transport/fetch.ts';

/** Creates the error of a missing or incomplete response. */
export function networkError(call: Call, error: unknown): ApiError {
  if (error instanceof ApiError) return error; // a custom `fetch` may call another client
  const { client, request, progress, attempt } = call;
  const cause = causeOf(error);
  const { message, code = 'unknown reason' } = cause;
  const { host } = new URL(request.url);
  const ofTls = tlsRemedy(cause);
  const remedy = ofTls ?? call.caution ?? client.provider.networkRemedy ?? 'Check the address and the network';
  return call.fail(
    `no ${attempt.response?.status ? 'complete ' : ''}response from ${host}${attemptsInWords(progress.tries)}: ${message || code}. ${remedy}`,
    { code: 'network', retryable: ofTls === undefined, cause },
  );
}

/** Whether a request failed before any of it was sent. */
export function isUnsent(error: unknown): boolean {
  const cause = causeOf(error);
  return (
    ['connect', 'getaddrinfo'].includes(`${cause.syscall}`) ||
    ['UND_ERR_CONNECT_TIMEOUT', 'ECONNREFUSED', 'ConnectionRefused'].includes(`${cause.code}`) ||
    tlsRemedy(cause) !== undefined
  );
}

/** Returns the actual error, which `fetch` wraps in a TypeError. A host with several addresses has one for each. */
function causeOf(error: unknown): NetworkFailure {
  const cause = Object((error instanceof Error && error.cause) || error);
  return cause instanceof AggregateError ? Object(cause.errors[0]) : cause;
}
