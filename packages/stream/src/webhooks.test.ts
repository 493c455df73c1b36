import { createHmac } from 'node:crypto';
import { ApiError } from '@x/core';
import { describe, expect, it, vi } from 'vitest';
import {
  createWebhookReceiver,
  type GenuineWebhook,
  memoryWebhookStore,
  type RefusalReason,
  type RefusedRequest,
  signWebhook,
  type WebhookReceiverOptions,
  type WebhookStore,
} from './webhooks.ts';

const secret = 'a secret of this test';
const start = Date.UTC(2026, 10, 21, 12);
const second = 1000;
const minute = 60 * second;

const event = {
  ...{ user_id: '1', user_login: 'ann', user_name: 'Änn 🎈 "\\' },
  ...{ broadcaster_user_id: '2', broadcaster_user_login: 'bob', broadcaster_user_name: 'Bob' },
  followed_at: '2026-11-21T12:00:00Z',
};
const follow = { secret, type: 'channel.follow', version: '2', event, id: 'message-1', sentAt: start } as const;

/** Creates a receiver whose clock the test moves, with spies for its handlers and `onError`. */
function setUp(options: Partial<WebhookReceiverOptions> = {}) {
  const clock = {
    time: start,
    now: () => clock.time,
  };
  const notification = vi.fn<(message: GenuineWebhook) => unknown>();
  const revocation = vi.fn<(message: GenuineWebhook) => unknown>();
  const onError = vi.fn();
  const receiver = createWebhookReceiver({ secret, clock, onError, ...options });
  const handle = async (request: Parameters<typeof receiver.handle>[0]) =>
    (await receiver.handle(request, { notification, revocation })).status;
  return { ...receiver, receiver, clock, notification, revocation, onError, handle };
}

/** Returns `request` with other headers or another body. */
async function alter(request: Request, headers: Record<string, string>, body?: BodyInit): Promise<Request> {
  const all = new Headers(request.headers);
  for (const [name, value] of Object.entries(headers)) all.set(name, value);
  return new Request(request.url, { method: 'POST', headers: all, body: body ?? (await request.arrayBuffer()) });
}

const header = (name: string) => `twitch-eventsub-message-${name}`;

/** Creates a request whose signature is valid for its ID, timestamp and body, without the code under test. */
function signed(body: string | Uint8Array, type = 'notification', id = 'id-1', timestamp = '2026-11-21T12:00:00Z') {
  const signature = createHmac('sha256', secret).update(id).update(timestamp).update(body).digest('hex');
  return {
    headers: {
      'content-type': 'application/json',
      [header('id')]: id,
      [header('type')]: type,
      [header('timestamp')]: timestamp,
      [header('signature')]: `sha256=${signature}`,
    },
    body,
  };
}

const subscription = {
  id: 's',
  type: 'channel.follow',
  version: '2',
  status: 'enabled',
  condition: { broadcaster_user_id: '2' },
  transport: { method: 'webhook', callback: 'https://example.com' },
  created_at: '2026-11-21T11:00:00.123456789Z',
  cost: 0,
};

const reasonOf = (message: GenuineWebhook | RefusedRequest) =>
  message.kind === 'refused' ? message.reason : message.kind;

