import { getEventListeners } from 'node:events';
import type { ServerResponse } from 'node:http';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { endpoints, failure, secrets, serve, shownAs, testClient, testProvider } from '../../test/test-kit.ts';
import { endpoint } from '../declare/endpoint.ts';
import type { ClientEvent } from '../declare/events.ts';
import type { RequestOptions } from '../declare/request-options.ts';
import { isApiError } from '../errors/api-error.ts';
import { createGrant } from '../tokens/grant.ts';
import { createClient } from './create-client.ts';

type Handler = (
  response: ServerResponse,
  request: { method: string; url: string; body: string; token: string; type?: string | undefined },
) => void;

let server: Awaited<ReturnType<typeof serve>>;
let handler: Handler;
let seen: string[] = [];
let tokensGiven = 0;

const json =
  (value: unknown, status = 200): Handler =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  };
const text =
  (value: string, status = 200, headers = {}): Handler =>
  (response) => {
    response.writeHead(status, headers).end(value);
  };

beforeAll(async () => {
  server = await serve((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '' } = request;
      if (url === '/token') {
        tokensGiven += 1;
        json({ access_token: `${secrets.accessToken}-${tokensGiven}`, expires_in: 3600 })(response, {} as never);
        return;
      }
      seen.push(`${method} ${url}`);
      handler(response, {
        method,
        url,
        body: Buffer.concat(chunks).toString(),
        token: request.headers.authorization ?? '',
        type: request.headers['content-type'],
      });
    });
  });
});
afterAll(() => server.close());
beforeEach(() => {
  seen = [];
  tokensGiven = 0;
  handler = json({ data: [{ id: 'a' }] });
});

it('a branch of the tree is evaluated when it is first read, and bound once', () => {
  let looks = 0;
  const tree = {
    get things() {
      looks += 1;
      return endpoints.things;
    },
  };
  const client = createClient(testProvider(server.url), tree);
  expect([looks, Object.keys(client)]).toEqual([
    0,
    ['health', 'close', 'request', 'with', 'resetRateLimiter', 'things'],
  ]);
  expect(client.things.get).toBe(client.things.get);
  expect(looks).toBe(1);
});

