import type { TokenStore } from '@x/core';
import { secretStore } from '@x/stores';
import { type BankClient, createBankClient } from './index.ts';

declare const bank: BankClient;
declare const tokens: TokenStore;
createBankClient({ clientId: 'id', clientSecret: 'secret', items: secretStore(tokens) });

// On an Item's client, the access token is optional.
const item = bank.withItem('item-1');
item.accounts.get();
item.accounts.get({ options: { account_ids: ['a'] } });
item.accounts.get({ access_token: 'another' });
item.transactions.get({ start_date: '2026-01-01', end_date: '2026-01-31' });
item.transactions.syncAll();
item.transactions.syncAll({ cursor: 'c' });
item.transactions.follow();
item.item.exchangePublicToken({ public_token: 'p' });

// Other required params are still required.
// @ts-expect-error start_date and end_date are missing
item.transactions.get();
// @ts-expect-error public_token is missing
item.item.exchangePublicToken({});
// @ts-expect-error there is no such parameter
item.accounts.get({ option: {} });

// On the bank client, it is required.
// @ts-expect-error access_token is missing
bank.accounts.get();
// @ts-expect-error access_token is missing
bank.transactions.syncAll({ cursor: 'c' });

// A call resolves to the same type.
export const name: Promise<string | undefined> = item.accounts.get().then(({ accounts }) => accounts[0]?.name);
