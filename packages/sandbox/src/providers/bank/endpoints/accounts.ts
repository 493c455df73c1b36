import type { Clock } from '../../../clock.ts';
import { type Account, chooseAccounts, hasNumbers, knownAccounts, numbersOf } from '../accounts.ts';
import { dayOf } from '../days.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';
import { refuse } from '../errors.ts';
import type { Item } from '../items.ts';
import { isLiability, liabilitiesOf } from '../liabilities.ts';
import { type Claim, matchOwner } from '../match.ts';
import { presentItem } from '../present-item.ts';

/** Which accounts a request is about; all when it names none. */
interface Chosen {
  readonly options: { readonly account_ids?: readonly string[] };
}

const choose = (item: Item, { options }: Chosen) => chooseAccounts(item.accounts(), options.account_ids);

const withoutBalances = ({ balances, ...account }: Account) => ({
  ...account,
  balances: Object.fromEntries(Object.keys(balances).map((name) => [name, null])),
});

/** Accounts, balances, account numbers, debts and holders. */
export function accountEndpoints(clock: Clock): Endpoint[] {
  const answer = (item: Item, accounts: readonly object[]) => ({ accounts, item: presentItem(item) });
  const withOwners = (item: Item, body: Chosen) =>
    choose(item, body).map((account) => ({ ...account, owners: [item.holder.owner(account)] }));
  const balances = { data: 'account_balance_info' } as const;
  const identity = { product: 'identity' };
  return [
    endpoint('/accounts/get', (body: Chosen, item) => answer(item, choose(item, body)), balances),
    // The test environment's balances never move, so the live ones are the cached ones.
    endpoint('/accounts/balance/get', (body: Chosen, item) => answer(item, choose(item, body)), balances),
    endpoint(
      '/auth/get',
      (body: Chosen, item, grant) => {
        const accounts = choose(item, body).filter(hasNumbers);
        if (!knownAccounts(item, grant).some(hasNumbers)) refuse('NO_AUTH_ACCOUNTS');
        return { ...answer(item, accounts), numbers: numbersOf(accounts, item.institution) };
      },
      { product: 'auth' },
    ),
    endpoint(
      '/liabilities/get',
      (body: Chosen, item, grant) => {
        const accounts = choose(item, body);
        if (!knownAccounts(item, grant).some(isLiability)) refuse('NO_LIABILITY_ACCOUNTS');
        return { ...answer(item, accounts), liabilities: liabilitiesOf(item, accounts, dayOf(clock.now())) };
      },
      { product: 'liabilities' },
    ),
    endpoint('/identity/get', (body: Chosen, item) => answer(item, withOwners(item, body)), identity),
    endpoint(
      '/identity/match',
      ({ user = {}, ...body }: Chosen & { user?: Claim }, item) => {
        const score = (account: Account) => matchOwner(item.holder.owner(account), user);
        return answer(
          item,
          choose(item, body).map((account) => ({ ...withoutBalances(account), ...score(account) })),
        );
      },
      identity,
    ),
    endpoint(
      '/identity/refresh',
      (_, item) => {
        if (item.profile.isDynamic) {
          item.holder.changePhone();
          const changed = item.accounts().map(({ account_id }) => [account_id, ['PHONES']]);
          item.notify('IDENTITY', 'DEFAULT_UPDATE', { account_ids_with_updated_identity: Object.fromEntries(changed) });
        }
      },
      { enabledProduct: 'identity' },
    ),
    endpoint(
      '/identity/documents/uploads/get',
      (body: Chosen, item) =>
        answer(
          item,
          withOwners(item, body).map((account) => ({
            ...account,
            documents: item.documents
              .filter(({ accountId }) => accountId === account.account_id)
              .map(({ shown }) => shown),
          })),
        ),
      identity,
    ),
  ];
}
