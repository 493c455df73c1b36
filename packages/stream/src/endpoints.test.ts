import { createClock } from '@x/sandbox';
import { describeEndpoints, failure, untyped } from '@x/testing';
import { describe, expect, it } from 'vitest';
import { eventually } from '../test/inbox.ts';
import { boxOf, clientOf, day, start } from '../test/stage.ts';
import { endpointTest, operations, table } from '../test/table.ts';
import { endpoints } from './index.ts';

const stage = describeEndpoints(endpoints, endpointTest());

it.each(operations.flatMap(([name, { auth }]) => (auth === 'app-or-user' ? [name] : [])))(
  '%s works for the app itself',
  async (name) => {
    const { app, user } = stage();
    const { given, works } = table[name] ?? expect.unreachable(`there is no case for ${name}`);
    await works(untyped(app), { ...stage(), given: (await given?.(user, stage())) as never });
  },
);

it('deprecated endpoints are open to all, and have a replacement', () => {
  const deprecated = operations.filter(([, spec]) => spec.deprecated);
  expect(deprecated.map(([name]) => name)).toEqual(['tags.list', 'tags.ofChannel']);
  const { replacement, openTo } = deprecated[0]?.[1].deprecated ?? {};
  expect([operations.find(([name]) => name === replacement)?.[1].deprecated, openTo]).toEqual([undefined, undefined]);
});

describe('users', () => {
  it('are found by their own token without a selector, which fails for an app', async () => {
    const { user, own, bare, app } = stage();
    const { items } = await user.users.list();
    expect(items).toMatchObject([{ id: own, email: expect.stringContaining('@') }]);
    const { email, ...others } = items[0] ?? {};
    expect((await bare.users.list()).items).toEqual([others]);
    expect(await failure(app.users.list())).toMatchObject({ code: 'rejected', status: 400 });
  });

  it('that cannot exist are missing, and cost no request', async () => {
    const { app, own, sandbox } = stage();
    const login = ['a b', '日本語', '', '@ann', 'x'.repeat(26)];
    const found = await app.users.list({ id: [own, 'x1', '2147483648'], login });
    expect(found).toMatchObject({ items: [{ id: own }], raw: [{}] });
    const missing = [...['x1', '2147483648'].map((id) => ({ id })), ...login.map((each) => ({ login: each }))];
    expect(found.missing).toEqual(missing);
    expect((await app.channels.list({ broadcaster_id: [own, 'me'] })).missing).toEqual(['me']);
    expect((await app.streams.list({ user_id: [own, ''], user_login: login })).items).toMatchObject([{ user_id: own }]);
    const before = sandbox.requests.length;
    expect(await app.users.list({ login })).toMatchObject({ items: [], raw: [] });
    expect((await app.streams.list({ user_login: login })).items).toEqual([]);
    expect(sandbox.requests).toHaveLength(before);
  });

  it('are refused before any request when their grant lacks the scope', async () => {
    const { signIn, stranger, sandbox, ownChannel } = stage();
    const reader = await signIn(stranger(), ['channel:read:polls', 'bits:read']);
    const before = sandbox.requests.length;
    const error = await failure(reader.channels.update({ ...ownChannel, title: 'x' }));
    expect(error).toMatchObject({ code: 'permission_denied' });
    expect(String(error)).toContain('channel:manage:broadcast');
    expect(sandbox.requests).toHaveLength(before);
  });

  it.each(['confidential', 'public'] as const)(
    'of a %s app share one refresh for all calls, and must sign in again once their tokens are revoked',
    async (clientType) => {
      const { controls, clock, requests, options } = await boxOf({ clientType });
      const client = clientOf({ options, clock });
      const { userId, ...tokens } = controls.stream.issueUserToken({ scopes: ['user:edit'] });
      await client.accounts.set('ann', tokens);
      const ann = client.withAccount('ann');
      const many = () => Promise.all(Array.from({ length: 50 }, () => ann.users.list()));
      const refreshes = () => requests.filter(({ path }) => path === '/id/oauth2/token').length;
      for (const round of [1, 2]) {
        await clock.advance(day / 2);
        for (const { items } of await many()) expect(items).toMatchObject([{ id: userId }]);
        expect(refreshes()).toBe(round);
      }
      controls.stream.revokeTokens({ userId });
      const errors = await Promise.all([failure(ann.users.list()), failure(ann.users.update({}))]);
      for (const error of errors) expect(error).toMatchObject({ code: 'reauthorization_required' });
    },
  );
});