describe('a call', () => {
  it('returns undefined for an empty response where that is documented, and only there', async () => {
    handler = text('', 204);
    expect(await testClient(server.url).things.maybe()).toBeUndefined();
    expect(await failure(testClient(server.url).things.get({ id: '1' }))).toMatchObject({ code: 'invalid_response' });
  });

  it('writes a body in the declared form and type', async () => {
    let sent = '';
    let type: string | undefined = '';
    handler = (response, request) => {
      sent = request.body;
      type = request.type;
      response.end('not JSON');
    };
    expect(await testClient(server.url).things.upload({ picture: new Uint8Array([255, 216, 1]) })).toBeUndefined();
    expect([type, sent]).toEqual(['image/jpeg', '/9gB']);
  });

  it('returns bytes that do not share their buffer', async () => {
    handler = text('five!');
    const bytes = await testClient(server.url).request<Uint8Array>('/file', {}, { as: 'bytes' });
    expect([bytes, bytes.buffer.byteLength]).toEqual([new Uint8Array(Buffer.from('five!')), 5]);
  });

  it('accepts an unlimited timeout', async () => {
    const long = { timeoutMs: Number.POSITIVE_INFINITY, deadlineMs: Number.POSITIVE_INFINITY };
    const timers = vi.spyOn(globalThis, 'setTimeout');
    expect(await testClient(server.url, long).things.get({ id: '1' })).toEqual({ id: 'a' });
    // Node fires a longer timer at once.
    for (const [, ms = 0] of timers.mock.calls) expect(ms).toBeLessThan(2 ** 31);
    timers.mockRestore();
  });

  it('sends path, query and body where they belong and returns the unwrapped result', async () => {
    const client = testClient(server.url);
    expect(await client.things.get({ id: 'ä/b c' })).toEqual({ id: 'a' });
    const sent: string[] = [];
    handler = (response, { body, token }) => {
      sent.push(`${token} ${body}`);
      json({ id: 'n', extra: 1 })(response, {} as never);
    };
    expect(await client.things.create({ id: 'n', dry: true })).toEqual({ id: 'n', extra: 1 });
    expect(await client.things.remove({ id: 'x' })).toBeUndefined();
    expect(seen).toEqual(['GET /things/%C3%A4%2Fb%20c', 'POST /things?dry=true', 'DELETE /things/x']);
    const bearer = `Bearer ${secrets.accessToken}-1 `;
    expect(sent).toEqual([`${bearer}{"id":"n"}`, bearer]);
  });

  it('reaches undeclared endpoints through request()', async () => {
    const client = testClient(server.url);
    handler = json({ any: 1 });
    expect(await client.request('/other/{id}', { id: '7', a: [1, 2] })).toEqual({ any: 1 });
    expect(await client.request('POST /other', { b: 1 })).toEqual({ any: 1 });
    expect(seen).toEqual(['GET /other/7?a=1&a=2', 'POST /other']);
    await client.request('GET /other', { a: undefined }, { auth: undefined, response: undefined, query: undefined });
    expect(seen.at(-1)).toBe('GET /other');
    await client.request('/other', { 'a b&c': ['1&2', 3] });
    expect(seen.at(-1)).toBe('GET /other?a%20b%26c=1%262&a%20b%26c=3');
  });

  it.each<[string, Record<string, unknown>, RequestOptions, string, string]>([
    ['GET /o/{id}', { id: 'a', b: 1 }, {}, 'GET /o/a?b=1', ''],
    ['DELETE /o', { ids: ['a', 'b'] }, {}, 'DELETE /o?ids=a&ids=b', ''],
    ['DELETE /o', {}, { body: { uris: ['a'] } }, 'DELETE /o', '{"uris":["a"]}'],
    ['PUT /o/{id}', { id: 'a' }, {}, 'PUT /o/a', ''],
    ['PUT /o/{id}', { id: 'a' }, { body: {} }, 'PUT /o/a', '{}'],
    ['PATCH /o', { title: 't' }, { query: { broadcaster_id: '1' } }, 'PATCH /o?broadcaster_id=1', '{"title":"t"}'],
  ])('request %s with %j and %j sends each value where it belongs', async (path, params, options, sends, body) => {
    handler = json({ any: 1 });
    const bodies: string[] = [];
    handler = (response, request) => {
      bodies.push(request.body);
      json({ any: 1 })(response, request);
    };
    await testClient(server.url).request(path, params, options);
    expect([seen.at(-1), bodies]).toEqual([sends, [body]]);
  });

  it.each<[string, (client: ReturnType<typeof testClient>) => PromiseLike<unknown>, string]>([
    ['no path', (client) => client.request({} as never), 'path must be a string'],
    ['an unknown method', (client) => client.request('TRACE /things'), 'path must start with exactly one slash'],
    ['an array of params', (client) => client.request('/things', [1] as never), 'params must be an object'],
    [
      'a query that is not an object',
      (client) => client.request('/t', {}, { query: 'a' as never }),
      'query must be an object',
    ],
    ['null in place of options', (client) => client.request('/t', {}, null as never), 'options must be an object'],
    ['an unknown option', (client) => client.request('/t', {}, { timeoutMS: 1 } as never), 'did you mean timeoutMs?'],
  ])('request rejects with invalid_params for %s, before anything is sent', async (_, call, message) => {
    const error = await failure(call(testClient(server.url)));
    expect(error).toMatchObject({ code: 'invalid_params', message: expect.stringContaining(message) });
    expect(seen).toEqual([]);
  });
});

describe('tokens', () => {
  it('200 concurrent first calls make one token request, and one more after expiry', async () => {
    let now = 1_000_000;
    const client = testClient(server.url, { clock: { now: () => now } });
    const many = () => Promise.all(Array.from({ length: 200 }, () => client.things.get({ id: '1' })));
    await many();
    expect(tokensGiven).toBe(1);
    now += 3600_000;
    await many();
    expect(tokensGiven).toBe(2);
  });

  it('a refused token is replaced once and the call is repeated, even a POST', async () => {
    handler = (response, { token }) =>
      (token.endsWith('-1') ? json({ message: 'token expired' }, 401) : json({ id: 'n' }))(response, {} as never);
    const client = testClient(server.url);
    const calls = Array.from({ length: 50 }, (_, index) => client.things.create({ id: String(index) }));
    expect(await Promise.all(calls)).toHaveLength(50);
    expect(tokensGiven).toBe(2);
  });

  it('a token refused twice is an error, not a loop', async () => {
    handler = json({ message: 'token expired' }, 401);
    const error = await failure(testClient(server.url, { retries: 5 }).things.get({ id: '1' }));
    expect(error).toMatchObject({ code: 'unauthenticated', status: 401 });
    expect(seen).toHaveLength(2);
  });
});

