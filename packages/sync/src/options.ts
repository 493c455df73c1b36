import type { BankClient, Item, NextStep } from '@x/bank';
import type { Clock } from '@x/core';
import type { RulesOf } from '@x/core/options';
import * as optionKind from '@x/core/options';
import type { SyncDatabase } from './database.ts';
import type { ChangeCounts } from './work.ts';

/** A linked bank login to sync. */
export interface SyncItem {
  /** ID of the Item. Default: found by `access_token`. */
  readonly id?: string | undefined;
  /** Access token of the Item. Default: the one that the client's `items` store has for `id`. */
  readonly access_token?: string | undefined;
  /**
   * The person it belongs to, such as your user's ID. Only Items of the same person adopt each other's rows after a relink
   * and have transfers between each other. Default: each Item is a person of its own.
   */
  readonly user?: string | undefined;
}

/** An Item's client, and what its calls need. */
export interface ItemAccess {
  readonly bank: BankClient;
  readonly token: { readonly access_token: string };
  readonly call: { readonly signal?: AbortSignal };
}

/** Returns how to read an Item: with its own token, or with the one that the client's `items` store has. */
export function accessOf(
  { id = '', access_token }: SyncItem,
  { bank, signal }: Pick<SyncOptions, 'bank' | 'signal'>,
): ItemAccess {
  const call = signal ? { signal } : {};
  if (access_token !== undefined) return { bank, token: { access_token }, call };
  return { bank: bank.withItem(id) as BankClient, token: {} as ItemAccess['token'], call };
}

/** Longest pause between two looks at whether Plaid has new data, in milliseconds. */
export const maxPollMs = 30_000;

/** Returns whether an Item has a product. Calls for other products fail, or add them to the bill. */
export const hasProduct = (
  { products = [], billed_products }: Pick<Item, 'products' | 'billed_products'>,
  product: string,
): boolean => [...products, ...billed_products].includes(product);

/** Changes of an account's transactions in a sync. */
export interface AccountSummary extends ChangeCounts {
  /** ID of the row in `bank_accounts`. */
  readonly id: string;
  /** Name of the account. */
  readonly name: string;
  /** Last characters of the account number. Null if unknown. */
  readonly mask: string | null;
}

/** Result of a sync of one Item. */
export interface ItemSummary {
  /** ID of the Item. Undefined if it could not be found out. */
  readonly id: string | undefined;
  /**
   * - `synced`: all changes are in the tables.
   * - `incomplete`: so are all changes that Plaid has, but Plaid is still reading the history.
   * - `busy`: another process is syncing the Item.
   * - `replaced`: another Item has taken over all of its accounts; remove it with `item.remove`.
   * - `failed`: `error` says why. Whatever was written before is complete.
   */
  readonly status: 'synced' | 'incomplete' | 'busy' | 'replaced' | 'failed';
  /** Accounts with changes. */
  readonly accounts: readonly AccountSummary[];
  /** Next step of the person, with a sentence for them. */
  readonly next: NextStep;
  /** Reason of a failure. */
  readonly error?: unknown;
}

/** Result of `syncItems`. */
export interface SyncSummary extends ChangeCounts {
  /** Results, in the order of the Items. */
  readonly items: readonly ItemSummary[];
}

/** Progress of `syncItems`. */
export type SyncEvent =
  /** The sync of an Item, one of `total`, begins. */
  | { readonly type: 'item-start'; readonly item: string; readonly total: number }
  /** The first sync of an Item asks the bank for this many days, which cannot be changed later. */
  | { readonly type: 'history'; readonly item: string; readonly days: number }
  /** A page of changes has arrived. */
  | { readonly type: 'page'; readonly item: string; readonly pages: number; readonly changes: number }
  /** A delta and its cursor are in the database. */
  | { readonly type: 'delta'; readonly item: string; readonly history: string }
  /** Plaid is still reading the history, or the data that `refresh` requested, or another process has the Item. */
  | { readonly type: 'wait'; readonly item: string; readonly for: 'history' | 'refresh' | 'lock' }
  /** The sync of an Item has ended. `done` of `total` Items have. */
  | { readonly type: 'item-end'; readonly summary: ItemSummary; readonly done: number; readonly total: number };

/** Options of `syncItems`. */
export interface SyncOptions {
  /** Client to read with. */
  readonly bank: BankClient;
  /** Items to sync: their IDs if the client has an `items` store with their access tokens. */
  readonly items: readonly (string | SyncItem)[];
  /** Database to write to. */
  readonly database: SyncDatabase;
  /**
   * Days of history to request in the first sync of an Item, 1 to 730. Later syncs cannot change it, and neither can this
   * if the link token already requested a number of days. Default 730.
   */
  readonly days?: number | undefined;
  /**
   * Whether to ask the bank for new data first, and wait for it. Plaid bills each refresh. Default `false`: Plaid reads new
   * data one to four times a day.
   */
  readonly refresh?: boolean | undefined;
  /** Whether to wait for an Item that another process is syncing. Default `false`: its status is `busy`. */
  readonly waitForLock?: boolean | undefined;
  /** Whether to sync only transactions and accounts, with three calls per Item. Default `false`. */
  readonly transactionsOnly?: boolean | undefined;
  /** Number of Items to sync at the same time, at least 1. Default 4. */
  readonly concurrency?: number | undefined;
  /**
   * Longest wait for the history, for refreshed data or for another process, in milliseconds. Afterward, the sync goes on
   * without it, and the next one gets the rest. Default 600,000 (10 minutes).
   */
  readonly waitMs?: number | undefined;
  /**
   * Milliseconds after which other processes take over the Item of a process that has stopped. Default 120,000. Nothing
   * is lost or doubled if it is too short.
   */
  readonly leaseMs?: number | undefined;
  /** Called with each step. */
  readonly onEvent?: ((event: SyncEvent) => void) | undefined;
  /** Ends the sync. What was written before is complete. */
  readonly signal?: AbortSignal | undefined;
  /** Clock for times, leases and waits. Default: the runtime's. */
  readonly clock?: Clock | undefined;
}

export const syncOptionRules = {
  bank: optionKind.required(optionKind.checkedLater),
  items: optionKind.required(optionKind.checkedLater),
  database: optionKind.required(
    optionKind.objectWith('a database', ['query', 'run', 'transaction', 'isConflict', 'close']),
  ),
  days: optionKind.count,
  refresh: optionKind.boolean,
  waitForLock: optionKind.boolean,
  transactionsOnly: optionKind.boolean,
  concurrency: optionKind.countFrom1OrInfinity,
  waitMs: optionKind.millisecondsFrom0,
  leaseMs: optionKind.milliseconds,
  onEvent: optionKind.function,
  signal: optionKind.signal,
  clock: optionKind.clock,
} satisfies RulesOf<SyncOptions>;
