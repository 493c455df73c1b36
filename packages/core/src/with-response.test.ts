import type { IncomingMessage, ServerResponse } from 'node:http';
import { inspect } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { endpoints, serve, shownAs, testClient, testProvider } from '../test/test-kit.ts';
import { createClient } from './client/create-client.ts';
import type { ClientOptions } from './declare/provider.ts';
import { isApiError } from './errors/api-error.ts';

let server: Awaited<ReturnType<typeof serve>>;
let respond: (response: ServerResponse, request: IncomingMessage) => void;
let requests: IncomingMessage[];

const headers = {
  'content-type': 'application/json',
  'x-request-id': 'request-1',
  'x-limit': ['1', '2'],
  'set-cookie': ['session=secret-cookie', 'other=secret-cookie'],
  'proxy-authorization': 'secret-cookie',
};
const json = (response: ServerResponse, body: unknown, status = 200) =>
  void response.writeHead(status, headers).end(JSON.stringify(body));

beforeAll(async () => {
  server = await serve((request, response) => {
    if (request.url === '/token') {
      json(response, { access_token: 'tok-abcdef-123456', expires_in: 3600 });
      return;
    }
    requests.push(request);
    respond(response, request);
  });
});
afterAll(() => server.close());
beforeEach(() => {
  requests = [];
  respond = (response) => json(response, { data: [{ id: 'a' }] });
});

/** Node's transport, and one through `fetch`, which must return the same. */
const transports: [name: string, options: ClientOptions][] = [
  ["the runtime's transport", {}],
  ['a given fetch', { fetch: (...given) => fetch(...given) }],
];

describe.each(transports)('withResponse over %s', (_, transport) => {
  it('returns the result of a call with its status, headers, request ID and attempts', async () => {
    let failed = false;
    respond = (response) => {
      json(response, failed ? { data: [{ id: 'a' }] } : {}, failed ? 200 : 503);
      failed = true;
    };
    let now = 1000;
    const clock = { now: () => now++ };
    const client = testClient(server.url, { ...transport, retries: 1, random: () => 0, clock });
    const { data, response } = await client.things.get({ id: '1' }).withResponse();
    expect(data).toEqual({ id: 'a' });
    expect(response).toMatchObject({ status: 200, requestId: 'request-1', attempts: 2 });
    expect(response.durationMs).toBeGreaterThan(0);
    expect(response.headers).toBeInstanceOf(Headers);
    expect(response.headers.get('X-Limit')).toBe('1, 2');
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(response.headers).toBe(response.headers);
  });

  it('shows no cookie and no credential of the response', async () => {
    const { response } = await testClient(server.url, transport).things.get({ id: '1' }).withResponse();
    expect([...response.headers.keys()]).not.toContain('set-cookie');
    expect(inspect([response, [...response.headers]], { depth: 20, showHidden: true })).not.toContain('secret-cookie');
  });

  it('returns the first page of a list, which is fetched once', async () => {
    const list = testClient(server.url, transport).things.list({});
    expect(requests).toHaveLength(0);
    const { data, response } = await list.withResponse();
    expect(data.items).toEqual([{ id: 'a' }]);
    expect(response).toMatchObject({ status: 200, requestId: 'request-1', attempts: 1 });
    expect(await list).toBe(data);
    expect(requests).toHaveLength(1);
  });

  it('works with client.request', async () => {
    const { data, response } = await testClient(server.url, transport).request('/any').withResponse();
    expect(data).toEqual({ data: [{ id: 'a' }] });
    expect(response.status).toBe(200);
  });

  it('returns the status and headers of a response without a body', async () => {
    respond = (response) => void response.writeHead(204, { etag: '"1"' }).end();
    const { data, response } = await testClient(server.url, transport).things.remove({ id: '1' }).withResponse();
    expect(data).toBeUndefined();
    expect([response.status, response.headers.get('etag')]).toEqual([204, '"1"']);
  });
});

it('withResponse rejects like the call, and leaves no rejection unhandled', async () => {
  respond = (response) => json(response, { message: 'no' }, 404);
  const client = testClient(server.url);
  const error = await client.things
    .get({ id: '1' })
    .withResponse()
    .catch((reason) => reason);
  expect(error).toMatchObject({ code: 'not_found', status: 404, requestId: 'request-1' });
  await expect(client.request('no slash').withResponse()).rejects.toMatchObject({ code: 'invalid_params' });
  await expect(client.things.list({}).withResponse()).rejects.toMatchObject({ code: 'not_found' });
});

