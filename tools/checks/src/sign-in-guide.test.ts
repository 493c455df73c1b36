import { createMusicClient, type MusicClient } from '@x/music';
import { createClock, createSandbox } from '@x/sandbox';
import { expect, it } from 'vitest';
import { importBlock } from './guide-blocks.ts';
import { setup } from './sign-in-kit.ts';

type Exports = Awaited<ReturnType<typeof importBlock>>;

interface Tokens {
  accessToken: string;
  refreshToken?: string | undefined;
}

const seconds = (clock: { now(): number }) => Math.floor(clock.now() / 1000);
/** Values that each library passes to the guide's code, for a user with the ID `ann`. */
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
  "the guide's code for %s passes the tokens to the client, which refreshes them once for 50 calls",
  async (_, handOver) => {
    const clock = createClock({ frozen: true });
    const sandbox = await createSandbox({ listen: false, clock });
    const client = createMusicClient({ ...sandbox.options.music, clock });
    const [user] = sandbox.controls.music.users();
    const scopes = ['user-read-private', 'user-library-read'];
    const granted = sandbox.controls.music.issueUserToken({ userId: user?.id ?? '', scopes });
    const exports = await importBlock('sign-in', 'AuthJsAccount');
    await handOver(exports, client, granted, clock);
    expect(await client.accounts.get('ann')).toMatchObject({ expiresAt: expect.any(Number), scopes });

    await clock.advance(3_600_000);
    const ann = client.withAccount('ann');
    const calls = Array.from({ length: 50 }, () => ann.users.me());
    expect((await Promise.all(calls)).every(({ id }) => id === user?.id)).toBe(true);
    expect(sandbox.requests.filter(({ path }) => path.endsWith('/token'))).toHaveLength(1);
  },
);

it("the guide's code ignores accounts of other providers, and accounts without a token", async () => {
  const { music } = await setup();
  const { authJsEvents, betterAuthHooks } = await importBlock('sign-in', 'AuthJsAccount');
  const user = { id: 'ann' };
  await authJsEvents(music).signIn({ user, account: { provider: 'github', access_token: 'other' } });
  await authJsEvents(music).signIn({ user, account: { provider: 'spotify' } });
  await authJsEvents(music).signIn({ user, account: null });
  const { update } = betterAuthHooks(music).account;
  await update.after({ providerId: 'github', userId: 'ann', accessToken: 'other' });
  await update.after({ providerId: 'spotify', userId: 'ann', accessToken: null });
  expect(await music.accounts.get('ann')).toBeUndefined();
});
