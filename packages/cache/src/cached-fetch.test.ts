import { type CallOptions, type ClientOptions, isApiError } from '@x/core';
import { createUserClient } from '@x/oauth/provider';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { endpoints, serve, testClient, testProvider } from '../../core/test/test-kit.ts';
import { type CachedFetchOptions, cachedFetch } from './cached-fetch.ts';
import { memoryStorage } from './memory-storage.ts';

let server: Awaited<ReturnType<typeof serve>>;
/** The requests that the server received, as `/path etag`. */
let requests: string[];
/** Returns the server's response to the request with this number. */
let respond: (count: number) => { status?: number; headers?: Record<string, string>; body?: unknown };

beforeAll(async () => {
  server = await serve((request, response) => {
    if (request.url === '/token') {
      response.end(JSON.stringify({ access_token: 'tok-abcdef-123456', expires_in: 36_000 }));
      return;
    }
    requests.push(`${request.url} ${request.headers['if-none-match'] ?? '-'}`);
    const { status = 200, headers = {}, body = { data: [{ id: `n${requests.length}` }] } } = respond(requests.length);
    response.writeHead(status, headers).end(status === 304 ? undefined : JSON.stringify(body));
  });
});
afterAll(() => server.close());
beforeEach(() => {
  requests = [];
  respond = () => ({});
});

const minute = 60_000;

function open(options: CachedFetchOptions = { ttlMs: minute }, more: ClientOptions = {}) {
  const clock = { time: 1_800_000_000_000, now: () => clock.time };
  const fetch = cachedFetch({ perToken: true, clock, ...options });
  const create = (others: ClientOptions = {}) => testClient(server.url, { retries: 0, fetch, ...more, ...others });
  const client = create();
  const get = async (id = '1') => (await client.things.get({ id })).id;
  return { clock, client, create, get };
}

describe('a response without Cache-Control', () => {
  it('is reused for ttlMs by every client of the cache, for calls with the same params', async () => {
    const { clock, get, create } = open();
    expect([await get(), await get(), await get('2')]).toEqual(['n1', 'n1', 'n2']);
    expect((await create().things.get({ id: '1' })).id).toBe('n1');
    clock.time += minute;
    expect([await get(), await get()]).toEqual(['n3', 'n3']);
  });

  it('is a copy for each caller', async () => {
    const { client, get } = open();
    await get();
    (await client.things.get({ id: '1' })).id = 'changed';
    expect(await get()).toBe('n1');
  });

  it('is not stored without ttlMs', async () => {
    const { get } = open({});
    expect([await get(), await get()]).toEqual(['n1', 'n2']);
  });

  it('is not reused for a call with other headers', async () => {
    const { client, get } = open();
    await get();
    await client.things.get({ id: '1' }, { headers: { 'accept-language': 'de' } });
    expect(requests).toHaveLength(2);
  });
});

describe('Cache-Control', () => {
  it.each<[string, Record<string, string>, number]>([
    ['max-age=10', {}, 10_000],
    ['public, MAX-AGE="10"', {}, 10_000],
    ['max-age=10', { age: '4' }, 6000],
    ['max-age=10', { age: '-100' }, 10_000],
    ['max-age=10', { age: 'soon' }, 10_000],
    ['public', {}, minute],
  ])('%s with %j makes a response fresh for %i ms', async (control, headers, freshMs) => {
    respond = () => ({ headers: { 'cache-control': control, ...headers } });
    const { clock, get } = open();
    await get();
    clock.time += freshMs - 1;
    expect(await get()).toBe('n1');
    clock.time += 1;
    expect(await get()).toBe('n2');
  });

  it.each(['no-store', 'private, no-store, max-age=60', 'no-cache', 'max-age=0'])(
    '%s makes every call send a request',
    async (control) => {
      respond = () => ({ headers: { 'cache-control': control } });
      const { get } = open();
      expect([await get(), await get()]).toEqual(['n1', 'n2']);
    },
  );
});

