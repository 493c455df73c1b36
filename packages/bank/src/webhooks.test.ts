import { createHash, createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { EventEmitter, on, once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ApiError } from '@x/core';
import { createSandbox } from '@x/sandbox';
import { describe, expect, it, vi } from 'vitest';
import { createBankClient, type TransactionsDelta, type VerificationKey } from './index.ts';
import {
  createWebhookReceiver,
  createWebhookSigner,
  type FindKey,
  type ReceivedRequest,
  type RefusalReason,
  type RefusedRequest,
  type WebhookEvent,
  type WebhookNotification,
  type WebhookReceiverOptions,
} from './webhooks.ts';

const start = Date.UTC(2026, 10, 21, 12);
const second = 1000;
const minute = 60 * second;
const day = 1440 * minute;

const event = {
  webhook_type: 'TRANSACTIONS',
  webhook_code: 'SYNC_UPDATES_AVAILABLE',
  item_id: 'Item-ÄÖ 🎈 "\\',
  environment: 'sandbox',
  initial_update_complete: true,
  historical_update_complete: false,
} satisfies WebhookEvent;
const body = JSON.stringify(event, undefined, 2);

interface KeyPair {
  readonly key: VerificationKey;
  readonly secret: KeyObject;
}

/** Creates a key like the API's, without the code under test. */
function keyPair(kid: string): KeyPair {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const key = { alg: 'ES256', crv: 'P-256', kid, kty: 'EC', use: 'sig', x, y, created_at: 1, expired_at: null };
  return { key, secret: privateKey };
}
const one = keyPair('key-1');
const two = keyPair('key-2');

const part = (value: object | string) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex');
const es256 = (content: string, secret: KeyObject) =>
  sign('sha256', Buffer.from(content), { key: secret, dsaEncoding: 'ieee-p1363' });

interface Parts {
  header?: object;
  claims?: object | string;
  secret?: KeyObject;
  signature?: (content: string) => Buffer;
  sent?: string | Uint8Array;
}

/** Creates a request like the API's, with the given parts replaced. */
function signed(parts: Parts = {}): { headers: Record<string, string>; body: string | Uint8Array } {
  const { sent = body, secret = one.secret, signature = (content) => es256(content, secret) } = parts;
  const header = part({ alg: 'ES256', kid: 'key-1', typ: 'JWT', ...parts.header });
  const claims = part(parts.claims ?? { iat: start / second, request_body_sha256: sha256(sent) });
  const token = `${header}.${claims}.${signature(`${header}.${claims}`).toString('base64url')}`;
  return { headers: { 'content-type': 'application/json', 'plaid-verification': token }, body: sent };
}

const withHeader = (name: string, value: string | undefined) => {
  const { headers, ...rest } = signed();
  return { ...rest, headers: { ...headers, [name]: value } };
};

/** Creates a receiver whose clock the test moves, the keys it can request, and mocks of its handler and `onError`. */
function setUp(options: Partial<WebhookReceiverOptions> = {}) {
  const clock = { time: start, now: () => clock.time };
  const keys = new Map([one, two].map(({ key }) => [key.kid, key]));
  const find = vi.fn<FindKey>(async ({ key_id }) => keys.get(key_id));
  const notification = vi.fn<(message: WebhookNotification) => unknown>();
  const onError = vi.fn();
  const receiver = createWebhookReceiver({ verificationKey: find, clock, onError, ...options });
  const handle = async (request: Request | ReceivedRequest) =>
    (await receiver.handle(request, { notification })).status;
  return { receiver, verify: receiver.verify, handle, clock, keys, find, notification, onError };
}

const reasonOf = (message: WebhookNotification | RefusedRequest) =>
  message.kind === 'refused' ? message.reason : message.kind;

const apiError = (code: 'not_found' | 'unavailable') =>
  new ApiError(code, { code, provider: 'bank', operation: 'webhooks.verificationKey', retryable: false });

describe('a genuine webhook', () => {
  it('is handled once with its event, and gets status 200', async () => {
    const { receiver, notification, onError } = setUp();
    const response = await receiver.handle(signed(), { notification });
    expect([response.status, await response.text()]).toEqual([200, '']);
    expect(notification.mock.calls).toEqual([[{ kind: 'notification', sentAt: start, event, response }]]);
    expect(onError).not.toHaveBeenCalled();
  });

  it('of an unlisted type is accepted', async () => {
    const { verify } = setUp();
    const unlisted = { webhook_type: 'NEW', webhook_code: 'NEWS', anything: [1] };
    expect(await verify(signed({ sent: JSON.stringify(unlisted) }))).toMatchObject({ event: unlisted });
  });

  it.each([
    ['a string body', (given: ReturnType<typeof signed>) => given],
    ['bytes', (given) => ({ ...given, body: new TextEncoder().encode(body) })],
    ['a Buffer', (given) => ({ ...given, method: 'POST', body: Buffer.from(body) })],
    ['Headers', (given) => ({ ...given, headers: new Headers(given.headers) })],
    [
      'headers with uppercase names',
      ({ headers, body }) => ({
        body,
        headers: { 'CONTENT-TYPE': headers['content-type'], 'Plaid-Verification': headers['plaid-verification'] },
      }),
    ],
    ['JSON with a charset', () => withHeader('content-type', 'application/json; charset=utf-8')],
    [
      'a Request',
      ({ headers, body }) => new Request('http://localhost/', { method: 'POST', headers, body: body as string }),
    ],
  ] as [string, (given: ReturnType<typeof signed>) => Request | ReceivedRequest][])(
    'is accepted as %s',
    async (_, shape) => {
      const { verify } = setUp();
      expect(await verify(shape(signed()))).toMatchObject({ event });
    },
  );

  it.each([
    [-5 * minute, 'notification'],
    [-5 * minute - second, 'timestamp'],
    [5 * minute, 'notification'],
    [5 * minute + second, 'timestamp'],
  ])('that is dated %i ms from now leads to: %s', async (offset, expected) => {
    const { verify } = setUp();
    const claims = { iat: (start + offset) / second, request_body_sha256: sha256(body) };
    expect(reasonOf(await verify(signed({ claims })))).toBe(expected);
  });
});

describe('a request is refused', () => {
  const claims = (changes: object) => ({ iat: start / second, request_body_sha256: sha256(body), ...changes });
  const jwk = JSON.stringify(one.key);
  const hash = sha256(body);
  type Case = [name: string, make: () => Request | ReceivedRequest, reason: RefusalReason, status: number];
  const cases: Case[] = [
    ['that is a GET', () => new Request('http://localhost/'), 'method', 405],
    ['that is a PUT', () => ({ ...signed(), method: 'PUT' }), 'method', 405],
    ['that is a form', () => withHeader('content-type', 'application/x-www-form-urlencoded'), 'content_type', 415],
    ['without a content type', () => withHeader('content-type', undefined), 'content_type', 415],
    ['over the size limit', () => signed({ sent: body.padEnd(2 ** 20 + 1) }), 'too_large', 413],
    ['without its signature header', () => withHeader('plaid-verification', undefined), 'signature', 403],
    ['with a header that is not a token', () => withHeader('plaid-verification', 'ES256'), 'signature', 403],
    ['with another algorithm', () => signed({ header: { alg: 'ES384' } }), 'signature', 403],
    ['with no algorithm', () => signed({ header: { alg: 'none' }, signature: () => Buffer.of() }), 'signature', 403],
    [
      'whose public key was used as a secret',
      () =>
        signed({
          header: { alg: 'HS256' },
          signature: (content) => createHmac('sha256', jwk).update(content).digest(),
        }),
      'signature',
      403,
    ],
    ['that brings its own key', () => signed({ header: { jwk: two.key }, secret: two.secret }), 'signature', 403],
    [
      'with a critical header that is not understood',
      () => signed({ header: { crit: ['x'], x: 1 } }),
      'signature',
      403,
    ],
    ['signed with another key', () => signed({ secret: two.secret }), 'signature', 403],
    ['that names another key', () => signed({ header: { kid: 'key-2' } }), 'signature', 403],
    ['that names no key', () => signed({ header: { kid: undefined } }), 'signature', 403],
    ['whose key ID is a number', () => signed({ header: { kid: 1 } }), 'signature', 403],
    ['whose key ID is too long', () => signed({ header: { kid: 'k'.repeat(101) } }), 'signature', 403],
    ['with an unknown key', () => signed({ header: { kid: 'key-3' } }), 'key', 403],
    ['that is stale', () => signed({ claims: claims({ iat: start / second - 301 }) }), 'timestamp', 403],
    ['from the future', () => signed({ claims: claims({ iat: start / second + 301 }) }), 'timestamp', 403],
    ['dated in milliseconds', () => signed({ claims: claims({ iat: start }) }), 'timestamp', 403],
    ['without a date', () => signed({ claims: claims({ iat: undefined }) }), 'signature', 403],
    ['dated with a string', () => signed({ claims: claims({ iat: '2026-11-21' }) }), 'signature', 403],
    ['without a hash', () => signed({ claims: claims({ request_body_sha256: undefined }) }), 'signature', 403],
    ['with an empty hash', () => signed({ claims: claims({ request_body_sha256: '' }) }), 'signature', 403],
    ...[
      hash.slice(1),
      hash.slice(0, -1),
      `${hash}0`,
      hash.toUpperCase(),
      hash.replace(/^./, (digit) => (digit === '0' ? '1' : '0')),
      hash.replace(/.$/, (digit) => (digit === '0' ? '1' : '0')),
    ].map(
      (request_body_sha256): Case => [
        `with the hash ${request_body_sha256}`,
        () => signed({ claims: claims({ request_body_sha256 }) }),
        'signature',
        403,
      ],
    ),
    ['whose claims are not JSON', () => signed({ claims: 'claims' }), 'signature', 403],
    ['with another body', () => ({ ...signed(), body: `${body} ` }), 'signature', 403],
    ['with no body', () => ({ ...signed(), body: '' }), 'signature', 403],
    [
      'that was parsed and serialized again',
      () => ({ ...signed(), body: JSON.stringify(JSON.parse(body)) }),
      'signature',
      403,
    ],
    ['that is not JSON', () => signed({ sent: 'not JSON' }), 'message', 400],
    ['that is not UTF-8', () => signed({ sent: Buffer.from(body.replace('ÄÖ', '\xe4'), 'latin1') }), 'message', 400],
    ['whose body is null', () => signed({ sent: 'null' }), 'message', 400],
    ['without a code', () => signed({ sent: '{"webhook_type":"ITEM"}' }), 'message', 400],
  ];

  it.each(cases)('%s', async (_, make, reason, status) => {
    const { receiver, verify, notification, onError } = setUp();
    expect(reasonOf(await verify(make()))).toBe(reason);
    const response = await receiver.handle(make(), { notification });
    expect([response.status, await response.text()]).toEqual([status, reason]);
    for (const each of [notification, onError]) expect(each).not.toHaveBeenCalled();
  });

  it('when any bit of the body differs, or its end is missing', async () => {
    const { verify } = setUp();
    const request = signed();
    const bytes = Buffer.from(body);
    for (const index of bytes.keys()) {
      const changed = Buffer.from(bytes);
      changed[index] = (changed[index] ?? 0) ^ (1 << (index % 8));
      for (const body of [changed, bytes.subarray(0, index)])
        expect(reasonOf(await verify({ ...request, body }))).toBe('signature');
    }
  });

  it('when any bit of the token differs', async () => {
    const { verify } = setUp();
    const { headers, body } = signed();
    const parts = (headers['plaid-verification'] ?? '').split('.');
    for (const [which, text] of parts.entries()) {
      const bytes = Buffer.from(text, 'base64url');
      for (const index of bytes.keys()) {
        const changed = Buffer.from(bytes);
        changed[index] = (changed[index] ?? 0) ^ (1 << (index % 8));
        const token = parts.with(which, changed.toString('base64url')).join('.');
        const message = await verify({ body, headers: { ...headers, 'plaid-verification': token } });
        expect(['signature', 'key', 'unavailable', 'timestamp']).toContain(reasonOf(message));
      }
    }
  });

  it('without reading much more than the size limit', async () => {
    const { verify } = setUp({ maxBytes: 1000 });
    let chunks = 0;
    const endless = new ReadableStream({
      pull(controller) {
        chunks += 1;
        controller.enqueue(new Uint8Array(400));
      },
    });
    const { headers } = signed();
    const init = { method: 'POST', headers, body: endless, duplex: 'half' } as object;
    expect(reasonOf(await verify(new Request('http://localhost/', init)))).toBe('too_large');
    expect(chunks).toBeLessThan(6);
  });
});

describe('keys', () => {
  const now = (clock: { time: number }) => ({
    iat: Math.floor(clock.time / second),
    request_body_sha256: sha256(body),
  });
  const unknown = (id: number, clock = { time: start }) =>
    signed({ header: { kid: `made-up-${id}` }, claims: now(clock) });

  it('are requested once a day, and once for many concurrent webhooks', async () => {
    const { verify, find, clock } = setUp({ toleranceMs: Number.POSITIVE_INFINITY });
    const reasons = await Promise.all(Array.from({ length: 5 }, async () => reasonOf(await verify(signed()))));
    expect(new Set(reasons)).toEqual(new Set(['notification']));
    clock.time += day - 1;
    await verify(signed());
    expect(find.mock.calls).toEqual([[{ key_id: 'key-1' }]]);
    clock.time += 1;
    expect(reasonOf(await verify(signed()))).toBe('notification');
    expect(find).toHaveBeenCalledTimes(2);
  });

  it('rotate: a new key is accepted immediately, and an expired one is refused once it is requested again', async () => {
    const { verify, keys, clock } = setUp({ toleranceMs: Number.POSITIVE_INFINITY, keyTtlMs: minute });
    const [old, next] = [signed(), signed({ header: { kid: 'key-2' }, secret: two.secret })];
    expect(reasonOf(await verify(old))).toBe('notification');
    keys.set('key-1', { ...one.key, expired_at: start / second });
    expect(reasonOf(await verify(next))).toBe('notification');
    expect(reasonOf(await verify(old))).toBe('notification');
    clock.time += minute;
    expect(reasonOf(await verify(old))).toBe('key');
    expect(reasonOf(await verify(next))).toBe('notification');
  });

  it.each([
    ['expired', { expired_at: 1 }],
    ['for another algorithm', { alg: 'ES384' }],
  ])('that are %s are refused', async (_, changes) => {
    const { verify, keys } = setUp();
    keys.set('key-1', { ...one.key, ...changes });
    expect(reasonOf(await verify(signed()))).toBe('key');
  });

  it.each([
    ['nothing', async () => undefined],
    ['not_found', () => Promise.reject(apiError('not_found'))],
  ])('for which the API returns %s are requested once a minute', async (_, answer) => {
    const { verify, find, clock } = setUp();
    find.mockImplementation(answer);
    for (const wait of [0, minute - 1]) {
      clock.time += wait;
      expect(reasonOf(await verify(signed()))).toBe('key');
    }
    expect(find).toHaveBeenCalledTimes(1);
    clock.time += 1;
    await verify(signed());
    expect(find).toHaveBeenCalledTimes(2);
  });

  it('that were made up cost at most 20 concurrent lookups and 20 a minute, and do not affect webhooks with known keys', async () => {
    const { verify, find, clock } = setUp({ keyTtlMs: 1.5 * minute });
    await verify(signed());
    find.mockClear();
    const reasons = await Promise.all(Array.from({ length: 50 }, async (_, id) => reasonOf(await verify(unknown(id)))));
    // The real key took the first of 20 lookups, and 10 are reserved for IDs that are used again.
    expect(reasons.filter((reason) => reason === 'key')).toHaveLength(9);
    expect(reasons.filter((reason) => reason === 'unavailable')).toHaveLength(41);
    expect(find).toHaveBeenCalledTimes(9);
    for (let id = 0; id < 50; id += 1) await verify(unknown(id));
    expect(find).toHaveBeenCalledTimes(19);
    expect(reasonOf(await verify(signed()))).toBe('notification');
    clock.time += 1.5 * minute;
    find.mockClear();
    // A known key is requested again regardless of the budget.
    expect(reasonOf(await verify(signed({ claims: now(clock) })))).toBe('notification');
    expect(find.mock.calls).toEqual([[{ key_id: 'key-1' }]]);
  });

  it('that were made up, 1,000 of them in 5 minutes, delay a new key by one delivery at most', async () => {
    const { verify, find, clock } = setUp();
    expect(reasonOf(await verify(signed({ claims: now(clock) })))).toBe('notification');
    find.mockClear();
    for (let id = 0; id < 1000; id += 1) {
      clock.time += 300;
      await verify(unknown(id, clock));
      // The known key never waits.
      if (id % 100 === 0) expect(reasonOf(await verify(signed({ claims: now(clock) })))).toBe('notification');
    }
    expect(find.mock.calls.length).toBeLessThanOrEqual(20 + 5 * 20);
    const next = () => verify(signed({ header: { kid: 'key-2' }, secret: two.secret, claims: now(clock) }));
    expect(reasonOf(await next())).toBe('unavailable');
    // The attack goes on until the API sends the webhook again, 30 seconds later.
    for (let id = 1000; id < 1100; id += 1) {
      clock.time += 300;
      await verify(unknown(id, clock));
    }
    expect(reasonOf(await next())).toBe('notification');
  });

  it('that were made up and each used by 3 requests are outranked by a real key with its fourth delivery', async () => {
    const { verify, clock } = setUp();
    const next = () => verify(signed({ header: { kid: 'key-2' }, secret: two.secret, claims: now(clock) }));
    const attack = async (from: number) => {
      for (let id = from; id < from + 100; id += 1)
        for (let time = 0; time < 3; time += 1) {
          clock.time += 100;
          await verify(unknown(id, clock));
        }
    };
    await attack(0);
    for (let delivery = 1; delivery <= 4; delivery += 1) {
      if (reasonOf(await next()) === 'notification') return;
      await attack(delivery * 100);
    }
    expect(reasonOf(await next())).toBe('notification');
  });

  it("that were made up are not requested if the request's date or body hash is invalid", async () => {
    const { verify, find } = setUp();
    const hash = sha256(body);
    for (const [claims, reason] of [
      [{ iat: start / second - 301, request_body_sha256: hash }, 'timestamp'],
      [{ iat: start / second + 301, request_body_sha256: hash }, 'timestamp'],
      [{ iat: start / second, request_body_sha256: sha256('') }, 'signature'],
      [{ iat: start / second }, 'signature'],
      ['claims', 'signature'],
    ] as const)
      expect(reasonOf(await verify(signed({ header: { kid: 'made-up' }, claims })))).toBe(reason);
    expect(find).not.toHaveBeenCalled();
  });

  it('whose lookup for another request fails cause no unhandled rejection', async () => {
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    const { verify, find, clock } = setUp();
    // After these requests the budget is used up, and IDs that were used twice are waiting: the next request looks up
    // one of them.
    for (let request = 0; request < 60; request += 1) await verify(unknown(request % 30, clock));
    find.mockReset().mockImplementation(() => Promise.reject(apiError('unavailable')));
    clock.time += minute;
    expect(reasonOf(await verify(unknown(2000, clock)))).toBe('unavailable');
    expect(find.mock.calls.map(([{ key_id }]) => key_id)).not.toContain('made-up-2000');
    expect(find).toHaveBeenCalled();
    await new Promise(setImmediate);
    process.off('unhandledRejection', unhandled);
    expect(unhandled).not.toHaveBeenCalled();
  });

  it('that are unavailable lead to status 503, are reported to onError, and are requested again with the next webhook', async () => {
    const { receiver, find, notification, onError } = setUp();
    const failure = apiError('unavailable');
    find.mockRejectedValueOnce(failure);
    const response = await receiver.handle(signed(), { notification });
    expect([response.status, await response.text()]).toEqual([503, 'unavailable']);
    expect(onError.mock.calls).toEqual([[failure, expect.objectContaining({ reason: 'unavailable', cause: failure })]]);
    expect((await receiver.handle(signed(), { notification })).status).toBe(200);
    expect(notification).toHaveBeenCalledTimes(1);
  });

  it('that are invalid are reported as unavailable', async () => {
    const { verify, keys } = setUp();
    keys.set('key-1', { ...one.key, x: 'AAAA' });
    expect(await verify(signed())).toMatchObject({ reason: 'unavailable', cause: expect.any(Error) });
  });
});

describe('a handler', () => {
  it.each([
    [
      'throws',
      () => {
        throw new Error('no database');
      },
    ],
    ['rejects', () => Promise.reject(new Error('no database'))],
  ])('that %s leads to status 500 and is reported to onError, and the next delivery is handled', async (_, fail) => {
    const { handle, notification, onError } = setUp();
    notification.mockImplementationOnce(fail);
    expect(await handle(signed())).toBe(500);
    expect(onError.mock.calls).toEqual([[new Error('no database'), expect.objectContaining({ event })]]);
    expect(await handle(signed())).toBe(200);
    expect(notification).toHaveBeenCalledTimes(2);
  });

  it('is awaited before the response', async () => {
    const { handle, notification } = setUp();
    const running = Promise.withResolvers<void>();
    notification.mockReturnValueOnce(running.promise);
    const answered = vi.fn();
    const answer = handle(signed());
    answer.then(answered);
    await vi.waitFor(() => expect(notification).toHaveBeenCalled());
    expect(answered).not.toHaveBeenCalled();
    running.resolve();
    expect(await answer).toBe(200);
  });

  const failingObservers: [string, () => unknown][] = [
    [
      'throws',
      () => {
        throw new Error('observer');
      },
    ],
    ['rejects', () => Promise.reject(new Error('observer'))],
  ];
  it.each(failingObservers)('leads to the usual status when onError %s', async (_, onError) => {
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    // Not vi.fn: it would handle the rejection.
    let calls = 0;
    const observer = () => {
      calls += 1;
      return onError();
    };
    const { handle, notification, find } = setUp({ onError: observer });
    notification.mockRejectedValueOnce(new Error('no database'));
    expect(await handle(signed())).toBe(500);
    find.mockRejectedValueOnce(apiError('unavailable'));
    expect(await handle(signed({ header: { kid: 'key-2' }, secret: two.secret }))).toBe(503);
    await new Promise(setImmediate);
    process.off('unhandledRejection', unhandled);
    expect([calls, unhandled.mock.calls]).toEqual([2, []]);
  });

  it('has its errors printed with console.error when there is no onError', async () => {
    const print = vi.spyOn(console, 'error').mockImplementation(() => {});
    const failure = new Error('no database');
    const receiver = createWebhookReceiver({ verificationKey: async () => one.key, clock: { now: () => start } });
    await receiver.handle(signed(), { notification: () => Promise.reject(failure) });
    expect(print.mock.calls).toEqual([[failure]]);
    print.mockRestore();
  });
});

describe('a programming mistake throws immediately', () => {
  it('a missing verificationKey', () => {
    expect(() => createWebhookReceiver({} as WebhookReceiverOptions)).toThrow(/verificationKey/);
  });

  it.each([
    [
      'already read',
      async () => {
        const { headers, body } = signed();
        const request = new Request('http://localhost/', { method: 'POST', headers, body: body as string });
        await request.text();
        return request;
      },
    ],
    ['parsed', async () => ({ ...signed(), body: {} as Uint8Array })],
    ['missing', async () => ({ headers: signed().headers }) as ReceivedRequest],
  ])('a body that is %s', async (_, make) => {
    const { receiver, notification } = setUp();
    await expect(receiver.handle(await make(), { notification })).rejects.toThrow(/^(the )?body /);
    await expect(receiver.verify(await make())).rejects.toThrow(TypeError);
  });
});

describe('createWebhookSigner', () => {
  it("creates requests like the API's", async () => {
    const clock = { now: () => start + 999 };
    const signer = await createWebhookSigner({ clock });
    const request = await signer.sign(event, { url: 'https://app.example/hooks' });
    expect([request.method, request.url]).toEqual(['POST', 'https://app.example/hooks']);
    expect(await request.clone().text()).toBe(body);
    const [header, claims] = (request.headers.get('plaid-verification') ?? '')
      .split('.')
      .slice(0, 2)
      .map((text) => JSON.parse(Buffer.from(text, 'base64url').toString()));
    expect(header).toEqual({ alg: 'ES256', kid: expect.any(String), typ: 'JWT' });
    expect(claims).toEqual({ iat: start / second, request_body_sha256: sha256(body) });
    expect(await signer.verificationKey({ key_id: header.kid })).toMatchObject({ crv: 'P-256', expired_at: null });
    const receiver = createWebhookReceiver({ verificationKey: signer.verificationKey, clock });
    expect(await receiver.verify(request)).toMatchObject({ event });
  });

  it('can create stale requests, invalid bodies and expired keys', async () => {
    const clock = { now: () => start };
    const signer = await createWebhookSigner({ clock });
    const { verify } = createWebhookReceiver({ verificationKey: signer.verificationKey, clock });
    const old = await signer.sign(event);
    expect(reasonOf(await verify(await signer.sign(event, { sentAt: start - 301 * second })))).toBe('timestamp');
    expect(reasonOf(await verify(await signer.sign('{}')))).toBe('message');
    const kid = await signer.rotate();
    expect(await signer.verificationKey({ key_id: kid })).toMatchObject({ kid, expired_at: null });
    expect(reasonOf(await verify(await signer.sign(event)))).toBe('notification');
    const fresh = createWebhookReceiver({ verificationKey: signer.verificationKey, clock });
    expect(reasonOf(await fresh.verify(old))).toBe('key');
    const other = await createWebhookSigner({ clock });
    expect(reasonOf(await fresh.verify(await other.sign(event)))).toBe('key');
  });
});

it("accepts the sandbox's webhooks, even after its key changes, and they wake transactions.follow", async () => {
  const sandbox = await createSandbox();
  const bank = createBankClient({ ...sandbox.options.bank, retries: 0, clock: sandbox.clock });
  const { verificationKey } = bank.webhooks;
  const receiver = createWebhookReceiver({ verificationKey, clock: sandbox.clock });
  const pokes = new EventEmitter();
  const statuses: number[] = [];
  const server = createServer(async (request, response) => {
    const { method, headers } = request;
    const answer = await receiver.handle(
      { method, headers, body: Buffer.concat(await Array.fromAsync(request)) },
      {
        notification({ event }) {
          if (event.webhook_code === 'SYNC_UPDATES_AVAILABLE') pokes.emit('sync', event.item_id);
        },
      },
    );
    statuses.push(answer.status);
    response.writeHead(answer.status).end(await answer.text());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const webhook = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const { public_token } = await bank.sandbox.createPublicToken({
      institution_id: 'ins_109508',
      initial_products: ['transactions'],
      options: { webhook, override_username: 'user_transactions_dynamic' },
    });
    const { access_token } = await bank.item.exchangePublicToken({ public_token });
    const deltas = bank.transactions.follow({ access_token }, { wake: on(pokes, 'sync') });
    expect((await deltas.next()).value).toMatchObject({ status: 'NOT_READY', nextCursor: '' });

    // Nothing but a webhook wakes it within the hour.
    const ledger = new Set<string>();
    for (const change of [
      () => {},
      () => {
        sandbox.controls.bank.rotateWebhookKey();
        return bank.transactions.refresh({ access_token });
      },
    ]) {
      await change();
      for (let told = 0; told === 0; ) {
        const delta = (await deltas.next()).value as TransactionsDelta;
        for (const { transaction_id } of delta.added) ledger.add(transaction_id);
        for (const { transaction_id } of delta.removed) ledger.delete(transaction_id);
        told = delta.added.length;
      }
    }
    await deltas.return();
    const { added } = await bank.transactions.syncAll({ access_token });
    expect([...ledger].sort()).toEqual(added.map(({ transaction_id }) => transaction_id).sort());
    expect(new Set(statuses)).toEqual(new Set([200]));
  } finally {
    server.close();
    await sandbox.close();
  }
});
