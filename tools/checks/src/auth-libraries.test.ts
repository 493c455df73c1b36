import { Auth, type AuthConfig, skipCSRFCheck } from '@auth/core';
import Spotify from '@auth/core/providers/spotify';
import { createMusicClient, type MusicClient } from '@x/music';
import { createSandbox } from '@x/sandbox';
import { sandboxHandlers } from '@x/sandbox/msw';
import { betterAuth } from 'better-auth';
import { memoryAdapter } from 'better-auth/adapters/memory';
import { setupServer } from 'msw/node';
import { expect, it, onTestFinished } from 'vitest';
import { importBlock } from './guide-blocks.ts';

const origin = 'http://127.0.0.1:3000';
const secret = Buffer.alloc(32, 7).toString('base64');
const scopes = ['user-read-email', 'user-library-read'];

type Handle = (request: Request) => Promise<Response>;

/** An app that signs its users in with a library. */
interface App {
  readonly handle: Handle;
  /** Request that starts a sign-in. */
  readonly start: Request;
  /** Returns the address of the consent page in the response to it. */
  consentIn(response: Response): Promise<string>;
}

/** Apps, by the library. Each uses the guide's code. */
const apps: Readonly<
  Record<string, (music: MusicClient, app: { clientId: string; clientSecret: string }) => Promise<App>>
> = {
  async 'Auth.js'(music, { clientId, clientSecret }) {
    const { authJsEvents } = await importBlock('sign-in', 'AuthJsAccount');
    const authorization = `https://accounts.spotify.com/authorize?${new URLSearchParams({ scope: scopes.join(' ') })}`;
    const config: AuthConfig = {
      basePath: '/auth',
      trustHost: true,
      secret,
      skipCSRFCheck,
      providers: [Spotify({ clientId, clientSecret, authorization })],
      events: authJsEvents(music),
    };
    return {
      handle: (request) => Auth(request, config),
      start: new Request(`${origin}/auth/signin/spotify`, { method: 'POST' }),
      consentIn: async ({ headers }) => headers.get('location') ?? '',
    };
  },
  async 'Better Auth'(music, app) {
    const { betterAuthHooks } = await importBlock('sign-in', 'AuthJsAccount');
    const { handler } = betterAuth({
      baseURL: origin,
      secret,
      telemetry: { enabled: false },
      database: memoryAdapter({ user: [], session: [], account: [], verification: [] }),
      socialProviders: { spotify: { ...app, scope: scopes } },
      databaseHooks: betterAuthHooks(music),
    });
    return {
      handle: handler,
      start: new Request(`${origin}/api/auth/sign-in/social`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin },
        body: JSON.stringify({ provider: 'spotify', callbackURL: '/' }),
      }),
      consentIn: async (response) => ((await response.json()) as { url: string }).url,
    };
  },
};

it.each(Object.entries(apps))(
  "a user signs in with %s, and the guide's code stores their grant in the client's store",
  async (_, createApp) => {
    const sandbox = await createSandbox({ listen: false, music: { consent: 'approve' } });
    const realHosts = setupServer(...sandboxHandlers(sandbox));
    realHosts.listen({ onUnhandledFrame: 'error' });
    onTestFinished(() => realHosts.close());
    const music = createMusicClient(sandbox.options.music);
    const stored: string[] = [];
    const { set } = music.accounts;
    music.accounts.set = (account, grant) => {
      stored.push(account);
      return set(account, grant);
    };
    const { handle, start, consentIn } = await createApp(music, sandbox.options.music);
    const begun = await handle(start);
    const cookie = begun.headers.getSetCookie().map((line) => line.split(';')[0]);
    const approved = await fetch(await consentIn(begun), { redirect: 'manual' });
    const callback = approved.headers.get('location') ?? '';
    expect(callback.startsWith(origin)).toBe(true);
    const back = await handle(new Request(callback, { headers: { cookie: cookie.join('; ') } }));
    expect([back.status, back.headers.get('location')]).toEqual([302, expect.not.stringContaining('error')]);

    const [account = ''] = stored;
    expect(await music.accounts.get(account)).toMatchObject({ scopes, refreshToken: expect.any(String) });
    expect((await music.withAccount(account).users.me()).id).toBe(sandbox.controls.music.users()[0]?.id);
  },
);
