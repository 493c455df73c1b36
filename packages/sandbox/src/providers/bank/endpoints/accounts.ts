import type { Clock } from '../../../shared/clock.ts';
import { type Account, chooseAccounts, hasNumbers, knownAccounts, numbersOf } from '../data/accounts.ts';
import { dayOf, formatDayTime } from '../data/days.ts';
import type { Item } from '../data/item.ts';
import type { Items } from '../data/items.ts';
import { isLiability, liabilitiesOf } from '../data/liabilities.ts';
import { type Claim, matchOwner } from '../data/match.ts';
import type { Call, Endpoints, Of } from '../endpoint.ts';
import { refuse } from '../errors.ts';
import { pageAfter } from '../paging.ts';
import { presentItem } from '../wire/item.ts';

/** Accounts that a request is about; all of them if it names none. */
interface Chosen {
  readonly options: { readonly account_ids?: readonly string[] };
}

const choose = (item: Item, { options }: Chosen) => chooseAccounts(item.accounts(), options.account_ids);

/** The institution whose live balances are cached ones, except for checking and savings accounts. */
const capitalOne = 'ins_128026';

interface BalanceRequest extends Chosen {
  readonly options: Chosen['options'] & { readonly min_last_updated_datetime?: string };
}

/** Returns the accounts with their live balances. Those that are cached were updated at midnight, UTC. */
function liveAccounts(item: Item, body: BalanceRequest, now: number): readonly Account[] {
  const accounts = choose(item, body);
  const isCached = ({ type }: Account) => item.institution.id === capitalOne && type !== 'depository';
  if (!accounts.some(isCached)) return accounts;
  const { min_last_updated_datetime: oldest } = body.options;
  if (oldest === undefined)
    refuse('INVALID_FIELD', 'min_last_updated_datetime is required for accounts of this institution');
  const last_updated_datetime = formatDayTime(dayOf(now), 0);
  if (Date.parse(oldest) > Date.parse(last_updated_datetime))
    refuse(
      'LAST_UPDATED_DATETIME_OUT_OF_RANGE',
      `requested datetime out of range, most recently updated balance ${last_updated_datetime}`,
    );
  return accounts.map((account) =>
    isCached(account) ? { ...account, balances: { ...account.balances, last_updated_datetime } } : account,
  );
}

const withoutBalances = ({ balances, ...account }: Account) => ({
  ...account,
  balances: Object.fromEntries(Object.keys(balances).map((name) => [name, null])),
});

interface AttemptsRequest extends Of<'start_time' | 'end_time'> {
  readonly count: number;
  readonly cursor?: string;
}

/**
 * Returns the comparison that Link made when an Item with the product `identity` was linked: the user who logged in
 * against the accounts' holders.
 */
function attemptOf(item: Item) {
  const scores = item.accounts().map((account) => {
    const owner = item.holder.owner(account);
    const [legal_name] = owner.names;
    return { account_id: account.account_id, ...matchOwner(owner, legal_name === undefined ? {} : { legal_name }) };
  });
  const passed = scores.find(({ legal_name }) => legal_name.score === 100);
  return {
    attempt_id: `match-${item.id}`,
    item_id: item.id,
    created_at: new Date(item.createdAt).toISOString(),
    link_session_id: `session-${item.id}`,
    link_customization_name: 'default',
    ruleset_revision: 1,
    outcome: passed ? 'PASS' : 'FAIL',
    outcome_account_id: passed?.account_id ?? null,
    scores,
  };
}

/** Creates the endpoints for accounts, balances, account numbers, debts and holders. */
export function accountEndpoints(clock: Clock, items: Items): Endpoints {
  const balances = { data: 'account_balance_info' } as const;
  return {
    'POST /accounts/get': { ...balances, answer: ({ body, item }: Call<Chosen>) => answer(item, choose(item, body)) },
    // Balances never change in the test environment, so the live ones equal the cached ones.
    'POST /accounts/balance/get': {
      ...balances,
      answer: ({ body, item }: Call<BalanceRequest>) => answer(item, liveAccounts(item, body, clock.now())),
    },
    'POST /auth/get': {
      product: 'auth',
      answer: ({ body, item, grant }: Call<Chosen>) => {
        const accounts = choose(item, body).filter(hasNumbers);
        if (!knownAccounts(item, grant).some(hasNumbers)) refuse('NO_AUTH_ACCOUNTS');
        return { ...answer(item, accounts), numbers: numbersOf(accounts, item.institution) };
      },
    },
    'POST /liabilities/get': {
      product: 'liabilities',
      answer: ({ body, item, grant }: Call<Chosen>) => {
        const accounts = choose(item, body);
        if (!knownAccounts(item, grant).some(isLiability)) refuse('NO_LIABILITY_ACCOUNTS');
        return { ...answer(item, accounts), liabilities: liabilitiesOf(item, accounts, dayOf(clock.now())) };
      },
    },
    ...identityEndpoints(items),
  };
}

/** Creates the endpoints for the accounts' owners. */
function identityEndpoints(items: Items): Endpoints {
  const identity = { product: 'identity' };
  return {
    'POST /identity/get': {
      ...identity,
      answer: ({ body, item }: Call<Chosen>) => answer(item, withOwners(item, body)),
    },
    'POST /identity/match': {
      ...identity,
      answer: ({ body: { user = {}, ...body }, item }: Call<Chosen & { user?: Claim }>) => {
        const score = (account: Account) => matchOwner(item.holder.owner(account), user);
        return answer(
          item,
          choose(item, body).map((account) => ({ ...withoutBalances(account), ...score(account) })),
        );
      },
    },
    'POST /identity/match/list': ({ body: { start_time, end_time, count, cursor } }: Call<AttemptsRequest>) => {
      const [start, end] = [Date.parse(start_time), Date.parse(end_time)];
      const found = items
        .linked()
        .filter(({ createdAt, products }) => products.has('identity') && createdAt >= start && createdAt <= end)
        .sort((a, b) => a.createdAt - b.createdAt);
      const { page, next_cursor } = pageAfter(found, cursor, count);
      return { identity_match_attempts: page.map(attemptOf), next_cursor, has_more: next_cursor !== null };
    },
    'POST /identity/refresh': {
      enabledProduct: 'identity',
      answer: ({ item }) => {
        if (item.profile.isDynamic) {
          item.holder.changePhone();
          const changed = item.accounts().map(({ account_id }) => [account_id, ['PHONES']]);
          item.notify('IDENTITY', 'DEFAULT_UPDATE', { account_ids_with_updated_identity: Object.fromEntries(changed) });
        }
      },
    },
    'POST /identity/documents/uploads/get': {
      ...identity,
      answer: ({ body, item }: Call<Chosen>) =>
        answer(
          item,
          withOwners(item, body).map((account) => ({
            ...account,
            documents: item.documents
              .filter(({ accountId }) => accountId === account.account_id)
              .map(({ shown }) => shown),
          })),
        ),
    },
  };
}

const withOwners = (item: Item, body: Chosen) =>
  choose(item, body).map((account) => ({ ...account, owners: [item.holder.owner(account)] }));

const answer = (item: Item, accounts: readonly object[]) => ({ accounts, item: presentItem(item) });