describe('a genuine message', () => {
  it('of a notification has the event, and gets status 204', async () => {
    const { verify } = setUp();
    const message = await verify(await signWebhook({ ...follow, retry: 2, subscription: { id: 's-1' } }));
    expect(message).toMatchObject({
      kind: 'notification',
      id: 'message-1',
      sentAt: start,
      retry: 2,
      type: 'channel.follow',
      version: '2',
      subscription: { id: 's-1', type: 'channel.follow', version: '2', status: 'enabled' },
      event,
    });
    expect([message.response.status, await message.response.text()]).toEqual([204, '']);
  });

  it('may have a condition whose optional value is null', async () => {
    const { verify } = setUp();
    const body = JSON.stringify({ subscription: { ...subscription, condition: { reward_id: null } }, event });
    expect(await verify(signed(body))).toMatchObject({
      kind: 'notification',
      subscription: { condition: { reward_id: null } },
    });
  });

  it('of a verification gets its challenge back as plain text, no matter how often it arrives', async () => {
    const { receiver, handle, notification } = setUp();
    const { event: _, ...rest } = follow;
    const request = await signWebhook({ ...rest, challenge: 'pogchamp-kappa-360noscope-vohiyo' });
    expect(await handle(request.clone())).toBe(200);
    const response = await receiver.handle(request, { notification });
    expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
      200,
      'text/plain',
      'pogchamp-kappa-360noscope-vohiyo',
    ]);
    expect(notification).not.toHaveBeenCalled();
  });

  it('of a revocation has the reason, and gets status 204 with and without a handler', async () => {
    const { receiver, handle, revocation, notification } = setUp();
    const { event: _, ...rest } = follow;
    const request = await signWebhook({ ...rest, subscription: { status: 'user_removed' } });
    const again = await signWebhook({ ...rest, id: 'message-2' });
    expect(await handle(request)).toBe(204);
    expect(revocation.mock.calls).toMatchObject([[{ kind: 'revocation', subscription: { status: 'user_removed' } }]]);
    expect((await receiver.handle(again, { notification })).status).toBe(204);
  });

  it('of a batched type has the list of events', async () => {
    const { verify } = setUp();
    const events = [{ id: '1', data: {} }];
    const body = JSON.stringify({ subscription: { ...subscription, type: 'drop.entitlement.grant' }, events });
    expect(await verify(signed(body))).toMatchObject({ kind: 'notification', event: events });
    const unlisted = await signWebhook({ ...follow, type: 'new.type', version: '9', event: events });
    expect(await unlisted.clone().json()).toMatchObject({ events });
    expect(await verify(unlisted)).toMatchObject({ type: 'new.type', version: '9', event: events });
  });

  it.each([
    ['a string body', (given: ReturnType<typeof signed>) => given],
    ['bytes', (given) => ({ ...given, body: new TextEncoder().encode(given.body as string) })],
    ['a Buffer', (given) => ({ ...given, method: 'POST', body: Buffer.from(given.body as string) })],
    ['Headers', (given) => ({ ...given, headers: new Headers(given.headers) })],
    [
      'names in capitals',
      (given) => ({ ...given, headers: mapKeys(given.headers, (name) => name.toUpperCase()), method: undefined }),
    ],
    [
      'a charset',
      (given) => ({ ...given, headers: { ...given.headers, 'content-type': 'application/json; charset=utf-8' } }),
    ],
  ] as [string, (given: ReturnType<typeof signed>) => ReturnType<typeof signed>][])(
    'is accepted without a Request: %s',
    async (_, shape) => {
      const { verify } = setUp();
      expect(await verify(shape(signed(JSON.stringify({ subscription, event }))))).toMatchObject({ event });
    },
  );

  it('may be signed with any of several secrets', async () => {
    const { handle } = setUp({ secret: ['another secret, the new one', secret] });
    expect(await handle(await signWebhook(follow))).toBe(204);
    expect(await handle(await signWebhook({ ...follow, secret: 'a third secret, unknown' }))).toBe(403);
  });

  it.each([
    [-10 * minute, 'notification'],
    [-10 * minute - 1, 'timestamp'],
    [10 * minute, 'notification'],
    [10 * minute + 1, 'timestamp'],
  ])('may be dated %i ms from now: %s', async (offset, expected) => {
    const { verify } = setUp();
    expect(reasonOf(await verify(await signWebhook({ ...follow, sentAt: start + offset })))).toBe(expected);
  });

  it('is signed over the documented text by signWebhook', async () => {
    const request = await signWebhook(follow);
    const timestamp = request.headers.get(header('timestamp')) ?? '';
    expect(timestamp).toBe('2026-11-21T12:00:00.000000000Z');
    const hex = createHmac('sha256', secret)
      .update(`message-1${timestamp}`)
      .update(await request.clone().bytes());
    expect(request.headers.get(header('signature'))).toBe(`sha256=${hex.digest('hex')}`);
  });
});