it('a response that was stored before the clock was set back is requested again', async () => {
  const { clock, get } = open();
  await get();
  clock.time -= 10 * 365 * 86_400_000;
  expect([await get(), await get()]).toEqual(['n2', 'n2']);
  clock.time += minute;
  expect(await get()).toBe('n3');
});

describe('a response with an ETag', () => {
  it('is revalidated with the ETag once it is no longer fresh, and reused if the server has nothing newer', async () => {
    respond = (count) => ({
      status: count === 2 ? 304 : 200,
      headers: { etag: count < 3 ? '"one"' : '"two"', 'cache-control': 'max-age=60' },
    });
    const { clock, client, get } = open({});
    await get();
    clock.time += minute;
    const { data, response } = await client.things.get({ id: '1' }).withResponse();
    expect([data.id, response.status]).toEqual(['n1', 200]);
    expect(await get()).toBe('n1'); // fresh again
    clock.time += minute;
    expect(await get()).toBe('n3');
    expect(requests).toEqual(['/things/1 -', '/things/1 "one"', '/things/1 "one"']);
  });

  it('keeps its lifetime after a 304, and repeats no rate limit that another response reported', async () => {
    let left = 10;
    const fetch = async (_: unknown, init: RequestInit = {}) => {
      left -= 1;
      const headers = { etag: '"one"', 'x-ratelimit-remaining': String(left) };
      return new Headers(init.headers).has('if-none-match')
        ? new Response(null, { status: 304, headers })
        : Response.json({}, { headers: { ...headers, 'cache-control': 'max-age=60' } });
    };
    const clock = { time: 1_800_000_000_000, now: () => clock.time };
    const cached = cachedFetch({ fetch, clock });
    const ask = async () => {
      const response = await cached('https://a.test/');
      await response.json();
      return response.headers.get('x-ratelimit-remaining');
    };
    expect([await ask(), await ask()]).toEqual(['9', null]);
    clock.time += minute;
    expect([await ask(), await ask()]).toEqual(['8', null]);
  });

  it('must be stored for a 304 to be accepted', async () => {
    respond = () => ({ status: 304 });
    await expect(open().get()).rejects.toMatchObject({ code: 'invalid_response' });
  });
});

describe('the cache never stores', () => {
  it('an error', async () => {
    respond = (count) => (count === 1 ? { status: 500 } : count === 2 ? { body: '<html>' } : {});
    const { get } = open();
    await expect(get()).rejects.toSatisfy(isApiError);
    await get().catch(() => {});
    expect(await get()).toBe('n3');
  });

  it('an aborted call', async () => {
    const { client, get } = open();
    const controller = new AbortController();
    controller.abort(new Error('enough'));
    await expect(client.things.get({ id: '1' }, { signal: controller.signal })).rejects.toThrow('enough');
    expect(requests).toEqual([]);
    await get();
    await expect(client.things.get({ id: '1' }, { signal: controller.signal })).rejects.toThrow('enough');
  });

  it('a response to a call other than GET, or a token', async () => {
    respond = () => ({ body: { id: 'made' } });
    const stored: unknown[] = [];
    const store = { getItem: async () => null, setItem: async (...given: unknown[]) => void stored.push(given) };
    const { client, get } = open({ ttlMs: minute, store });
    await client.things.create({ id: 'a' });
    await client.things.create({ id: 'a' });
    expect(requests).toHaveLength(2);
    expect(stored).toEqual([]);
    respond = () => ({});
    await get();
    expect(stored).toHaveLength(1);
    expect(JSON.stringify(stored)).not.toMatch(/tok-abcdef|secret|things/);
  });
});