describe('bad input causes the correct error and shows no secret', () => {
  const client = () => testClient(server.url);
  const hasty = () => testClient(server.url, { timeoutMs: 50 }).things.get({ id: '1' });
  const get = () => client().things.get({ id: '1' });
  const big = { data: [{ id: 'x'.repeat(2000) }] };

  const cases: [string, Handler, () => PromiseLike<unknown>, object, RegExp][] = [
    [
      'a param of another type',
      json({}),
      () => client().things.get({ id: 3 } as never),
      { code: 'invalid_params' },
      /id must be a string; got 3/,
    ],
    [
      'no params',
      json({}),
      () => (client().things.get as (...params: never[]) => Promise<unknown>)(),
      { code: 'invalid_params' },
      /id/,
    ],
    [
      'null params',
      json({}),
      () => client().things.get(null as never),
      { code: 'invalid_params' },
      /must be an object/,
    ],
    [
      'an ID that leaves the path',
      json({}),
      () => client().things.get({ id: '..' }),
      { code: 'invalid_params' },
      /id must not be empty, or have '\.' or '\.\.' as a path segment/,
    ],
    [
      'an ID that leaves the path of request()',
      json({}),
      () => client().request('/things/{id}', { id: '..' }),
      { code: 'invalid_params' },
      /id must not be empty, or have '\.' or '\.\.' as a path segment/,
    ],
    [
      'a missing path value in request()',
      json({}),
      () => client().request('/things/{id}'),
      { code: 'invalid_params' },
      /id is required: it is part of the path \/things\/\{id\}/,
    ],
    [
      'a param that is not enumerable',
      json({}),
      () => client().things.list(Object.defineProperty({}, 'after', { value: 7 })),
      { code: 'invalid_params' },
      /after must be/,
    ],
    [
      'null params of a list',
      json({}),
      () => client().things.list(null as never),
      { code: 'invalid_params' },
      /must be an object/,
    ],
    [
      'a page size out of range',
      json({}),
      () => testClient(server.url, { validation: 'strict' }).things.list({ first: 101 }),
      { code: 'invalid_params' },
      /first must be a whole number from 1 to 100; got 101/,
    ],
    [
      'an unknown param',
      json({}),
      () => client().things.list({ frist: 1 } as never),
      { code: 'invalid_params' },
      /unknown parameter frist; did you mean first\? See https:/,
    ],
    [
      'HTML',
      text('<html>proxy</html>', 200, { 'content-type': 'text/html' }),
      get,
      { code: 'invalid_response', status: 200 },
      /HTML instead of JSON/,
    ],
    ['truncated JSON', text('{"data":[{"id":"a'), get, { code: 'invalid_response' }, /invalid or incomplete JSON/],
    ['empty 200', text(''), get, { code: 'invalid_response' }, /is empty instead of JSON/],
    [
      'a response of another shape',
      json({ data: [{ id: 7 }] }),
      () => testClient(server.url, { validation: 'strict' }).things.get({ id: '1' }),
      { code: 'invalid_response' },
      /data\.0\.id must be a string, got a number/, // values from a response are never shown
    ],
    [
      'list response without a list',
      json({ data: 'x' }),
      () => client().things.list(),
      { code: 'invalid_response' },
      /no list at data/,
    ],
    [
      '400',
      json({ message: 'bad color', code: 'E1' }, 400),
      get,
      { code: 'rejected', status: 400, providerCode: 'E1', retryable: false },
      /400 bad color/,
    ],
    ['403', json({ message: 'no' }, 403), get, { code: 'permission_denied' }, /403 no/],
    ['404 empty', text('', 404), get, { code: 'not_found', status: 404 }, /404/],
    ['409', json({}, 409), get, { code: 'conflict' }, /409/],
    [
      '429',
      text('{}', 429, { 'retry-after': '7' }),
      get,
      { code: 'rate_limited', retryAfterMs: 7000, retryable: true },
      /429/,
    ],
    ['502 HTML', text('<html>502</html>', 502), get, { code: 'unavailable', status: 502, retryable: true }, /502/],
    ['redirect', text('', 302, { location: 'http://evil.test/' }), get, { code: 'invalid_response' }, /redirect/],
    [
      'too large',
      json(big),
      () => testClient(server.url, { maxBodyBytes: 1000 }).things.get({ id: '1' }),
      { code: 'invalid_response' },
      /maxBodyBytes \(1000 bytes\)/,
    ],
    [
      'a refused connection',
      json({}),
      () => testClient('http://127.0.0.1:1').things.get({ id: '1' }),
      { code: 'network', retryable: true },
      /no response from 127\.0\.0\.1:1/,
    ],
    ['dropped before the response', (response) => response.destroy(), get, { code: 'network' }, /no response/],
    [
      'dropped mid-body',
      (response) => {
        response.writeHead(200, { 'content-length': '1000' });
        response.write('{"data":');
        setImmediate(() => response.destroy());
      },
      get,
      { code: 'network' },
      /no complete response from/,
    ],
    ['slow response', () => {}, hasty, { code: 'timeout', retryable: true }, /timeoutMs \(50 ms\)/],
    ['slow body', (response) => response.writeHead(200).write('{'), hasty, { code: 'timeout' }, /timeoutMs \(50 ms\)/],
    [
      'echoed secrets',
      (response, { token, body }) => {
        json(
          {
            message: `bad ${token} ${body}`,
            code: token,
            headers: { authorization: token },
            url: `http://h/?key=${token}`,
            basic: btoa(secrets.clientSecret),
          },
          400,
        )(response, {} as never);
      },
      () => client().things.create({ id: '1', secret_note: secrets.note }),
      { code: 'rejected' },
      /\[redacted\]/,
    ],
    [
      'echoed secrets from deep in the params',
      (response, { body }) => json({ message: `bad ${JSON.parse(body).more.secret_note}` }, 400)(response, {} as never),
      () => client().things.create({ id: '1', more: { secret_note: [secrets.note] } }),
      { code: 'rejected' },
      /\[redacted\]/,
    ],
  ];

  it.each(cases)('%s', async (_, answer, call, fields, message) => {
    handler = answer;
    const error = await failure(call());
    expect(isApiError(error)).toBe(true);
    expect(error).toMatchObject({ name: 'ApiError', provider: 'test', ...fields });
    expect(error.message).toMatch(message);
    expect(error.stack).toContain('client.test.ts');
    const shown = shownAs(error);
    for (const secret of [
      ...Object.values(secrets),
      btoa(secrets.clientSecret),
      JSON.stringify(secrets.clientSecret).slice(1, -1),
    ])
      expect(shown).not.toContain(secret);
  });

  it('a missing credential is reported at construction', () => {
    expect(() => testClient('')).toThrow(/the option baseUrl is missing. Get one at/);
  });
});

