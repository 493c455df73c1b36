import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createMusicClient, type MusicClient } from '@x/music';
import { createClock, createSandbox } from '@x/sandbox';
import type { Express } from 'express';
import { expect, it } from 'vitest';
import { importBlock } from './guide-blocks.ts';
import { setup } from './sign-in-kit.ts';

it('the app of the guide for Express serves the routes, with their redirects and cookies', async () => {
  const { routes, sandbox } = await setup({ origin: 'http://127.0.0.1:3000' });
  const { createApp } = await importBlock('sign-in', ` from 'express';`);
  const { promise, resolve } = Promise.withResolvers<void>();
  const server: Server = (createApp(routes()) as Express).listen(0, '127.0.0.1', () => resolve());
  await promise;
  const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const headers = { 'sec-fetch-site': 'same-origin', cookie: 'user=ann' };
  const begun = await fetch(`${at}/sign-in/music`, { method: 'POST', headers, redirect: 'manual' });
  const [stored = ''] = begun.headers.getSetCookie();
  const approved = await sandbox.fetch(begun.headers.get('location') ?? '', { redirect: 'manual' });
  const { pathname, search } = new URL(approved.headers.get('location') ?? '');
  const cookie = `user=ann; ${stored.split(';')[0]}`;
  const back = await fetch(at + pathname + search, { headers: { cookie }, redirect: 'manual' });
  expect([back.status, back.headers.get('location')]).toEqual([303, 'http://127.0.0.1:3000/']);
  const token = await fetch(`${at}/sign-in/music/token`, { method: 'POST', headers });
  expect(Object.keys((await token.json()) as object)).toEqual(['accessToken', 'expiresAt', 'scopes']);
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
});

type Exports = Awaited<ReturnType<typeof importBlock>>;

interface Tokens {
  accessToken: string;
  refreshToken?: string | undefined;
}

const seconds = (clock: { now(): number }) => Math.floor(clock.now() / 1000);
/** What each library passes to the code of the guide, for a user with the id `ann`. */
const libraries: Readonly<
  Record<string, (exports: Exports, music: MusicClient, tokens: Tokens, clock: { now(): number }) => Promise<void>>
> = {
  'Auth.js': ({ authJsEvents }, music, { accessToken, refreshToken }, clock) =>
    authJsEvents(music).signIn({
      user: { id: 'ann' },
      account: {
        provider: 'spotify',
        access_token: accessToken,
        refresh_token: refreshToken,
        expires_at: seconds(clock) + 3600,
        scope: 'user-read-private user-library-read',
      },
    }),
  'Better Auth': ({ betterAuthHooks }, music, tokens, clock) =>
    betterAuthHooks(music).account.create.after({
      ...tokens,
      providerId: 'spotify',
      userId: 'ann',
      accessTokenExpiresAt: new Date(clock.now() + 3_600_000),
      scope: 'user-read-private,user-library-read',
    }),
};

it.each(Object.entries(libraries))(
  'the code of the guide for %s hands the tokens over, which are then refreshed once for 50 calls',
  async (_, handOver) => {
    const clock = createClock(Date.now(), false);
    const sandbox = await createSandbox({ listen: false, clock });
    const client = createMusicClient({ ...sandbox.options.music, clock });
    const [user] = sandbox.controls.music.users();
    const scopes = ['user-read-private', 'user-library-read'];
    const granted = sandbox.controls.music.issueUserToken({ userId: user?.id ?? '', scopes });
    const exports = await importBlock('sign-in', 'AuthJsAccount');
    await handOver(exports, client, granted, clock);
    expect(await client.oauth.grantOf('ann')).toMatchObject({ expiresAt: expect.any(Number), scopes });

    await clock.advance(3_600_000);
    const ann = client.withAccount('ann');
    const calls = Array.from({ length: 50 }, () => ann.users.me());
    expect((await Promise.all(calls)).every(({ id }) => id === user?.id)).toBe(true);
    expect(sandbox.requests.filter(({ path }) => path.endsWith('/token'))).toHaveLength(1);
  },
);

it('the code of the guide leaves accounts of other providers, and those without a token, alone', async () => {
  const { music } = await setup();
  const { authJsEvents, betterAuthHooks } = await importBlock('sign-in', 'AuthJsAccount');
  const user = { id: 'ann' };
  await authJsEvents(music).signIn({ user, account: { provider: 'github', access_token: 'other' } });
  await authJsEvents(music).signIn({ user, account: { provider: 'spotify' } });
  await authJsEvents(music).signIn({ user, account: null });
  const { update } = betterAuthHooks(music).account;
  await update.after({ providerId: 'github', userId: 'ann', accessToken: 'other' });
  await update.after({ providerId: 'spotify', userId: 'ann', accessToken: null });
  expect(await music.oauth.grantOf('ann')).toBeUndefined();
});
