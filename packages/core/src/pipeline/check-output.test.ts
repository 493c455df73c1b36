import { inspect } from 'node:util';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { failure, serve, testClient, testProvider } from '../../test/test-kit.ts';
import { createClient } from '../client/create-client.ts';
import { endpoint } from '../declare/endpoint.ts';
import type { ClientEvent, DriftEvent } from '../declare/events.ts';
import { byCursor } from '../declare/paging.ts';
import type { ClientOptions } from '../declare/provider.ts';
import { ApiError } from '../errors/api-error.ts';
import { list } from '../paging/list-loader.ts';

let server: Awaited<ReturnType<typeof serve>>;
let body: unknown;
beforeAll(async () => {
  server = await serve((request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(request.url === '/token' ? { access_token: 'token', expires_in: 3600 } : body));
  });
});
afterAll(() => server.close());
beforeEach(() => {
  body = undefined;
});

const docs = 'https://docs.test/';
const changes = list({
  method: 'GET',
  path: '/changes',
  auth: 'none',
  query: v.object({ after: v.optional(v.string()) }),
  item: v.object({
    added: v.array(v.object({ id: v.string(), name: v.string() })),
    next: v.string(),
    has_more: v.boolean(),
  }),
  essential: ['added[].id', 'next', 'has_more'],
  paging: { ...byCursor, items: '', param: 'after', cursor: 'next', more: 'has_more' },
  docs,
});
const clientOf = (options: ClientOptions = {}) => createClient(testProvider(server.url, options), { changes });
type Drift = Pick<DriftEvent, 'operation' | 'about' | 'place' | 'message'>;

/** Creates an observer, and the list of drift events that it receives. */
function noteDrift() {
  const drifts: Drift[] = [];
  const onEvent = (event: ClientEvent) => {
    if (event.type !== 'drift') return;
    const { operation, about, place, message } = event;
    drifts.push({ operation, about, place, message });
  };
  return { drifts, onEvent };
}

const spied = (options: ClientOptions = {}) => {
  const { drifts, onEvent } = noteDrift();
  return { drifts, client: testClient(server.url, { onEvent, ...options }) };
};

