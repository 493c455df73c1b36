import { failure } from '@x/testing';
import { expect, it } from 'vitest';
import { createQuotesClient } from './index.ts';

const missing = { statusCode: 404, statusMessage: 'The requested resource could not be found' };

/** Opens a client without `basePath` for a server with its routes below a path, which has no quote with the ID `gone`. */
function open(path: string, answer = () => Response.json({ _id: 'a', content: '', author: '', tags: [], length: 0 })) {
  const sent: string[] = [];
  const drifts: string[] = [];
  const fetch: typeof globalThis.fetch = async (input) => {
    const { pathname } = new URL(String(input));
    sent.push(pathname);
    const isFound = pathname.startsWith(`${path}/quotes/`) && !pathname.endsWith('/gone');
    return isFound ? answer() : Response.json(missing, { status: 404 });
  };
  const { quotes } = createQuotesClient({
    baseUrl: 'https://quotes.test',
    fetch,
    retries: 0,
    onEvent: (event) => event.type === 'drift' && drifts.push(event.place),
  });
  return { sent, drifts, get: (id: string) => quotes.get({ id }) };
}

it('calls that start at the same time find the routes at the root together', async () => {
  const { sent, drifts, get } = open('');
  await Promise.all(['a', 'b', 'c'].map(get));
  await failure(get('gone'));
  expect(sent.slice(6)).toEqual(['/quotes/gone']);
  expect(drifts).toEqual(['basePath']);
});

it('once a call has succeeded, a missing record is not looked for at the root', async () => {
  const { sent, drifts, get } = open('/api');
  expect(await failure(get('gone'))).toMatchObject({ code: 'not_found', status: 404 });
  expect(sent).toEqual(['/api/quotes/gone', '/quotes/gone']);
  await get('a');
  await failure(get('gone'));
  expect(sent.slice(2)).toEqual(['/api/quotes/a', '/api/quotes/gone']);
  expect(drifts).toEqual([]);
});

it.each([
  ['below /api', '/api', ['/api/quotes/a', '/api/quotes/b']],
  ['at the root', '', ['/api/quotes/a', '/quotes/a', '/api/quotes/b', '/quotes/b']],
])('another error %s decides nothing', async (_, path, expected) => {
  const { sent, get } = open(path, () => Response.json({}, { status: 500 }));
  for (const id of ['a', 'b']) expect(await failure(get(id))).toMatchObject({ status: 500 });
  expect(sent).toEqual(expected);
});
