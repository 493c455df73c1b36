import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer as createTcpServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type CodeFlow, codeFlow } from '../../oauth/src/code-flow.ts';
import { createUserClient } from '../../oauth/src/user-client.ts';
import { endpoints, failure, secrets, serve, shownAs, testClient, testProvider } from '../test/test-kit.ts';
import { createClient } from './client/create-client.ts';
import type { ClientOptions, Provider } from './declare/provider.ts';
import { isApiError } from './errors/api-error.ts';
import { memoryStore } from './tokens/store.ts';

let server: Awaited<ReturnType<typeof serve>>;
/** Requests to the API, not to its token endpoint. */
let seen: { url: string; authorization: string | undefined; body: string }[];
let respond: (url: URL) => object;
beforeAll(async () => {
  server = await serve(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { url = '', headers } = request;
    response.setHeader('content-type', 'application/json');
    if (url === '/token') {
      response.end(JSON.stringify({ access_token: secrets.accessToken, expires_in: 3600 }));
      return;
    }
    seen.push({ url, authorization: headers.authorization, body });
    if (url.includes('busy')) response.statusCode = 503;
    response.end(JSON.stringify(respond(new URL(url, 'http://server'))));
  });
});
afterAll(() => server.close());
beforeEach(() => {
  seen = [];
  respond = () => ({ id: 'a', data: [{ id: 'a' }] });
});

const circle: unknown[] = [];
circle.push(circle);

const flow: CodeFlow = { path: '/authorize', pkce: false, askAgain: 'again', plainHosts: ['127.0.0.1'] };
const userClient = (options: ClientOptions = {}) =>
  createUserClient(testProvider(server.url, options), endpoints, (tools) => codeFlow(tools, flow));
const grant = { accessToken: 'access-of-ann', refreshToken: 'refresh-of-ann', scopes: ['things:read'] };

describe('an account', () => {
  const notAccounts: [string, unknown][] = [
    ['undefined', undefined],
    ['null', null],
    ['an empty string', ''],
    ['an object', { id: 1 }],
    ['an array', ['ann']],
    ['a number', 7],
    ['an unpaired surrogate', 'ann\ud800'],
  ];

  it.each(notAccounts)('is refused at every entry point when it is %s', async (_, value) => {
    const tokens = { ...memoryStore(), set: vi.fn(async () => {}) };
    const client = userClient({ tokens });
    const account = value as string;
    const callback = { callbackUrl: 'http://127.0.0.1/?code=code&state=state', session: undefined };
    const calls: [string, () => Promise<unknown>][] = [
      ['withAccount', async () => client.withAccount(account)],
      ['accounts.set', () => client.accounts.set(account, grant)],
      ['oauth.exchange', () => client.oauth.exchange({ account, ...callback })],
      ['accounts.refresh', () => client.accounts.refresh(account)],
      ['accounts.delete', () => client.accounts.delete(account)],
    ];
    for (const [operation, call] of calls) {
      const error = await failure(call());
      expect(error).toMatchObject({ name: 'ApiError', code: 'invalid_params', operation });
      expect(error.message).toContain(`${operation}: account must be a non-empty string`);
    }
    expect(tokens.set).not.toHaveBeenCalled();
    expect(seen).toEqual([]);
  });

  it("cannot have a name whose grant replaces the app's own", async () => {
    const tokens = memoryStore();
    const keys: string[] = [];
    const set: typeof tokens.set = (key, value) => {
      keys.push(key);
      return tokens.set(key, value);
    };
    const spied = { ...tokens, set };
    const client = userClient({ tokens: spied });
    for (const account of ['app', 'undefined', ' app', 'user app', '%20']) await client.accounts.set(account, grant);
    await client.things.get({ id: '1' });
    expect(new Set(keys).size).toBe(6);
    expect(seen[0]?.authorization).toBe(`Bearer ${secrets.accessToken}`);
  });

  it('is part of its cursors, so a cursor of another account or of the app is refused before any request', async () => {
    respond = ({ searchParams }) => ({ data: [{ id: 'a' }], pagination: { cursor: `${searchParams.get('after')}+` } });
    const client = userClient();
    for (const account of ['ann', 'ben']) await client.accounts.set(account, grant);
    const [ann, ben] = [client.withAccount('ann'), client.withAccount('ben')];
    const next = String((await ann.things.list()).nextCursor);
    const ofApp = String((await client.things.list()).nextCursor);
    seen = [];
    const foreign = [
      ben.things.list({}, { cursor: next }),
      client.things.list({}, { cursor: next }),
      ann.things.list({}, { cursor: ofApp }),
    ];
    for (const call of foreign) expect(await failure(call)).toMatchObject({ code: 'invalid_cursor' });
    expect(seen).toEqual([]);
    expect((await client.withAccount('ann').things.list({}, { cursor: next })).items).toHaveLength(1);
    expect(Buffer.from(next, 'base64url').toString()).not.toContain('ann');
  });

  it('may be a parameter, such as an access token, and a cursor is bound to it without containing it', async () => {
    respond = ({ searchParams }) => ({ data: [{ id: 'a' }], pagination: { cursor: `${searchParams.get('after')}+` } });
    const provider = { ...testProvider(server.url), secretParams: ['color'] };
    const { things } = createClient(provider, endpoints);
    const next = String((await things.list({ color: 'secret-color-1' })).nextCursor);
    expect(await failure(things.list({ color: 'secret-color-2' }, { cursor: next }))).toMatchObject({
      code: 'invalid_cursor',
    });
    expect((await things.list({ color: 'secret-color-1' }, { cursor: next })).items).toHaveLength(1);
    expect(decodeURIComponent(atob(next.replace(/-/g, '+').replace(/_/g, '/')))).not.toContain('secret-color');
  });
});

