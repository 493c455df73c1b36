import { describe, expect, test } from 'vitest';
import { linkRequest, startBank } from '../../../../test/bank.ts';

const minute = 60_000;
const day = 86_400_000;

describe('link tokens', () => {
  test('last 4 hours, or 30 minutes in update mode, which repairs the Item', async () => {
    const { ask, fail, bank, clock, token } = startBank();
    const { link_token } = await ask('/link/token/create', { ...linkRequest, products: ['transactions'] });
    const update = await ask('/link/token/create', { ...linkRequest, access_token: token });
    await ask('/sandbox/item/reset_login', { access_token: token });
    expect(bank.controls.completeLink(update.link_token)).toBeUndefined();
    expect((await ask('/accounts/get', { access_token: token })).item.error).toBeNull();
    await clock.advance(31 * minute);
    expect(await fail('/link/token/get', { link_token: update.link_token })).toBe('400 INVALID_LINK_TOKEN');
    const public_token = bank.controls.completeLink(link_token);
    await ask('/item/public_token/exchange', { public_token });
    expect(await ask('/link/token/get', { link_token })).toMatchObject({
      metadata: { client_name: 'App', initial_products: ['transactions'] },
      link_sessions: [{ results: { item_add_results: [{ public_token }] } }],
    });
    await clock.advance(4 * 60 * minute);
    expect(await fail('/link/token/get', { link_token })).toBe('400 INVALID_LINK_TOKEN');
  });

  test('can repair several Items at once', async () => {
    const { ask, bank } = startBank();
    for (const access_token of bank.accessTokens) await ask('/sandbox/item/reset_login', { access_token });
    const { link_token } = await ask('/link/token/create', { ...linkRequest, access_tokens: bank.accessTokens });
    expect(bank.controls.completeLink(link_token)).toBeUndefined();
    for (const access_token of bank.accessTokens)
      expect((await ask('/accounts/get', { access_token })).item.error).toBeNull();
  });
});

describe('logins', () => {
  test('an Item requires a new login after 30 days, but can still be read', async () => {
    const { ask, fail, clock, token, bank } = startBank();
    await ask('/accounts/get', { access_token: token });
    await clock.advance(30 * day);
    for (const access_token of bank.accessTokens)
      expect(await fail('/transactions/sync', { access_token })).toBe('400 ITEM_LOGIN_REQUIRED');
    expect((await ask('/item/get', { access_token: token })).item.error).toEqual({
      error_type: 'ITEM_ERROR',
      error_code: 'ITEM_LOGIN_REQUIRED',
      error_message: expect.stringContaining('user login is required'),
      display_message: null,
    });
  });

  test.each<[string, object, string]>([
    ['ins_109508', { override_password: 'error_ITEM_LOCKED' }, '400 ITEM_LOCKED'],
    ['ins_109508', { override_password: 'error_INSTITUTION_NOT_RESPONDING' }, '400 INSTITUTION_NOT_RESPONDING'],
    ['ins_109508', { override_password: 'wrong' }, '400 INVALID_CREDENTIALS'],
    ['ins_132361', {}, '400 INSTITUTION_DOWN'],
    ['ins_133402', {}, '400 INSTITUTION_NO_LONGER_SUPPORTED'],
    ['ins_0', {}, '400 INVALID_INSTITUTION'],
  ])('logging in at %s with %j fails: %s', async (institution_id, options, expected) => {
    const body = { institution_id, initial_products: ['transactions'], options };
    expect(await startBank().fail('/sandbox/public_token/create', body)).toBe(expected);
  });
});

describe('accounts', () => {
  test('of the same login share no ID between two Items', async () => {
    const { ask, link } = startBank({ readyAtOnce: true });
    const idsOf = async () => {
      const access_token = await link();
      const { accounts, added } = await ask('/transactions/sync', { access_token });
      return [...accounts.map(({ account_id }) => account_id), ...added.map(({ transaction_id }) => transaction_id)];
    };
    const [first, second] = [await idsOf(), await idsOf()];
    expect(new Set([...first, ...second]).size).toBe(first.length + second.length);
    expect(first.length).toBeGreaterThan(5);
  });
});

test('institutions can be searched by name and by how users log in', async () => {
  const { institutions } = await startBank().ask('/institutions/search', {
    country_codes: ['US'],
    query: 'platypus',
    options: { oauth: true },
  });
  expect(institutions.map(({ institution_id }) => institution_id)).toEqual(['ins_127287', 'ins_132241']);
});
