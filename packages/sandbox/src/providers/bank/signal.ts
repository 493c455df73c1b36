import type { Clock } from '../../clock.ts';
import type { Account } from './accounts.ts';
import type { Item } from './items.ts';
import { refuse } from './refusal.ts';

/** What a client said became of a debit. */
export interface Debit {
  readonly item: Item;
  readonly account: Account;
  readonly amount: number;
  /** Whether it was sent to the bank; unset while nobody said. */
  isInitiated: boolean | undefined;
  /** That the bank sent it back. */
  returned: { readonly code: string; readonly at: number } | undefined;
}

/** Debits that were asked about, by the client's own ids. */
export interface Debits {
  /** Notes a debit; refuses an id that another one has. The same one again is no second debit. */
  note(id: string, debit: Pick<Debit, 'item' | 'account' | 'amount'>): void;
  /** Refuses ids that were never noted. */
  find(id: string): Debit;
  /** How many debits of an account came back with one of `codes` in the last `days`. */
  returns(account: Account, codes: readonly string[], days?: number): number;
}

/** Codes of returns that the account's holder asked for. */
export const unauthorized: readonly string[] = ['R05', 'R07', 'R10', 'R11', 'R29'];

/** Codes of returns for lack of money. */
export const insufficient: readonly string[] = ['R01', 'R09'];

/** Codes of returns because of wrong or closed accounts. */
export const administrative: readonly string[] = ['R02', 'R03', 'R04'];

/** An empty list of debits. */
export function createDebits(clock: Clock): Debits {
  const debits = new Map<string, Debit>();
  return {
    note(id, { item, account, amount }) {
      const known = debits.get(id);
      if (known && (known.account.account_id !== account.account_id || known.amount !== amount))
        refuse('CLIENT_TRANSACTION_ID_ALREADY_IN_USE');
      if (!known) debits.set(id, { item, account, amount, isInitiated: undefined, returned: undefined });
    },
    find: (id) =>
      debits.get(id) ?? refuse('INVALID_FIELD', 'client_transaction_id must be one that was evaluated before'),
    returns: (account, codes, days = Number.POSITIVE_INFINITY) =>
      [...debits.values()].filter(
        ({ account: { account_id }, returned }) =>
          account_id === account.account_id &&
          returned &&
          codes.includes(returned.code) &&
          returned.at > clock.now() - days * 86_400_000,
      ).length,
  };
}
