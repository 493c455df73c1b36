import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createUserClient } from '../../../oauth/src/user-client.ts';
import { endpoints, failure, manualClock, serve, testClient, testProvider } from '../../test/test-kit.ts';
import type { BetweenCalls } from '../declare/endpoint.ts';
import type { ClientOptions, Provider } from '../declare/provider.ts';
import type { FencedStore } from '../declare/token-store.ts';
import { isAbort } from '../errors/api-error.ts';
import { memoryStore } from '../tokens/store.ts';
import type { Client, RootClient } from './client.ts';
import { createChildClient, createClient, createRootClient } from './create-client.ts';
import { actFor, openClient } from './open-client.ts';

const hourMs = 3_600_000;

let server: Awaited<ReturnType<typeof serve>>;
/** Requests that the server has received, in order. */
let received: string[];
/** Responses to requests of these paths are held back until a test sends them. */
let heldPaths: string[];
let held: { readonly path: string; readonly response: ServerResponse }[];
/** Statuses of the next responses, before successful ones. */
let statuses: number[];

/** Returns the n-th of 3 pages of things. */
const pageOf = (url: URL) => {
  const page = Number(url.searchParams.get('after') ?? 1);
  return { data: [{ id: `${page}` }], pagination: page < 3 ? { cursor: `${page + 1}` } : {} };
};

function respond(path: string, response: ServerResponse): void {
  const url = new URL(path, server.url);
  response.statusCode = statuses.shift() ?? 200;
  if (url.pathname === '/token') response.end('{"access_token":"t0ken","refresh_token":"fresh","expires_in":3600}');
  else if (url.pathname === '/things') response.end(JSON.stringify(pageOf(url)));
  else response.end('{"id":"1","data":[{"id":"1"}]}');
}

beforeAll(async () => {
  server = await serve((request, response) => {
    const { url = '' } = request;
    received.push(url);
    if (heldPaths.some((path) => url.startsWith(path))) held.push({ path: url, response });
    else respond(url, response);
  });
});
beforeEach(() => {
  received = [];
  heldPaths = [];
  held = [];
  statuses = [];
});
afterAll(() => server.close());

/** Sends the responses that were held back. */
function release(): void {
  heldPaths = [];
  for (const { path, response } of held.splice(0)) respond(path, response);
}

/** Waits until the server holds back this many responses. */
const holds = (count: number) => expect.poll(() => held.length).toBe(count);

/** Returns the state of a promise after ten turns of the event loop. */
async function stateOf(promise: Promise<unknown>): Promise<'pending' | 'settled'> {
  let state: 'pending' | 'settled' = 'pending';
  const settle = () => {
    state = 'settled';
  };
  promise.then(settle, settle);
  for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  return state;
}

const userClient = (options: ClientOptions = {}, oauth: object = {}) =>
  createUserClient(testProvider(server.url, options), endpoints, () => oauth);

