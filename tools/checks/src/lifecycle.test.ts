import { createBankClient } from '@x/bank';
import type { ClientLifecycle } from '@x/core';
import { createFoodClient } from '@x/food';
import { createMusicClient } from '@x/music';
import { createQuotesClient } from '@x/quotes';
import { createSandbox } from '@x/sandbox';
import { createStreamClient } from '@x/stream';
import { describe, expect, it, onTestFinished } from 'vitest';
import { errorOf } from './fuzz-kit.ts';

const sandbox = await createSandbox({ listen: false });
const { stream, music, bank, food, quotes } = sandbox.options;

type Fetch = typeof globalThis.fetch;
interface Client extends ClientLifecycle {
  readonly rateLimit: unknown;
  with(options: { retries?: number }): Client;
}

/** A client of each provider that sends its requests with `fetch`, and one of its calls. */
const clients: Readonly<Record<string, (fetch: Fetch) => { client: Client; call(): PromiseLike<unknown> }>> = {
  stream(fetch) {
    const client = createStreamClient({ ...stream, fetch });
    return { client, call: () => client.games.top({ first: 1 }) };
  },
  music(fetch) {
    const client = createMusicClient({ ...music, fetch });
    return { client, call: () => client.search({ q: 'love', type: 'track', limit: 1 }) };
  },
  bank(fetch) {
    const client = createBankClient({ ...bank, fetch });
    return { client, call: () => client.institutions.get({ count: 1, offset: 0, country_codes: ['US'] }) };
  },
  food(fetch) {
    const client = createFoodClient({ ...food, fetch });
    return { client, call: () => client.foods.search({ query: 'apple', pageSize: 1 }) };
  },
  quotes(fetch) {
    const client = createQuotesClient({ ...quotes, fetch });
    return { client, call: () => client.quotes.random() };
  },
};

describe.each(Object.entries(clients))('a %s client', (provider, create) => {
  it('reports its calls in health(), and waits for them in close()', async () => {
    const [arrived, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { client, call } = create(async (...args) => {
      arrived.resolve();
      await released.promise;
      return sandbox.fetch(...args);
    });
    expect(client.health()).toMatchObject({ provider, state: 'open', callsInProgress: 0 });
    const first = Promise.resolve(call());
    await arrived.promise;
    expect(client.health().callsInProgress).toBeGreaterThan(0);
    const closing = client.with({ retries: 0 }).close();
    const refused = await errorOf(call);
    expect(refused).toMatchObject({ code: 'unavailable', provider, retryable: false });
    expect(refused?.message).toContain(': the client was closed with close(). ');
    expect(client.health().state).toBe('closing');
    released.resolve();
    await first;
    await closing;
    expect(client.health()).toMatchObject({
      state: 'closed',
      callsInProgress: 0,
      lastSuccess: { operation: refused?.operation },
      lastFailures: [],
    });
  });
});

it('closing a bank client also closes the clients of its Items', async () => {
  const client = createBankClient(bank);
  const item = client.withItem('one');
  await client.close();
  expect(await errorOf(() => item.accounts.get({ access_token: 'access-sandbox-1' }))).toMatchObject({
    code: 'unavailable',
    operation: 'accounts.get',
  });
});

it('a transactions.syncAll in progress continues to its last page while its client is closing', async () => {
  const arrived = Promise.withResolvers<void>();
  let requests = 0;
  const client = createBankClient({
    ...bank,
    async fetch(...args) {
      requests += 1;
      arrived.resolve();
      await new Promise((resolve) => setImmediate(resolve));
      return sandbox.fetch(...args);
    },
  });
  const [access_token = ''] = sandbox.controls.bank.accessTokens;
  const syncing = client.transactions.syncAll({ access_token, count: 10 });
  await arrived.promise;
  await client.close();
  expect((await syncing).added.length).toBeGreaterThan(10);
  expect(requests).toBeGreaterThan(2);
});

it('closing a bank client ends transactions.follow instead of letting it wait for its next sync', async () => {
  const client = createBankClient(bank);
  const [access_token = ''] = sandbox.controls.bank.accessTokens;
  const deltas = client.transactions.follow({ access_token });
  onTestFinished(() => void deltas.return(undefined));
  await deltas.next();
  const next = errorOf(() => deltas.next());
  await client.close();
  expect(await next).toMatchObject({ code: 'unavailable', operation: 'transactions.follow' });
});

it('closing a client ends quotes.random.stream at its next request', async () => {
  const client = createQuotesClient(quotes);
  const drawn = client.quotes.random.stream({}, { limit: 51 });
  await drawn.next();
  await client.close();
  const rest = errorOf(async () => {
    for await (const { content } of drawn) expect(content).not.toBe('');
  });
  expect(await rest).toMatchObject({ code: 'unavailable', operation: 'quotes.random' });
});
