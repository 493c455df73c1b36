import { type Account, chooseAccounts, hasNumbers, numbersOf } from '../accounts.ts';
import { type Endpoint, itemEndpoint } from '../endpoint.ts';
import { dateTime, list, object, text } from '../fields.ts';
import type { Item } from '../items.ts';
import { presentItem } from '../present-item.ts';
import { refuse } from '../refusal.ts';

const accountIds = { account_ids: list(text()) };
const fields = { options: object(accountIds) };

/** Accounts, balances, account numbers and holders. */
export function accountEndpoints(): Endpoint[] {
  const answer = (item: Item, accounts: readonly Account[]) => ({ accounts, item: presentItem(item) });
  return [
    itemEndpoint(
      '/accounts/get',
      fields,
      ({ options }, item) => answer(item, chooseAccounts(item.accounts(), options?.account_ids)),
      { data: 'account_balance_info' },
    ),
    // The test environment's balances never move, so the live ones are the cached ones.
    itemEndpoint(
      '/accounts/balance/get',
      { options: object({ ...accountIds, min_last_updated_datetime: dateTime() }) },
      ({ options }, item) => answer(item, chooseAccounts(item.accounts(), options?.account_ids)),
      { data: 'account_balance_info' },
    ),
    itemEndpoint(
      '/auth/get',
      fields,
      ({ options }, item) => {
        const accounts = chooseAccounts(item.accounts(), options?.account_ids).filter(hasNumbers);
        if (accounts.length === 0) refuse('NO_AUTH_ACCOUNTS');
        return { ...answer(item, accounts), numbers: numbersOf(accounts, item.institution) };
      },
      { product: 'auth' },
    ),
    itemEndpoint(
      '/identity/get',
      fields,
      ({ options }, item) => {
        const accounts = chooseAccounts(item.accounts(), options?.account_ids);
        return {
          accounts: accounts.map((account) => ({ ...account, owners: [item.holder.owner()] })),
          item: presentItem(item),
        };
      },
      { product: 'identity' },
    ),
  ];
}