describe('a custom request', () => {
  it.each([
    ':9/steal',
    '.evil.example/x',
    '@evil.example/',
    '//evil.example/',
    '/\\evil.example/',
    '/a/../b',
    '/%2e%2e/b',
  ])('to %s is refused before a token is requested', async (path) => {
    const tokens = { ...memoryStore(), get: vi.fn(async () => undefined) };
    const client = testClient(`${server.url}/base`, { tokens });
    const error = await failure(client.request(path));
    expect(error).toMatchObject({ code: 'invalid_params' });
    expect(error.message).toMatch(/: path must /);
    expect([seen, tokens.get.mock.calls]).toEqual([[], []]);
  });

  it('keeps values of the same name in the path, the query and the body apart', async () => {
    const values = { query: { id: 'QUERY', none: undefined }, body: { id: 'BODY' } };
    await testClient(server.url).request('POST /things/{id}', { id: 'PATH' }, values);
    expect(seen).toEqual([
      { url: '/things/PATH?id=QUERY', authorization: expect.any(String), body: JSON.stringify({ id: 'BODY' }) },
    ]);
  });

  it.each<[string, unknown]>([
    ['a BigInt', 5n],
    ['a circular value', circle],
    [
      'a getter that throws',
      {
        get x() {
          throw new Error('no');
        },
      },
    ],
  ])('fails with an ApiError if its body contains %s', async (_, value) => {
    const error = await failure(testClient(server.url).request('POST /x', { value }));
    expect(error).toMatchObject({ name: 'ApiError', code: 'invalid_params' });
    expect(error.message).toMatch(/the body cannot be written/);
    expect(seen).toEqual([]);
  });

  it('fails with an ApiError if a value contains an unpaired surrogate', async () => {
    expect(await failure(testClient(server.url).request('/x', { q: 'a\udc00' }))).toMatchObject({
      code: 'invalid_params',
      message: 'request GET /x: q contains an unpaired surrogate (invalid Unicode)',
    });
  });
});

describe('creating a client', () => {
  const create = (change: Partial<Provider>, options: ClientOptions = {}) => {
    try {
      createClient({ ...testProvider('https://api.test', options), ...change }, endpoints);
    } catch (error) {
      return error as Error;
    }
    return undefined;
  };

  it.each([
    ['api.test', /baseUrl must be an absolute URL/],
    ['https://user:hunter22@api.test', /baseUrl must not contain a user name or password/],
    ['https://api.test?key=hunter22', /baseUrl must not contain a query/],
    ['http://api.test', /baseUrl uses http: .* allowInsecureHttp: true/],
  ])('refuses an address to which credentials cannot be sent safely: %s', (baseUrl, message) => {
    const error = create({ baseUrl });
    expect(error).toMatchObject({ code: 'invalid_params', operation: 'test client' });
    expect(error?.message).toMatch(message);
    expect(shownAs(error)).not.toContain('hunter22');
    expect(create({ authUrl: baseUrl })?.message).toMatch(/authUrl/);
  });

  it('accepts plain http if the caller allows it, or if nothing secret is sent', () => {
    expect(create({ baseUrl: 'http://api.test' }, { allowInsecureHttp: true })).toBe(undefined);
    const { grants, ...open } = { ...testProvider('http://api.test'), credentials: {} };
    expect(() => createClient(open, endpoints)).not.toThrow();
    expect(() => createClient({ ...open, grants }, endpoints)).toThrow('uses http:'); // tokens would be sent
  });

  it('accepts an address with a trailing slash', async () => {
    expect(
      await createClient({ ...testProvider(server.url), baseUrl: `${server.url}/base/` }, endpoints).things.get({
        id: '1',
      }),
    ).toEqual({ id: 'a' });
    expect(seen.at(-1)?.url).toBe('/base/things/1');
  });

  it.each<[string, unknown]>([
    ['ends with a line break', 'secret-value\n'],
    ['starts with a space', ' secret-value'],
    ['has a character that is not allowed in headers', 'secret-value-→'],
    ['is a number', 12345678],
  ])('refuses a credential that %s', (_, clientSecret) => {
    const error = create({ credentials: { clientId: 'id', clientSecret: clientSecret as string } });
    expect(error).toMatchObject({ code: 'invalid_params' });
    expect(error?.message).toMatch(/clientSecret must be a string without line breaks/);
    expect(shownAs(error)).not.toContain(String(clientSecret).trim());
  });
});

