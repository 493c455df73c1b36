import type { ItemError } from '../resources/item.ts';

/** Text whose values are known today; others may come without notice. */
type Known<Value extends string> = Value | (string & {});

/** The fields of all webhooks. */
interface About {
  environment: Known<'sandbox' | 'production'>;
  /** Set for Items of a user that was created with `user.create`. */
  user_id?: string;
}

/** Not about an Item. */
interface WithoutItem extends About {
  /** Never set; it is listed so that `item_id` can be read from any event. */
  item_id?: undefined;
}

/** About an Item. Webhooks of a processor token have an `account_id` instead of the `item_id`. */
interface OfItem extends About {
  item_id: string;
  error?: ItemError | null;
}

interface OfAccount extends OfItem {
  account_id: string;
}

interface TransactionsUpdate extends OfItem {
  new_transactions: number;
}

interface InvestmentsUpdate extends OfItem {
  new_investments_transactions: number;
  cancelled_investments_transactions: number;
}

/** About a session of Link; there is no Item, or not yet. */
interface OfSession extends WithoutItem {
  link_session_id: string;
  link_token: string;
}

interface OfReport extends WithoutItem {
  asset_report_id: string;
}

/** What happened in a session of Link. */
interface LinkEvent {
  event_id: string;
  event_name: string;
  timestamp: string;
  event_metadata: { [Name in LinkDetail]?: string };
}

type LinkDetail =
  | 'account_number_mask'
  | 'brand_name'
  | 'error_code'
  | 'error_message'
  | 'error_type'
  | 'exit_status'
  | 'institution_id'
  | 'institution_name'
  | 'institution_search_query'
  | 'match_reason'
  | 'mfa_type'
  | 'request_id'
  | 'routing_number'
  | 'selection'
  | 'view_name';

/** Lists of what has changed, by account id. */
type ByAccount<What extends string> = Record<string, Known<What>[]>;

/**
 * The fields of each webhook, by type and code, besides those two: `WebhookEvents['ITEM']['ERROR']`.
 *
 * @see https://plaid.com/docs/api/webhooks/
 */
export interface WebhookEvents {
  ASSETS: {
    PRODUCT_READY: OfReport & { report_type?: Known<'FULL' | 'FAST'> };
    ERROR: OfReport & { error: ItemError | null };
  };
  AUTH: {
    DEFAULT_UPDATE: OfItem & {
      account_ids_with_new_auth: string[];
      account_ids_with_updated_auth: ByAccount<'ACCOUNT_NUMBER' | 'ROUTING_NUMBER'>;
    };
    AUTOMATICALLY_VERIFIED: OfAccount;
    VERIFICATION_EXPIRED: OfAccount;
    SMS_MICRODEPOSITS_VERIFICATION: OfAccount & { status: Known<'MANUALLY_VERIFIED' | 'VERIFICATION_FAILED'> };
    PRODUCT_PERMISSIONS_REQUIRED: OfItem;
  };
  HOLDINGS: {
    DEFAULT_UPDATE: OfItem & { new_holdings: number; updated_holdings: number };
  };
  IDENTITY: {
    DEFAULT_UPDATE: OfItem & {
      account_ids_with_updated_identity: ByAccount<'PHONES' | 'EMAILS' | 'ADDRESSES' | 'NAMES'>;
    };
    PRODUCT_PERMISSIONS_REQUIRED: OfItem;
  };
  INVESTMENTS_TRANSACTIONS: {
    DEFAULT_UPDATE: InvestmentsUpdate;
    HISTORICAL_UPDATE: InvestmentsUpdate;
  };
  ITEM: {
    ERROR: OfItem & { error: ItemError | null };
    LOGIN_REPAIRED: OfItem;
    NEW_ACCOUNTS_AVAILABLE: OfItem;
    /** Times are ISO 8601. */
    PENDING_DISCONNECT: OfItem & {
      reason: Known<'INSTITUTION_MIGRATION' | 'INSTITUTION_TOKEN_EXPIRATION'>;
      disconnect_time: string;
    };
    PENDING_EXPIRATION: OfItem & { consent_expiration_time: string };
    USER_PERMISSION_REVOKED: OfItem;
    USER_ACCOUNT_REVOKED: OfAccount;
    WEBHOOK_UPDATE_ACKNOWLEDGED: OfItem & { new_webhook_url: string };
  };
  LIABILITIES: {
    DEFAULT_UPDATE: OfItem & {
      account_ids_with_new_liabilities: string[];
      account_ids_with_updated_liabilities: Record<string, string[]>;
    };
  };
  LINK: {
    EVENTS: Omit<OfSession, 'environment'> & { events: LinkEvent[] };
    ITEM_ADD_RESULT: OfSession & { public_token: string };
    SESSION_FINISHED: OfSession & {
      status: Known<'SUCCESS' | 'EXITED'>;
      /** Deprecated for `public_tokens`, which has one per Item. */
      public_token?: string;
      public_tokens?: string[];
    };
  };
  PROCESSOR_TOKEN: {
    WEBHOOK_UPDATE_ACKNOWLEDGED: WithoutItem & {
      account_id: string;
      new_webhook_url: string;
      error?: ItemError | null;
    };
  };
  STATEMENTS: {
    STATEMENTS_REFRESH_COMPLETE: OfItem & { result: Known<'SUCCESS' | 'FAILURE'> };
  };
  TRANSACTIONS: {
    /** New data for `transactions.sync`. It comes only after the first sync of the Item. */
    SYNC_UPDATES_AVAILABLE: OfItem & { initial_update_complete: boolean; historical_update_complete: boolean };
    RECURRING_TRANSACTIONS_UPDATE: OfItem & { account_ids: string[] };
    INITIAL_UPDATE: TransactionsUpdate;
    HISTORICAL_UPDATE: TransactionsUpdate;
    DEFAULT_UPDATE: TransactionsUpdate;
    TRANSACTIONS_REMOVED: OfItem & { removed_transactions: string[] };
  };
}

/**
 * A webhook. When you compare `webhook_type` and `webhook_code`, TypeScript knows the other fields; `item_id` can be read from
 * any event. The values are not checked: the signature proves that they are the API's.
 */
export type WebhookEvent<Type extends keyof WebhookEvents = keyof WebhookEvents> = {
  [Name in Type]: {
    [Code in keyof WebhookEvents[Name]]: { webhook_type: Name; webhook_code: Code } & WebhookEvents[Name][Code];
  }[keyof WebhookEvents[Name]];
}[Type];

declare const unlisted: unique symbol;

/** Not plain text: comparing with a listed name must rule it out. */
interface Unlisted {
  readonly [unlisted]: never;
}

/** A webhook of a type or code that this release does not list; `String(event.webhook_code)` is its name. */
export interface UnlistedWebhookEvent {
  webhook_type: keyof WebhookEvents | Unlisted;
  webhook_code: Unlisted;
  /** The Item, of webhooks that are about one. */
  item_id?: string;
  /** The user, of webhooks that are about one, or about an Item of a user that was created with `user.create`. */
  user_id?: string | null;
  /** Any other field. */
  [field: string]: unknown;
}
