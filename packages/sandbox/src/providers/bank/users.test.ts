import { describe, expect, test } from 'vitest';
import { startBank } from './testing.ts';

const hour = 3_600_000;
const identity = {
  name: { given_name: 'Ada', family_name: 'Kestrel' },
  emails: [{ data: 'ada@mail.example', primary: true }],
};
const oldIdentity = {
  first_name: 'Ada',
  last_name: 'Kestrel',
  phone_numbers: ['+12025550100'],
  emails: [],
  date_of_birth: null,
  primary_address: { city: null, region: null, street: '1 Elm Street', postal_code: null, country: null },
};

interface Made {
  user_id: string;
  user_token?: string;
}

function start() {
  const bank = startBank();
  const create = (client_user_id = 'me', rest: object = { identity }) =>
    bank.ask<Made>('/user/create', { client_user_id, ...rest });
  const itemIds = async (user_id: string) =>
    (await bank.ask<{ items: { item_id: string }[] }>('/user/items/get', { user_id })).items.map(
      (item) => item.item_id,
    );
  const itemId = async (access_token: string) => (await bank.ask('/item/get', { access_token })).item.item_id;
  return { ...bank, create, itemIds, itemId };
}

describe('users', () => {
  test('are made, read, changed member by member, and forgotten', async () => {
    const { ask, fail, create, clock } = start();
    const { user_id, user_token } = await create();
    expect(user_id).toMatch(/^usr_\w{14}$/);
    expect(user_token).toBeUndefined();
    expect(await fail('/user/create', { client_user_id: 'me' })).toBe('400 INVALID_FIELD');
    await clock.advance(hour);
    await ask('/user/update', { user_id, identity: { date_of_birth: '1990-02-03' } });
    expect(await ask('/user/get', { user_id })).toMatchObject({
      user_id,
      client_user_id: 'me',
      created_at: '2026-01-01T00:00:00.000Z',
      updated_at: '2026-01-01T01:00:00.000Z',
      identity: { ...identity, date_of_birth: '1990-02-03' },
    });
    await ask('/user/identity/remove', { user_id });
    expect(await ask('/user/get', { user_id })).toMatchObject({ identity: null });
    await ask('/user/remove', { user_id });
    expect(await fail('/user/get', { user_id })).toBe('400 INVALID_USER_ID');
    expect((await create()).user_id).not.toBe(user_id); // its client_user_id is free again
  });

  test('of the old kind have a token, which finds them too', async () => {
    const { ask, fail, create } = start();
    const { user_id, user_token } = await create('old', { consumer_report_user_identity: oldIdentity });
    expect(user_token).toMatch(/^user-sandbox-/);
    await ask('/user/update', { user_token, consumer_report_user_identity: { ...oldIdentity, last_name: 'Yew' } });
    expect(await fail('/user/update', { user_token, identity })).toBe('400 INVALID_FIELD');
    expect(await fail('/user/get', { user_id })).toBe('400 INVALID_USER_ID');
    await ask('/user/remove', { user_token });
    expect(await fail('/user/items/get', { user_token })).toBe('400 INVALID_USER_TOKEN');
  });
});

