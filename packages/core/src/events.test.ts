import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createUserClient } from '../../oauth/src/user-client.ts';
import { fc } from '../test/properties.ts';
import { endpoints, serve, testClient, testProvider } from '../test/test-kit.ts';
import { createEventSource } from './call/call-events.ts';
import { createClient } from './client/create-client.ts';
import type { ClientEvent } from './declare/events.ts';
import type { CallOptions } from './declare/options.ts';
import type { ClientOptions } from './declare/provider.ts';
import { createGrant } from './tokens/grant.ts';

type Respond = (response: ServerResponse, request: IncomingMessage) => void;

const json =
  (body: unknown, status = 200, headers = {}): Respond =>
  (response) => {
    response.writeHead(status, headers).end(JSON.stringify(body));
  };
const drop: Respond = (response) => {
  response.destroy();
};
const breakOff: Respond = (response) => {
  response.writeHead(200, { 'content-length': '100' }).write('{"data"');
  setImmediate(() => response.destroy());
};
const never: Respond = () => {};

const thing = { data: [{ id: 'a' }] };
const refused = json({ message: 'token expired' }, 401);

let server: Awaited<ReturnType<typeof serve>>;
let host: string;
/** Responses of the API, in order; the last one is repeated. */
let script: Respond[];
let tokens: Respond;

beforeAll(async () => {
  server = await serve((request, response) => {
    if (request.url === '/token') tokens(response, request);
    else (script.length > 1 ? (script.shift() as Respond) : (script[0] as Respond))(response, request);
  });
  host = new URL(server.url).host;
});
afterAll(() => server.close());
beforeEach(() => {
  script = [json(thing)];
  tokens = json({ access_token: 'tok-abcdef-123456', expires_in: 3600 });
});

/** Creates a client and records its events, without token requests unless a test is about them. */
function watched(options: ClientOptions = {}, skipTokens = true) {
  const events: ClientEvent[] = [];
  const onEvent = (event: ClientEvent) => {
    if (!skipTokens || (event.type !== 'token' && !event.operation.startsWith('oauth.'))) events.push(event);
  };
  return { events, client: testClient(server.url, { retries: 2, random: () => 0, ...options, onEvent }), onEvent };
}

const common = ['callId', 'provider', 'operation', 'method', 'path', 'host', 'account', 'listId', 'page'];
/** Returns the type and own fields of each event, without undefined fields and durations. */
const told = (events: readonly ClientEvent[]) =>
  events.map(({ type, ...fields }) => [
    type,
    Object.fromEntries(
      Object.entries(fields).filter(
        ([name, value]) => ![...common, 'durationMs', 'bytes'].includes(name) && value !== undefined,
      ),
    ),
  ]);

type Told = [type: ClientEvent['type'], fields: object];
const start: Told = ['call_start', {}];
const request = (attempt: number): Told => ['request', { attempt }];
const response = (attempt: number, status: number): Told => ['response', { attempt, status }];
const retry = (attempt: number, reason: string, status?: number): Told => [
  'retry',
  { attempt, reason, waitMs: 0, ...(status && { status }) },
];
const end = (outcome: string, fields: object): Told => ['call_end', { outcome, ...fields }];

/**
 * Makes a call with these options on a client that already has a token, so that a slow token request does not use up
 * the time.
 */
const afterWarmUp =
  (options: CallOptions) =>
  async (client: ReturnType<typeof testClient>, events: ClientEvent[]): Promise<unknown> => {
    await client.things.get({ id: '0' });
    events.length = 0;
    return client.things.get({ id: '1' }, options);
  };

interface Case {
  readonly what: string;
  readonly script?: Respond[];
  readonly options?: ClientOptions;
  readonly call?: (client: ReturnType<typeof testClient>, events: ClientEvent[]) => PromiseLike<unknown>;
  readonly told: Told[];
}

