import { SpotifyApi } from '@spotify/web-api-ts-sdk';
import { ApiClient } from '@twurple/api';
import { AppTokenAuthProvider } from '@twurple/auth';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { setupServer as setupServerOfMsw2 } from 'msw-2/node';
import { Configuration, PlaidApi, PlaidEnvironments } from 'plaid';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { readForm } from '../../test/sign-in.ts';
import { createSandbox as createBankSandbox } from '../bank.ts';
import { createSandbox } from '../create-sandbox.ts';
import type { Sandbox } from '../sandbox.ts';
import { sandboxHandlers } from './msw.ts';

interface Version {
  readonly version: string;
  /** Loads the module that the handlers import as `msw`. */
  readonly load: () => Promise<object>;
  readonly setup: (...handlers: never[]) => { listen(options: object): void; close(): void };
  /** Its option for requests that no handler takes. */
  readonly unhandled: string;
}

const versions: Version[] = [
  { version: '3', load: () => import('msw'), setup: setupServer as Version['setup'], unhandled: 'onUnhandledFrame' },
  {
    version: '2',
    load: () => import('msw-2'),
    setup: setupServerOfMsw2 as Version['setup'],
    unhandled: 'onUnhandledRequest',
  },
];

describe.each(versions)('MSW $version', ({ load, setup, unhandled }) => {
  let sandbox: Sandbox;
  let server: ReturnType<Version['setup']>;

  beforeAll(async () => {
    vi.resetModules();
    const msw = await load();
    vi.doMock('msw', () => msw);
    const { sandboxHandlers: handlersOf } = await import('./msw.ts');
    sandbox = await createSandbox({ listen: false });
    server = setup(...(handlersOf(sandbox, { quotes: 'https://Quotes.example:8443/base/' }) as never[]));
    server.listen({ [unhandled]: 'error' });
  });
  afterEach(() => sandbox.faults.clear());
  afterAll(async () => {
    server.close();
    vi.doUnmock('msw');
    await sandbox.close();
  });

  it.each(['sandbox', 'production'] as const)('the official Plaid client works in the environment %s', async (name) => {
    const { clientId, clientSecret: secret } = sandbox.options.bank;
    const plaid = new PlaidApi(
      new Configuration({
        basePath: `${PlaidEnvironments[name]}`,
        baseOptions: { headers: { 'PLAID-CLIENT-ID': clientId, 'PLAID-SECRET': secret } },
      }),
    );
    const [access_token = ''] = sandbox.controls.bank.accessTokens;
    const { data } = await plaid.accountsGet({ access_token });
    expect(data.accounts.length).toBeGreaterThan(0);
    await expect(plaid.accountsGet({ access_token: 'access-sandbox-unknown' })).rejects.toMatchObject({
      response: { status: 400, data: { error_code: 'INVALID_ACCESS_TOKEN' } },
    });
  });

  it('twurple gets an app token and lists streams', async () => {
    const { clientId, clientSecret } = sandbox.options.stream;
    const twurple = new ApiClient({ authProvider: new AppTokenAuthProvider(clientId, clientSecret) });
    const { data } = await twurple.streams.getStreams({ limit: 3 });
    expect(data).toHaveLength(3);
    const paths = sandbox.requests.filter(({ provider }) => provider === 'stream').map(({ path }) => path);
    expect(paths).toEqual(['/id/oauth2/token', '/helix/streams']);
  });

  it('the official Spotify client searches, and links in responses lead back to the sandbox', async () => {
    const { clientId, clientSecret } = sandbox.options.music;
    const spotify = SpotifyApi.withClientCredentials(clientId, clientSecret);
    const { tracks } = await spotify.search('love', ['track'], undefined, 2);
    expect(tracks.items).toHaveLength(2);
    const { access_token } = (await spotify.getAccessToken()) ?? {};
    const next = await fetch(tracks.next ?? '', { headers: { authorization: `Bearer ${access_token}` } });
    expect(await next.json()).toMatchObject({ tracks: { offset: 2, previous: expect.any(String) } });
  });

  it('consent pages show a form, which the browser sends with its cookie to the real host', async () => {
    const { clientId } = sandbox.options.music;
    const redirect_uri = 'http://127.0.0.1:3000/callback';
    const query = new URLSearchParams({ client_id: clientId, redirect_uri, response_type: 'code', state: 'mine' });
    const address = `https://accounts.spotify.com/authorize?${query}`;
    const page = await fetch(address);
    const [cookie = ''] = page.headers.getSetCookie();
    expect(cookie).toMatch(/; Path=\/;/); // otherwise, a browser would not send it to /authorize
    const body = new URLSearchParams({ ...readForm(await page.text()), decision: 'approve' });
    const headers = { cookie: cookie.replace(/;.*/, '') };
    const back = await fetch(address, { method: 'POST', headers, body, redirect: 'manual' });
    expect([back.status, back.headers.get('location')]).toEqual([303, expect.stringMatching(/callback\?code=/)]);
  });

  it('faults of the sandbox take effect: a status, a dropped connection, and a body that ends early', async () => {
    const ask = async () => {
      const response = await fetch('https://quotes.example:8443/base/api/random');
      await response.text();
      return response;
    };
    sandbox.faults.add({ provider: 'quotes', status: 503 });
    expect((await ask()).status).toBe(503);
    sandbox.faults.add({ provider: 'quotes', drop: 'before' });
    await expect(ask()).rejects.toThrow(TypeError);
    sandbox.faults.add({ provider: 'quotes', drop: 'mid-body' });
    await expect(ask()).rejects.toThrow(TypeError);
    expect((await ask()).status).toBe(200);
  });

  it('a request to any other host is refused, and so are paths outside the API', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    for (const url of ['https://api.example.com/', 'https://api.twitch.tv/kraken/streams']) {
      await expect(fetch(url)).rejects.toThrow();
      expect(logged.mock.lastCall?.[0]).toContain(url);
    }
    logged.mockRestore();
  });
});

it('handlers of a sandbox of one API leave the other APIs alone', async () => {
  const sandbox = await createBankSandbox({ listen: false });
  const server = setupServer(
    ...sandboxHandlers(sandbox),
    http.all('https://api.spotify.com/*', () => new HttpResponse(null, { status: 418 })),
  );
  server.listen({ onUnhandledFrame: 'error' });
  const { status } = await fetch('https://sandbox.plaid.com/accounts/get', { method: 'POST', body: '{}' });
  expect(status).toBe(400);
  expect((await fetch('https://api.spotify.com/v1/me')).status).toBe(418);
  server.close();
  await sandbox.close();
});

it.each([
  [
    { quotes: 'quotes.example' },
    'sandboxHandlers: quotes must be an http or https URL without user, query and fragment',
  ],
  [{ quotes: 'ftp://quotes.example' }, 'sandboxHandlers: quotes must be'],
  [{ quotes: 'https://quotes.example/?a=1' }, 'sandboxHandlers: quotes must be'],
  [{ quote: 'https://quotes.example' }, 'sandboxHandlers: unknown option quote; did you mean quotes?'],
])('options %j are refused', async (options, message) => {
  const sandbox = await createSandbox({ listen: false });
  expect(() => sandboxHandlers(sandbox, options as object)).toThrow(message);
  await sandbox.close();
});