describe('by default, a response that is not as documented', () => {
  it('is returned unchanged, and each place is reported once', async () => {
    body = { data: [{ id: 7 }, { id: 8, size: 'large' }] };
    const { drifts, client } = spied();
    expect(await client.things.get({ id: '1' })).toEqual({ id: 7 });
    expect(drifts).toEqual([
      {
        operation: 'things.get',
        about: 'response',
        place: 'data[].id',
        message: expect.stringContaining('must be a string, got a number'),
      },
      { operation: 'things.get', about: 'response', place: 'data[].size', message: expect.any(String) },
    ]);
  });

  it('does not lose a page, because the odd item of a list is returned with the others', async () => {
    body = { data: [{ id: 'a' }, { id: null }, { id: 'c' }] };
    const { drifts, client } = spied();
    expect((await client.things.list()).items).toEqual([{ id: 'a' }, { id: null }, { id: 'c' }]);
    expect(drifts).toMatchObject([{ operation: 'things.list', place: 'id' }]);
  });

  it.each<[string, unknown, () => PromiseLike<unknown>]>([
    ['a string', 'hello', () => testClient(server.url).things.get({ id: '1' })],
    ['null', null, () => testClient(server.url).things.get({ id: '1' })],
    ['an array in place of an object', [{ id: 'a' }], () => testClient(server.url).things.get({ id: '1' })],
    ['without the envelope around the result', { id: 'a' }, () => testClient(server.url).things.get({ id: '1' })],
    ['with another envelope', { data: { id: 'a' } }, () => testClient(server.url).things.get({ id: '1' })],
    ['without the list of items', { items: [] }, () => testClient(server.url).things.list()],
    ['without an essential field', { added: [], has_more: false }, () => clientOf().changes()],
    ['with an essential field of another type', { added: [], next: '', has_more: 'no' }, () => clientOf().changes()],
    [
      'with items without an essential field',
      { added: [{ name: 'a' }], next: '', has_more: false },
      () => clientOf().changes(),
    ],
  ])('is an error if it is unusable: %s', async (_, received, call) => {
    body = received;
    expect(await failure(call())).toMatchObject({ code: 'invalid_response' });
  });

  it('is returned if only a field that is not essential differs', async () => {
    body = { added: [{ id: 'a', name: null }], next: '', has_more: false };
    const { drifts, onEvent } = noteDrift();
    const page = await clientOf({ onEvent }).changes();
    expect(page.items).toEqual([body]);
    expect(drifts).toMatchObject([{ place: 'added[].name' }]);
  });

  it('causes one warning per operation and place if nothing observes the client', async () => {
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    onTestFinished(() => warn.mockRestore());
    body = { data: [{ id: 7 }, { id: 8 }] };
    const client = testClient(server.url);
    for (let call = 0; call < 5; call += 1) await client.things.get({ id: '1' });
    await client.things.list();
    expect(warn).toHaveBeenCalledTimes(2);
    const [text, options] = warn.mock.calls[0] as unknown as [string, object];
    expect(text).toContain('things.get: the response is not as documented: data.0.id must be a string, got a number');
    expect(text).toContain("Set onEvent to handle such reports, or validation: 'strict' to refuse such responses");
    expect(text).toContain('node_modules/@x/core/README.md');
    expect(options).toMatchObject({ type: 'ResponseDriftWarning' });
    await testClient(server.url, { onEvent: () => {} }).things.byId({ id: 'x' });
    expect(warn).toHaveBeenCalledTimes(2);
  });

  it('is refused in every mode when an authorization server sends it without an essential field, and otherwise never', async () => {
    const who = endpoint({
      method: 'GET',
      path: '/who',
      host: 'auth',
      auth: 'none',
      response: v.object({ id: v.string(), size: v.number() }),
      essential: ['id'],
      docs,
    });
    for (const validation of ['strict', 'report'] as const) {
      const { drifts, onEvent } = noteDrift();
      const client = createClient(testProvider(server.url, { validation, onEvent }), { who });
      body = { id: 7, size: 1 };
      expect(await failure(client.who())).toMatchObject({ code: 'invalid_response' });
      body = { id: 'a', size: 'big' };
      expect(await client.who()).toEqual(body);
      expect(drifts.map(({ place }) => place)).toEqual(['size']);
    }
  });
});

describe('under strict', () => {
  it('an error names every bad item of a page, and holds the good ones hidden from logs', async () => {
    body = { data: [{ id: 'good-1' }, { id: 7 }, { id: 'good-2' }, { id: 'x', size: '1' }] };
    const error = await failure(testClient(server.url, { validation: 'strict' }).things.list());
    expect(error.message).toContain('2 of 4 items');
    expect(error.message).toContain('item 1: id must be a string, got a number; item 3: size must be a number');
    expect(error.details).toEqual({ items: '1,3' });
    expect(error.partial).toEqual([{ id: 'good-1' }, { id: 'good-2' }]);
    for (const shown of [inspect(error, { showHidden: true, depth: 9 }), JSON.stringify(error), error.stack])
      expect(shown).not.toContain('good-');
    expect(error).toBeInstanceOf(ApiError);
  });
});

it('a deprecated endpoint is reported once per client', async () => {
  body = {};
  const old = endpoint({
    method: 'GET',
    path: '/old',
    auth: 'none',
    response: v.unknown(),
    deprecated: { since: '2026-01-01', replacement: 'things.get' },
    docs,
  });
  const { drifts, onEvent } = noteDrift();
  const connect = () => createClient(testProvider(server.url, { onEvent }), { old });
  const client = connect();
  await client.old();
  await client.with({ retries: 1 }).old();
  expect(drifts).toEqual([
    {
      operation: 'old',
      about: 'deprecation',
      place: '',
      message: 'it has been deprecated since 2026-01-01. Call things.get instead',
    },
  ]);
  await connect().old();
  expect(drifts).toHaveLength(2);
});
