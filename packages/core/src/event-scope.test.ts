import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { serve, testClient } from '../test/test-kit.ts';
import type { ClientEvent, EventScope } from './declare/events.ts';
import type { ClientOptions } from './declare/provider.ts';

/** Names of the scopes that code runs in, from the outermost one. */
const current = new AsyncLocalStorage<readonly string[]>();
const scopes = () => current.getStore() ?? [];

let server: Awaited<ReturnType<typeof serve>>;
let statuses: number[];
let tokens: number;

beforeAll(async () => {
  server = await serve((request, response) => {
    if (request.url === '/token') {
      tokens += 1;
      response.end(JSON.stringify({ access_token: `token-${tokens}`, expires_in: 3600 }));
    } else {
      const { pathname, searchParams } = new URL(`http://x${request.url}`);
      const after = Number(searchParams.get('after') ?? 0) + 1;
      const pagination = pathname === '/things' && after < 3 ? { cursor: String(after) } : {};
      const status = statuses.shift() ?? 200;
      const refused = status === 401 && { message: 'token expired' };
      response.writeHead(status).end(JSON.stringify(refused || { data: [{ id: 'a' }], pagination }));
    }
  });
});
afterAll(() => server.close());
beforeEach(() => {
  statuses = [];
  tokens = 0;
});

const nameOf = (event: ClientEvent) => (event.type === 'request' ? `request ${event.attempt}` : event.operation);

/** Creates an observer that runs calls and requests in scopes, and records in which ones they start. */
function scoped() {
  const started: string[] = [];
  const onEvent = (event: ClientEvent): EventScope | undefined => {
    if (event.type !== 'call_start' && event.type !== 'request') return undefined;
    const path = [...scopes(), nameOf(event)];
    if (event.type === 'call_start') started.push(path.join(' > '));
    return { run: (work) => current.run(path, work) };
  };
  return { started, onEvent };
}

const clientOf = (options: ClientOptions) => testClient(server.url, { retries: 2, random: () => 0, ...options });

it('a call runs in the scope that the observer returns for its start, and so does its token request', async () => {
  const { started, onEvent } = scoped();
  const client = clientOf({ onEvent });
  await current.run(['caller'], () => client.things.get({ id: 'a' }));
  expect(started).toEqual(['caller > things.get', 'caller > things.get > oauth.token']);
});

it('each request is sent in the scope that the observer returns for it, and a new token is requested outside it', async () => {
  const { started, onEvent } = scoped();
  const sent: string[] = [];
  const fetch: typeof globalThis.fetch = (input, init) => {
    sent.push(`${scopes().join(' > ')}: ${new URL(`${input}`).pathname}`);
    return globalThis.fetch(input, init);
  };
  statuses = [503, 401];
  await clientOf({ onEvent, fetch }).things.get({ id: 'a' });
  expect(sent).toEqual([
    'things.get > oauth.token > request 1: /token',
    'things.get > request 1: /things/a',
    'things.get > request 2: /things/a',
    'things.get > oauth.token > request 1: /token',
    'things.get > request 3: /things/a',
  ]);
  expect(started).toEqual(['things.get', 'things.get > oauth.token', 'things.get > oauth.token']);
});

it("Node's HTTP agent creates a request in the scope of that request", async () => {
  const { onEvent } = scoped();
  const created: string[] = [];
  const note = () => void created.push(scopes().join(' > '));
  subscribe('undici:request:create', note);
  await clientOf({ onEvent }).things.get({ id: 'a' });
  unsubscribe('undici:request:create', note);
  expect(created).toEqual(['things.get > oauth.token > request 1', 'things.get > request 1']);
});

it("the pages of a list run side by side in the caller's scope, not inside each other", async () => {
  const { started, onEvent } = scoped();
  const client = clientOf({ onEvent });
  await client.things.get({ id: 'a' }); // gets the token
  started.length = 0;
  await current.run(['caller'], () => client.things.list({}, { prefetch: 2 }).toArray({ limit: 10 }));
  expect(started).toEqual(Array.from({ length: 3 }, () => 'caller > things.list'));
});

const broken: readonly (readonly [what: string, scope: unknown])[] = [
  [
    'throws',
    {
      run: () => {
        throw new Error('a broken observer');
      },
    },
  ],
  ['never runs the work', { run: () => undefined }],
  ['runs the work twice', { run: (work: () => unknown) => [work(), work()] }],
  ['runs the work later', { run: (work: () => unknown) => void setImmediate(work) }],
  [
    'throws after running the work',
    {
      run(work: () => unknown) {
        work();
        throw new Error('a broken observer');
      },
    },
  ],
  ['is not a scope', { run: 'fast' }],
  ['is a number', 5],
];

it.each(broken)('a call is made once, with one request, if its scope %s', async (_, scope) => {
  let requests = 0;
  const onEvent = (event: ClientEvent) => {
    if (event.type === 'request' && event.operation === 'things.get') requests += 1;
    return scope;
  };
  const before = tokens;
  expect(await clientOf({ onEvent }).things.get({ id: 'a' })).toEqual({ id: 'a' });
  expect([requests, tokens - before]).toEqual([1, 1]);
});

it('a call that fails in a scope rejects with its own error', async () => {
  const { onEvent } = scoped();
  statuses = [404];
  const error = await clientOf({ onEvent })
    .things.get({ id: 'a' })
    .catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: 'not_found' });
});

it('several observers each get every event in order, and the scope of the first one is outermost', async () => {
  const calls: string[] = [];
  const observer = (name: string) => (event: ClientEvent) => {
    calls.push(`${name} ${event.type}`);
    if (event.type !== 'request') return undefined;
    return { run: <T>(work: () => T) => current.run([...scopes(), name], work) };
  };
  let sent: readonly string[] = [];
  const fetch: typeof globalThis.fetch = (input, init) => {
    sent = scopes();
    return globalThis.fetch(input, init);
  };
  const silent = () => {
    throw new Error('a broken observer');
  };
  const client = clientOf({ onEvent: [observer('a'), silent, observer('b')], fetch });
  expect(await client.things.get({ id: 'a' })).toBeDefined();
  expect(sent).toEqual(['a', 'b']);
  expect(calls.slice(0, 2)).toEqual(['a call_start', 'b call_start']);
  expect(calls.slice(-2)).toEqual(['a call_end', 'b call_end']);
});

it.each(broken)('an observer whose scope %s does not affect the scopes of other observers', async (_, scope) => {
  const within: string[] = [];
  const named = (name: string) => (event: ClientEvent) =>
    event.type === 'request' ? { run: <T>(work: () => T) => current.run([...scopes(), name], work) } : undefined;
  const fetch: typeof globalThis.fetch = (input, init) => {
    if (!`${input}`.endsWith('/token'))
      within.push(
        scopes()
          .filter((name) => name === 'b')
          .join(),
      );
    return globalThis.fetch(input, init);
  };
  const client = clientOf({ onEvent: [() => scope as undefined, named('b')], fetch });
  await client.things.get({ id: 'a' });
  expect(within).toEqual(['b']);
});

it.each([
  [[], undefined],
  [[() => {}, 7], 'onEvent must be a function, or an array of functions'],
  ['log', 'onEvent must be a function, or an array of functions'],
])('the observers %j are checked when the client is created', (onEvent, message) => {
  const create = () => clientOf({ onEvent: onEvent as never });
  if (message === undefined) expect(create).not.toThrow();
  else expect(create).toThrow(message);
});
