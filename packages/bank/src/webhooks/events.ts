import type { ItemError } from '../resources/item.ts';

/** A string whose values are known today; others may be added without notice. */
type Known<Value extends string> = Value | (string & {});

/** The fields of all webhooks. */
interface About {
  /** Environment that sent the webhook. */
  environment: Known<'sandbox' | 'production'>;
  /** ID of the user, for Items of a user that was created with `user.create`. */
  user_id?: string;
}

/** A webhook that is not about an Item. */
interface WithoutItem extends About {
  /** Never set; it is listed so that `item_id` can be read from any event. */
  item_id?: undefined;
}

/** A webhook about an Item. Webhooks of a processor token have an `account_id` instead of the `item_id`. */
interface OfItem extends About {
  /** ID of the Item (linked bank login) that the webhook is about. Case-sensitive. */
  item_id: string;
  /** Error of the Item. Null or absent if there is none. */
  error?: ItemError | null;
}

interface OfAccount extends OfItem {
  /** ID of the account that the webhook is about. Case-sensitive. */
  account_id: string;
}

interface TransactionsUpdate extends OfItem {
  /** Number of transactions that became available since the last webhook of this kind. */
  new_transactions: number;
}

interface InvestmentsUpdate extends OfItem {
  /** Number of investment transactions added since the last webhook of this kind. */
  new_investments_transactions: number;
  /** Number of investment transactions canceled since the last webhook of this kind. */
  cancelled_investments_transactions: number;
}

/** A webhook about a session of Link; there is no Item, or not yet. */
interface OfSession extends WithoutItem {
  /** ID of the Link session, for Plaid support. */
  link_session_id: string;
  /** Link token that the session was started with. */
  link_token: string;
}

interface OfReport extends WithoutItem {
  /** ID of the asset report that the webhook is about. */
  asset_report_id: string;
}

interface OfRecurringTransfer extends WithoutItem {
  /** ID of the recurring transfer that the webhook is about. */
  recurring_transfer_id: string;
}

type PaymentStatus = Known<`PAYMENT_STATUS_${
  | 'INPUT_NEEDED'
  | 'PROCESSING'
  | 'INITIATED'
  | 'COMPLETED'
  | 'INSUFFICIENT_FUNDS'
  | 'FAILED'
  | 'BLOCKED'
  | 'UNKNOWN'
  | 'EXECUTED'
  | 'SETTLED'
  | 'AUTHORISING'
  | 'CANCELLED'
  | 'ESTABLISHED'
  | 'REJECTED'}`>;

type ConsentStatus = Known<'UNAUTHORISED' | 'AUTHORISED' | 'REVOKED' | 'REJECTED' | 'EXPIRED'>;

/** A webhook about a user. */
interface OfUser extends WithoutItem {
  /** ID of the user that the webhook is about. */
  user_id: string;
}

interface IncomeVerified extends OfItem {
  /** Whether the processing succeeded. `VERIFICATION_STATUS_PENDING_APPROVAL` is no longer sent. */
  verification_status: Known<
    | 'VERIFICATION_STATUS_PROCESSING_COMPLETE'
    | 'VERIFICATION_STATUS_PROCESSING_FAILED'
    | 'VERIFICATION_STATUS_PENDING_APPROVAL'
  >;
}

interface RiskSignalsFound extends OfItem {
  /** Whether the check has ended. */
  risk_signals_status: Known<'RISK_SIGNALS_PROCESSING_COMPLETE'>;
}

interface OfVerification extends WithoutItem {
  /** ID of the verification, `idv_…`. For a retry, the ID of the new attempt. */
  identity_verification_id: string;
}

/** A step of the user in a session of Link. */
interface LinkEvent {
  /** UUID of the event. An event that arrives twice has the same one. */
  event_id: string;
  /** Name of the event, such as `HANDOFF` or `EXIT`. */
  event_name: string;
  /** Time of the event, ISO 8601. */
  timestamp: string;
  /** Details of the event. Which of them are set depends on `event_name`. */
  event_metadata: LinkEventDetails;
}