describe('a secret parameter', () => {
  const client = () => testClient(server.url);
  const ssn = 123456789;

  it('that is a number appears neither in an error about the params nor in an error response that quotes it', async () => {
    const checked = await failure(client().things.create({ id: '1', secret_note: ssn as never }));
    expect(checked).toMatchObject({ code: 'invalid_params' });
    expect(checked.message).toContain('secret_note must be a string; got a number');
    expect(shownAs(checked)).not.toContain(`${ssn}`);

    const message = `id ${ssn} is known already`;
    handler = json({ message, code: `${ssn}`, details: { ssn, list: [ssn, { deep: ssn }] } }, 400);
    const body = { more: [{ secret_note: ssn }], other: BigInt(1).toString() };
    const quoted = await failure(client().request('POST /things', body));
    expect(quoted.message).toContain('id [redacted] is known already');
    expect(quoted.details).toMatchObject({ details: { ssn: '[redacted]', list: ['[redacted]', {}] } });
    expect(shownAs(quoted)).not.toContain(`${ssn}`);
  });

  it('that is a number does not appear even if it is nested, while other values do', async () => {
    const provider = { ...testProvider(server.url), secretParams: ['more.secret_note'] };
    const things = createClient(provider, endpoints).things;
    const error = await failure(things.create({ id: '1', more: { secret_note: [ssn as never] } }));
    expect(error.message).toContain('more.secret_note[0] must be a string; got a number');
    const plain = await failure(things.create({ id: '1', more: [ssn] as never }));
    expect(plain).toMatchObject({ code: 'invalid_params' });
    const known = await failure(things.create({ id: ssn as never }));
    expect(known.message).toContain(`id must be a string; got ${ssn}`);
  });

  it('does not appear even if the same array is also passed under another name', async () => {
    const items = ['tok-abc-1', 'tok-abc-2'];
    handler = (response, { body }) => json({ message: body }, 400)(response, {} as never);
    for (const body of [
      { items, secret_note: items },
      { secret_note: items, items },
    ]) {
      const error = await failure(client().request('POST /things', body));
      expect(error.message).toContain('[redacted]');
      expect(shownAs(error)).not.toContain('tok-abc');
    }
  });

  it('of 200,000 characters does not appear, and its call is retried like any other', async () => {
    const secret_note = 'aZ9+/é"\\'.repeat(25_000);
    handler = (response, { body }) => json({ message: body, body: JSON.parse(body) }, 500)(response, {} as never);
    const long = createClient({ ...testProvider(server.url), options: { retries: 1, random: () => 0 } }, {});
    const error = await failure(long.request('PUT /things', { secret_note }));
    expect(error).toMatchObject({ name: 'ApiError', code: 'unavailable' });
    expect(seen).toHaveLength(2);
    expect(shownAs(error)).not.toContain('aZ9+');
  });
});

