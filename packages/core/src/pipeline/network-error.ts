import type { Call } from '../call/call.ts';
import { attemptsInWords } from '../call/words.ts';
import { ApiError } from '../errors/api-error.ts';

/** Creates the error of a missing or incomplete response. */
export function networkError(call: Call, error: unknown): ApiError {
  if (error instanceof ApiError) return error; // a custom `fetch` may call another client
  const { client, request, progress, attempt } = call;
  const cause = causeOf(error);
  const { message, code = 'unknown reason' } = cause;
  const { host } = new URL(request.url);
  const ofTls = findTlsRemedy(cause);
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
    findTlsRemedy(cause) !== undefined
  );
}

/** Fields of the errors that runtimes report, all of which may be absent. */
interface NetworkFailure {
  readonly message?: string;
  readonly code?: string;
  /** Call of the operating system that failed. */
  readonly syscall?: string;
}

/** Returns the actual error, which `fetch` wraps in a TypeError. A host with several addresses has one for each. */
function causeOf(error: unknown): NetworkFailure {
  const cause = Object((error instanceof Error && error.cause) || error);
  return cause instanceof AggregateError ? Object(cause.errors[0]) : cause;
}

/**
 * Remedies for a connection that cannot be trusted or encrypted, by the code and the message of its error. Such an
 * error occurs before anything is sent, and again with every further attempt.
 */
const tlsRemedies: readonly (readonly [what: RegExp, remedy: string])[] = [
  [/expired|not.yet.valid/i, "Correct this machine's clock, or wait until the server has a valid certificate"],
  [/altname|NotValidForName/i, "Use a host in baseUrl that the server's certificate names"],
  [/cert|issuer/i, "Trust the certificate's issuer, for example with NODE_EXTRA_CA_CERTS"],
  [/./, 'Check whether the server uses TLS at this address'],
];

/** Returns the remedy for a TLS error; undefined for any other error. */
function findTlsRemedy({ code = '', message = '', syscall }: NetworkFailure): string | undefined {
  const what = `${code} ${message}`;
  // A damaged record is a failure of the network.
  const isOfTls = /certificate|_CERT|altname|ERR_SSL|EPROTO/i.test(what) && !/BAD_RECORD|DECRYPT/i.test(what);
  if (!isOfTls || (syscall !== undefined && code !== 'EPROTO')) return undefined;
  return tlsRemedies.find(([pattern]) => pattern.test(what))?.[1];
}
