import * as v from 'valibot';
import { expect, it } from 'vitest';
import { testProvider } from '../../test/test-kit.ts';
import { endpoint } from '../declare/endpoint.ts';
import type { ClientEvent } from '../declare/events.ts';
import type { ClientOptions, Provider } from '../declare/provider.ts';
import { oneOrMany } from '../declare/schema.ts';
import { lookup } from '../paging/call-lookup.ts';
import { createClient } from './create-client.ts';

const base = { auth: 'none', docs: '' } as const;
const old = {
  save: endpoint({
    ...base,
    method: 'PUT',
    path: '/old/{box}',
    params: v.object({ box: v.string() }),
    query: v.object({ loud: v.optional(v.boolean()) }),
    body: v.object({ ids: oneOrMany(v.string()) }),
    response: v.void(),
    as: 'none',
    deprecated: { since: '2026-02-11', openTo: 'paying apps', replacement: 'things.save' },
  }),
  list: lookup({
    ...base,
    method: 'GET',
    path: '/old',
    query: v.object({ ids: oneOrMany(v.string()), lang: v.optional(v.string()) }),
    item: v.object({ id: v.string() }),
    items: 'things',
    ids: { params: ['ids'], max: 50, match: 'place' },
  }),
};
const save = {
  ...old.save,
  path: '/new',
  arrange: ({ box, ids }: { box: string; ids: string[] }) => ({ query: { uris: ids.map((id) => `${box}:${id}`) } }),
  deprecated: { ...old.save.deprecated, isRerouted: true },
};
const oneByOne = {
  ...old.list,
  path: '/old/{id}',
  items: '',
  ids: { ...old.list.ids, max: 1, failsWhenNoneExists: true },
  arrange: ({ ids, ...query }: { ids: string[] }) => ({ path: { id: ids[0] }, query }),
};

/** A provider that saves things in the new way unless they must be loud, and reads lists one by one. */
const adapt: NonNullable<Provider['adapt']> = (declared, params) => {
  if (declared === old.list) return oneByOne as never;
  return declared === old.save && !(params as { loud?: boolean } | null)?.loud ? (save as never) : declared;
};

function open(options: ClientOptions = {}) {
  const sent: string[] = [];
  const fetch: typeof globalThis.fetch = async (input, { method = 'GET', body } = {}) => {
    const { pathname, search } = new URL(String(input));
    sent.push([method, pathname + search, ...(body ? [String(body)] : [])].join(' '));
    if (pathname === '/old/gone') return Response.json({}, { status: 404 });
    return Response.json({ id: pathname.split('/').at(-1) });
  };
  const provider = { ...testProvider('https://api.test', { fetch, ...options }), adapt };
  return { sent, client: createClient(provider, { old }) };
}

it('a provider chooses the declaration for a call based on its params', async () => {
  const { sent, client } = open({ onEvent() {} });
  await client.old.save({ box: 'track', ids: ['a', 'b'] });
  await client.old.save({ box: 'track', ids: ['a'], loud: true });
  expect(sent).toEqual(['PUT /new?uris=track%3Aa&uris=track%3Ab', 'PUT /old/track?loud=true {"ids":["a"]}']);
});

it('params are checked as declared before they are arranged, and undeclared ones are sent unchanged', async () => {
  const { sent, client } = open({ onEvent() {} });
  await expect(client.old.save({ box: 'track' } as never)).rejects.toMatchObject({
    code: 'invalid_params',
    message: expect.stringContaining('ids'),
  });
  await expect(client.old.save(null as never)).rejects.toMatchObject({ code: 'invalid_params' });
  expect(sent).toEqual([]);
  await client.old.list({ ids: ['a'], lang: undefined, newest: true } as never);
  expect(sent).toEqual(['GET /old/a?newest=true']);
});

it('a call that is routed to its replacement is reported once', async () => {
  const events: ClientEvent[] = [];
  const { client } = open({ onEvent: (event) => events.push(event) });
  for (const box of ['track', 'album']) await client.old.save({ box, ids: ['a'] });
  expect(events.filter(({ type }) => type === 'drift')).toMatchObject([
    {
      operation: 'old.save',
      about: 'deprecation',
      message:
        'it has been deprecated since 2026-02-11, except for paying apps, so the client calls things.save instead. Call things.save yourself',
    },
  ]);
  expect(events.filter(({ type }) => type === 'call_start')).toMatchObject([
    { operation: 'old.save', path: '/new' },
    { operation: 'old.save', path: '/new' },
  ]);
});

it('a lookup can send one request per ID, with the ID in the path', async () => {
  const { sent, client } = open();
  const { items, missing } = await client.old.list({ ids: ['b', 'gone', 'a', 'b'], lang: 'de' });
  expect(items).toEqual([{ id: 'b' }, { id: 'a' }, { id: 'b' }]);
  expect(missing).toEqual(['gone']);
  expect(sent.toSorted()).toEqual(['GET /old/a?lang=de', 'GET /old/b?lang=de', 'GET /old/gone?lang=de']);
});