describe("a client's health", () => {
  it('is empty before its first call', () => {
    expect(testClient(server.url).health()).toEqual({
      provider: 'test',
      state: 'open',
      callsInProgress: 0,
      waits: [],
      lastSuccess: undefined,
      lastFailures: [],
    });
  });

  it('shows the last success, and the last failure of each code, the most recent one first', async () => {
    const { clock, advance } = manualClock();
    const client = testClient(server.url, { clock });
    await client.things.get({ id: '1' });
    advance(10);
    statuses = [503];
    await failure(client.things.maybe());
    advance(10);
    statuses = [404];
    await failure(client.things.get({ id: '2' }));
    advance(10);
    statuses = [500];
    await failure(client.request('/private/path'));
    const { lastSuccess, lastFailures } = client.health();
    expect(lastSuccess).toEqual({ operation: 'things.get', at: clock.now() - 30 });
    expect(lastFailures).toEqual([
      { code: 'unavailable', operation: 'request', at: clock.now() },
      { code: 'not_found', operation: 'things.get', at: clock.now() - 10 },
    ]);
  });

  it('leaves out calls that were ended by their own signal', async () => {
    const client = testClient(server.url);
    const signal = AbortSignal.abort(new Error('gone'));
    await failure(client.things.maybe({}, { signal }));
    await failure(client.with({ signal: AbortSignal.abort() }).things.maybe());
    expect(client.health().lastFailures).toEqual([]);
  });

  it('counts the calls in progress, including calls of accounts and of clients bound to options', async () => {
    const client = userClient();
    await client.accounts.set('ann', { accessToken: 'of-ann' });
    await client.things.maybe(); // gets a token
    heldPaths = ['/mine', '/maybe', '/things'];
    const calls = [
      client.withAccount('ann').things.mine(),
      client.with({ retries: 0 }).things.maybe(),
      client.things.list(),
    ].map((call) => call.then());
    await holds(3);
    expect(client.health().callsInProgress).toBe(3);
    release();
    await Promise.all(calls);
    expect(client.health()).toMatchObject({ callsInProgress: 0, waits: [] });
  });

  it('shows why calls are waiting, and since when', async () => {
    const { clock, advance, waits } = manualClock();
    const rate: Provider['rate'] = ({ endpoint: { host } }) =>
      host === 'auth' ? undefined : { key: 'k', limit: 1, intervalMs: hourMs, refill: 'window' };
    const options = { clock, maxWaitMs: 9 * hourMs, retries: 1, random: () => 1 };
    const client = createClient({ ...testProvider(server.url, options), rate }, endpoints);

    heldPaths = ['/token'];
    const first = client.things.maybe();
    await holds(1);
    const startedAt = clock.now();
    expect(client.health().waits).toEqual([{ for: 'token', calls: 1, since: startedAt }]);
    statuses = [200, 503];
    release();
    await expect.poll(() => client.health().waits).toEqual([{ for: 'retry', calls: 1, since: startedAt }]);

    const others = [client.things.maybe(), client.things.maybe()];
    await expect.poll(() => client.health().waits[0]?.calls).toBe(2);
    expect(client.health().waits).toEqual([
      { for: 'rate_limit', calls: 2, since: startedAt },
      { for: 'retry', calls: 1, since: startedAt },
    ]);
    const calls = Promise.all([first, ...others]);
    while ((await stateOf(calls)) === 'pending') advance(hourMs);
    await calls;
    expect(client.health().waits).toEqual([]);
    expect(waits.size).toBe(0);
  });
});

