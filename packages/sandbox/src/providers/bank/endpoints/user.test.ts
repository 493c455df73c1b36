import { expect, test } from 'vitest';
import { hook, linkRequest, startBank } from '../../../../test/bank.ts';

const identity = { name: { given_name: 'Ada', family_name: 'Kestrel' } };
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
  return { ...bank, create };
}

test('users of the old kind also have a token that finds them', async () => {
  const { ask, fail, create } = start();
  const { user_id, user_token } = await create('old', { consumer_report_user_identity: oldIdentity });
  expect(user_token).toMatch(/^user-sandbox-/);
  await ask('/user/update', { user_token, consumer_report_user_identity: { ...oldIdentity, last_name: 'Yew' } });
  expect(await fail('/user/update', { user_token, identity })).toBe('400 INVALID_FIELD');
  expect(await fail('/user/get', { user_id })).toBe('400 INVALID_USER_ID');
  await ask('/user/remove', { user_token });
  expect(await fail('/user/items/get', { user_token })).toBe('400 INVALID_USER_TOKEN');
});

test('a third party can link Items for a user that a client shares', async () => {
  const { ask, fail, bank, create, clock } = start();
  const { user_id } = await create('one');
  const shared = await ask<{ third_party_user_token: string }>('/user/third_party_token/create', {
    user_id,
    third_party_client_id: 'somebody else',
  });
  const request = { ...linkRequest, user: undefined, products: ['auth'] };
  const { third_party_user_token } = shared;
  const { link_token } = await ask('/link/token/create', { ...request, third_party_user_token });
  const public_token = bank.controls.completeLink(link_token);
  const { item_id } = await ask('/item/public_token/exchange', { public_token });
  expect(await ask('/user/items/get', { user_id })).toMatchObject({ items: [{ item_id }] });
  await clock.advance(86_400_000);
  expect(await fail('/link/token/create', { ...request, third_party_user_token })).toBe('400 INVALID_USER_TOKEN');
});

test('webhooks about an Item name its user', async () => {
  const { ask, create, token, told } = start();
  const { user_id } = await create();
  const { item } = await ask('/item/get', { access_token: token });
  await ask('/user/items/associate', { user_id, item_ids: [item.item_id] });
  await ask('/item/webhook/update', { access_token: token, webhook: hook });
  expect(await told()).toMatchObject([{ user_id }]);
});
