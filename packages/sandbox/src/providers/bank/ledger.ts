import type { Account } from './accounts.ts';
import type { Day } from './days.ts';
import type { Fact, History } from './history.ts';

/** One entry of a delta. */
export interface Change {
  readonly kind: 'added' | 'modified' | 'removed';
  readonly index: number;
}

/**
 * The change log of an Item. Position n is the state after the first n changes: the history's transactions are the first
 * changes, whatever happens later is appended. So a cursor is a position, and asking twice gives the same.
 */
export interface Ledger {
  readonly history: History;
  /** Position after everything. */
  end(): number;
  fact(index: number): Fact;
  account(index: number): Account;
  /** What leads from position `from` to position `to`, ascending by last change, at most one entry per transaction. */
  delta(from: number, to: number, accountId?: string): readonly Change[];
  /** Transactions that are there at position `to`, newest first. */
  live(to: number): readonly number[];
  day(index: number): Day;
  /** One more than the highest index. */
  size(): number;
  isLive(index: number): boolean;
  add(fact: Fact): number;
  modify(index: number, fact: Fact): void;
  remove(index: number): void;
}

/** A change log that starts with `history`. */
export function createLedger(history: History): Ledger {
  const later: Change[] = [];
  const added: { fact: Fact; at: number }[] = [];
  const current = new Map<number, Fact>();
  const removed = new Set<number>();
  let lastDelta: { key: string; changes: readonly Change[] } | undefined;
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
      touched.delete(change.index); // to the back: the order is that of the last changes
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

  return {
    history,
    end,
    account,
    fact: (index) => current.get(index) ?? (isOld(index) ? history.fact(index) : extra(index).fact),
    day,
    size: () => history.count + added.length,
    isLive: (index) => !removed.has(index),
    delta(from, to, accountId) {
      const key = `${from}/${to}/${accountId}`;
      if (lastDelta?.key === key) return lastDelta.changes;
      const all = findDelta(from, to);
      const changes = accountId ? all.filter(({ index }) => account(index).account_id === accountId) : all;
      lastDelta = { key, changes };
      return changes;
    },
    live(to) {
      if (lastLive?.to === to) return lastLive.indexes;
      const there = new Set(Array.from({ length: Math.min(to, history.count) }, (_, index) => index));
      for (const { kind, index } of laterUpTo(to)) {
        if (kind === 'removed') there.delete(index);
        else there.add(index);
      }
      const indexes = [...there].sort((a, b) => day(b) - day(a) || b - a);
      lastLive = { to, indexes };
      return indexes;
    },
    add(fact) {
      const index = history.count + added.length;
      added.push({ fact, at: end() });
      later.push({ kind: 'added', index });
      return index;
    },
    modify(index, fact) {
      current.set(index, fact);
      later.push({ kind: 'modified', index });
    },
    remove(index) {
      removed.add(index);
      later.push({ kind: 'removed', index });
    },
  };
}