const cases: Case[] = [
  {
    what: 'success',
    told: [start, request(1), response(1, 200), end('success', { status: 200, attempts: 1 })],
  },
  {
    what: 'a 404',
    script: [json({}, 404, { 'x-request-id': 'r-1' })],
    told: [
      start,
      request(1),
      ['response', { attempt: 1, status: 404, requestId: 'r-1' }],
      end('error', { code: 'not_found', status: 404, attempts: 1, requestId: 'r-1' }),
    ],
  },
  {
    what: 'two 503s and then success',
    script: [json({}, 503), json({}, 503), json(thing)],
    told: [
      start,
      request(1),
      response(1, 503),
      retry(1, 'unavailable', 503),
      request(2),
      response(2, 503),
      retry(2, 'unavailable', 503),
      request(3),
      response(3, 200),
      end('success', { status: 200, attempts: 3 }),
    ],
  },
  {
    what: 'three 503s',
    script: [json({}, 503)],
    told: [
      start,
      request(1),
      response(1, 503),
      retry(1, 'unavailable', 503),
      request(2),
      response(2, 503),
      retry(2, 'unavailable', 503),
      request(3),
      response(3, 503),
      end('error', { code: 'unavailable', status: 503, attempts: 3 }),
    ],
  },
  {
    what: 'a refused token that is renewed',
    script: [refused, json(thing)],
    told: [
      start,
      request(1),
      response(1, 401),
      retry(1, 'unauthenticated', 401),
      request(2),
      response(2, 200),
      end('success', { status: 200, attempts: 2 }),
    ],
  },
  {
    what: 'a network error after a 503',
    script: [json({}, 503), drop],
    options: { retries: 1 },
    told: [
      start,
      request(1),
      response(1, 503),
      retry(1, 'unavailable', 503),
      request(2),
      end('error', { code: 'network', attempts: 2 }),
    ],
  },
  {
    what: 'a body that breaks off',
    script: [breakOff],
    options: { retries: 0 },
    told: [start, request(1), response(1, 200), end('error', { code: 'network', status: 200, attempts: 1 })],
  },
  {
    what: 'a timeout',
    script: [json(thing), never],
    call: afterWarmUp({ retries: 0, timeoutMs: 20 }),
    told: [start, request(1), end('error', { code: 'timeout', attempts: 1 })],
  },
  {
    what: 'a deadline that passes',
    script: [json(thing), never],
    call: afterWarmUp({ deadlineMs: 20 }),
    told: [start, request(1), end('error', { code: 'timeout', attempts: 1 })],
  },
  {
    what: 'a signal that was aborted before the call',
    call: (client) => client.things.get({ id: '1' }, { signal: AbortSignal.abort() }),
    told: [start, end('aborted', { attempts: 0 })],
  },
  {
    what: 'invalid params',
    call: (client) => client.things.get({ id: 5 as never }),
    told: [start, end('error', { code: 'invalid_params', attempts: 0 })],
  },
  {
    what: 'an invalid cursor',
    call: (client) => client.things.list({}, { cursor: 'nonsense' }),
    told: [start, end('error', { code: 'invalid_cursor', attempts: 0 })],
  },
  {
    what: 'a response that differs from the documentation',
    script: [json({ data: [{ id: 7 }] })],
    told: [
      start,
      request(1),
      response(1, 200),
      ['drift', { about: 'response', place: 'data[].id', message: expect.stringContaining('data.0.id') }],
      end('success', { status: 200, attempts: 1 }),
    ],
  },
  {
    what: 'an HTML response',
    script: [(response) => response.end('<html>')],
    told: [start, request(1), response(1, 200), end('error', { code: 'invalid_response', status: 200, attempts: 1 })],
  },
  {
    what: 'a body that is too large',
    script: [json({ data: 'x'.repeat(100) })],
    options: { maxBodyBytes: 80 },
    told: [start, request(1), response(1, 200), end('error', { code: 'invalid_response', status: 200, attempts: 1 })],
  },
  {
    what: 'a token store that fails',
    options: {
      tokens: { get: async () => undefined, set: () => Promise.reject(new Error('full')), delete: async () => {} },
    },
    told: [start, end('error', { code: 'unavailable', attempts: 0 })],
  },
];

