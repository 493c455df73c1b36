import { createBankClient } from '@x/bank';
import { createFoodClient } from '@x/food';
import { createMusicClient } from '@x/music';
import { createQuotesClient } from '@x/quotes';
import { createSandbox, type Sandbox } from '@x/sandbox';
import { sandboxHandlers } from '@x/sandbox/msw';
import { createStreamClient } from '@x/stream';
import { setupServer } from 'msw/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let sandbox: Sandbox;
let server: ReturnType<typeof setupServer>;
beforeAll(async () => {
  sandbox = await createSandbox({
    listen: false,
    music: { consent: 'approve', redirectUris: ['https://app.example/callback'] },
  });
  server = setupServer(...sandboxHandlers(sandbox, { quotes: 'https://quotes.example' }));
  server.listen({ onUnhandledFrame: 'error' });
});
afterAll(async () => {
  server.close();
  await sandbox.close();
});

const noRetries = { retries: 0, validation: 'strict' } as const;

/** A call of each client, which has credentials and nothing else of the sandbox. */
const calls = {
  async stream() {
    const { clientId, clientSecret } = sandbox.options.stream;
    const { items } = await createStreamClient({ clientId, clientSecret, ...noRetries }).streams.list({ first: 2 });
    return items.length;
  },
  async music() {
    const { clientId, clientSecret } = sandbox.options.music;
    const music = createMusicClient({ clientId, clientSecret, ...noRetries });
    const found = await music.search({ q: 'love', type: 'track', limit: 2 }, { prefetch: 0 }).toArray({ limit: 4 });
    return found.length / 2;
  },
  async bank() {
    const { clientId, secret } = sandbox.options.bank;
    const [access_token = ''] = sandbox.controls.bank.accessTokens;
    const { added } = await createBankClient({ clientId, secret, ...noRetries }).transactions.syncAll({ access_token });
    return Math.min(added.length, 2);
  },
  async food() {
    const { apiKey } = sandbox.options.food;
    const { items } = await createFoodClient({ apiKey, ...noRetries }).foods.search({ query: 'apple', pageSize: 2 });
    return items.length;
  },
  async quotes() {
    const quotes = createQuotesClient({ baseUrl: 'https://quotes.example', ...noRetries });
    return (await quotes.quotes.list({ limit: 2 })).items.length;
  },
};

describe.each(['stream', 'music', 'bank', 'food', 'quotes'] as const)('with MSW, the client of %s', (name) => {
  it('reaches the sandbox at the address that it has by default', async () => {
    sandbox.requests.length = 0;
    expect(await calls[name]()).toBe(2);
    expect(new Set(sandbox.requests.map(({ provider }) => provider))).toEqual(new Set([name]));
    expect(sandbox.requests.every(({ status }) => status === 200)).toBe(true);
  });

  it('meets the faults of the sandbox', async () => {
    sandbox.faults.add({ provider: name, status: 503, times: Infinity });
    await expect(calls[name]()).rejects.toMatchObject({ code: 'unavailable', status: 503 });
    sandbox.faults.clear();
    sandbox.faults.add({ provider: name, drop: 'before', times: Infinity });
    await expect(calls[name]()).rejects.toMatchObject({ code: 'network' });
    sandbox.faults.clear();
  });
});

it('with MSW, a user signs in on the consent page of the real host', async () => {
  const { clientId, clientSecret } = sandbox.options.music;
  const music = createMusicClient({ clientId, clientSecret, ...noRetries });
  const redirectUri = 'https://app.example/callback';
  const { url, state, codeVerifier } = await music.oauth.authorize({ redirectUri, scopes: ['user-read-private'] });
  expect(url).toMatch('https://accounts.spotify.com/authorize?');
  const { headers } = await fetch(url, { redirect: 'manual' });
  const callbackUrl = headers.get('location') ?? '';
  expect(callbackUrl).toMatch(`${redirectUri}?`);
  await music.oauth.exchange({ account: 'ann', redirectUri, callbackUrl, expectedState: state, codeVerifier });
  expect(await music.withAccount('ann').users.me()).toMatchObject({ type: 'user' });
});