describe('a request is refused', () => {
  const body = JSON.stringify({ subscription, event });
  const both = JSON.stringify({ subscription, event, challenge: 'x' });
  const cases: [string, () => Parameters<ReturnType<typeof setUp>['verify']>[0], RefusalReason, number][] = [
    ['if it is a GET', () => new Request('http://localhost/'), 'method', 405],
    ['if it is a PUT', () => ({ ...signed(body), method: 'PUT' }), 'method', 405],
    ['if it is a form', () => withHeader('content-type', 'application/x-www-form-urlencoded'), 'content_type', 415],
    ['without a content type', () => withHeader('content-type', ''), 'content_type', 415],
    ['without a signature', () => withHeader(header('signature'), ''), 'signature', 403],
    ['with a truncated signature', () => withHeader(header('signature'), 'sha256=abcd'), 'signature', 403],
    ['with another hash', () => withHeader(header('signature'), `sha1=${'0'.repeat(40)}`), 'signature', 403],
    ['without an ID', () => signed(body, 'notification', ''), 'signature', 403],
    ['without a timestamp', () => signed(body, 'notification', 'id', ''), 'timestamp', 403],
    ['dated in words', () => signed(body, 'notification', 'id', 'Sat, 21 Nov 2026 12:00:00 GMT'), 'timestamp', 403],
    ['dated in month 13', () => signed(body, 'notification', 'id', '2026-13-21T12:00:00Z'), 'timestamp', 403],
    ['if its body is not JSON', () => signed('not JSON'), 'message', 400],
    ['if its body is empty', () => signed(''), 'message', 400],
    ['if its body is not UTF-8', () => signed(Buffer.from(body.replace('Bob', 'B\xf6b'), 'latin1')), 'message', 400],
    ['if its body is null', () => signed('null'), 'message', 400],
    ['if its body is an array', () => signed('[]'), 'message', 400],
    ['without a subscription', () => signed('{"event":{}}'), 'message', 400],
    ['with an invalid subscription', () => signed('{"event":{},"subscription":{"id":1}}'), 'message', 400],
    ['with an event that is a string', () => signed(JSON.stringify({ subscription, event: 'x' })), 'message', 400],
    ['if it is of two kinds', () => signed(both, 'notification'), 'message', 400],
    [
      'if it is of two kinds, and declared as a challenge',
      () => signed(both, 'webhook_callback_verification'),
      'message',
      400,
    ],
    // The header is not signed: anyone who saw a message could forward it as another kind.
    ['if it is a notification declared as a revocation', () => signed(body, 'revocation'), 'message', 400],
    [
      'if it is a notification declared as a challenge',
      () => signed(body, 'webhook_callback_verification'),
      'message',
      400,
    ],
    [
      'if it is a revocation declared as a notification',
      () => signed(JSON.stringify({ subscription })),
      'message',
      400,
    ],
    ['if it is of an unknown kind', () => signed(body, 'constructor'), 'message', 400],
    ['if it is invalid JSON of an unknown kind', () => signed('{', 'new'), 'message', 400],
    ['if it is larger than the limit', () => signed(body.padEnd(2 ** 20 + 1)), 'too_large', 413],
  ];
  const withHeader = (name: string, value: string) => ({
    ...signed(body),
    headers: { ...signed(body).headers, [name]: value },
  });

  it.each(cases)('%s', async (_, make, reason, status) => {
    const { receiver, verify, notification, revocation, onError } = setUp();
    const request = make();
    expect(reasonOf(await verify('clone' in request ? request.clone() : request))).toBe(reason);
    const response = await receiver.handle(request, { notification, revocation });
    expect([response.status, await response.text()]).toEqual([status, reason]);
    for (const each of [notification, revocation, onError]) expect(each).not.toHaveBeenCalled();
  });

  it('when any bit of the body, or the end of it, differs', async () => {
    const { verify } = setUp();
    const request = await signWebhook(follow);
    const bytes = await request.clone().bytes();
    for (const index of bytes.keys()) {
      const changed = bytes.slice();
      changed[index] = (changed[index] ?? 0) ^ (1 << (index % 8));
      for (const body of [changed, bytes.slice(0, index)])
        expect(reasonOf(await verify(await alter(request, {}, body)))).toBe('signature');
    }
  });

  it.each(['id', 'timestamp', 'signature'])('when any character of its %s differs', async (name) => {
    const { verify } = setUp();
    const request = await signWebhook(follow);
    const value = request.headers.get(header(name)) ?? '';
    for (const [index, character] of [...value].entries()) {
      const changed = `${value.slice(0, index)}${character === '1' ? '2' : '1'}${value.slice(index + 1)}`;
      const cut = value.slice(0, index) + value.slice(index + 1);
      for (const given of [changed, cut, value.toUpperCase().replace('MESSAGE', 'Message')])
        if (given !== value)
          expect(reasonOf(await verify(await alter(request.clone(), { [header(name)]: given })))).toBe('signature');
    }
  });

  it('when characters move between id, timestamp and body, even though the signed text stays the same', async () => {
    const { verify } = setUp();
    const [id, timestamp] = ['id-12', '2026-11-21T12:00:00.123456789Z'];
    const text = id + timestamp + body;
    const results = new Map<string, number>();
    for (let first = 1; first < 45; first += 1)
      for (let next = first; next < 50; next += 1) {
        const given = signed(body, 'notification', id, timestamp);
        given.headers[header('id')] = text.slice(0, first);
        given.headers[header('timestamp')] = text.slice(first, next);
        const result = reasonOf(await verify({ ...given, body: text.slice(next) }));
        results.set(result, (results.get(result) ?? 0) + 1);
      }
    expect([...results.keys()].sort()).toEqual(['notification', 'timestamp']);
    expect(results.get('notification')).toBe(1);
  });

  it('before more than the limit is read', async () => {
    const { verify } = setUp({ maxBytes: 1000 });
    let chunks = 0;
    let cancelled = false;
    const endless = new ReadableStream({
      pull(controller) {
        chunks += 1;
        controller.enqueue(new Uint8Array(400));
      },
      cancel() {
        cancelled = true;
      },
    });
    const { headers } = signed(body);
    const request = new Request('http://localhost/', {
      method: 'POST',
      headers,
      body: endless,
      duplex: 'half',
    } as object);
    expect(reasonOf(await verify(request))).toBe('too_large');
    expect(chunks).toBeLessThan(6);
    await vi.waitFor(() => expect(cancelled).toBe(true));
  });

  it('when the sender breaks off', async () => {
    const { verify } = setUp();
    const broken = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(body.slice(0, 50)));
      },
      pull(controller) {
        controller.error(new Error('reset'));
      },
    });
    const { headers } = signed(body);
    const request = new Request('http://localhost/', {
      method: 'POST',
      headers,
      body: broken,
      duplex: 'half',
    } as object);
    expect(reasonOf(await verify(request))).toBe('signature');
  });
});