/** Details of an event in Link. Each is set for some events only. */
interface LinkEventDetails {
  /** End of the account number that the user entered. Empty for numbers of four digits. Of `SUBMIT_ACCOUNT_NUMBER`. */
  account_number_mask?: string;
  /** Name of the chosen brand. */
  brand_name?: string;
  /** Code of the error that the user saw. Of `ERROR` and `EXIT`. */
  error_code?: string;
  /** Message of the error that the user saw. Of `ERROR` and `EXIT`. */
  error_message?: string;
  /** Category of the error that the user saw. Of `ERROR` and `EXIT`. */
  error_type?: string;
  /** Step at which the user left. Of `EXIT`. */
  exit_status?: string;
  /** ID of the chosen institution. */
  institution_id?: string;
  /** Name of the chosen institution. */
  institution_name?: string;
  /** Text that the user searched for. Set for `SEARCH_INSTITUTION`. */
  institution_search_query?: string;
  /** Reason why the institution was suggested, such as `returning_user` or `SAVED_INSTITUTION`. */
  match_reason?: string;
  /** Second factor that was asked for: `code`, `device`, `questions` or `selections`. */
  mfa_type?: string;
  /** ID of the last request that Link sent, for Plaid support. */
  request_id?: string;
  /** Routing number that the user entered. Of `SUBMIT_ROUTING_NUMBER`. */
  routing_number?: string;
  /** Verification method (`phoneotp`, `password`) or auth flow that the user chose. */
  selection?: string;
  /** View that is shown next. Of `TRANSITION_VIEW`. */
  view_name?: string;
}

/** Kinds of changes, by account ID. */
type ByAccount<What extends string> = Record<string, Known<What>[]>;

/**
 * The fields of each webhook, by type and code, besides those two: `WebhookEvents['ITEM']['ERROR']`.
 *
 * @see https://plaid.com/docs/api/webhooks/
 */
