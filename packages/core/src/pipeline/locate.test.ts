import { inspect } from 'node:util';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { failure, testProvider } from '../../test/test-kit.ts';
import { createClient } from '../client/create-client.ts';
import { endpoint } from '../declare/endpoint.ts';
import type { ClientEvent } from '../declare/events.ts';

const get = endpoint({
  method: 'GET',
  auth: 'none',
  docs: '',
  path: '/things/{id}',
  params: v.object({ id: v.string() }),
  response: v.object({ id: v.string() }),
});

/** Opens a client for an API that is below a path, and whose provider expects it below `/v1` or at the root. */
function open(path: string, answer: (id: string) => Response = (id) => Response.json({ id })) {
  const sent: string[] = [];
  const events: ClientEvent[] = [];
  const fetch: typeof globalThis.fetch = async (input) => {
    const { pathname } = new URL(String(input));
    sent.push(pathname);
    const start = `${path}/things/`;
    return pathname.startsWith(start) && !pathname.endsWith('/gone')
      ? answer(pathname.slice(start.length))
      : Response.json({ message: 'no such thing' }, { status: 404 });
  };
  const provider = {
    ...testProvider('https://api.test/v1', { fetch, onEvent: (event) => events.push(event) }),
    elsewhere: {
      baseUrl: 'https://api.test',
      isMissing: ({ details }: { details?: unknown }) => Object(details).message === 'no such thing',
      option: 'root',
      message: 'the API is at the root. Set root: true',
    },
  };
  const reports = () => events.filter((event) => event.type === 'drift').map(({ about, place }) => [about, place]);
  return { sent, reports, client: createClient(provider, { get }) };
}

it('a call that does not find the API at its address finds it at the other one, where all later calls go', async () => {
  const { sent, reports, client } = open('');
  const { data, response } = await client.get({ id: 'a' }).withResponse();
  expect([data, response.attempts]).toEqual([{ id: 'a' }, 2]);
  await client.with({ retries: 1 }).get({ id: 'b' });
  await failure(client.get({ id: 'gone' }));
  expect(sent).toEqual(['/v1/things/a', '/things/a', '/things/b', '/things/gone']);
  expect(reports()).toEqual([['options', 'root']]);
  expect(inspect(client)).toContain('"https://api.test"');
});

it('calls that start at the same time find it together', async () => {
  const { sent, reports, client } = open('');
  const found = await Promise.all(['a', 'b', 'c'].map((id) => client.get({ id })));
  expect(found).toHaveLength(3);
  expect([sent.length, reports().length]).toEqual([6, 1]);
});

it('once a call has succeeded, a missing record is not looked for elsewhere', async () => {
  const { sent, reports, client } = open('/v1');
  expect(await failure(client.get({ id: 'gone' }))).toMatchObject({ code: 'not_found', status: 404 });
  expect(sent).toEqual(['/v1/things/gone', '/things/gone']);
  await client.get({ id: 'a' });
  await failure(client.get({ id: 'gone' }));
  expect(sent.slice(2)).toEqual(['/v1/things/a', '/v1/things/gone']);
  expect(reports()).toEqual([]);
});

it.each([
  ['another error where it looks first', '/v1', ['/v1/things/a', '/v1/things/b']],
  ['another error where it looks second', '', ['/v1/things/a', '/things/a', '/v1/things/b', '/things/b']],
])('%s decides nothing', async (_, path, expected) => {
  const { sent, client } = open(path, () => Response.json({}, { status: 500 }));
  for (const id of ['a', 'b']) expect(await failure(client.get({ id }))).toMatchObject({ status: 500 });
  expect(sent).toEqual(expected);
});
