import type { ClientEvent } from '@x/core';
import { describe, expect, it } from 'vitest';
import { clientsOf, errorOf, tokenAnswer } from './fuzz-kit.ts';

type Name = 'stream' | 'music' | 'bank' | 'food' | 'quotes';
type Clients = ReturnType<typeof clientsOf>;
type Options = { headers?: Record<string, string> };

/** One call and one list of each client. */
const calls: Readonly<Record<Name, (clients: Clients, options?: Options) => PromiseLike<unknown>>> = {
  stream: ({ stream }, options) => stream.games.top({}, options),
  music: ({ music }, options) => music.tracks.get({ id: '0'.repeat(22) }, options),
  bank: ({ bank }, options) => bank.accounts.get({ access_token: 'access-sandbox-1234' }, options),
  food: ({ food }, options) => food.foods.get({ fdcId: 1 }, options),
  quotes: ({ quotes }, options) => quotes.random({}, options),
};

/** Clients of all five whose APIs respond with `response`; `sent` are the headers of their requests. */
function clientsOver(response: () => Response) {
  const events: ClientEvent[] = [];
  const sent: Record<string, string>[] = [];
  const fetch = (async (url: string, init: { headers: Record<string, string> }) => {
    if (/\/token$/.test(url)) return tokenAnswer('token-1234');
    sent.push(init.headers);
    return response();
  }) as typeof globalThis.fetch;
  const onEvent = (event: ClientEvent) => {
    if (!event.operation.startsWith('oauth.')) events.push(event);
  };
  return { clients: clientsOf({ fetch, onEvent, retries: 1 }), events, sent };
}

describe.each(Object.entries(calls) as [Name, (typeof calls)[Name]][])('a call of %s', (name, call) => {
  it('reports every response and its end when the API is unavailable', async () => {
    const headers = { 'x-request-id': 'request-1' };
    const { clients, events } = clientsOver(() => Response.json({}, { status: 503, headers }));
    await errorOf(() => call(clients));
    expect(events.map(({ type }) => type)).toEqual([
      ...['call-start', 'request', 'response', 'retry'],
      ...['request', 'response', 'call-end'],
    ]);
    expect(new Set(events.map(({ callId, provider, path }) => `${callId} ${provider} ${path}`)).size).toBe(1);
    expect(events[0]).toMatchObject({
      provider: name,
      host: 'fuzz.invalid',
      path: expect.stringMatching(/^\/[\w/{}-]*$/),
    });
    expect(events.at(-1)).toMatchObject({
      outcome: 'error',
      code: 'unavailable',
      status: 503,
      attempts: 2,
      requestId: 'request-1',
      bytes: 2,
    });
  });

  it('refuses each header that the client sets itself, as an option of the call', async () => {
    const { clients, sent } = clientsOver(() => Response.json({}, { status: 404 }));
    await errorOf(() => call(clients, { headers: { 'x-trace-id': 'trace-1' } }));
    const [own = {}] = sent.splice(0);
    expect(own).toMatchObject({ 'x-trace-id': 'trace-1', accept: expect.any(String) });
    const names = Object.keys(own).filter((header) => header !== 'x-trace-id');
    for (const header of [
      ...names,
      'authorization',
      'client-id',
      'x-api-key',
      'plaid-secret',
      'plaid-client-id',
      'cookie',
    ])
      for (const spelling of [header, header.toUpperCase()])
        expect(await errorOf(() => call(clients, { headers: { [spelling]: 'value-1234' } }))).toMatchObject({
          code: 'invalid_params',
          message: expect.stringContaining(`headers must not contain ${spelling}: `),
        });
    expect(sent).toEqual([]);
  });
});
