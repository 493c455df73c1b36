import type { Clock } from '../../../shared/clock.ts';
import type { Random } from '../../../shared/random.ts';
import type { Settings } from '../options.ts';
import type { WebhookCode } from '../webhooks/webhook-codes.ts';
import type { Account } from './accounts.ts';
import type { Profile } from './profiles.ts';

/** Progress of an Item's transactions. */
export type FeedStatus = 'NOT_READY' | 'INITIAL_UPDATE_COMPLETE' | 'HISTORICAL_UPDATE_COMPLETE';

/** Days that a history covers. Default: the 90 days up to today. */
export interface HistoryWindow {
  readonly days?: number | undefined;
  readonly firstDate?: string | undefined;
  readonly lastDate?: string | undefined;
}

/** Number of transactions to add, post, modify and remove. */
export interface TransactionChanges {
  /** Number of pending transactions to add, dated today. Default 0. */
  added?: number;
  /** Number of pending transactions to post. Each is removed, and a new one that names it is added. Default 0. */
  posted?: number;
  /** Number of transactions to modify. Default 0. */
  modified?: number;
  /** Number of transactions to remove. Default 0. */
  removed?: number;
}

/** IDs of the changed transactions. */
export interface ChangedTransactions {
  /** IDs of the added transactions. */
  readonly added: string[];
  /** IDs of the modified transactions. */
  readonly modified: string[];
  /** IDs of the removed transactions. */
  readonly removed: string[];
}

/** Input from which an Item's feed is created. */
export interface FeedPlan {
  readonly clock: Clock;
  readonly settings: Settings;
  readonly accounts: () => readonly Account[];
  readonly profile: Profile;
  /** Number of transactions in two years. */
  readonly count: number;
  readonly window: HistoryWindow;
  /** Whether the Item was linked long ago. */
  readonly isOld: boolean;
  /** Unix milliseconds. */
  readonly createdAt: number;
  random(label: string): Random;
  /** Returns random values that do not depend on the Item. */
  seeded(label: string): Random;
  notify(code: WebhookCode, extra: object): void;
}

/** A transaction as `/sandbox/transactions/create` accepts it. */
export interface CustomTransaction {
  readonly date_transacted: string;
  readonly date_posted: string;
  readonly amount: number;
  readonly description: string;
  readonly iso_currency_code?: string | undefined;
}