export interface WebhookEvents {
  /** Asset reports. */
  ASSETS: {
    /** The report is ready: fetch it with `assetReport.get`. */
    PRODUCT_READY: OfReport & {
      /** Form of the report that is ready: the `FAST` one is ready first and has less data. */
      report_type?: Known<'FULL' | 'FAST'>;
    };
    /** The report could not be created. */
    ERROR: OfReport & {
      /** Reason why it could not be created; its `error_type` is `ASSET_REPORT_ERROR`. */
      error: ItemError | null;
    };
  };
  /** Account and routing numbers. */
  AUTH: {
    /** Account numbers are new or have changed: stop using stored ones, and fetch them with `auth.get`. */
    DEFAULT_UPDATE: OfItem & {
      /** IDs of the accounts that have numbers for the first time. */
      account_ids_with_new_auth: string[];
      /** Numbers that changed, by account ID. */
      account_ids_with_updated_auth: ByAccount<'ACCOUNT_NUMBER' | 'ROUTING_NUMBER'>;
    };
    /** An account was verified by automated micro-deposits. */
    AUTOMATICALLY_VERIFIED: OfAccount;
    /** An account was not verified within seven days of its micro-deposit: the user has to link it again. */
    VERIFICATION_EXPIRED: OfAccount;
    /** The user confirmed, or failed to confirm, the micro-deposits by the link in a text message. */
    SMS_MICRODEPOSITS_VERIFICATION: OfAccount & {
      /** Whether the verification succeeded. */
      status: Known<'MANUALLY_VERIFIED' | 'VERIFICATION_FAILED'>;
    };
    /** The user has not consented to `auth`: send them through Link's update mode with that product. */
    PRODUCT_PERMISSIONS_REQUIRED: OfItem;
  };
  /** Securities that an Item holds. */
  HOLDINGS: {
    /** Holdings are new or have another price, usually after markets close: call `investments.holdings.get`. */
    DEFAULT_UPDATE: OfItem & {
      /** Number of holdings added since the last webhook of this kind. */
      new_holdings: number;
      /** Number of holdings changed since the last webhook of this kind. */
      updated_holdings: number;
    };
  };
  /** Owners of accounts. */
  IDENTITY: {
    /** Data of owners has changed: fetch it with `identity.get`. Plaid looks for changes every 30 to 90 days. */
    DEFAULT_UPDATE: OfItem & {
      /** Changed parts, by account ID. */
      account_ids_with_updated_identity: ByAccount<'PHONES' | 'EMAILS' | 'ADDRESSES' | 'NAMES'>;
    };
    /** The user has not consented to `identity`: send them through Link's update mode with that product. */
    PRODUCT_PERMISSIONS_REQUIRED: OfItem;
  };
  /** Verifications of who users are. Sent to the URL that the Plaid dashboard sets. */
  IDENTITY_VERIFICATION: {
    /** The status of a verification has changed: fetch it with `identityVerification.get`. */
    STATUS_UPDATED: OfVerification;
    /** A step of a verification has ended: fetch it with `identityVerification.get`. */
    STEP_UPDATED: OfVerification;
    /** A new attempt was started, by your app or in the Plaid dashboard. */
    RETRIED: OfVerification;
  };
  /** Income of users. */
  INCOME: {
    /** Documents or payroll data were processed: fetch them with `credit.payrollIncome.get`. */
    INCOME_VERIFICATION: IncomeVerified;
    /** Documents were checked for fraud: fetch the result with `credit.payrollIncome.riskSignals.get`. */
    INCOME_VERIFICATION_RISK_SIGNALS: RiskSignalsFound;
    /** The user must log in at their payroll provider again before data can be refreshed. */
    INCOME_VERIFICATION_REFRESH_RECONNECT_NEEDED: OfUser;
    /** `INCOME_VERIFICATION` of users that have no `user_token`; `user_id` is the one of `user.create`. */
    USER_INCOME_VERIFICATION: IncomeVerified;
    /** `INCOME_VERIFICATION_RISK_SIGNALS` of users that have no `user_token`. */
    USER_INCOME_VERIFICATION_RISK_SIGNALS: RiskSignalsFound;
    /** `INCOME_VERIFICATION_REFRESH_RECONNECT_NEEDED` of users that have no `user_token`. */
    USER_INCOME_VERIFICATION_REFRESH_RECONNECT_NEEDED: OfUser;
    /** The report about a user's bank income is ready: fetch it with `credit.bankIncome.get`. */
    BANK_INCOME_COMPLETE: OfUser & {
      /** Whether the report could be created. */
      result: Known<'SUCCESS' | 'FAILURE'>;
    };
    /** The bank income of a user has changed. Sent to users of `credit.bankIncome.webhook.update` only. */
    BANK_INCOME_REFRESH_UPDATE: OfUser;
    /** A refresh of a user's bank income has ended. */
    BANK_INCOME_REFRESH_COMPLETE: OfUser & {
      /** Whether the report could be created. */
      result: Known<'SUCCESS' | 'FAILURE'>;
    };
  };
  /** Purchases, sales and other transactions of investment accounts. */
  INVESTMENTS_TRANSACTIONS: {
    /** New or canceled transactions are available. */
    DEFAULT_UPDATE: InvestmentsUpdate;
    /** A fetch that was requested with `async_update` is done. */
    HISTORICAL_UPDATE: InvestmentsUpdate;
  };
  /** Screenings of organizations. Sent to the URL that the Plaid dashboard sets. */
  ENTITY_SCREENING: {
    /** The status of a screening has changed: fetch it with `watchlistScreening.entity.get`. */
    STATUS_UPDATED: WithoutItem & {
      /** ID of the screening, `entscr_…`. */
      entity_screening_id: string;
    };
  };
  /** State of an Item. */
  ITEM: {
    /** The Item has an error, usually `ITEM_LOGIN_REQUIRED`: send the user through Link's update mode. */
    ERROR: OfItem & {
      /** Error that the Item is in. */
      error: ItemError | null;
    };
    /** The login works again, without your app: stop asking the user to repair it. */
    LOGIN_REPAIRED: OfItem;
    /** The user has a new account at the institution: offer to share it in Link's update mode. */
    NEW_ACCOUNTS_AVAILABLE: OfItem;
    /** A US or Canadian Item will be disconnected in 7 days: send the user through Link's update mode. */
    PENDING_DISCONNECT: OfItem & {
      /** Reason why it will be disconnected. */
      reason: Known<'INSTITUTION_MIGRATION' | 'INSTITUTION_TOKEN_EXPIRATION'>;
      /** Time at which the Item will be disconnected, ISO 8601. */
      disconnect_time: string;
    };
    /** The consent for a European or UK Item expires in 7 days: send the user through Link's update mode. */
    PENDING_EXPIRATION: OfItem & {
      /** Time at which the consent expires, ISO 8601. */
      consent_expiration_time: string;
    };
    /** The user revoked access to the Item: delete what you stored of it. Only a new Link session restores it. */
    USER_PERMISSION_REVOKED: OfItem;
    /** The user revoked access to one account: delete what you stored of it. */
    USER_ACCOUNT_REVOKED: OfAccount;
    /** The webhook URL of the Item was changed. Sent to the new URL. */
    WEBHOOK_UPDATE_ACKNOWLEDGED: OfItem & {
      /** URL that receives webhooks from now on. */
      new_webhook_url: string;
    };
  };
  /** Credit cards, mortgages and student loans. */
  LIABILITIES: {
    /** Liabilities are new or have changed: fetch them with `liabilities.get`. */
    DEFAULT_UPDATE: OfItem & {
      /** IDs of the accounts that have liabilities for the first time. */
      account_ids_with_new_liabilities: string[];
      /** Names of the fields that changed, by account ID. */
      account_ids_with_updated_liabilities: Record<string, string[]>;
    };
  };
  /** Sessions in which users link their banks. */
  LINK: {
    /** The steps of a session, 5 to 15 minutes after the last one if the user abandoned it. May be sent in parts. */
    EVENTS: OfSession & {
      /** The steps that the user took. */
      events: LinkEvent[];
    };
    /** The user linked an Item, in a session of Hosted Link or Multi-Item Link. */
    ITEM_ADD_RESULT: OfSession & {
      /** Token of the Item, to exchange with `item.exchangePublicToken`. Valid for 30 minutes, once. */
      public_token: string;
    };
    /** A session of Hosted Link, Multi-Item Link or Layer has ended. */
    SESSION_FINISHED: OfSession & {
      /** Whether the user completed the session or left it. */
      status: Known<'SUCCESS' | 'EXITED'>;
      /**
       * Token of the Item that the user linked.
       *
       * @deprecated Use `public_tokens`, which has one per Item.
       */
      public_token?: string;
      /** Tokens of the Items that the user linked, to exchange with `item.exchangePublicToken`. */
      public_tokens?: string[];
    };
  };
  /** Payments in Europe. */
  PAYMENT_INITIATION: {
    /** The status of a payment changed. No status proves that money has arrived at the recipient. */
    PAYMENT_STATUS_UPDATE: WithoutItem & {
      /** ID of the payment that changed. */
      payment_id: string;
      /** ID of the transaction of your virtual account. Null or absent without one. */
      transaction_id?: string | null;
      /** Status of the payment now; see `Payment`. */
      new_payment_status: PaymentStatus;
      /** Status of the payment before. */
      old_payment_status: PaymentStatus;
      /** Reference of the payment, as it was passed. */
      original_reference: string | null;
      /** Reference as it was sent to the bank. Null or absent if it was not changed. */
      adjusted_reference?: string | null;
      /** First day of a standing order, as it was passed, `YYYY-MM-DD`. Null for single payments. */
      original_start_date: string | null;
      /** First day as it was sent to the bank, `YYYY-MM-DD`. Null if it was not changed. */
      adjusted_start_date: string | null;
      /** Time of the change, ISO 8601. */
      timestamp: string;
      /** Reason why the payment failed. Null or absent otherwise. */
      error?: ItemError | null;
    };
    /** The status of a consent changed. */
    CONSENT_STATUS_UPDATE: WithoutItem & {
      /** ID of the consent that changed. */
      consent_id: string;
      /** Status of the consent before. */
      old_status: ConsentStatus;
      /** Status of the consent now. */
      new_status: ConsentStatus;
      /** Time of the change, ISO 8601. */
      timestamp: string;
      /** Error of the consent. Null or absent if there is none. */
      error?: ItemError | null;
    };
  };
  /** Tokens for processors. */
  PROCESSOR_TOKEN: {
    /** The webhook URL of a processor token was changed. Sent to the new URL. */
    WEBHOOK_UPDATE_ACKNOWLEDGED: WithoutItem & {
      /** ID of the account that the processor token is for. */
      account_id: string;
      /** URL that receives webhooks from now on. */
      new_webhook_url: string;
      /** Error of the Item. Null or absent if there is none. */
      error?: ItemError | null;
    };
  };
  /** Screenings of people. Sent to the URL that the Plaid dashboard sets. */
  SCREENING: {
    /** The status of a screening has changed: fetch it with `watchlistScreening.individual.get`. */
    STATUS_UPDATED: WithoutItem & {
      /** ID of the screening, `scr_…`. */
      screening_id: string;
    };
  };
  /** Account statements. */
  STATEMENTS: {
    /** A refresh that was requested with `statements.refresh` is done. */
    STATEMENTS_REFRESH_COMPLETE: OfItem & {
      /** Whether the statements were fetched. */
      result: Known<'SUCCESS' | 'FAILURE'>;
    };
  };
  /** Transactions of bank and credit card accounts. */
  TRANSACTIONS: {
    /** `transactions.sync` has new data. Sent only after the first sync of the Item. */
    SYNC_UPDATES_AVAILABLE: OfItem & {
      /** Whether the last 30 days have been read from the bank. */
      initial_update_complete: boolean;
      /** Whether all the requested history, up to 2 years, has been read from the bank. */
      historical_update_complete: boolean;
    };
    /** Recurring transactions are new or have changed: fetch them with `transactions.recurring.get`. */
    RECURRING_TRANSACTIONS_UPDATE: OfItem & {
      /** IDs of the accounts whose recurring transactions are new or have changed. */
      account_ids: string[];
    };
    /** The last 30 days are available. For apps that use `transactions.get`. */
    INITIAL_UPDATE: TransactionsUpdate;
    /** The whole history is available. For apps that use `transactions.get`. */
    HISTORICAL_UPDATE: TransactionsUpdate;
    /** New transactions are available. For apps that use `transactions.get`. */
    DEFAULT_UPDATE: TransactionsUpdate;
    /** Transactions were deleted. For apps that use `transactions.get`. */
    TRANSACTIONS_REMOVED: OfItem & {
      /** IDs of the deleted transactions. */
      removed_transactions: string[];
    };
  };
  /** Transfers of money. */
  TRANSFER: {
    /** There are new events: fetch them with `transfer.event.sync`. Sent at most once a minute. */
    TRANSFER_EVENTS_UPDATE: WithoutItem;
    /** A recurring transfer made a new transfer. */
    RECURRING_NEW_TRANSFER: OfRecurringTransfer & {
      /** ID of the new transfer. */
      transfer_id: string;
    };
    /** A recurring transfer could not make the transfer of a day. */
    RECURRING_TRANSFER_SKIPPED: OfRecurringTransfer & {
      /** Decision about the transfer. */
      authorization_decision: Known<'approved' | 'declined' | 'user_action_required'>;
      /** Reason of the decision, such as `NSF`. Null or absent if none is known. */
      authorization_decision_rationale_code?: string | null;
      /** Day of the transfer, `YYYY-MM-DD`. */
      skipped_origination_date: string;
    };
    /** Plaid canceled a recurring transfer. */
    RECURRING_CANCELLED: OfRecurringTransfer;
  };
}