describe('a closed client', () => {
  it('refuses new calls of any kind before they are sent', async () => {
    const client = userClient({}, { exchange: async () => 'exchanged' });
    const bound = client.with({ retries: 1 });
    const ann = client.withAccount('ann');
    await client.accounts.set('ann', { accessToken: 'of-ann' });
    await client.close();
    expect(client.health().state).toBe('closed');
    const calls = {
      'things.maybe': () => client.things.maybe(),
      'things.list': () => client.things.list(),
      'things.byId': () => bound.things.byId({ id: ['1'] }),
      'request GET /any': () => client.request('/any'),
      'things.mine': () => ann.things.mine(),
      'accounts.set': () => client.accounts.set('ben', { accessToken: 'of-ben' }),
      'accounts.refresh': () => client.accounts.refresh('ann'),
      'oauth.exchange': () => (client.oauth as { exchange(): Promise<unknown> }).exchange(),
    };
    for (const [operation, call] of Object.entries(calls)) {
      const error = await failure(call());
      expect(error).toMatchObject({
        code: 'unavailable',
        operation,
        retryable: false,
        message: `${operation}: the client was closed with close(). Make calls before closing it, or create another client`,
        stack: expect.stringContaining('lifecycle.test.ts'),
      });
      expect(isAbort(error)).toBe(false);
    }
    expect(received).toEqual([]);
    expect(client.health()).toMatchObject({ callsInProgress: 0, lastFailures: [] });
  });

  it('reports the start and the end of a refused call', async () => {
    const events: string[] = [];
    const client = testClient(server.url, { onEvent: ({ type }) => void events.push(type) });
    await client.close();
    await failure(client.things.maybe());
    expect(events).toEqual(['call_start', 'call_end']);
  });

  it('waits for calls in progress, including the token requests and retries that they need', async () => {
    const client = testClient(server.url, { retries: 1, random: () => 0 });
    heldPaths = ['/token'];
    const call = client.things.get({ id: '1' });
    await holds(1);
    const closing = client.close();
    const refused = await failure(client.things.maybe());
    expect(refused).toMatchObject({ code: 'unavailable' });
    expect([await stateOf(closing), client.health().state]).toEqual(['pending', 'closing']);
    statuses = [200, 503];
    release();
    expect(await call).toEqual({ id: '1' });
    await closing;
    expect(received).toEqual(['/token', '/things/1', '/things/1']);
    expect(client.health().state).toBe('closed');
  });

  it('lets a list that is being read continue, and refuses a list that has not started', async () => {
    const client = testClient(server.url);
    const late = client.things.list();
    heldPaths = ['/things'];
    const items = client.things.list({}, { prefetch: 0 }).toArray({ limit: 10 });
    await holds(1);
    const closing = client.close();
    await expect(late).rejects.toMatchObject({ code: 'unavailable', operation: 'things.list' });
    release();
    expect((await items).map(({ id }) => id)).toEqual(['1', '2', '3']);
    await closing;
  });

  it('refuses the next page of a list if the caller asks for it after the client was closed', async () => {
    const client = testClient(server.url);
    const pages = client.things.list({}, { prefetch: 0 }).pages()[Symbol.asyncIterator]();
    await pages.next();
    await client.close();
    await expect(pages.next()).rejects.toMatchObject({ code: 'unavailable', operation: 'things.list' });
  });

  it('waits no longer than the deadlines of its calls', async () => {
    const client = testClient(server.url, { deadlineMs: 50 });
    heldPaths = ['/maybe'];
    const call = failure(client.things.maybe());
    await client.close();
    expect(await call).toMatchObject({ code: 'timeout' });
    release();
  });

  it('waits until a token that is refreshed in the background is stored', async () => {
    const { clock } = manualClock();
    const memory = memoryStore();
    const [writing, mayWrite] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let isFirst = true;
    const set: FencedStore['set'] = async (key, grant) => {
      if (!isFirst) {
        writing.resolve();
        await mayWrite.promise;
      }
      isFirst = false;
      await memory.set(key, grant);
    };
    const client = userClient({ clock, tokens: { ...memory, set } });
    const times = { obtainedAt: clock.now() - hourMs, expiresAt: clock.now() + 200_000 };
    await client.accounts.set('ann', { accessToken: 'of-ann', refreshToken: 'old', ...times });
    await client.withAccount('ann').things.mine(); // the token still works, and is refreshed at the same time
    await writing.promise;
    const closing = client.close();
    expect([await stateOf(closing), client.health().callsInProgress]).toEqual(['pending', 0]);
    mayWrite.resolve();
    await closing;
    expect(await memory.get(`test ${server.url} client-id user ann`)).toMatchObject({ refreshToken: 'fresh' });
  });

  it("ends waits for the token store's lock: for background work at once, for calls after the grace period", async () => {
    const { clock, advance } = manualClock();
    let isFree = true;
    const waits: AbortSignal[] = [];
    const withLock: FencedStore['withLock'] = (_, run, __, signal) => {
      if (isFree || !signal) return run();
      waits.push(signal);
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    };
    const client = userClient({ clock, tokens: { ...memoryStore(), withLock } });
    const obtainedAt = clock.now() - hourMs;
    const expiresAt = clock.now() + 200_000;
    await client.accounts.set('ann', { accessToken: 'of-ann', refreshToken: 'of-ann', obtainedAt, expiresAt });
    await client.accounts.set('ben', {
      accessToken: 'of-ben',
      refreshToken: 'of-ben',
      obtainedAt,
      expiresAt: clock.now(),
    });
    isFree = false;
    await client.withAccount('ann').things.mine(); // uses the token that still works, and refreshes it in the background
    const ben = failure(client.withAccount('ben').things.mine());
    await expect.poll(() => waits.length).toBe(2);
    const closing = client.close({ graceMs: 1000 });
    expect(waits.map(({ aborted }) => aborted)).toEqual([true, false]);
    advance(1000);
    await closing;
    expect(waits.map(({ aborted }) => aborted)).toEqual([true, true]);
    expect(await ben).toMatchObject({ code: 'unavailable', message: expect.stringContaining('within graceMs') });
  });

  it('finishes a refresh that was sent and stores its grant, even though the call that needed it has ended', async () => {
    const tokens = memoryStore();
    const client = userClient({ tokens, deadlineMs: hourMs });
    await client.accounts.set('ann', {
      accessToken: 'of-ann',
      refreshToken: 'works-once',
      obtainedAt: 0,
      expiresAt: 1,
    });
    heldPaths = ['/token'];
    const call = failure(client.withAccount('ann').things.mine());
    await holds(1);
    const closing = client.close({ graceMs: 0 });
    expect(await call).toMatchObject({ code: 'unavailable', message: expect.stringContaining('within graceMs') });
    expect(await stateOf(closing)).toBe('pending');
    release();
    await closing;
    expect((await tokens.get(`test ${server.url} client-id user ann`))?.refreshToken).toBe('fresh');
  });

  it('waits for a sign-in in progress', async () => {
    const signIn = Promise.withResolvers<string>();
    const client = userClient({}, { exchange: () => signIn.promise });
    const exchange = (client.oauth as { exchange(): Promise<string> }).exchange();
    const closing = client.close();
    expect(await stateOf(closing)).toBe('pending');
    signIn.resolve('signed in');
    expect(await exchange).toBe('signed in');
    await closing;
  });

  it('ends the pause between two calls of the same method', async () => {
    const { clock, waits } = manualClock();
    const again = { ...endpoints.things.list, wrap: (_: never, between: BetweenCalls) => () => between.pause(hourMs) };
    const client = createClient(testProvider(server.url, { clock }), { things: { again } });
    const repeat = client.things.again as () => PromiseLike<unknown>;
    const pausing = failure(repeat());
    await expect.poll(() => waits.size).toBe(1);
    await client.close();
    expect(await pausing).toMatchObject({ code: 'unavailable', operation: 'things.again' });
    expect(waits.size).toBe(0);
    expect(await failure(repeat())).toMatchObject({ code: 'unavailable' });
  });

  it('ignores the options of later closes, and resolves them all together', async () => {
    const client = testClient(server.url);
    heldPaths = ['/maybe'];
    const call = client.things.maybe();
    await holds(1);
    const closings = [client.close(), client.close({ graceMs: 0 }), client.with({ retries: 1 }).close()];
    expect(await stateOf(Promise.race(closings))).toBe('pending');
    release();
    await Promise.all([call, ...closings]);
    await client.close();
    expect(client.health().state).toBe('closed');
  });

  it('refuses unknown options, and stays open', async () => {
    const client = testClient(server.url);
    await expect(client.close({ graceMs: -1 })).rejects.toMatchObject({
      code: 'invalid_params',
      message: 'close: graceMs must be a number of milliseconds of at least 0; got -1',
    });
    await expect(client.close({ grace: 1 } as object)).rejects.toThrow('did you mean graceMs?');
    expect(client.health().state).toBe('open');
    await client.close({ graceMs: undefined });
  });
});