it("drift reports contain neither values of the response nor the call's secrets", async () => {
  const drifts: unknown[] = [];
  const client = createClient(
    testProvider(server.url, {
      validation: 'report',
      onEvent: (event) => event.type === 'drift' && drifts.push(event),
    }),
    {
      all: endpoint({
        method: 'POST',
        path: '/things',
        auth: 'none',
        body: v.object({ secret_note: v.string() }),
        response: v.record(v.string(), v.string()),
        docs: 'https://docs.test/',
      }),
    },
  );
  handler = json({ [secrets.note]: 123456789 });
  await client.all({ secret_note: secrets.note });
  expect(drifts).toHaveLength(1);
  expect(JSON.stringify(drifts)).toContain('[redacted] must be a string, got a number');
  expect(JSON.stringify(drifts)).not.toContain(secrets.note);
  expect(JSON.stringify(drifts)).not.toContain('123456789');
});

describe('retries', () => {
  const failTimes =
    (times: number, status: number, headers = {}): Handler =>
    (response) =>
      (times-- > 0 ? text('{}', status, headers) : json({ data: [{ id: 'a' }], id: 'a' }))(response, {} as never);
  const noWait = { random: () => 0 };

  const retrying = () => testClient(server.url, { ...noWait, retries: 2 }).things;

  it.each([
    {
      title: 'GET, 500 twice: the third succeeds',
      status: 500,
      times: 2,
      call: () => retrying().get({ id: '1' }),
      sent: 3,
    },
    { title: 'DELETE, 503 once', status: 503, times: 1, call: () => retrying().remove({ id: '1' }), sent: 2 },
    {
      title: 'POST, 429 once: repeated, because it was refused',
      status: 429,
      times: 1,
      call: () => retrying().create({ id: '1' }),
      sent: 2,
    },
  ])('$title', async ({ status, times, call, sent }) => {
    handler = failTimes(times, status);
    await call();
    expect(seen).toHaveLength(sent);
  });

  it.each([
    {
      title: 'GET, 500 three times: fails after the third',
      status: 500,
      times: 3,
      call: () => retrying().get({ id: '1' }),
      code: 'unavailable',
      sent: 3,
    },
    {
      title: 'POST, 500 once: fails without a retry',
      status: 500,
      times: 1,
      call: () => retrying().create({ id: '1' }),
      code: 'unavailable',
      sent: 1,
    },
    {
      title: 'GET, 400: fails without a retry',
      status: 400,
      times: 1,
      call: () => retrying().get({ id: '1' }),
      code: 'rejected',
      sent: 1,
    },
  ])('$title', async ({ status, times, call, code, sent }) => {
    handler = failTimes(times, status);
    expect(await failure(call())).toMatchObject({ code });
    expect(seen).toHaveLength(sent);
  });

  it('a call fails at once if the server asks for too long a wait', async () => {
    handler = failTimes(1, 429, { 'retry-after': '3600' });
    const error = await failure(testClient(server.url, { retries: 3, maxWaitMs: 1000 }).things.get({ id: '1' }));
    expect(error).toMatchObject({ code: 'rate_limited', retryAfterMs: 3_600_000 });
    expect(seen).toHaveLength(1);
  });

  it('deadlineMs ends a call, including its retries', async () => {
    handler = () => {};
    const error = await failure(
      testClient(server.url, { retries: 9, deadlineMs: 60, timeoutMs: 20, random: () => 0 }).things.get({ id: '1' }),
    );
    expect(error).toMatchObject({ code: 'timeout' });
    expect(error.message).toContain('deadlineMs (60 ms)');
  });
});

