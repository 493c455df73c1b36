import { rememberRecent } from '../../../shared/recent.ts';
import type { Day } from './days.ts';
import type { Fact, History } from './history.ts';

/** One entry of a delta. */
export interface Change {
  readonly kind: 'added' | 'modified' | 'removed';
  readonly index: number;
}

export type Ledger = ReturnType<typeof createLedger>;

/**
 * The change log of an Item. Position n is the state after the first n changes: the transactions of `history` come
 * first, and later changes are appended. So a cursor is a position, and asking twice returns the same.
 */
export function createLedger(history: History) {
  const later: Change[] = [];
  const added: { fact: Fact; at: number }[] = [];
  const current = new Map<number, Fact>();
  const removed = new Set<number>();
  // Several programs may page through one Item at a time, each from a position and for accounts of its own.
  const deltas = rememberRecent<readonly Change[]>(8);
  const windows = rememberRecent<readonly number[]>(8);
  let lastLive: { to: number; indexes: readonly number[] } | undefined;

  const isOld = (index: number) => index < history.count;
  const extra = (index: number) => added[index - history.count] as { fact: Fact; at: number };
  const end = () => history.count + later.length;
  const day = (index: number) => (isOld(index) ? history.day(index) : extra(index).fact.day);
  const account = (index: number) => (isOld(index) ? history.account(index) : extra(index).fact.account);
  const laterUpTo = (to: number, from = 0) =>
    later.slice(Math.max(0, from - history.count), Math.max(0, to - history.count));

  function findDelta(from: number, to: number): Change[] {
    const touched = new Map<number, Change>();
    for (const change of laterUpTo(to, from)) {
      touched.delete(change.index); // to the back: the order of the last changes
      touched.set(change.index, change);
    }
    const changes: Change[] = [];
    for (let index = from; index < Math.min(to, history.count); index += 1)
      if (!touched.has(index)) changes.push({ kind: 'added', index });
    for (const { kind, index } of touched.values()) {
      const wasThere = (isOld(index) ? index : extra(index).at) < from;
      if (kind !== 'removed') changes.push({ kind: wasThere ? 'modified' : 'added', index });
      else if (wasThere) changes.push({ kind, index });
    }
    return changes;
  }

  function live(to: number): readonly number[] {
    if (lastLive?.to === to) return lastLive.indexes;
    const there = new Set(Array.from({ length: Math.min(to, history.count) }, (_, index) => index));
    for (const { kind, index } of laterUpTo(to)) {
      if (kind === 'removed') there.delete(index);
      else there.add(index);
    }
    const indexes = [...there].sort((a, b) => day(b) - day(a) || b - a);
    lastLive = { to, indexes };
    return indexes;
  }

  return {
    history,
    /** Position after everything. */
    end,
    account,
    fact: (index: number): Fact => current.get(index) ?? (isOld(index) ? history.fact(index) : extra(index).fact),
    day,
    /** One more than the highest index. */
    size: (): number => history.count + added.length,
    isLive: (index: number): boolean => !removed.has(index),
    /**
     * Returns the changes between positions `from` and `to`, ascending by last change, at most one per transaction.
     * With `accountIds`, only transactions of these accounts.
     */
    delta: (from: number, to: number, accountIds?: readonly string[]): readonly Change[] =>
      deltas(JSON.stringify([from, to, accountIds]), () => {
        const all = findDelta(from, to);
        return accountIds ? all.filter(({ index }) => accountIds.includes(account(index).account_id)) : all;
      }),
    /** Transactions that are there at position `to`, newest first. */
    live,
    /** The transactions of the days from `first` to `last`, and of the accounts with `accountIds` if given. */
    within: (to: number, first: Day, last: Day, accountIds?: readonly string[]): readonly number[] =>
      windows(JSON.stringify([to, first, last, accountIds]), () => {
        const indexes = live(to);
        const days = indexes.slice(
          firstPlace(indexes, (index) => day(index) <= last),
          firstPlace(indexes, (index) => day(index) < first),
        );
        return accountIds ? days.filter((index) => accountIds.includes(account(index).account_id)) : days;
      }),
    add(fact: Fact): number {
      const index = history.count + added.length;
      added.push({ fact, at: end() });
      later.push({ kind: 'added', index });
      return index;
    },
    modify(index: number, fact: Fact): void {
      current.set(index, fact);
      later.push({ kind: 'modified', index });
    },
    remove(index: number): void {
      removed.add(index);
      later.push({ kind: 'removed', index });
    },
  };
}

/** Place of the first of `indexes` that passes, when all after it pass too; after the last one when none does. */
function firstPlace(indexes: readonly number[], passes: (index: number) => boolean): number {
  let [low, high] = [0, indexes.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (passes(indexes[middle] as number)) high = middle;
    else low = middle + 1;
  }
  return low;
}
