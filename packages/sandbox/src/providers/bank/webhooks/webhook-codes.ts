/** Webhook types, which say what a webhook is about. */
export type WebhookType =
  | 'ASSETS'
  | 'AUTH'
  | 'HOLDINGS'
  | 'IDENTITY'
  | 'INVESTMENTS_TRANSACTIONS'
  | 'ITEM'
  | 'LIABILITIES'
  | 'LINK'
  | 'STATEMENTS'
  | 'TRANSACTIONS';

/** Codes that `/sandbox/item/fire_webhook` accepts, each with its possible types, the usual one first. */
export const firedCodes = {
  DEFAULT_UPDATE: ['TRANSACTIONS', 'AUTH', 'HOLDINGS', 'IDENTITY', 'INVESTMENTS_TRANSACTIONS', 'LIABILITIES'],
  NEW_ACCOUNTS_AVAILABLE: ['ITEM'],
  SMS_MICRODEPOSITS_VERIFICATION: ['AUTH'],
  AUTHORIZATION_GRANTED: ['ITEM'],
  USER_PERMISSION_REVOKED: ['ITEM'],
  USER_ACCOUNT_REVOKED: ['ITEM'],
  PENDING_DISCONNECT: ['ITEM'],
  RECURRING_TRANSACTIONS_UPDATE: ['TRANSACTIONS'],
  LOGIN_REPAIRED: ['ITEM'],
  SYNC_UPDATES_AVAILABLE: ['TRANSACTIONS'],
  PRODUCT_READY: ['ASSETS'],
  ERROR: ['ITEM', 'ASSETS'],
} as const satisfies Record<string, readonly WebhookType[]>;

/** Product that an Item must have before a type can be fired. */
export const productOfType: Partial<Record<WebhookType, string>> = {
  AUTH: 'auth',
  HOLDINGS: 'investments',
  IDENTITY: 'identity',
  INVESTMENTS_TRANSACTIONS: 'investments',
  LIABILITIES: 'liabilities',
  TRANSACTIONS: 'transactions',
  ASSETS: 'assets',
};

export type WebhookCode =
  | keyof typeof firedCodes
  | 'INITIAL_UPDATE'
  | 'HISTORICAL_UPDATE'
  | 'AUTOMATICALLY_VERIFIED'
  | 'VERIFICATION_EXPIRED'
  | 'TRANSACTIONS_REMOVED'
  | 'WEBHOOK_UPDATE_ACKNOWLEDGED'
  | 'SESSION_FINISHED'
  | 'STATEMENTS_REFRESH_COMPLETE';
