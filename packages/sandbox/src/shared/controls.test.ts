import { describe, expect, it } from 'vitest';
import { openSandbox } from '../../test/sandbox.ts';

const start = () => openSandbox({ listen: false, clock: { now: 0, frozen: true } });

describe.each(['stream', 'music'] as const)('user tokens: %s', (name) => {
  it('are issued with the same five fields, for the first user unless another is named', async () => {
    const { controls } = await start();
    const { issueUserToken, users } = controls[name];
    const issued = issueUserToken({ scopes: ['x'], expiresInSeconds: 60 });
    expect(issued).toEqual({
      accessToken: expect.any(String),
      refreshToken: expect.any(String),
      expiresAt: 60_000,
      userId: users()[0]?.id,
      scopes: ['x'],
    });
    const userId = users()[1]?.id ?? '';
    expect(issueUserToken({ userId })).toMatchObject({ userId, scopes: [], expiresAt: expect.any(Number) });
    expect(() => issueUserToken({ userId: 'nobody' })).toThrow('the sandbox has no user nobody');
  });

  it('are expired and revoked by token, kind and user', async () => {
    const sandbox = await start();
    const { issueUserToken, expireTokens, revokeTokens, users, grants } = sandbox.controls[name];
    const [first, second] = users().map(({ id }) => id);
    const one = issueUserToken({ userId: first });
    const other = issueUserToken({ userId: second });
    const path = name === 'stream' ? '/stream/id/oauth2/validate' : '/music/v1/me';
    const status = async ({ accessToken }: typeof one) =>
      (await sandbox.fetch(sandbox.url + path, { headers: { authorization: `Bearer ${accessToken}` } })).status;
    expect([await status(one), await status(other)]).toEqual([200, 200]);
    expect(expireTokens({ token: one.refreshToken })).toBe(1);
    expect([await status(one), await status(other)]).toEqual([401, 200]);
    expect(grants(first ?? '')).toHaveLength(1);
    expect(revokeTokens({ userId: second, kind: 'user' })).toBe(1);
    expect([await status(other), grants(second ?? '')]).toEqual([401, []]);
    expect(revokeTokens({ kind: 'app' })).toBe(0);
    expect(grants(first ?? '')).toHaveLength(1);
    revokeTokens({ token: one.accessToken });
    expect(grants(first ?? '')).toEqual([]);
  });
});

describe('Items', () => {
  it('are listed, and are found by their item_id or their access token', async () => {
    const { bank } = (await start()).controls;
    const [first, second] = bank.items();
    expect(bank.items().map(({ accessToken }) => accessToken)).toEqual(bank.accessTokens);
    expect(first).toMatchObject({ institutionId: 'ins_109508', error: null });
    expect(first?.accountIds).toHaveLength(12);
    bank.failItem(first?.itemId ?? '', 'ITEM_LOGIN_REQUIRED');
    bank.failItem(second?.accessToken ?? '', 'ITEM_LOCKED');
    expect(bank.items().map(({ error }) => error)).toEqual(['ITEM_LOGIN_REQUIRED', 'ITEM_LOCKED']);
    bank.repairItem(first?.itemId ?? '');
    expect(bank.items()[0]?.error).toBeNull();
    const { added } = bank.changeTransactions(first?.itemId ?? '', { added: 2 });
    expect(added).toHaveLength(2);
    expect(() => bank.repairItem('unknown')).toThrow();
  });
});

describe('a control refuses', () => {
  it.each<[string, (controls: Awaited<ReturnType<typeof start>>['controls']) => unknown, string]>([
    [
      'an unknown field',
      ({ stream }) => stream.issueUserToken({ scope: ['x'] } as object),
      'unknown field stream.issueUserToken.scope; did you mean stream.issueUserToken.scopes?',
    ],
    [
      'an unknown field of music',
      ({ music }) => music.issueUserToken({ userID: 'x' } as object),
      'unknown field music.issueUserToken.userID; did you mean music.issueUserToken.userId?',
    ],
    [
      'an unknown field in a parameter',
      ({ bank }) => bank.changeTransactions(bank.accessTokens[0] ?? '', { add: 1 } as object),
      'unknown field bank.changeTransactions.changes.add; did you mean bank.changeTransactions.changes.added?',
    ],
    [
      'a value that a field cannot have',
      ({ stream }) => stream.revokeTokens({ kind: 'refresh' as 'app' }),
      'stream.revokeTokens.kind must be one of app, user; got "refresh"',
    ],
  ])('%s', async (_, call, message) => {
    const sandbox = await start();
    expect(() => call(sandbox.controls)).toThrow(message);
    expect(sandbox.save().log).toEqual([]);
  });
});