describe('a list', () => {
  it.each([undefined, null, {}, { limit: Number.NaN }, { limit: -1 }, { limit: '5' }])(
    'refuses toArray(%j) before any request',
    async (options) => {
      const error = await failure(
        testClient(server.url)
          .things.list()
          .toArray(options as never),
      );
      expect(error).toMatchObject({ name: 'ApiError', code: 'invalid_params', operation: 'things.list' });
      expect(error.message).toContain('toArray({ limit: 100 })');
      expect(seen).toEqual([]);
    },
  );

  it('yields no further item of a page after its signal has aborted', async () => {
    respond = () => ({ data: Array.from({ length: 10 }, (_, index) => ({ id: String(index) })) });
    const controller = new AbortController();
    const reason = new Error('enough');
    const ids: string[] = [];
    const walk = (async () => {
      for await (const { id } of testClient(server.url).things.list({}, { signal: controller.signal })) {
        ids.push(id);
        if (id === '2') controller.abort(reason);
      }
    })();
    expect(await failure(walk)).toBe(reason);
    expect(ids).toEqual(['0', '1', '2']);
  });
});

describe('a fetch that ignores its signal', () => {
  const never = new Promise<Response>(() => {});
  const deaf = async () => never;
  const deafBody = async () => new Response(new ReadableStream({ pull: () => new Promise(() => {}) }));
  // The token is requested first, with the same fetch.
  const afterToken =
    (fetch: () => Promise<Response>): typeof globalThis.fetch =>
    async (url) =>
      String(url).endsWith('/token') ? Response.json({ access_token: 'token', expires_in: 3600 }) : fetch();

  it.each([
    ['never responds', deaf],
    ['never ends its body', deafBody],
  ])("and %s still lets timeoutMs, deadlineMs and the caller's signal end the call", async (_, fetch) => {
    const client = testClient(server.url, { fetch: afterToken(fetch) });
    expect(await failure(client.things.get({ id: '1' }, { timeoutMs: 20 }))).toMatchObject({ code: 'timeout' });
    expect(await failure(client.things.get({ id: '1' }, { deadlineMs: 20 }))).toMatchObject({ code: 'timeout' });
    const controller = new AbortController();
    const call = failure(client.things.get({ id: '1' }, { signal: controller.signal }));
    setImmediate(() => controller.abort(new Error('gone')));
    expect((await call).message).toBe('gone');
  });

  it('has its body discarded when it responds after the call has ended', async () => {
    const cancelled = vi.fn();
    let arrive: (response: Response) => void = () => {};
    const late = new Promise<Response>((resolve) => {
      arrive = resolve;
    });
    const client = testClient(server.url, { fetch: afterToken(() => late) });
    await failure(client.things.get({ id: '1' }, { timeoutMs: 20 }));
    arrive(new Response(new ReadableStream({ cancel: cancelled })));
    await expect.poll(() => cancelled.mock.calls.length).toBe(1);
  });
});

describe('an observer', () => {
  it.each<[string, () => unknown]>([
    [
      'throws',
      () => {
        throw new Error('observer');
      },
    ],
    [
      'rejects',
      async () => {
        throw new Error('observer');
      },
    ],
  ])('that %s breaks neither the call nor the process', async (_, observer) => {
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    onTestFinished(() => void process.off('unhandledRejection', unhandled));
    respond = () => ({ data: [{ id: 7 }] });
    const options: ClientOptions = {
      validation: 'report',
      onEvent: observer as () => void,
    };
    expect(await testClient(server.url, options).things.get({ id: '1' })).toEqual({ id: 7 });
    await new Promise((resolve) => setImmediate(resolve));
    expect(unhandled).not.toHaveBeenCalled();
  });
});

