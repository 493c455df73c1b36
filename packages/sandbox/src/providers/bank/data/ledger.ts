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
 * Creates an Item's change log. Position n is the state after the first n changes: the transactions of `history` come
 * first, and later changes are appended. A cursor is a position, so the same cursor always returns the same changes.
 */
export function createLedger(history: History) {
  const later: Change[] = [];
  const added: { fact: Fact; at: number }[] = [];
  const current = new Map<number, Fact>();
  const removed = new Set<number>();
  // Several programs may page through an Item at the same time, each from its own position and for its own accounts.
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
      touched.delete(change.index); // moves it to the back, in order of last change
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
    /** Returns the position after the last change. */
    end,
    account,
    fact: (index: number): Fact => current.get(index) ?? (isOld(index) ? history.fact(index) : extra(index).fact),
    day,
    /** Returns the highest index plus one. */
    size: (): number => history.count + added.length,
    isLive: (index: number): boolean => !removed.has(index),
    /**
     * Returns the changes between positions `from` and `to`, ascending by last change, at most one per transaction.
     * With `accountIds`, includes only transactions of these accounts.
     */
    delta: (from: number, to: number, accountIds?: readonly string[]): readonly Change[] =>
      deltas(JSON.stringify([from, to, accountIds]), () => {
        const all = findDelta(from, to);
        return accountIds ? all.filter(({ index }) => accountIds.includes(account(index).account_id)) : all;
      }),
    /** Returns the transactions that exist at position `to`, newest first. */
    live,
    /** Returns the transactions from day `first` to day `last`. With `accountIds`, includes only these accounts. */
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

/**
 * Returns the place of the first of `indexes` that passes, assuming that all after it pass; the length if none does.
 */
function firstPlace(indexes: readonly number[], passes: (index: number) => boolean): number {
  let [low, high] = [0, indexes.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (passes(indexes[middle] as number)) high = middle;
    else low = middle + 1;
  }
  return low;
}
