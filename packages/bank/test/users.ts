import { failure } from '@x/testing';
import { expect } from 'vitest';
import type { BankClient } from '../src/index.ts';
import { type Cases, gone, newItem, newUser, readyItem, row } from './stage.ts';

const ann = { name: { given_name: 'Ann', family_name: 'Bee' } };

/** Creates a user with an Item. */
async function owner(bank: BankClient) {
  const { user_id } = await newUser(bank, ann);
  return { user_id, ...(await newItem(bank, ['auth'], { user_id })) };
}

const itemsOf = async (bank: BankClient, user_id: string) =>
  (await bank.user.items.get({ user_id })).map(({ item_id }) => item_id);

const nobody = { code: 'not_found', providerCode: 'INVALID_USER_ID' };

/** Calls about end users. */
export const users: Cases = {
  'user.create': {
    async works(bank) {
      const { user_id, user_token } = await bank.user.create({ client_user_id: 'ann', identity: ann });
      expect(user_token).toBeUndefined();
      expect(await bank.user.get({ user_id })).toMatchObject({ client_user_id: 'ann', identity: ann });
      const again = await failure(bank.user.create({ client_user_id: 'ann' }));
      expect(again).toMatchObject({ code: 'invalid_params', providerCode: 'INVALID_FIELD' });
    },
    refused: (bank) => bank.user.create({ client_user_id: 'u'.repeat(129) }),
  },
  'user.get': row({
    given: (bank) => newUser(bank, ann),
    async works(bank, { given: { user_id, client_user_id } }) {
      const user = await bank.user.get({ user_id });
      expect(user).toMatchObject({ user_id, client_user_id, identity: ann, updated_at: user.created_at });
      expect(await failure(bank.user.get({ user_id: 'usr_none' }))).toMatchObject(nobody);
    },
    refused: (bank) => bank.user.get({ user_token: 'a' } as never),
  }),
  'user.update': row({
    given: (bank) => newUser(bank, ann),
    async works(bank, { given: { user_id } }) {
      await bank.user.update({ user_id, identity: { date_of_birth: '1990-02-28' } });
      const { identity } = await bank.user.get({ user_id });
      expect(identity).toEqual({ ...ann, date_of_birth: '1990-02-28' });
    },
    refused: (bank) => bank.user.update({ identity: ann }),
  }),
  'user.remove': row({
    given: owner,
    async works(bank, { given: { user_id, access_token } }) {
      await bank.user.remove({ user_id });
      expect(await failure(bank.user.get({ user_id }))).toMatchObject(nobody);
      expect(await failure(bank.item.get({ access_token }))).toMatchObject(gone);
    },
    refused: (bank) => bank.user.remove({}),
  }),
  'user.identity.remove': row({
    given: (bank) => newUser(bank, ann),
    async works(bank, { given: { user_id } }) {
      await bank.user.identity.remove({ user_id });
      expect((await bank.user.get({ user_id })).identity).toBeNull();
    },
    refused: (bank) => bank.user.identity.remove({ user_id: '' }),
  }),
  'user.products.terminate': row({
    given: owner,
    async works(bank, { given: { user_id, item_id } }) {
      await bank.user.products.terminate({ user_id, reason_code: 'USER_OFFBOARDING' });
      expect(await failure(bank.user.transactions.refresh({ user_id }))).toMatchObject({
        code: 'permission_denied',
        providerCode: 'PRODUCT_NOT_ENABLED',
      });
      expect(await itemsOf(bank, user_id)).toEqual([item_id]);
    },
    refused: (bank) => bank.user.products.terminate({ user_id: 'u', reason_code: 'BECAUSE' as never }),
  }),
  'user.items.get': row({
    given: owner,
    async works(bank, { given: { user_id, item_id, access_token } }) {
      const items = await bank.user.items.get({ user_id });
      expect(items).toMatchObject([{ item_id, institution_id: 'ins_109508', error: null }]);
      await bank.item.remove({ access_token });
      expect(await itemsOf(bank, user_id)).toEqual([]);
    },
    refused: (bank) => bank.user.items.get({}),
  }),
  'user.items.associate': row({
    async given(bank) {
      const { user_id: from, item_id } = await owner(bank);
      return { from, item_id, to: (await newUser(bank)).user_id };
    },
    async works(bank, { given: { from, item_id, to } }) {
      await bank.user.items.associate({ user_id: to, item_ids: [item_id] });
      expect(await itemsOf(bank, to)).toEqual([item_id]);
      expect(await itemsOf(bank, from)).toEqual([]);
    },
    refused: (bank) => bank.user.items.associate({ user_id: 'u', item_ids: Array(101).fill('i') }),
  }),
  'user.items.remove': row({
    async given(bank) {
      return { mine: await owner(bank), other: await owner(bank) };
    },
    async works(bank, { given: { mine, other } }) {
      const { user_id } = mine;
      await bank.user.items.remove({ user_id, item_ids: [mine.item_id] });
      expect(await failure(bank.item.get({ access_token: mine.access_token }))).toMatchObject(gone);
      expect(await failure(bank.user.items.remove({ user_id, item_ids: [other.item_id] }))).toMatchObject(gone);
      expect(await itemsOf(bank, other.user_id)).toEqual([other.item_id]);
    },
    refused: (bank) => bank.user.items.remove({ user_id: 'u', item_ids: [] }),
  }),
  'user.transactions.refresh': row({
    async given(bank, { sandbox }) {
      const { user_id } = await newUser(bank);
      const good = await readyItem(bank, { user_id });
      const bad = await newItem(bank, ['transactions'], { user_id });
      sandbox.controls.bank.failItem(bad.access_token, 'ITEM_LOGIN_REQUIRED');
      const { nextCursor: cursor } = await bank.transactions.syncAll({ access_token: good.access_token });
      return { user_id, good, bad, cursor };
    },
    async works(bank, { given: { user_id, good, bad, cursor } }) {
      const { results = [] } = await bank.user.transactions.refresh({ user_id });
      expect(results).toMatchObject([
        { item_id: good.item_id, product: 'transactions' },
        { item_id: bad.item_id, error: { error_code: 'ITEM_LOGIN_REQUIRED' } },
      ]);
      expect(results[0]).not.toHaveProperty('error');
      const { access_token } = good;
      expect((await bank.transactions.syncAll({ access_token, cursor })).added.length).toBeGreaterThan(0);
    },
    refused: (bank) => bank.user.transactions.refresh({ user_token: 'a' } as never),
  }),
  'user.financialData.refresh': row({
    async given(bank) {
      const { user_id } = await newUser(bank);
      return { user_id, ...(await newItem(bank, ['investments', 'liabilities'], { user_id })) };
    },
    async works(bank, { given: { user_id, item_id } }) {
      const { results } = await bank.user.financialData.refresh({ user_id });
      expect(results).toMatchObject([
        { item_id, product: 'transactions', error: { error_code: 'PRODUCT_NOT_ENABLED' } },
        { item_id, product: 'investments' },
        { item_id, product: 'liabilities' },
      ]);
      expect(results?.slice(1).filter((result) => result.error)).toEqual([]);
    },
    refused: (bank) => bank.user.financialData.refresh({} as never),
  }),
  'user.thirdPartyToken.create': row({
    given: (bank) => newUser(bank),
    async works(bank, { given: { user_id }, sandbox }) {
      const params = { user_id, third_party_client_id: 'another-client' };
      const { third_party_user_token } = await bank.user.thirdPartyToken.create(params);
      expect((await bank.user.thirdPartyToken.remove({ third_party_user_token })).removed).toBe(true);
      const expiration_time = new Date(sandbox.clock.now() + 60_000).toISOString();
      const short = await bank.user.thirdPartyToken.create({ ...params, expiration_time });
      await sandbox.clock.advance(60_000);
      expect(
        await failure(bank.user.thirdPartyToken.remove({ third_party_user_token: short.third_party_user_token })),
      ).toMatchObject({
        code: 'unauthenticated',
        providerCode: 'INVALID_USER_TOKEN',
      });
    },
    refused: (bank) => bank.user.thirdPartyToken.create({ third_party_client_id: 'c' }),
  }),
  'user.thirdPartyToken.remove': row({
    async given(bank) {
      const { user_id } = await newUser(bank);
      return bank.user.thirdPartyToken.create({ user_id, third_party_client_id: 'another-client' });
    },
    async works(bank, { given: { third_party_user_token } }) {
      expect((await bank.user.thirdPartyToken.remove({ third_party_user_token })).removed).toBe(true);
      const again = bank.user.thirdPartyToken.remove({ third_party_user_token });
      expect(await failure(again)).toMatchObject({ code: 'unauthenticated', providerCode: 'INVALID_USER_TOKEN' });
    },
    refused: (bank) => bank.user.thirdPartyToken.remove({ third_party_user_token: '' }),
  }),
};
