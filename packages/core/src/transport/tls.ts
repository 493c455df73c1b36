import type { NetworkFailure } from './fetch.ts';

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
export function tlsRemedy({ code = '', message = '', syscall }: NetworkFailure): string | undefined {
  const what = `${code} ${message}`;
  // A damaged record is a failure of the network.
  const isOfTls = /certificate|_CERT|altname|ERR_SSL|EPROTO/i.test(what) && !/BAD_RECORD|DECRYPT/i.test(what);
  if (!isOfTls || (syscall !== undefined && code !== 'EPROTO')) return undefined;
  return tlsRemedies.find(([pattern]) => pattern.test(what))?.[1];
}
