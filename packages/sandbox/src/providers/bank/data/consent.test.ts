import { describe, expect, test } from 'vitest';
import { linkRequest, startBank } from '../../../../test/bank.ts';

interface Activities {
  activities: { activity: string; id: string; initiator: string; state: string }[];
  last_data_access_times: Record<string, string | null>[];
  cursor?: string;
}
interface Applications {
  applications: { application_id: string; scopes: object | null }[];
}

function start() {
  const bank = startBank();
  const activities = (body: object = {}) => bank.ask<Activities>('/item/activity/list', body);
  const kinds = async (body?: object) => (await activities(body)).activities.map(({ activity }) => activity);
  const applications = async (body: object = {}) =>
    (await bank.ask<Applications>('/item/application/list', body)).applications;
  const about = async (access_token: string) => ({
    access_token,
    application_id: (await applications({ access_token }))[0]?.application_id,
  });
  const restrict = async (access_token: string, scopes: object) =>
    bank.ask('/item/application/scopes/update', { ...(await about(access_token)), scopes, context: 'PORTAL' });
  return { ...bank, activities, kinds, applications, about, restrict };
}

describe('activities', () => {
  test('record the life of an Item', async () => {
    const { ask, bank, kinds, restrict, token: access_token } = start();
    await restrict(access_token, { new_accounts: true });
    const { link_token } = await ask('/link/token/create', { ...linkRequest, access_token });
    bank.controls.completeLink(link_token);
    expect(await kinds({ access_token })).toEqual(['ITEM_CREATE', 'SCOPES_UPDATE', 'ITEM_UPDATE']);
    await ask('/item/remove', { access_token });
    expect(await kinds()).toEqual(['ITEM_CREATE', 'SCOPES_UPDATE', 'ITEM_UPDATE', 'ITEM_REMOVE', 'ITEM_CREATE']);
  });

  test('come with the times when each kind of data was last read', async () => {
    const { ask, activities, clock, token: access_token } = start();
    await ask('/auth/get', { access_token });
    await clock.advance(60_000);
    await ask('/accounts/get', { access_token });
    await ask('/investments/holdings/get', { access_token });
    const { last_data_access_times } = await activities({ access_token });
    expect(last_data_access_times).toEqual([
      {
        application_id: expect.any(String),
        account_balance_info: '2026-01-01T00:01:00.000Z',
        account_routing_number: '2026-01-01T00:00:00.000Z',
        contact_details: null,
        transactions: null,
        credit_and_loans: null,
        investments: '2026-01-01T00:01:00.000Z',
        payroll_info: null,
        transaction_risk_info: null,
      },
    ]);
  });
});

describe('scopes', () => {
  test('hide accounts and their transactions', async () => {
    const { ask, fail, restrict, syncAll, token: access_token } = start();
    const { accounts } = await ask('/accounts/get', { access_token });
    const [hidden, shown] = accounts.map(({ account_id }) => account_id) as [string, string];
    const ids = async () => (await ask('/accounts/get', { access_token })).accounts.map(({ account_id }) => account_id);
    await restrict(access_token, { accounts: [{ unique_id: hidden, authorized: false }] });
    expect(await ids()).toHaveLength(accounts.length - 1);
    const one = { access_token, options: { account_ids: [hidden] } };
    expect(await fail('/accounts/get', one)).toBe('400 INVALID_ACCOUNT_ID');
    const { pages } = await syncAll(access_token);
    const seen = new Set(pages.flatMap(({ added }) => added.map(({ account_id }) => account_id)));
    expect([seen.size > 1, seen.has(hidden)]).toEqual([true, false]);
    await restrict(access_token, { accounts: [{ unique_id: shown }], new_accounts: false });
    expect(await ids()).toEqual([shown]);
    await restrict(access_token, {});
    expect(await ids()).toHaveLength(accounts.length);
  });

  test.each<[object, string]>([
    [{ application_id: 'x' }, '400 INVALID_FIELD'],
    [{ context: 'ENROLLMENT' }, '400 MISSING_FIELDS'],
    [{ context: 'ELSEWHERE' }, '400 INVALID_FIELD'],
    [{ scopes: undefined }, '400 MISSING_FIELDS'],
    [{ scopes: { product_access: { auth: 'no' } } }, '400 INVALID_FIELD'],
    [{ scopes: { accounts: [{ unique_id: 'x' }] } }, '400 INVALID_ACCOUNT_ID'],
  ])('are refused with %j: %s', async (change, expected) => {
    const { fail, about, token } = start();
    const body = { ...(await about(token)), scopes: {}, context: 'PORTAL', ...change };
    expect(await fail('/item/application/scopes/update', body)).toBe(expected);
  });
});

test('unlinking revokes an application’s access until update mode', async () => {
  const { ask, fail, bank, about, applications, token: access_token } = start();
  await ask('/item/webhook/update', { access_token, webhook: 'http://127.0.0.1:9/hook' });
  expect(await fail('/item/application/unlink', { access_token, application_id: 'x' })).toBe('400 INVALID_FIELD');
  await ask('/item/application/unlink', await about(access_token));
  expect(await fail('/accounts/get', { access_token })).toBe('400 USER_PERMISSION_REVOKED');
  expect(await applications({ access_token })).toEqual([]);
  expect(await applications()).toHaveLength(1); // the other Item keeps it
  expect(JSON.parse(bank.controls.webhooks.at(-1)?.body ?? '')).toMatchObject({
    webhook_code: 'USER_PERMISSION_REVOKED',
    error: { error_code: 'USER_PERMISSION_REVOKED', status: 400 },
  });
  const { link_token } = await ask('/link/token/create', { ...linkRequest, access_token });
  bank.controls.completeLink(link_token);
  await ask('/accounts/get', { access_token });
  expect(await applications({ access_token })).toHaveLength(1);
});