describe('a repeated message', () => {
  it('gets status 204 and is not handled, for as long as its signature is valid', async () => {
    const { handle, notification, clock } = setUp();
    const request = await signWebhook({ ...follow, sentAt: start + 10 * minute });
    expect(await handle(request.clone())).toBe(204);
    clock.time += 20 * minute;
    expect(await handle(request.clone())).toBe(204);
    expect(notification).toHaveBeenCalledTimes(1);
    clock.time += 1;
    expect(await handle(request)).toBe(403);
  });

  it('is handled after its handler failed, by throwing or rejecting', async () => {
    const { handle, notification, onError } = setUp();
    const request = await signWebhook(follow);
    const failure = new Error('no database');
    notification.mockImplementationOnce(() => {
      throw failure;
    });
    notification.mockRejectedValueOnce(failure);
    const statuses = [];
    for (let delivery = 0; delivery < 4; delivery += 1) statuses.push(await handle(request.clone()));
    expect(statuses).toEqual([500, 500, 204, 204]);
    expect(notification).toHaveBeenCalledTimes(3);
    expect(onError.mock.calls).toEqual([
      [failure, expect.objectContaining({ id: 'message-1' })],
      [failure, expect.objectContaining({ id: 'message-1' })],
    ]);
  });

  it('gets status 503 while its handler runs', async () => {
    const { handle, notification } = setUp();
    const request = await signWebhook(follow);
    const running = Promise.withResolvers<void>();
    notification.mockReturnValueOnce(running.promise);
    const first = handle(request.clone());
    await vi.waitFor(() => expect(notification).toHaveBeenCalledTimes(1));
    expect(await handle(request.clone())).toBe(503);
    running.resolve();
    expect(await first).toBe(204);
    expect(await handle(request)).toBe(204);
    expect(notification).toHaveBeenCalledTimes(1);
  });

  it('is handled again when the first attempt is lost, and a late failure of that attempt changes nothing', async () => {
    const { handle, notification, clock } = setUp({ leaseMs: minute });
    const request = await signWebhook(follow);
    const lost = Promise.withResolvers<void>();
    notification.mockReturnValueOnce(lost.promise);
    const first = handle(request.clone());
    await vi.waitFor(() => expect(notification).toHaveBeenCalledTimes(1));
    clock.time += minute - 1;
    expect(await handle(request.clone())).toBe(503);
    clock.time += 1;
    expect(await handle(request.clone())).toBe(204);
    lost.reject(new Error('late'));
    expect(await first).toBe(500);
    expect(await handle(request)).toBe(204);
    expect(notification).toHaveBeenCalledTimes(2);
  });

  it('is known to all receivers that share a store', async () => {
    const store = memoryWebhookStore({ clock: { now: () => start } });
    const [one, other] = [setUp({ store }), setUp({ store })];
    const request = await signWebhook(follow);
    expect(await one.handle(request.clone())).toBe(204);
    expect(await other.handle(request)).toBe(204);
    expect(other.notification).not.toHaveBeenCalled();
  });

  it.each([
    ['take', 500, 0],
    ['finish', 204, 1],
    ['release', 500, 1],
  ] as const)("gets a response even if the store's %s rejects: %i", async (method, status, calls) => {
    const failure = new Error('store is down');
    const store = { ...memoryWebhookStore(), [method]: () => Promise.reject(failure) };
    const { handle, notification, onError } = setUp({ store });
    if (method === 'release') notification.mockRejectedValueOnce(new Error('handler'));
    expect(await handle(await signWebhook(follow))).toBe(status);
    expect(notification).toHaveBeenCalledTimes(calls);
    expect(onError.mock.lastCall).toEqual([failure, expect.objectContaining({ kind: 'notification' })]);
  });

  it.each(['release', 'finish'] as const)("gets a response even if the store's %s throws at once", async (method) => {
    const failure = new Error('store is down');
    const store: WebhookStore = {
      ...memoryWebhookStore(),
      [method]: () => {
        throw failure;
      },
    };
    const { handle, notification, onError } = setUp({ store });
    if (method === 'release') notification.mockRejectedValueOnce(new Error('handler'));
    expect(await handle(await signWebhook(follow))).toBe(method === 'release' ? 500 : 204);
    expect(onError.mock.lastCall).toEqual([failure, expect.objectContaining({ kind: 'notification' })]);
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
  it.each(failingObservers)(
    'gets the usual response when onError %s, and is handled when it arrives again',
    async (_, onError) => {
      const unhandled = vi.fn();
      process.on('unhandledRejection', unhandled);
      // Not vi.fn: it would handle the rejection.
      let calls = 0;
      const observer = () => {
        calls += 1;
        return onError();
      };
      const failing = () => Promise.reject(new Error('store is down'));
      const { handle, notification } = setUp({
        onError: observer,
        store: { ...memoryWebhookStore(), finish: failing },
      });
      const request = await signWebhook(follow);
      notification.mockRejectedValueOnce(new Error('no database'));
      expect([await handle(request.clone()), await handle(request)]).toEqual([500, 204]);
      await new Promise(setImmediate);
      process.off('unhandledRejection', unhandled);
      expect([calls, unhandled.mock.calls]).toEqual([2, []]);
    },
  );

  it('is recognized by its ID, not by its text', async () => {
    const { handle, notification } = setUp();
    for (const id of ['a', 'b', 'a']) await handle(await signWebhook({ ...follow, id }));
    expect(notification.mock.calls.map(([{ id }]) => id)).toEqual(['a', 'b']);
  });
});

describe('a programming error throws at once', () => {
  it.each([
    ['too short', 'short'],
    ['too long', 'x'.repeat(101)],
    ['not ASCII', 'pässwörtchen'],
    ['an empty array', []],
    ['too short, as one of several', [secret, 'tiny']],
    ['unset', undefined],
  ])('for a secret that is %s, without showing it', async (_, wrong) => {
    const make = () => createWebhookReceiver({ secret: wrong as string });
    expect(make).toThrow(ApiError);
    expect(make).toThrow(/^createWebhookReceiver: secret .*10 to 100/);
    for (const each of [wrong ?? []].flat()) expect(make).not.toThrow(each);
  });

  it.each([
    [
      'read before',
      async () => {
        const request = await signWebhook(follow);
        await request.text();
        return request;
      },
    ],
    ['parsed', async () => ({ ...signed('{}'), body: {} as Uint8Array })],
    ['missing', async () => ({ headers: signed('{}').headers }) as ReturnType<typeof signed>],
  ])('for a body that was %s', async (_, make) => {
    const { receiver, notification } = setUp();
    await expect(receiver.handle(await make(), { notification })).rejects.toThrow(/^(the )?body /);
    await expect(receiver.verify(await make())).rejects.toThrow(TypeError);
  });

  it('for invalid options of signWebhook', async () => {
    const refused = { code: 'invalid_params', operation: 'signWebhook' };
    await expect(signWebhook({ ...follow, challenge: 'x' })).rejects.toMatchObject(refused);
    await expect(signWebhook({ ...follow, secret: 'short' })).rejects.toMatchObject(refused);
    await expect(signWebhook({ ...follow, retrys: 1 } as typeof follow)).rejects.toThrow(/did you mean retry\?/);
  });
});

it('errors from a handler are printed unless onError receives them', async () => {
  const print = vi.spyOn(console, 'error').mockImplementation(() => {});
  const failure = new Error('no database');
  const receiver = createWebhookReceiver({ secret, clock: { now: () => start } });
  await receiver.handle(await signWebhook(follow), {
    notification() {
      throw failure;
    },
  });
  expect(print.mock.calls).toEqual([[failure]]);
  print.mockRestore();
});

function mapKeys(record: Record<string, string>, change: (key: string) => string): Record<string, string> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [change(key), value]));
}