describe('the events of one call', () => {
  it.each(cases)('report $what', async ({ script: given, options, call, told: expected }) => {
    if (given) script = given;
    const { client, events } = watched(options);
    await Promise.resolve(call ? call(client, events) : client.things.get({ id: '1' })).catch(() => {});
    expect(told(events)).toEqual(expected);
    expect(new Set(events.map(({ callId }) => callId)).size).toBe(1);
  });

  it('have all documented fields in every event, including undefined ones', async () => {
    script = [json(thing, 200, { 'x-request-id': 'r-1' })];
    let now = 1000;
    const { client, events } = watched({ clock: { now: () => now++ } });
    await client.things.get({ id: 'secret/id' });
    const { callId } = events[0] as ClientEvent;
    expect(callId).toMatch(/^[\w-]{8}-\w+$/);
    const fields = {
      callId,
      provider: 'test',
      operation: 'things.get',
      method: 'GET',
      path: '/things/{id}',
      host,
      account: undefined,
      listId: undefined,
      page: undefined,
    };
    const bytes = JSON.stringify(thing).length;
    expect(events).toStrictEqual([
      { type: 'call_start', ...fields },
      { type: 'request', ...fields, attempt: 1 },
      { type: 'response', ...fields, attempt: 1, status: 200, durationMs: expect.any(Number), requestId: 'r-1', bytes },
      {
        type: 'call_end',
        ...fields,
        outcome: 'success',
        code: undefined,
        status: 200,
        attempts: 1,
        durationMs: expect.any(Number),
        requestId: 'r-1',
        bytes,
      },
    ]);
    const [, , received, ended] = events as { durationMs?: number }[];
    expect(received?.durationMs).toBeGreaterThan(0);
    expect(ended?.durationMs).toBeGreaterThan(received?.durationMs as number);
  });

  it('report an abort while the request is in progress', async () => {
    const controller = new AbortController();
    script = [() => controller.abort(new Error('enough'))];
    const { client, events } = watched();
    await client.things.get({ id: '1' }, { signal: controller.signal }).catch(() => {});
    expect(told(events)).toEqual([start, request(1), end('aborted', { attempts: 1 })]);
  });

  it('report a wait for the rate limit before the call waits, and a refusal at once', async () => {
    const provider = testProvider(server.url, { retries: 0 });
    const rule = { key: 'all', limit: 1, intervalMs: 5000, refill: 'window' as const };
    const seen: ClientEvent[] = [];
    const controller = new AbortController();
    const onEvent = (event: ClientEvent) => {
      if (event.operation.startsWith('things')) seen.push(event);
      if (event.type === 'wait') controller.abort();
    };
    const clock = { now: () => 1_000_000 };
    const options = { ...provider.options, onEvent, clock };
    const client = createClient(
      { ...provider, options, rate: (draft) => (draft.endpoint.host ? undefined : rule) },
      endpoints,
    );
    await client.things.get({ id: '1' });
    seen.length = 0;
    await client.things.get({ id: '1' }, { signal: controller.signal }).catch(() => {});
    expect(told(seen)).toEqual([start, ['wait', { for: 'rate_limit', waitMs: 5200 }], end('aborted', { attempts: 0 })]);
    seen.length = 0;
    await client.things.get({ id: '1' }, { maxWaitMs: 100 }).catch(() => {});
    expect(told(seen)).toEqual([start, end('error', { code: 'rate_limited', attempts: 0 })]);
  });

  it('report a wait before a retry that is more than a second away', async () => {
    script = [json({}, 503, { 'retry-after': '7' })];
    const controller = new AbortController();
    const { client, events, onEvent } = watched();
    const own = testClient(server.url, {
      retries: 1,
      onEvent(event) {
        onEvent(event);
        if (event.type === 'wait') controller.abort();
      },
    });
    expect(client).toBeDefined();
    await own.things.get({ id: '1' }, { signal: controller.signal }).catch(() => {});
    expect(told(events)).toEqual([
      start,
      request(1),
      response(1, 503),
      ['retry', { attempt: 1, reason: 'unavailable', status: 503, waitMs: 7000 }],
      ['wait', { for: 'retry', waitMs: 7000 }],
      end('aborted', { status: 503, attempts: 1 }),
    ]);
  });

  it('have a callId that no concurrent call has', async () => {
    script = [(response, { url }) => json(thing, url === '/things/b' ? 404 : 200)(response, {} as never)];
    const { client, events } = watched();
    await Promise.allSettled(['a', 'b', 'c'].map((id) => client.things.get({ id })));
    const ids = [...new Set(events.map(({ callId }) => callId))];
    expect(ids).toHaveLength(3);
    const outcomes = ids.map((id) =>
      events.filter(({ callId }) => callId === id).map((event) => ('outcome' in event ? event.outcome : event.type)),
    );
    const whole = ['call_start', 'request', 'response'];
    expect(outcomes).toEqual([
      [...whole, 'success'],
      [...whole, 'error'],
      [...whole, 'success'],
    ]);
  });
});

