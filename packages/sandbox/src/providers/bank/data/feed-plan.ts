import type { Clock } from '../../../clock/clock.ts';
import type { Random } from '../../../shared/random.ts';
import type { Settings } from '../options.ts';
import type { WebhookCode } from '../webhooks/webhook-codes.ts';
import type { Account } from './accounts.ts';
import type { Profile } from './profiles.ts';

/** How far the transactions of an Item have come. */
export type FeedStatus = 'NOT_READY' | 'INITIAL_UPDATE_COMPLETE' | 'HISTORICAL_UPDATE_COMPLETE';

/** Which days a history covers; unset: the 90 days up to today. */
export interface HistoryWindow {
  readonly days?: number | undefined;
  readonly firstDate?: string | undefined;
  readonly lastDate?: string | undefined;
}

/** How many transactions to add, post, modify and remove. */
export interface TransactionChanges {
  /** New pending transactions of today. */
  added?: number;
  /** Pending transactions that post: each is removed, and another added that names it. */
  posted?: number;
  /** Number of transactions to modify. Default 0. */
  modified?: number;
  /** Number of transactions to remove. Default 0. */
  removed?: number;
}

/** Ids of the transactions that changed. */
export interface ChangedTransactions {
  /** IDs of the added transactions. */
  readonly added: string[];
  /** IDs of the modified transactions. */
  readonly modified: string[];
  /** IDs of the removed transactions. */
  readonly removed: string[];
}

/** Parts of one Item's feed. */
export interface FeedPlan {
  readonly clock: Clock;
  readonly settings: Settings;
  readonly accounts: () => readonly Account[];
  readonly profile: Profile;
  /** Transactions in two years. */
  readonly count: number;
  readonly window: HistoryWindow;
  /** It was linked long ago. */
  readonly isOld: boolean;
  /** Unix milliseconds. */
  readonly createdAt: number;
  random(label: string): Random;
  /** Random values that do not depend on the Item. */
  seeded(label: string): Random;
  notify(code: WebhookCode, extra: object): void;
}

/** A transaction as `/sandbox/transactions/create` takes it. */
export interface CustomTransaction {
  readonly date_transacted: string;
  readonly date_posted: string;
  readonly amount: number;
  readonly description: string;
  readonly iso_currency_code?: string | undefined;
}