describe('their Items', () => {
  test('come through Link, or are moved, from one user to another', async () => {
    const { ask, bank, create, itemIds, itemId, token } = start();
    const [one, two] = [await create('one'), await create('two')];
    const { link_token } = await ask('/link/token/create', {
      client_name: 'App',
      language: 'en',
      country_codes: ['US'],
      products: ['auth'],
      user_id: one.user_id,
    });
    const public_token = bank.controls.completeLink(link_token);
    const { item_id } = await ask('/item/public_token/exchange', { public_token });
    expect(await itemIds(one.user_id)).toEqual([item_id]);
    const other = await itemId(token);
    await ask('/user/items/associate', { user_id: one.user_id, item_ids: [other] });
    expect((await itemIds(one.user_id)).sort()).toEqual([item_id, other].sort());
    await ask('/user/items/associate', { user_id: two.user_id, item_ids: [other] });
    expect([await itemIds(one.user_id), await itemIds(two.user_id)]).toEqual([[item_id], [other]]);
  });

  test('come through Link for anyone who shares the user', async () => {
    const { ask, fail, bank, create, itemIds, clock } = start();
    const { user_id } = await create('one');
    const shared = await ask<{ third_party_user_token: string }>('/user/third_party_token/create', {
      user_id,
      third_party_client_id: 'somebody else',
    });
    const request = { client_name: 'App', language: 'en', country_codes: ['US'], products: ['auth'] };
    const { third_party_user_token } = shared;
    const { link_token } = await ask('/link/token/create', { ...request, third_party_user_token });
    const public_token = bank.controls.completeLink(link_token);
    const { item_id } = await ask('/item/public_token/exchange', { public_token });
    expect(await itemIds(user_id)).toEqual([item_id]);
    await clock.advance(86_400_000);
    expect(await fail('/link/token/create', { ...request, third_party_user_token })).toBe('400 INVALID_USER_TOKEN');
  });

  test('name their user in webhooks', async () => {
    const { ask, bank, create, itemId, token } = start();
    const { user_id } = await create();
    await ask('/user/items/associate', { user_id, item_ids: [await itemId(token)] });
    await ask('/item/webhook/update', { access_token: token, webhook: 'http://127.0.0.1:9/hook' });
    expect(JSON.parse(bank.controls.webhooks[0]?.body ?? '')).toMatchObject({ user_id });
  });

  test('are removed all or none, and with their user', async () => {
    const { ask, fail, create, itemIds, itemId, bank } = start();
    const { user_id } = await create();
    const [first, second] = bank.accessTokens;
    const [own, foreign] = [await itemId(first), await itemId(second)];
    await ask('/user/items/associate', { user_id, item_ids: [own] });
    expect(await fail('/user/items/remove', { user_id, item_ids: [own, foreign] })).toBe('400 ITEM_NOT_FOUND');
    expect(await itemIds(user_id)).toEqual([own]);
    await ask('/user/items/remove', { user_id, item_ids: [own] });
    expect(await itemIds(user_id)).toEqual([]);
    expect(await fail('/item/get', { access_token: first })).toBe('400 ITEM_NOT_FOUND');
    await ask('/user/items/associate', { user_id, item_ids: [foreign] });
    await ask('/user/remove', { user_id });
    expect(await fail('/item/get', { access_token: second })).toBe('400 ITEM_NOT_FOUND');
  });

  test('are refreshed one by one, each with its own error, until the products are terminated', async () => {
    const { ask, fail, bank, create, itemId, syncAll } = start();
    const { user_id } = await create();
    const [first, second] = bank.accessTokens;
    const ids = [await itemId(first), await itemId(second)];
    await ask('/user/items/associate', { user_id, item_ids: ids });
    const { cursor } = await syncAll(first);
    bank.controls.failItem(second, 'ITEM_LOCKED');
    expect(await ask('/user/transactions/refresh', { user_id })).toMatchObject({
      user_id,
      results: [
        { item_id: ids[0], product: 'transactions' },
        { item_id: ids[1], product: 'transactions', error: { error_code: 'ITEM_LOCKED' } },
      ],
    });
    expect((await ask('/transactions/sync', { access_token: first, cursor })).added.length).toBeGreaterThan(0);
    const { results } = await ask<{ results: { product: string; error?: { error_code: string } }[] }>(
      '/user/financial_data/refresh',
      { user_id },
    );
    expect(results.slice(0, 3).map(({ product, error }) => [product, error?.error_code])).toEqual([
      ['transactions', undefined],
      ['investments', 'PRODUCT_NOT_ENABLED'],
      ['liabilities', 'PRODUCT_NOT_ENABLED'],
    ]);
    await ask('/user/products/terminate', { user_id, reason_code: 'USER_OFFBOARDING' });
    expect(await fail('/user/transactions/refresh', { user_id })).toBe('400 PRODUCT_NOT_ENABLED');
  });
});

describe('tokens for third parties', () => {
  test('end once, or on their own after a day at most', async () => {
    const { ask, fail, create, clock } = start();
    const { user_id } = await create();
    const share = (rest: object = {}) => ({ user_id, third_party_client_id: 'partner', ...rest });
    const make = async (rest?: object) =>
      (await ask<{ third_party_user_token: string }>('/user/third_party_token/create', share(rest)))
        .third_party_user_token;
    const third_party_user_token = await make();
    expect(third_party_user_token).toMatch(/^third-party-user-sandbox-/);
    expect(await ask('/user/third_party_token/remove', { third_party_user_token })).toMatchObject({ removed: true });
    expect(await fail('/user/third_party_token/remove', { third_party_user_token })).toBe('400 INVALID_USER_TOKEN');
    const short = await make({ expiration_time: '2026-01-01T01:00:00Z' });
    await clock.advance(hour);
    expect(await fail('/user/third_party_token/remove', { third_party_user_token: short })).toBe(
      '400 INVALID_USER_TOKEN',
    );
    for (const expiration_time of ['2026-01-01T00:30:00Z', '2026-01-02T01:00:01Z'])
      expect(await fail('/user/third_party_token/create', share({ expiration_time }))).toBe('400 INVALID_FIELD');
  });
});
