import { inspect } from 'node:util';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { failure, testProvider } from '../../test/test-kit.ts';
import { createClient } from '../client/create-client.ts';
import { endpoint } from '../declare/endpoint.ts';
import type { ClientEvent } from '../declare/events.ts';
import type { CallOptions } from '../declare/options.ts';
import type { ClientOptions, Sending } from '../declare/provider.ts';
import { lookup } from '../paging/call-lookup.ts';

const base = { auth: 'none', method: 'GET', docs: '' } as const;
const thing = v.object({ id: v.string(), name: v.string() });
const named = endpoint({ ...base, path: '/names', query: v.object({ id: v.string() }), response: v.unknown() });

/** Adds the names of things that lack them, which `/names` knows. */
async function addNames({ params, send, call }: Sending): Promise<unknown> {
  const body = await send();
  const things = [body].flat() as { id: string; name?: string }[];
  const lacking = things.filter(({ name }) => !name).map(({ id }) => id);
  if (lacking.length === 0) return body;
  const names = (await call(named, { id: lacking.join(), ...('id' in params && params) })) as Record<string, string>;
  if (!names) return body;
  const all = things.map((each) => ({ ...each, name: each.name ?? names[each.id] }));
  return Array.isArray(body) ? all : all[0];
}
const things = {
  get: endpoint({ ...base, path: '/things/{id}', params: v.object({ id: v.string() }), response: thing }),
  getMany: lookup({
    ...base,
    path: '/things',
    query: v.object({ ids: v.array(v.string()) }),
    item: thing,
    items: '',
    ids: { params: ['ids'], max: 2, match: { ids: 'id' } },
  }),
};

function open(names: () => Response | Promise<Response>) {
  const sent: string[] = [];
  const events: ClientEvent[] = [];
  const known = (id: string) => (id === 'full' ? { id, name: 'Full' } : { id });
  const fetch: typeof globalThis.fetch = async (input) => {
    const { pathname, search, searchParams } = new URL(String(input));
    sent.push(pathname + search);
    if (pathname === '/names') return names();
    if (pathname === '/things') return Response.json(searchParams.getAll('ids').map(known));
    return Response.json(known(pathname.split('/')[2] ?? ''));
  };
  const options = { fetch, validation: 'strict', onEvent: (event: ClientEvent) => events.push(event) } as const;
  const around = (sending: Sending) => (sending.endpoint.path === '/names' ? sending.send() : addNames(sending));
  return { sent, events, client: createClient({ ...testProvider('https://api.test', options), around }, { things }) };
}

const aOrB = () => Response.json({ a: 'A', b: 'B' });

it('a provider can complete a response by another call, before it is checked', async () => {
  const { sent, events, client } = open(aOrB);
  expect(await client.things.get({ id: 'full' })).toEqual({ id: 'full', name: 'Full' });
  expect(sent).toEqual(['/things/full']);
  expect(await client.things.get({ id: 'a' })).toEqual({ id: 'a', name: 'A' });
  expect(sent).toEqual(['/things/full', '/things/a', '/names?id=a']);
  expect(events.flatMap((event) => (event.type === 'call_end' ? `${event.operation} ${event.path}` : []))).toEqual([
    'things.get /things/{id}',
    'things.get /names',
    'things.get /things/{id}',
  ]);
});

it('a lookup needs one further call for each request whose response lacks something', async () => {
  const { sent, client } = open(aOrB);
  const { items } = await client.things.getMany({ ids: ['a', 'b', 'full'] });
  expect(items.map(({ name }) => name)).toEqual(['A', 'B', 'Full']);
  expect(sent.toSorted()).toEqual(['/names?id=a%2Cb', '/things?ids=a&ids=b', '/things?ids=full']);
});

it('a response stays as it is if the other call fails', async () => {
  const { client } = open(() => Response.json({}, { status: 503 }));
  const error = await failure(client.things.get({ id: 'a' }));
  expect(error).toMatchObject({ code: 'invalid_response', message: expect.stringContaining('name is missing') });
});

it.each<[string, (leaving: AbortController) => CallOptions, object]>([
  ['its signal', ({ signal }) => ({ signal }), { message: 'left' }],
  ['its deadlineMs', () => ({ deadlineMs: 50 }), { code: 'timeout', message: expect.stringContaining('deadlineMs') }],
])('%s also ends the other call', async (_, options, expected) => {
  const leaving = new AbortController();
  const { client } = open(() => {
    leaving.abort(new Error('left'));
    return new Promise(() => {});
  });
  expect(await failure(client.things.get({ id: 'a' }, options(leaving)))).toMatchObject(expected);
});

/** Opens a client that sends each request twice if the first one fails: with another ID, and at another address. */
function openOther(options: ClientOptions, around: (sending: Sending) => Promise<unknown>) {
  const sent: string[] = [];
  const fetch: typeof globalThis.fetch = async (input) => {
    sent.push(new URL(String(input)).pathname);
    return sent.length % 3 === 0
      ? Response.json({ id: 'a', name: 'A' })
      : Response.json({}, { status: sent.length % 3 === 1 ? 404 : 503 });
  };
  const provider = { ...testProvider('https://api.test/v1', { fetch, random: () => 0, ...options }), around };
  return { sent, client: createClient(provider, { things }) };
}

const sendElsewhere = ({ params, send, report }: Sending) =>
  send().catch(async () => {
    const body = await send({ ...params, id: 'b' }, 'https://api.test');
    report({ option: 'root', message: 'the API is at the root. Set root: true', baseUrl: 'https://api.test' });
    return body;
  });

it('a provider can send a request again with other params at another address, where later calls then go', async () => {
  const events: ClientEvent[] = [];
  const { sent, client } = openOther({ retries: 1, onEvent: (event) => events.push(event) }, sendElsewhere);
  const { response } = await client.things.get({ id: 'a' }).withResponse();
  expect(response).toMatchObject({ status: 200, attempts: 3 });
  expect(events.flatMap((event) => (event.type === 'request' ? [event.attempt] : []))).toEqual([1, 1, 2]);
  await client.with({ timeoutMs: 500 }).things.get({ id: 'a' });
  expect(sent).toEqual(['/v1/things/a', '/things/b', '/things/b', '/things/a', '/things/b', '/things/b']);
  const reports = events.filter((event) => event.type === 'drift').map(({ about, place }) => [about, place]);
  expect(reports).toEqual([['options', 'root']]);
  expect(inspect(client)).toContain('"https://api.test"');
});