describe('a response to a call for an account', () => {
  const mine = (token: string) => ({ accessToken: token, scopes: ['things:read'] });

  /** Creates a client whose server responds with the access token of the request. */
  async function openUsers(options: CachedFetchOptions) {
    const sent: string[] = [];
    const headers = { etag: '"of everybody"', 'cache-control': 'max-age=60' };
    const fetch = async (_: unknown, init: RequestInit = {}) => {
      const { authorization = '', 'if-none-match': etag } = Object.fromEntries(new Headers(init.headers));
      sent.push(`${authorization} ${etag ?? '-'}`);
      return etag ? new Response(null, { status: 304, headers }) : Response.json({ id: authorization }, { headers });
    };
    const clock = { time: 1_800_000_000_000, now: () => clock.time };
    const cached = cachedFetch({ fetch, clock, ...options });
    const provider = testProvider(server.url, { fetch: cached, retries: 0 });
    const client = createUserClient(provider, endpoints, () => ({}));
    await client.accounts.set('ann', mine('of-ann'));
    await client.accounts.set('ben', mine('of-ben'));
    const get = async (account: string) => (await client.withAccount(account).things.mine()).id;
    return { client, sent, get };
  }

  it('is requested each time without perToken', async () => {
    const { get, sent } = await openUsers({ ttlMs: minute });
    expect([await get('ann'), await get('ann'), sent.length]).toEqual(['Bearer of-ann', 'Bearer of-ann', 2]);
  });

  it('is stored for that account with perToken', async () => {
    const { get, sent } = await openUsers({ perToken: true });
    expect([await get('ann'), await get('ann'), await get('ben')]).toEqual([
      'Bearer of-ann',
      'Bearer of-ann',
      'Bearer of-ben',
    ]);
    expect(sent).toEqual(['Bearer of-ann -', 'Bearer of-ben -']);
  });

  it('is served neither after the account is forgotten nor to the next user of the account', async () => {
    const { client, get, sent } = await openUsers({ perToken: true });
    await get('ann');
    await client.accounts.delete('ann');
    await expect(get('ann')).rejects.toMatchObject({ code: 'reauthorization_required', providerCode: 'no_grant' });
    expect(sent).toHaveLength(1);
    await client.accounts.set('ann', mine('of-eve'));
    expect(await get('ann')).toBe('Bearer of-eve');
  });

  it('is not served to a grant without the scope', async () => {
    const { client, get } = await openUsers({ perToken: true });
    await get('ann');
    await client.accounts.set('ann', { ...mine('of-ann'), scopes: [] });
    await expect(get('ann')).rejects.toMatchObject({ code: 'permission_denied' });
  });
});

it('a Request is sent with its own signal and redirect mode', async () => {
  const sent: Request[] = [];
  const fetch = async (...given: Parameters<typeof globalThis.fetch>) => {
    sent.push(new Request(...given));
    return Response.json({});
  };
  const leaving = new AbortController();
  await cachedFetch({ fetch })(new Request('https://a.test/', { signal: leaving.signal, redirect: 'manual' }));
  leaving.abort();
  expect(sent.map(({ redirect, signal }) => [redirect, signal.aborted])).toEqual([['manual', true]]);
});

it('a body is read no further than the maxBodyBytes of the client', async () => {
  let chunks = 0;
  const pull = (controller: ReadableStreamDefaultController) => {
    chunks += 1;
    if (chunks > 1000) controller.close();
    else controller.enqueue(new Uint8Array(1000));
  };
  const fetch = async (...[input, init]: Parameters<typeof globalThis.fetch>) =>
    init?.method === 'GET' ? new Response(new ReadableStream({ pull })) : globalThis.fetch(input, init);
  const { client } = open({ ttlMs: minute, fetch }, { maxBodyBytes: 5000 });
  await expect(client.things.get({ id: '1' })).rejects.toMatchObject({ code: 'invalid_response' });
  expect(chunks).toBeLessThan(20);
});

it('each page of a list is stored separately', async () => {
  respond = (count) => ({ body: { data: [{ id: `n${count}` }], pagination: count === 1 ? { cursor: 'two' } : {} } });
  const { client } = open();
  const all = async () => (await client.things.list({}).toArray({ limit: 10 })).map(({ id }) => id);
  expect(await all()).toEqual(['n1', 'n2']);
  expect(await all()).toEqual(['n1', 'n2']);
  expect(requests).toHaveLength(2);
});

