import { describe, expect, it } from 'vitest';
import { setup } from './testing.ts';

const both = [
  ['stream', 'Twitch', 'VelvetBeacon'],
  ['music', 'Spotify', 'Sandbox'],
] as const;

describe.each(both)('the callback of %s', (name, title, userName) => {
  const changed = (state: string) => `${state.slice(0, 8)}${'A'.repeat(24)}`;
  it.each<[string, string, (query: URLSearchParams) => void]>([
    ['a changed state', 'does not belong to', (query) => query.set('state', changed(query.get('state') ?? ''))],
    ['a missing code', 'does not belong to', (query) => query.delete('code')],
    ['a made-up code', 'code was used before', (query) => query.set('code', 'made-up')],
  ])('refuses %s, and the real callback after it', async (_, said, tamper) => {
    const { browser } = await setup();
    const own = browser();
    const back = await own.goAndComeBack(name);
    const genuine = back.pathname + back.search;
    tamper(back.searchParams);
    const refused = await own.open(back.pathname + back.search);
    expect(refused.status).toBe(400);
    expect(refused.text).toContain(said);
    expect(refused.text).toContain(`Try again with ${title}`);
    expect((await own.open(genuine)).status).toBe(400);
    expect((await own.open('/library')).location).toBe('/');
  });

  it.each<[string, (query: URLSearchParams) => void]>([
    ['a forged state', (query) => query.set('state', 'forged')],
    ['a missing state', (query) => query.delete('state')],
  ])('refuses %s without ending the sign-in that was started', async (_, tamper) => {
    const { browser } = await setup();
    const own = browser();
    const back = await own.goAndComeBack(name);
    const genuine = back.pathname + back.search;
    tamper(back.searchParams);
    const refused = await own.open(back.pathname + back.search);
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('was not started in this browser')]);
    expect((await own.open('/library')).location).toBe('/');
    expect((await own.open(genuine)).status).toBe(303);
  });

  it('refuses a callback that was used, came too late, or belongs to the other provider', async () => {
    const { sandbox, browser } = await setup();
    const own = browser();
    const used = await own.goAndComeBack(name);
    await own.open(used.pathname + used.search);
    expect(await own.open(used.pathname + used.search)).toMatchObject({
      status: 400,
      text: expect.stringContaining('already completed'),
    });
    expect((await own.open('/library')).status).toBe(200);

    const other = browser();
    const { search } = await other.goAndComeBack(name);
    const [foreign] = both.filter(([each]) => each !== name).map(([each]) => each);
    expect((await other.open(`/sign-in/${foreign}/callback${search}`)).status).toBe(400);
    await sandbox.clock.advance(600_000);
    expect(await other.open(`/sign-in/${name}/callback${search}`)).toMatchObject({
      status: 400,
      text: expect.stringContaining('took more than ten minutes'),
    });
    expect((await other.open('/library')).location).toBe('/');
  });

  it('refuses a code that was used, even with a valid state', async () => {
    const { browser } = await setup();
    const [first, second] = [browser(), browser()];
    const old = await first.goAndComeBack(name);
    await first.open(old.pathname + old.search);
    const back = await second.goAndComeBack(name);
    back.searchParams.set('code', old.searchParams.get('code') ?? '');
    expect(await second.open(back.pathname + back.search)).toMatchObject({
      status: 400,
      text: expect.stringContaining('code was used before'),
    });
    expect((await second.open('/library')).location).toBe('/');
  });

  it('shows a friendly page to a user who declines', async () => {
    const { browser, errors } = await setup();
    const own = browser();
    const { location } = await own.press(`/sign-in/${name}`);
    const state = new URL(location).searchParams.get('state');
    const refused = await own.open(
      `/sign-in/${name}/callback?${new URLSearchParams({ error: 'access_denied', state: `${state}` })}`,
    );
    expect(refused.status).toBe(200);
    expect(refused.text).toMatch(/You declined[\s\S]+Back to the start/);
    expect((await own.open('/library')).location).toBe('/');
    expect(errors).toEqual([]);
  });

  it('signs in another user in the same browser', async () => {
    const { sandbox, browser } = await setup();
    const own = browser();
    await own.signIn(name);
    const [, second] = sandbox.controls[name].users();
    const { location } = await own.press(`/sign-in/${name}`);
    const chosen = await sandbox.fetch(
      `${location}&${name === 'stream' ? 'login' : 'user'}=${encodeURIComponent(second?.id ?? '')}`,
      {
        redirect: 'manual',
      },
    );
    const { pathname, search } = new URL(chosen.headers.get('location') ?? '');
    await own.open(pathname + search);
    const home = await own.open('/');
    expect(home.text).not.toContain(`>${userName}<`);
    expect(home.text).toContain((second?.displayName ?? '').replace('&', '&amp;'));
    expect((await own.open('/library')).status).toBe(200);
    // Only one of the two providers has a call that revokes access.
    const revoked = sandbox.requests.filter(({ path, status }) => path.endsWith('/revoke') && status === 200);
    expect(revoked).toHaveLength(name === 'stream' ? 1 : 0);
  });
});