describe("a closing client's grace period", () => {
  const message = (operation: string) =>
    `${operation}: the client was closed, and the call had not ended within graceMs of close(). Increase graceMs, or set a shorter deadlineMs for the call`;

  it('follows the clock, and ends the remaining calls: requests, waits and pauses', async () => {
    const { clock, advance, waits } = manualClock();
    const rate: Provider['rate'] = ({ endpoint: { path } }) => ({
      key: path,
      limit: 1,
      intervalMs: hourMs,
      refill: 'window',
    });
    const provider = {
      ...testProvider(server.url, { clock, maxWaitMs: 2 * hourMs, retries: 1, random: () => 1 }),
      rate,
    };
    const client = createUserClient(provider, endpoints, () => ({}));
    await client.things.maybe(); // gets a token
    heldPaths = ['/things'];
    statuses = [503];
    const calls = [
      client.things.get({ id: '1' }), // in progress
      client.things.maybe(), // waiting for the rate limit
      client.things.byId({ id: ['1'] }), // waiting to be sent again
    ].map((call) => failure(call));
    await holds(1);
    await expect.poll(() => client.health().waits.map((wait) => wait.for)).toEqual(['rate_limit', 'retry']);
    const closing = client.close({ graceMs: 5000 });
    advance(4999);
    expect(await stateOf(closing)).toBe('pending');
    advance(1);
    await closing;
    const errors = await Promise.all(calls);
    for (const [index, operation] of ['things.get', 'things.maybe', 'things.byId'].entries()) {
      expect(errors[index]).toMatchObject({
        code: 'unavailable',
        retryable: false,
        message: message(operation),
        stack: expect.stringContaining('lifecycle.test.ts'),
      });
    }
    expect(client.health()).toMatchObject({ state: 'closed', callsInProgress: 0, waits: [] });
    expect(waits.size).toBe(0);
  });

  it('ends calls that wait for a token, and the token request', async () => {
    const client = testClient(server.url);
    heldPaths = ['/token'];
    const call = failure(client.things.maybe());
    await holds(1);
    await client.close({ graceMs: 0 });
    expect(await call).toMatchObject({ code: 'unavailable', message: message('things.maybe') });
    expect(client.health().callsInProgress).toBe(0);
  });

  it('ends calls whose params are being completed', async () => {
    const provider: Provider = { ...testProvider(server.url), completeParams: () => new Promise(() => {}) };
    const client = createClient(provider, endpoints);
    const call = failure(client.things.get({ id: '1' }));
    await client.close({ graceMs: 0 });
    expect(await call).toMatchObject({ code: 'unavailable', message: message('things.get') });
  });

  it('does not wait for application code that never ends', async () => {
    const client = userClient({}, { exchange: () => new Promise(() => {}) });
    (client.oauth as { exchange(): unknown }).exchange();
    await client.close({ graceMs: 0 });
    expect(client.health().state).toBe('closed');
  });

  it('ends with the last call', async () => {
    const { clock, waits } = manualClock();
    const client = testClient(server.url, { clock });
    heldPaths = ['/maybe'];
    const call = client.things.maybe();
    await holds(1);
    const closing = client.close({ graceMs: hourMs });
    await expect.poll(() => waits.size).toBe(1);
    release();
    await call;
    await closing;
    expect(waits.size).toBe(0);
  });
});