describe('a store', () => {
  it.each<[string, Partial<Record<'getItem' | 'setItem', () => Promise<unknown>>>]>([
    ['that rejects', { getItem: () => Promise.reject('away'), setItem: () => Promise.reject('away') }],
    ['that never responds', { getItem: () => new Promise(() => {}), setItem: () => new Promise(() => {}) }],
    ['that holds an entry of another shape', { getItem: async () => '{"version":1,"freshUntil":9e15,"body":{}}' }],
    ['that holds a number', { getItem: async () => 7 }],
    ['that holds invalid JSON', { getItem: async () => 'half of' }],
  ])('%s makes no call fail', async (_, broken) => {
    const store = { getItem: async () => null, setItem: async () => {}, ...broken };
    const { get } = open({ ttlMs: minute, store, storeTimeoutMs: 5 });
    expect([await get(), await get()]).toEqual(['n1', 'n2']);
  });

  const never = () => new Promise(() => {});

  it('that never responds does not hold a call longer than its deadlineMs or its signal', async () => {
    const store = { getItem: never, setItem: never };
    const { client } = open({ store, storeTimeoutMs: Number.POSITIVE_INFINITY });
    const call = (options: CallOptions) => client.things.get({ id: '1' }, options);
    await expect(call({ deadlineMs: 20 })).rejects.toMatchObject({ code: 'timeout' });
    const leaving = new AbortController();
    const left = expect(call({ signal: leaving.signal })).rejects.toThrow('gone');
    leaving.abort(new Error('gone'));
    await left;
    expect(requests).toEqual([]);
  });

  it('that never finishes storing a response delays neither the call nor closing the client', async () => {
    const store = { getItem: async () => null, setItem: never };
    const { client, get } = open({ ttlMs: minute, store, storeTimeoutMs: Number.POSITIVE_INFINITY });
    expect(await get()).toBe('n1');
    await client.close();
  });

  it('gets a ttl that it can represent, even for a response that stays fresh forever', async () => {
    const given: unknown[] = [];
    const store = { getItem: async () => null, setItem: async (...all: unknown[]) => void given.push(all[2]) };
    await open({ ttlMs: Number.POSITIVE_INFINITY, store }).get();
    expect(given).toEqual([{ ttl: 2 ** 31 }]);
  });

  it('may return parsed JSON, as unstorage does', async () => {
    const values = new Map<string, unknown>();
    const store = {
      getItem: async (key: string) => values.get(key) ?? null,
      setItem: async (key: string, value: string) => void values.set(key, JSON.parse(value)),
    };
    const { get } = open({ ttlMs: minute, store });
    expect([await get(), await get()]).toEqual(['n1', 'n1']);
  });
});

it('a cache bounds its memory and removes the least recently used responses first', async () => {
  const storage = memoryStorage(200);
  for (const key of ['a', 'b', 'c', 'd', 'e']) await storage.setItem(key, 'x'.repeat(19)); // 40 bytes each
  await storage.getItem('a');
  await storage.setItem('f', 'x'.repeat(19));
  await storage.setItem('large', 'x'.repeat(30));
  const left = await Promise.all(['a', 'b', 'c', 'f', 'large'].map((key) => storage.getItem(key)));
  expect(left.map((value) => value !== undefined)).toEqual([true, false, true, true, false]);
});

it.each([
  [{ ttl: 5 }, 'cachedFetch: unknown option ttl; did you mean ttlMs?'],
  [{ prefix: 'app?' }, 'cachedFetch: prefix must not contain "?"'],
  [{ ttlMs: -1 }, 'cachedFetch: ttlMs must be a number of milliseconds of at least 0; got -1'],
])('invalid options are refused: %j', (options, message) => {
  expect(() => cachedFetch(options as object)).toThrow(message);
});
