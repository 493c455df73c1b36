import type { Clock } from '../../clock.ts';
import { refuse } from './errors.ts';

/** What a client said became of a debit. */
export interface Debit {
  readonly accountId: string;
  readonly amount: number;
  /** Whether it was sent to the bank; unset while nobody said. */
  isInitiated?: boolean;
  /** That the bank sent it back. */
  returned?: { readonly code: string; readonly at: number };
}

/** Codes of returns that the account's holder asked for. */
export const unauthorized: readonly string[] = ['R05', 'R07', 'R10', 'R11', 'R29'];

/** Codes of returns for lack of money. */
export const insufficient: readonly string[] = ['R01', 'R09'];

/** Codes of returns because of wrong or closed accounts. */
export const administrative: readonly string[] = ['R02', 'R03', 'R04'];

/** Debits that were asked about, by the client's own ids. */
export function createDebits(clock: Clock) {
  const debits = new Map<string, Debit>();
  return {
    /** Notes a debit; refuses an id that another one has. The same one again is not a second debit. */
    note(id: string, debit: Debit): void {
      const known = debits.get(id);
      if (known && (known.accountId !== debit.accountId || known.amount !== debit.amount))
        refuse('CLIENT_TRANSACTION_ID_ALREADY_IN_USE');
      if (!known) debits.set(id, debit);
    },
    /** Refuses ids that were never noted. */
    find: (id: string): Debit =>
      debits.get(id) ?? refuse('INVALID_FIELD', 'client_transaction_id must be one that was evaluated before'),
    /** How many debits of an account came back with one of `codes` in the last `days`. */
    returns: (accountId: string, codes: readonly string[], days = Number.POSITIVE_INFINITY): number =>
      [...debits.values()].filter(
        (debit) =>
          debit.accountId === accountId &&
          debit.returned &&
          codes.includes(debit.returned.code) &&
          debit.returned.at > clock.now() - days * 86_400_000,
      ).length,
  };
}

export type Debits = ReturnType<typeof createDebits>;