/**
 * A webhook. When you compare `webhook_type` and `webhook_code`, TypeScript narrows the other fields; `item_id` can be
 * read from any event. The fields are not validated: the signature proves that the API sent them.
 */
export type WebhookEvent<Type extends keyof WebhookEvents = keyof WebhookEvents> = {
  [Name in Type]: {
    [Code in keyof WebhookEvents[Name]]: {
      /** Type of the webhook, such as `ITEM` or `TRANSACTIONS`. */
      webhook_type: Name;
      /** Code of the webhook, such as `SYNC_UPDATES_AVAILABLE`. Several types share codes such as `DEFAULT_UPDATE`. */
      webhook_code: Code;
    } & WebhookEvents[Name][Code];
  }[keyof WebhookEvents[Name]];
}[Type];

declare const unlisted: unique symbol;

/** Not a plain string, so that comparing with a listed name excludes it. */
interface Unlisted {
  readonly [unlisted]: never;
}

/** A webhook of a type or code that this release does not list; `String(event.webhook_code)` is its name. */
export interface UnlistedWebhookEvent {
  /** Type of the webhook: a listed type with a new code, or a new type. */
  webhook_type: keyof WebhookEvents | Unlisted;
  /** Code of the webhook; `String(event.webhook_code)` is its name. */
  webhook_code: Unlisted;
  /** ID of the Item, for webhooks that are about one. */
  item_id?: string;
  /** ID of the user, for webhooks about a user, or about an Item of a user that was created with `user.create`. */
  user_id?: string | null;
  /** Any other field. */
  [field: string]: unknown;
}