describe('the events of a list', () => {
  it('describe one call per page, with the page number', async () => {
    script = [1, 2, 3].map((number) =>
      json({ data: [{ id: `${number}` }], pagination: number < 3 ? { cursor: `c${number}` } : {} }),
    );
    const { client, events } = watched();
    await client.things.list().toArray({ limit: 10 });
    const calls = Map.groupBy(events, ({ callId }) => callId);
    expect([...calls.values()].map((own) => own.map(({ type, page }) => `${page} ${type}`))).toEqual(
      [1, 2, 3].map((page) => [`${page} call_start`, `${page} request`, `${page} response`, `${page} call_end`]),
    );
    const [listId] = new Set(events.map((event) => event.listId));
    expect(listId).toMatch(/^[\w-]{8}-\w+$/);
    expect(new Set(events.map((event) => event.listId)).size).toBe(1);
    expect(calls.has(listId as string)).toBe(false);
  });

  it('report a prefetched page as aborted when the caller stops reading the list', async () => {
    script = [json({ data: [{ id: '1' }], pagination: { cursor: 'c' } }), never];
    const { client, events } = watched();
    const arrived = Promise.withResolvers<void>();
    script[1] = () => arrived.resolve();
    for await (const _ of client.things.list().pages()) {
      await arrived.promise;
      break;
    }
    await expect
      .poll(() => events.at(-1), { timeout: 60_000 })
      .toMatchObject({ type: 'call_end', outcome: 'aborted', page: 2 });
  });
});

describe('the events of a token', () => {
  it('describe a separate call, and the grant', async () => {
    const { client, events } = watched({}, false);
    await client.things.get({ id: '1' });
    expect(events.map(({ type, operation }) => `${operation} ${type}`)).toEqual([
      'things.get call_start',
      'oauth.token call_start',
      'oauth.token request',
      'oauth.token response',
      'oauth.token call_end',
      'oauth.token token',
      'things.get request',
      'things.get response',
      'things.get call_end',
    ]);
    const ofToken = events.filter(({ operation }) => operation === 'oauth.token');
    expect(new Set(ofToken.map(({ callId }) => callId)).size).toBe(1);
    expect(ofToken.at(-1)).toStrictEqual({
      ...(ofToken[0] as ClientEvent),
      type: 'token',
      method: 'POST',
      path: '/token',
      outcome: 'obtained',
      reason: undefined,
      endsAt: undefined,
    });
  });

  it('identify the account by the same hash as its calls do, and never by its ID', async () => {
    script = [json({ id: 'x' })];
    const events: ClientEvent[] = [];
    const provider = testProvider(server.url, { onEvent: (event) => events.push(event) });
    const client = createUserClient(provider, endpoints, () => ({}));
    const account = 'user-5551234';
    await client.accounts.set(
      account,
      createGrant({ accessToken: 'expired-token', refreshToken: 'refresh-1', expiresAt: 1 }),
    );
    await client.withAccount(account).things.mine();
    await client
      .withAccount('somebody-else')
      .things.mine()
      .catch(() => {});
    const hash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);
    expect(new Set(events.map((event) => event.account))).toEqual(new Set([hash(account), hash('somebody-else')]));
    expect(events.map(({ type, operation }) => `${operation} ${type}`)).toEqual([
      'things.mine call_start',
      'accounts.refresh call_start',
      'accounts.refresh request',
      'accounts.refresh response',
      'accounts.refresh call_end',
      'accounts.refresh token',
      'things.mine request',
      'things.mine response',
      'things.mine call_end',
      'things.mine call_start',
      'accounts.refresh token',
      'things.mine call_end',
    ]);
    expect(events.at(-2)).toMatchObject({ outcome: 'failed', account: hash('somebody-else') });
    expect(JSON.stringify(events)).not.toMatch(/5551234|somebody|expired-token|refresh-1|tok-abcdef/);
  });
});

describe('the events of client.request', () => {
  it.each<[path: string, shown: string, values?: Record<string, unknown>]>([
    ['/things/5551234', '/things/{value}'],
    ['/things/{id}', '/things/{id}', { id: '5551234' }],
    ['/v1/things/5551234/{id}', '/v1/things/{value}/{id}', { id: '5551234' }],
    ['/things/ann', '/things/{value}'],
    ['/people/{id}', '/{value}/{id}', { id: 'ann' }],
  ])('show %s as %s', async (path, shown, values = {}) => {
    const { client, events } = watched();
    await client.request(path, values);
    expect(new Set(events.map((event) => `${event.operation} ${event.method} ${event.path}`))).toEqual(
      new Set([`request GET ${shown}`]),
    );
    expect(JSON.stringify(events)).not.toContain('5551234');
  });

  it('include a call whose path is refused, without the path', async () => {
    const { client, events } = watched();
    await client.request('//evil.test/5551234').catch(() => {});
    expect(told(events)).toEqual([start, end('error', { code: 'invalid_params', attempts: 0 })]);
    expect(JSON.stringify(events)).not.toContain('5551234');
  });
});