describe("a client's lifecycle", () => {
  it('is shared by clients that with returns, while account clients have no close of their own', () => {
    const client = userClient();
    expect(client.with({ retries: 1 }).health().state).toBe('open');
    const ann = client.withAccount('ann');
    for (const name of ['health', 'close', Symbol.asyncDispose])
      for (const each of [ann, ann.with({ retries: 1 })]) expect(name in each).toBe(false);
  });

  it('is shared by the clients of contexts that act for somebody else', async () => {
    const { client: root } = openClient(testProvider(server.url), openClient);
    const parent = createRootClient(root, endpoints) as RootClient<typeof endpoints>;
    const child = createChildClient(root, actFor(root, 'ann', {}), endpoints) as Client<typeof endpoints>;
    expect('close' in child).toBe(false);
    await child.things.maybe();
    expect(parent.health().lastSuccess?.operation).toBe('things.maybe');
    await parent.close();
    await expect(child.things.maybe()).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('ends at the end of the block that declares the client with await using', async () => {
    let outer: { health(): { state: string } };
    {
      await using client = testClient(server.url);
      outer = client;
      await client.things.maybe();
    }
    expect(outer.health().state).toBe('closed');
  });

  it('has no method for await using where the runtime has no symbol for it', () => {
    const { Symbol: real } = globalThis;
    const { asyncDispose } = real;
    onTestFinished(() => {
      globalThis.Symbol = real;
    });
    globalThis.Symbol = new Proxy((() => {}) as unknown as SymbolConstructor, {
      get: (_, name) => (name === 'asyncDispose' ? undefined : Reflect.get(real, name)),
      apply: (_, __, [description]: [string]) => real(description),
    });
    const client = testClient(server.url);
    globalThis.Symbol = real;
    expect([asyncDispose in client, 'undefined' in client, typeof client.close]).toEqual([false, false, 'function']);
  });
});