it('calls that fail before they are sent do not count against the rate limit', async () => {
  const rate = () => ({ key: 'k', limit: 2, intervalMs: 1e9, refill: 'window' as const });
  let fails = true;
  const grant = createGrant({ accessToken: 'token-1234' });
  const get = async () => {
    if (fails) throw new Error('store is down');
    return grant;
  };
  const grants = { get, reject() {} };
  const provider = { ...testProvider(server.url, { maxWaitMs: 0 }), rate, grants: () => ({ app: grants }) };
  const client = createClient(provider, endpoints);
  for (let count = 0; count < 5; count += 1)
    expect(await failure(client.things.get({ id: 'limited' }))).toMatchObject({ code: 'unavailable' });
  fails = false;
  expect(await client.things.get({ id: 'limited' })).toEqual({ id: 'a' });
  expect(await client.things.get({ id: 'limited' })).toEqual({ id: 'a' });
  const error = await failure(client.things.get({ id: 'limited' }));
  expect(error).toMatchObject({ code: 'rate_limited', retryable: true });
  // An aborted request from another test may still arrive.
  expect(seen.filter((request) => request.endsWith('/limited'))).toHaveLength(2);
});

describe('abort', () => {
  const reason = new Error('changed my mind');

  it('leaves no listener on a signal that outlives the call', async () => {
    const { signal } = new AbortController();
    const client = testClient(server.url);
    await client.things.get({ id: '1' }, { signal, deadlineMs: 5000 });
    handler = json({}, 500);
    await failure(client.things.get({ id: '1' }, { signal, retries: 1 }));
    handler = json({ data: [{ id: 'a' }], pagination: {} });
    for await (const { id } of client.things.list({}, { signal })) expect(id).toBe('a');
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('before the call sends no request', async () => {
    const error = await failure(testClient(server.url).things.get({ id: '1' }, { signal: AbortSignal.abort(reason) }));
    expect(error).toBe(reason);
    expect(seen).toEqual([]);
    expect(tokensGiven).toBe(0);
  });

  it('during the call closes the socket', async () => {
    const controller = new AbortController();
    const closed = new Promise<void>((resolve) => {
      handler = (response) => {
        response.on('close', resolve);
        controller.abort(reason);
      };
    });
    expect(await failure(testClient(server.url).things.get({ id: '1' }, { signal: controller.signal }))).toBe(reason);
    await closed;
  });

  it('between pages requests no further page', async () => {
    const controller = new AbortController();
    handler = (response, { url }) =>
      json({ data: [{ id: url }], pagination: { cursor: `${seen.length}` } })(response, {} as never);
    const got: string[] = [];
    const walk = async () => {
      for await (const { id } of testClient(server.url).things.list({}, { signal: controller.signal, prefetch: 0 })) {
        got.push(id);
        if (got.length === 2) controller.abort(reason);
      }
    };
    expect(await failure(walk())).toBe(reason);
    expect(seen).toHaveLength(2);
  });
});

describe('events', () => {
  it('report requests, retries, tokens and responses without a secret, and a faulty observer does no harm', async () => {
    let failed = false;
    handler = (response) => {
      (failed ? json({ data: [{ id: 'a' }] }) : json({}, 500))(response, {} as never);
      failed = true;
    };
    const events: ClientEvent[] = [];
    const client = testClient(server.url, {
      retries: 1,
      random: () => 0,
      onEvent: (event) => {
        events.push(event);
        throw new Error('observer');
      },
    });
    await client.things.get({ id: '1' });
    expect(events.map(({ operation, type }) => `${operation} ${type}`)).toEqual([
      'things.get call_start',
      ...['call_start', 'request', 'response', 'call_end', 'token'].map((type) => `oauth.token ${type}`),
      ...['request', 'response', 'retry', 'request', 'response', 'call_end'].map((type) => `things.get ${type}`),
    ]);
    expect(JSON.stringify(events)).not.toContain(secrets.accessToken);
  });
});