it.each<[string, () => unknown]>([
  ['returns an array', () => []],
  ['returns nothing', () => undefined],
  [
    'throws',
    () => {
      throw new Error('prepare');
    },
  ],
])('an error is an ApiError even if Error.prepareStackTrace %s', async (_, prepare) => {
  const { prepareStackTrace } = Error;
  onTestFinished(() => {
    Error.prepareStackTrace = prepareStackTrace;
  });
  Error.prepareStackTrace = prepare;
  const error = await testClient(server.url)
    .things.get({ id: 5 } as never)
    .then(undefined, (error: unknown) => error);
  expect((error as Error).stack).toBe(`ApiError: ${(error as Error).message}`);
  Error.prepareStackTrace = prepareStackTrace;
  expect(isApiError(error)).toBe(true);
  expect(error).toMatchObject({ code: 'invalid_params', message: expect.stringMatching(/^things\.get: id/) });
});

describe('on Node', () => {
  it('a 204 that announces a body is a success', async () => {
    const raw = createTcpServer((socket) => {
      socket.once('data', () =>
        socket.end('HTTP/1.1 204 No Content\r\ncontent-length: 5\r\nconnection: close\r\n\r\n'),
      );
    });
    onTestFinished(() => void raw.close());
    await once(raw.listen(0, '127.0.0.1'), 'listening');
    const provider = {
      ...testProvider(server.url),
      baseUrl: `http://127.0.0.1:${(raw.address() as AddressInfo).port}`,
    };
    expect(await createClient(provider, endpoints).things.remove({ id: '1' })).toBe(undefined);
  });

  it('each of many concurrent series of calls uses one connection', async () => {
    const counting = fork(new URL('../test/counting-server.ts', import.meta.url), { silent: true });
    onTestFinished(() => void counting.kill('SIGKILL'));
    const [port] = await once(counting, 'message');
    const { things } = createClient({ ...testProvider(server.url), baseUrl: `http://127.0.0.1:${port}` }, endpoints);
    await things.maybe();
    const lane = async () => {
      for (let call = 0; call < 20; call += 1) await things.maybe();
    };
    await Promise.all(Array.from({ length: 200 }, lane));
    // A lane that opens a second connection while its first one is being returned would bring this to 400.
    expect(Number((await things.maybe())?.id)).toBeLessThanOrEqual(220);
  });

  /** Runs a script from `test/` in its own process, which can open up to `descriptors` files. */
  async function run(script: string, argument: string, descriptors = 1024) {
    const path = fileURLToPath(new URL(`../test/${script}`, import.meta.url));
    const limited = `ulimit -n ${descriptors} && exec "$0" "$@"`;
    const child = spawn('sh', ['-c', limited, process.execPath, '--conditions=@x/source', path, argument]);
    onTestFinished(() => void child.kill('SIGKILL'));
    const [output, errors] = await Promise.all([child.stdout, child.stderr].map((stream) => stream.toArray()));
    return [output, errors].map((chunks) => Buffer.concat(chunks ?? []).toString()).join('');
  }

  it('calls work if core was loaded while a test framework had replaced the timers', async () => {
    expect(await run('fake-timers.ts', server.url)).toBe('["a","a"]\n');
  });

  it('a connection for background work does not keep the process alive once its response has arrived', async () => {
    const { url, close } = await serve((request, response) => {
      const isZipped = request.url === '/zipped';
      response.writeHead(200, isZipped ? { 'content-encoding': 'gzip' } : {});
      response.end(isZipped ? gzipSync('{}') : '{}');
    });
    onTestFinished(close);
    expect(await run('background-exchange.ts', url)).toBe('/plain 0, /zipped 0\n');
  });

  it('a call that is aborted while connecting lets the process end', async () => {
    // Connect to a stopped process with a full backlog, which acts like a host that drops packets.
    const stopped = fork(new URL('../test/stopped-server.ts', import.meta.url), { silent: true });
    onTestFinished(() => void stopped.kill('SIGKILL'));
    const [port] = await once(stopped, 'message');
    stopped.kill('SIGSTOP');
    expect(await run('abort-while-connecting.ts', String(port))).toBe('aborted, 0 sockets keep the process alive\n');
  });

  it('a failure that cannot be retried for lack of file descriptors is reported unchanged', async () => {
    expect(JSON.parse(await run('no-descriptors.ts', server.url, 64))).toMatchObject({
      code: 'unavailable',
      status: 503,
      retryable: true,
    });
  });
});