it('withResponse of a lookup without IDs reports that no request was needed', async () => {
  const { data, response } = await testClient(server.url).things.byId({ id: [] }).withResponse();
  expect(data.items).toEqual([]);
  expect(response).toMatchObject({ status: 0, attempts: 0, requestId: undefined });
  expect([...response.headers]).toEqual([]);
});

it('a call is shown and awaited like any other promise', async () => {
  const call = testClient(server.url).things.get({ id: '1' });
  expect(Object.getPrototypeOf(call)).toBe(Promise.prototype);
  expect(Object.keys(call)).toEqual([]);
  expect(await Promise.all([call])).toEqual([{ id: 'a' }]);
  expect(inspect(call)).toBe("Promise { { id: 'a' } }");
});

it('durationMs ends with the call, not when it is read', async () => {
  let now = 1000;
  const client = testClient(server.url, { clock: { now: () => now } });
  const call = client.things.get({ id: '1' });
  await call;
  now += 60_000;
  expect((await call.withResponse()).response.durationMs).toBe(0);
});

describe('the call option headers', () => {
  it('adds headers to every request of a call, of a list and of client.request', async () => {
    const client = testClient(server.url);
    const options = { headers: { 'X-Trace-Id': 'trace-1', 'user-agent': 'my-app/1' } };
    await client.things.get({ id: '1' }, options);
    await client.things.list({}, options);
    await client.request('/any', {}, options);
    expect(requests.map(({ headers }) => [headers['x-trace-id'], headers['user-agent']])).toEqual(
      Array(3).fill(['trace-1', 'my-app/1']),
    );
    expect(requests.every(({ headers }) => headers.authorization?.startsWith('Bearer '))).toBe(true);
  });

  const refused: [what: string, headers: unknown, message: RegExp][] = [
    ...[
      ...['authorization', 'Authorization', 'Cookie', 'client-id', 'X-Api-Key', 'plaid-secret', 'proxy-authorization'],
      ...['host', 'Content-Length', 'content-type', 'transfer-encoding', 'connection', 'upgrade', 'te', 'expect'],
      ...['accept-encoding', 'accept', 'x-own'],
    ].map((name): [string, unknown, RegExp] => [
      `${name}, which the client sets`,
      { [name]: 'value-1234' },
      new RegExp(`headers must not contain ${name}: `),
    ]),
    ['a name with a colon', { 'x-a: value-1234': 'b' }, /headers has an invalid name/],
    ['an empty name', { '': 'value-1234' }, /headers has an invalid name/],
    ['a value with a line break', { 'x-a': 'value-1234\r\nx-b: c' }, /the value of x-a must be a string without/],
    ['a value outside Latin-1', { 'x-a': 'value-1234€' }, /the value of x-a must be a string without/],
    ['a value with spaces around it', { 'x-a': ' value-1234' }, /the value of x-a must be a string without/],
    ['a value that is a number', { 'x-a': 12345 }, /the value of x-a must be a string/],
    ['a name in two spellings', { 'x-a': 'value-1234', 'X-A': 'value-1234' }, /headers contains X-A twice/],
    ['a list', [['x-a', 'value-1234']], /headers must be a plain object/],
    ['Headers', new Headers({ 'x-a': 'value-1234' }), /headers must be a plain object/],
    ['a string', 'x-a: value-1234', /headers must be a plain object/],
    ['null', null, /headers must be a plain object/],
  ];
  it.each(refused)('refuses %s before any request, and shows no value', async (_, headers, message) => {
    const provider = testProvider(server.url);
    const client = createClient(
      { ...provider, sign: (draft) => Object.assign(draft.headers, { 'x-own': '1' }) },
      endpoints,
    );
    const error = await client.things.get({ id: '1' }, { headers: headers as never }).catch((reason) => reason);
    expect(error).toMatchObject({ code: 'invalid_params', message: expect.stringMatching(message) });
    expect(shownAs(error)).not.toMatch(/value-1234|12345/);
    expect(requests).toHaveLength(0);
  });

  it('keeps its values out of errors, even if the server echoes them', async () => {
    respond = (response, { headers }) => json(response, { message: `no ${headers['x-a']}`, code: headers['x-a'] }, 400);
    const error = await testClient(server.url)
      .things.get({ id: '1' }, { headers: { 'x-a': 'value-1234' } })
      .catch((reason) => reason);
    expect(isApiError(error)).toBe(true);
    expect(shownAs(error)).not.toContain('value-1234');
  });
});
