import { expect, it } from 'vitest';
import { failure, testClient } from '../../test/test-kit.ts';
import type { ErrorOutcome } from '../errors/api-error.ts';

const [clock, trust, host, plain] = ["machine's clock", 'NODE_EXTRA_CA_CERTS', 'a host in baseUrl', 'uses TLS at'];

it.each<[code: string, message: string, syscall: string, remedy: string, ErrorOutcome, attempts: number]>([
  ['CERT_HAS_EXPIRED', 'certificate has expired', '', clock, 'not_done', 1],
  ['CERT_NOT_YET_VALID', 'certificate is not yet valid', '', clock, 'not_done', 1],
  ['', 'invalid peer certificate: Expired', '', clock, 'not_done', 1],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate', '', trust, 'not_done', 1],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'unable to verify the first certificate', '', trust, 'not_done', 1],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'unable to get local issuer certificate', '', trust, 'not_done', 1],
  ['', 'invalid peer certificate: UnknownIssuer', '', trust, 'not_done', 1],
  ['ERR_TLS_CERT_ALTNAME_INVALID', "Hostname/IP does not match certificate's altnames", '', host, 'not_done', 1],
  ['', 'invalid peer certificate: NotValidForName', '', host, 'not_done', 1],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'wrong version number', '', plain, 'not_done', 1],
  ['EPROTO', 'write EPROTO 0:error:ssl3_get_record:wrong version number', 'write', plain, 'not_done', 1],
  ['ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:9', 'connect', 'Check the address', 'not_done', 2],
  ['ConnectionRefused', 'Unable to connect', '', 'Check the address', 'not_done', 2],
  ['UND_ERR_CONNECT_TIMEOUT', 'Connect Timeout Error', '', 'Check the address', 'not_done', 2],
  ['ENOTFOUND', 'getaddrinfo ENOTFOUND certificate.test', 'getaddrinfo', 'Check the address', 'not_done', 2],
  ['ETIMEDOUT', 'read ETIMEDOUT', 'read', 'may have been carried out', 'unknown', 1],
  ['ECONNRESET', 'read ECONNRESET', 'read', 'may have been carried out', 'unknown', 1],
  ['ERR_SSL_BAD_RECORD_TYPE', 'sslv3 alert bad record mac', '', 'may have been carried out', 'unknown', 1],
  ['', '', '', 'unknown reason. The request may have been carried out', 'unknown', 1],
])(
  'a write that fails with %s (%s %s): %s, %s, %i attempts',
  async (code, message, syscall, remedy, outcome, attempts) => {
    let sent = 0;
    const { things } = testClient('https://api.test', {
      retries: 1,
      random: () => 0,
      async fetch(input) {
        if (String(input).endsWith('/token')) return Response.json({ access_token: 'tok-abcdef-123456' });
        sent += 1;
        const cause = Object.assign(new Error(message), { ...(code && { code }), ...(syscall && { syscall }) });
        throw new TypeError('fetch failed', { cause });
      },
    });
    const error = await failure(things.create({ id: 'a' }));
    expect(error).toMatchObject({ code: 'network', outcome, retryable: attempts > 1 });
    expect(error.message).toContain(remedy);
    expect(sent).toBe(attempts);
  },
);
