import { describe, expect, test } from 'vitest';
import { startBank } from './testing.ts';

const minute = 60_000;
const day = 86_400_000;

describe('tokens', () => {
  test('a public token works once, for 30 minutes', async () => {
    const { ask, fail, clock } = startBank();
    const make = async () =>
      (await ask('/sandbox/public_token/create', { institution_id: 'ins_109508', initial_products: ['auth'] }))
        .public_token;
    const public_token = await make();
    const { access_token, item_id } = await ask('/item/public_token/exchange', { public_token });
    expect(public_token).toMatch(/^public-sandbox-[0-9a-f-]{36}$/);
    expect(access_token).toMatch(/^access-sandbox-[0-9a-f-]{36}$/);
    expect((await ask('/item/get', { access_token })).item.item_id).toBe(item_id);
    expect(await fail('/item/public_token/exchange', { public_token })).toBe('400 INVALID_PUBLIC_TOKEN');
    const late = await make();
    await clock.advance(30 * minute);
    expect(await fail('/item/public_token/exchange', { public_token: late })).toBe('400 INVALID_PUBLIC_TOKEN');
  });

  test('a link token lasts 4 hours, one of update mode 30 minutes and repairs its Item', async () => {
    const { ask, fail, bank, clock, token } = startBank();
    const request = { client_name: 'App', language: 'en', country_codes: ['US'], user: { client_user_id: '1' } };
    const { link_token } = await ask('/link/token/create', { ...request, products: ['transactions'] });
    const update = await ask('/link/token/create', { ...request, access_token: token });
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

  test('one update mode repairs several Items', async () => {
    const { ask, bank } = startBank();
    const request = { client_name: 'App', language: 'en', country_codes: ['US'], user: { client_user_id: '1' } };
    for (const access_token of bank.accessTokens) await ask('/sandbox/item/reset_login', { access_token });
    const { link_token } = await ask('/link/token/create', { ...request, access_tokens: bank.accessTokens });
    expect(bank.controls.completeLink(link_token)).toBeUndefined();
    for (const access_token of bank.accessTokens)
      expect((await ask('/accounts/get', { access_token })).item.error).toBeNull();
  });

  test.each<[object, string]>([
    [{ cra_options: {}, products: ['cra_base_report'] }, '400 INVALID_PRODUCT'],
    [{ products: ['balance'] }, '400 INVALID_PRODUCT'],
    [{ products: ['layer', 'auth'] }, '400 INVALID_PRODUCT'],
    [{ products: ['nonsense'] }, '400 INVALID_FIELD'],
    [{ client_name: 'x'.repeat(31) }, '400 INVALID_FIELD'],
    [{ user: {} }, '400 MISSING_FIELDS'],
    [{ user: undefined }, '400 MISSING_FIELDS'],
    [{ transactions: { days_requested: 731 } }, '400 INVALID_FIELD'],
    [{ access_token: 'x' }, '400 INVALID_ACCESS_TOKEN'],
    [{ access_tokens: ['x'] }, '400 INVALID_ACCESS_TOKEN'],
    [{ third_party_user_token: 'x' }, '400 INVALID_USER_TOKEN'],
  ])('link token create %j: %s', async (change, expected) => {
    const request = { client_name: 'App', language: 'en', country_codes: ['US'], user: { client_user_id: '1' } };
    expect(await startBank().fail('/link/token/create', { ...request, ...change })).toBe(expected);
  });

  test('rotation kills the old token at once, removal ends the Item', async () => {
    const { ask, fail, token } = startBank();
    const { new_access_token } = await ask('/item/access_token/invalidate', { access_token: token });
    expect(await fail('/item/get', { access_token: token })).toBe('400 INVALID_ACCESS_TOKEN');
    expect(await fail('/item/get', { access_token: new_access_token.toUpperCase() })).toBe('400 INVALID_ACCESS_TOKEN');
    await ask('/item/remove', { access_token: new_access_token, reason_code: 'OTHER', reason_note: '' });
    expect(await fail('/accounts/get', { access_token: new_access_token })).toBe('400 ITEM_NOT_FOUND');
  });
});

describe('states', () => {
  test('an Item wants a new login after 30 days, but can still be looked at', async () => {
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

  test('an institution that is down refuses data', async () => {
    const { ask, fail, bank, token } = startBank();
    bank.controls.setInstitutionHealth('ins_109508', 'DOWN');
    expect(await fail('/accounts/get', { access_token: token })).toBe('400 INSTITUTION_DOWN');
    bank.controls.setInstitutionHealth('ins_109508', 'HEALTHY');
    await ask('/accounts/get', { access_token: token });
  });

  test.each<[string, object, string]>([
    ['ins_109508', { override_password: 'error_ITEM_LOCKED' }, '400 ITEM_LOCKED'],
    ['ins_109508', { override_password: 'error_INSTITUTION_NOT_RESPONDING' }, '400 INSTITUTION_NOT_RESPONDING'],
    ['ins_109508', { override_password: 'wrong' }, '400 INVALID_CREDENTIALS'],
    ['ins_132361', {}, '400 INSTITUTION_DOWN'],
    ['ins_133402', {}, '400 INSTITUTION_NO_LONGER_SUPPORTED'],
    ['ins_0', {}, '400 INVALID_INSTITUTION'],
  ])('logging in at %s with %j: %s', async (institution_id, options, expected) => {
    const body = { institution_id, initial_products: ['transactions'], options };
    expect(await startBank().fail('/sandbox/public_token/create', body)).toBe(expected);
  });
});

describe('accounts', () => {
  test('by id, their numbers and holders', async () => {
    const { ask, token } = startBank();
    const { accounts } = await ask('/accounts/get', { access_token: token });
    const ids = accounts.map(({ account_id }) => account_id);
    expect(ids.every((id) => id.length === 37)).toBe(true);
    const some = { access_token: token, options: { account_ids: [ids[1]] } };
    expect((await ask('/accounts/balance/get', some)).accounts.map(({ account_id }) => account_id)).toEqual([ids[1]]);
    const auth = await ask('/auth/get', { access_token: token });
    expect(auth).toMatchObject({ numbers: { ach: [{ account_id: ids[0] }, { account_id: ids[1] }], bacs: [] } });
    expect(await ask('/identity/get', some)).toMatchObject({
      accounts: [{ owners: [{ names: [expect.any(String)] }] }],
    });
  });

  test('the same login twice shares no id', async () => {
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

describe('institutions', () => {
  test('pages, search and lookup', async () => {
    const { ask } = startBank({ institutions: 60 });
    const us = { country_codes: ['US'] };
    const first = await ask('/institutions/get', { ...us, count: 25, offset: 0 });
    const rest = await ask('/institutions/get', { ...us, count: 500, offset: 25 });
    const ids = [...first.institutions, ...rest.institutions].map(({ institution_id }) => institution_id);
    expect(new Set(ids).size).toBe(first.total);
    const found = await ask('/institutions/search', { ...us, query: 'platypus', options: { oauth: true } });
    expect(found.institutions.map(({ institution_id }) => institution_id)).toEqual(['ins_127287', 'ins_132241']);
    const get = { institution_id: 'ins_132363', options: { include_status: true } };
    expect(await ask('/institutions/get_by_id', { ...us, ...get })).toMatchObject({
      institution: { status: { auth: { status: 'DEGRADED' } } },
    });
  });
});