it('a client without onEvent has no event source, so its calls create no events', async () => {
  expect(createEventSource(testProvider(server.url))).toBeUndefined();
  expect(createEventSource(testProvider(server.url, { onEvent() {} }))).toBeDefined();
  script = [json({}, 503), json(thing)];
  expect(await testClient(server.url, { retries: 1, random: () => 0 }).things.get({ id: '1' })).toEqual({ id: 'a' });
});

it('every call starts with exactly one call_start and ends with exactly one call_end, no matter what goes wrong', async () => {
  const faults: Record<string, Respond> = {
    success: json({ data: [{ id: 'a' }], pagination: { cursor: 'more' } }),
    unavailable: json({}, 503),
    missing: json({ message: 'no' }, 404),
    refused,
    limited: json({}, 429, { 'retry-after': '0' }),
    html: (response) => response.end('<html>'),
    drift: json({ data: [{ id: 7 }] }),
    drop,
    breakOff,
  };
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...Object.keys(faults)), { minLength: 1, maxLength: 6 }),
      fc.constantFrom('success', 'unavailable', 'drop'),
      fc.boolean(),
      fc.integer({ min: 0, max: 3 }),
      fc.option(fc.integer({ min: 0, max: 6 })),
      async (sequence, token, isList, retries, abortAt) => {
        script = sequence.map((name) => faults[name] as Respond);
        const good = json({ access_token: 'tok-abcdef-123456', expires_in: 3600 });
        tokens = token === 'success' ? good : (faults[token] as Respond);
        const events: ClientEvent[] = [];
        const controller = new AbortController();
        const client = testClient(server.url, {
          retries,
          random: () => 0,
          onEvent(event) {
            if (events.push(event) === abortAt) controller.abort();
            throw new Error('observer');
          },
        });
        const options = { signal: controller.signal };
        const call = isList
          ? client.things.list({}, options).toArray({ limit: 3 })
          : client.things.get({ id: '1' }, options);
        const settled = await call.then(
          () => 'success',
          () => 'failure',
        );
        // A prefetched page, and a token request whose caller is gone, end after the call.
        const calls = () =>
          [...Map.groupBy(events, ({ callId }) => callId).values()]
            .map((own) => own.filter(({ type }) => type !== 'token'))
            .filter((own) => own.length > 0);
        const unfinished = () => calls().filter((own) => own.at(-1)?.type !== 'call_end');
        await expect.poll(unfinished, { timeout: 60_000 }).toEqual([]);
        for (const own of calls()) {
          expect(own.findLastIndex(({ type }) => type === 'call_start')).toBe(0);
          expect(own.filter(({ type }) => type === 'call_end')).toHaveLength(1);
          expect(own.at(-1)).toMatchObject({ attempts: own.filter(({ type }) => type === 'request').length });
        }
        const single = events.find((event) => event.type === 'call_end' && event.operation === 'things.get');
        if (!isList) expect((single as { outcome?: string }).outcome === 'success').toBe(settled === 'success');
      },
    ),
    { numRuns: 60 },
  );
}, 120_000);

it('no event shows a parameter, body, token, header or account', async () => {
  const word = fc.stringMatching(/^[a-z]{9,12}$/).map((text) => `q7${text}`);
  const words = fc.record({ id: word, note: word, header: word, token: word, account: word, body: word });
  await fc.assert(
    fc.asyncProperty(words, fc.constantFrom(200, 400, 404, 503), async (given, status) => {
      const { token } = given;
      tokens = json({ access_token: token, expires_in: 3600 });
      // The server echoes everything, even where a client reads an ID.
      script = [
        json({ data: [{ id: given.body }], message: Object.values(given).join(' ') }, status, {
          'x-request-id': `r-${token}`,
        }),
      ];
      const events: ClientEvent[] = [];
      const provider = testProvider(server.url, { onEvent: (event) => events.push(event) });
      const client = createUserClient(provider, endpoints, () => ({}));
      await client.accounts.set(given.account, createGrant({ accessToken: token }));
      const options = { headers: { 'x-note': given.header } };
      await Promise.allSettled([
        client.things.get({ id: given.id }, options),
        client.things.create({ id: given.id, secret_note: given.note }, options),
        client.things.list({ color: given.id }, options).toArray({ limit: 1 }),
        client.request(`/${given.id}`, { q: given.note }, options),
        client.withAccount(given.account).things.mine({}, options),
      ]);
      const text = JSON.stringify(events);
      expect(events.length).toBeGreaterThan(10);
      for (const secret of Object.values(given)) expect(text).not.toContain(secret);
    }),
    { numRuns: 30 },
  );
}, 120_000);
