import { expect, it } from 'vitest';
import { clientsOf, errorOf, tokenAnswer } from './fuzz-kit.ts';

type Clients = ReturnType<typeof clientsOf>;
type Options = { headers?: Record<string, string> };

/** One call of each client. */
const calls: Readonly<Record<string, (clients: Clients, options: Options) => PromiseLike<unknown>>> = {
  stream: ({ stream }, options) => stream.games.top({}, options),
  music: ({ music }, options) => music.tracks.get({ id: '0'.repeat(22) }, options),
  bank: ({ bank }, options) => bank.accounts.get({ access_token: 'access-sandbox-1234' }, options),
  food: ({ food }, options) => food.foods.get({ fdcId: 1 }, options),
  quotes: ({ quotes }, options) => quotes.random({}, options),
};
const credentials = ['authorization', 'client-id', 'x-api-key', 'plaid-secret', 'plaid-client-id', 'cookie'];

it.each(Object.entries(calls))('%s calls refuse every header that the client sets itself', async (_, call) => {
  const sent: Record<string, string>[] = [];
  const fetch = (async (url: string, init: { headers: Record<string, string> }) => {
    if (/\/token$/.test(url)) return tokenAnswer('token-1234');
    sent.push(init.headers);
    return Response.json({}, { status: 404 });
  }) as typeof globalThis.fetch;
  const clients = clientsOf({ fetch });
  await errorOf(() => call(clients, { headers: { 'x-trace-id': 'trace-1' } }));
  const [{ 'x-trace-id': own, ...set } = {}] = sent.splice(0);
  expect([own, set]).toEqual(['trace-1', expect.objectContaining({ accept: expect.any(String) })]);
  for (const header of [...Object.keys(set), ...credentials])
    for (const spelling of [header, header.toUpperCase()])
      expect(await errorOf(() => call(clients, { headers: { [spelling]: 'value-1234' } }))).toMatchObject({
        code: 'invalid_params',
        message: expect.stringContaining(`headers must not contain ${spelling}: `),
      });
  expect(sent).toEqual([]);
});