describe('tokens', () => {
  it('200 concurrent first calls make one token request, and one more after expiry', async () => {
    const { options, clock, requests, controls } = await boxOf();
    const client = clientOf({ options, clock });
    const many = () => Promise.all(Array.from({ length: 200 }, () => client.streams.list({ first: 1 })));
    const tokenRequests = () => requests.filter(({ path }) => path === '/id/oauth2/token').length;
    await many();
    expect(tokenRequests()).toBe(1);
    await clock.advance(61 * day);
    await many();
    expect(tokenRequests()).toBe(2);
    controls.stream.expireTokens(); // as the platform may at any time: the client reacts to the 401 with one new token
    await many();
    expect(tokenRequests()).toBe(3);
  });

  it('are refused for a wrong client secret, which the error does not reveal', async () => {
    const { sandbox } = stage();
    const error = await failure(clientOf(sandbox, { clientSecret: 'wrong-secret-123' }).games.top());
    expect(error).toMatchObject({ code: 'unauthenticated', status: 403, operation: 'games.top' });
    const shown = `${JSON.stringify(error)} ${(error as Error).stack}`;
    expect(shown).toContain('Check clientId and clientSecret');
    expect(shown).not.toContain('wrong-secret-123');
  });

  it("are signed with an extension's secret as long as it is valid", async () => {
    const { options, clock } = await boxOf();
    const { clientId: extension_id, extension } = options.stream;
    const { secrets } = await clientOf({ options, clock }).extensions.secrets.create({ extension_id });
    const works = (secret = '') =>
      clientOf({ options, clock }, { extension: { ...extension, secret } })
        .extensions.get({ extension_id })
        .then(
          () => true,
          ({ code }) => code,
        );
    const [before, after] = secrets.map(({ content }) => content);
    expect([await works(before), await works(after)]).toEqual([true, 'unauthenticated']);
    await clock.advance(300_000);
    expect([await works(before), await works(after)]).toEqual([true, true]);
    await clock.advance(3_600_000);
    expect([await works(before), await works(after)]).toEqual(['unauthenticated', true]);
  });
});

describe('lists', () => {
  it('continue at the position of a cursor, in another client', async () => {
    const { app, sandbox } = stage();
    const first = await app.streams.list({ first: 7, language: 'en' });
    const second = await clientOf(sandbox).streams.list(
      { first: 7, language: 'en' },
      { cursor: first.nextCursor ?? '' },
    );
    const all = await app.streams.list({ first: 14, language: 'en' });
    expect([...first.items, ...second.items]).toEqual(all.items);
    const foreign = await failure(app.streams.list({ first: 7, language: 'de' }, { cursor: first.nextCursor ?? '' }));
    expect(foreign).toMatchObject({ code: 'invalid_cursor' });
  });

  it.each([
    ['are frozen', {}],
    ['have a cursor on their last page', { cursorOnLastPage: true }],
  ])('are read to their end if they %s', async (_, settings) => {
    const { options, clock } = await boxOf(settings);
    const all = await clientOf({ options, clock }).streams.list({ first: 100 }).toArray({ limit: 1000 });
    expect(new Set(all.map(({ id }) => id)).size).toBe(600);
  });
});

describe('the rate limit', () => {
  it('is observed automatically: 820 calls at full speed see no 429', async () => {
    // Client and server share a clock, so that neither is ahead of the other.
    const clock = createClock(start, false);
    const { options, requests } = await boxOf({}, clock, 'real');
    const client = clientOf({ options, clock });
    const all = Promise.all(Array.from({ length: 820 }, () => client.games.top({ first: 1 })));
    const answered = () => requests.filter(({ path, status }) => path === '/helix/games/top' && status === 200).length;
    await eventually(() => expect(answered()).toBe(774)); // 26 wait
    await clock.advance(46 * 75); // a point comes back every 75 ms
    await all;
    expect([answered(), requests.filter(({ status }) => status === 429)]).toEqual([820, []]);
    expect(client.rateLimit?.limit).toBe(800);
  }, 120_000);

  it('makes no call wait after a 429 with points left', async () => {
    const { options, clock } = await boxOf({}, createClock(start), {
      stream: { endpoints: { 'GET /clips': { limit: 1, windowMs: 60_000 } } },
    });
    const client = clientOf({ options, clock }, { retries: 3 });
    const [game] = (await client.games.top({ first: 1 })).items;
    const query = { game_id: game?.id ?? '' };
    await client.clips.list(query);
    await expect(client.clips.list(query)).rejects.toMatchObject({ code: 'rate_limited', retryable: false });
  });
});
