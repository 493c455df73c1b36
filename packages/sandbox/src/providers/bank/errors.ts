const notResponding = 'this institution is not currently responding to this request. please try again soon';
const tooOften = 'rate limit exceeded. please try again later';

const catalogue = {
  INVALID_REQUEST: {
    NOT_FOUND: 'not found',
    MISSING_FIELDS: 'required fields are missing',
    UNKNOWN_FIELDS: 'some fields are not recognized by this endpoint',
    INVALID_FIELD: 'a field is invalid',
    INVALID_BODY: 'body could not be parsed as JSON',
    INVALID_HEADERS: 'a header is invalid',
    INVALID_CONFIGURATION: 'the configuration is invalid',
    INVALID_ACCOUNT_NUMBER: 'the provided account number is invalid',
  },
  INVALID_INPUT: {
    INVALID_API_KEYS: 'invalid client_id or secret provided',
    INVALID_ACCESS_TOKEN: 'could not find matching access token',
    INVALID_PUBLIC_TOKEN: 'could not find matching public token',
    INVALID_LINK_TOKEN: 'invalid link_token provided',
    INVALID_PROCESSOR_TOKEN: 'could not find matching processor token',
    INVALID_AUDIT_COPY_TOKEN: 'could not find matching audit copy token',
    INVALID_ACCOUNT_ID: 'failed to find requested account ID for requested item',
    INVALID_INSTITUTION: 'invalid institution_id provided',
    INVALID_PRODUCT: 'client is not authorized to access the requested products',
    INVALID_WEBHOOK_VERIFICATION_KEY_ID: 'invalid key_id provided',
    INVALID_USER_ID: 'could not find matching user_id',
    INVALID_USER_TOKEN: 'could not find matching user token',
    ADDITIONAL_CONSENT_REQUIRED: 'the user has not consented to this product for this item',
    USER_PERMISSION_REVOKED: 'the account holder has revoked access to this item',
  },
  INVALID_RESULT: {
    LAST_UPDATED_DATETIME_OUT_OF_RANGE: 'requested datetime out of range',
  },
  ITEM_ERROR: {
    ITEM_LOGIN_REQUIRED:
      "the login details of this item have changed (credentials, MFA, or required user action) and a user login is required to update this information. use Link's update mode to restore the item to a good state",
    PRODUCT_NOT_READY:
      'the requested product is not yet ready. please provide a webhook or try the request again later',
    PRODUCTS_NOT_SUPPORTED: 'the institution does not support the requested products',
    PRODUCT_NOT_ENABLED: 'the requested product is not enabled on this item',
    ITEM_NOT_FOUND:
      'The Item you requested cannot be found. This Item does not exist, has been previously removed via /item/remove, or has had access removed by the user.',
    ITEM_LOCKED: "the account is locked. prompt the user to visit the institution's site and unlock their account",
    ITEM_CONCURRENTLY_DELETED: 'This item was deleted while the operation was in progress',
    NO_ACCOUNTS: 'no valid accounts were found for this item',
    NO_AUTH_ACCOUNTS: 'this item has no account with account and routing numbers',
    NO_INVESTMENT_ACCOUNTS: 'this item has no investment account',
    NO_INVESTMENT_AUTH_ACCOUNTS: 'this item has no investment account with account numbers',
    NO_LIABILITY_ACCOUNTS: 'this item has no account with liabilities',
    ACCESS_NOT_GRANTED: 'the user has not granted access',
    INSUFFICIENT_CREDENTIALS: 'the user has not provided enough credentials',
    INVALID_CREDENTIALS: 'the provided credentials were not correct',
    INVALID_MFA: 'the provided MFA answer was not correct',
    INVALID_OTP: 'the provided one-time password was not correct',
    INVALID_PHONE_NUMBER: 'the provided phone number is invalid',
    INVALID_SEND_METHOD: 'the chosen MFA method is invalid',
    INVALID_UPDATED_USERNAME: 'the username differs from the one this item was made with',
    ITEM_NOT_SUPPORTED: 'this item is not supported',
    MFA_NOT_SUPPORTED: 'the MFA method of this item is not supported',
    MANUAL_VERIFICATION_REQUIRED: 'the user must complete a verification at the institution',
    PASSWORD_RESET_REQUIRED: 'the user must set a new password at the institution',
    USER_INPUT_TIMEOUT: 'the user did not respond in time',
    USER_SETUP_REQUIRED: 'the user must finish the setup of the account at the institution',
    INSTANT_MATCH_FAILED: 'the account numbers did not match',
  },
  INSTITUTION_ERROR: {
    INSTITUTION_DOWN: notResponding,
    INSTITUTION_NOT_RESPONDING: notResponding,
    INSTITUTION_NOT_AVAILABLE: notResponding,
    INSTITUTION_NO_LONGER_SUPPORTED: 'this institution is no longer supported',
    INSTITUTION_NOT_ENABLED_IN_ENVIRONMENT: 'this institution is not enabled in this environment',
    INSTITUTION_REGISTRATION_REQUIRED: 'this institution requires a registration',
    UNAUTHORIZED_INSTITUTION: 'client is not authorized to access this institution',
    UNSUPPORTED_RESPONSE: 'the response of this institution is not supported',
  },
  ASSET_REPORT_ERROR: {
    DATA_UNAVAILABLE: 'the report lacks the data of an item that failed; "causes" names it and the reason',
    INVALID_PARENT: 'the asset report this is to be made of does not exist',
  },
  INCOME_VERIFICATION_ERROR: {
    INCOME_VERIFICATION_NOT_FOUND: 'the requested data was not found. Please check the ID supplied.',
    INCOME_VERIFICATION_DOCUMENT_NOT_FOUND: 'the requested document was not found. Please check the ID supplied.',
  },
  RECAPTCHA_ERROR: {
    RECAPTCHA_BAD: 'the reCAPTCHA was not solved',
  },
  OAUTH_ERROR: {
    INCORRECT_LINK_TOKEN: 'Link was opened again with another link token than the one of the login',
    OAUTH_STATE_ID_NOT_FOUND: 'could not find matching oauth_state_id',
    OAUTH_STATE_ID_ALREADY_PROCESSED: 'the login of this oauth_state_id is finished already',
  },
  BANK_TRANSFER_ERROR: {
    BANK_TRANSFER_INVALID_ORIGINATION_ACCOUNT: 'the client has no such origination account',
    BANK_TRANSFER_UNSUPPORTED_ACCOUNT_TYPE: 'money can be moved to and from checking and savings accounts only',
  },
  TRANSFER_ERROR: {
    TRANSFER_NETWORK_LIMIT_EXCEEDED: 'the amount exceeds the limit of the network',
    TRANSFER_NOT_CANCELLABLE: 'transfer is not cancellable',
    TRANSFER_UNSUPPORTED_ACCOUNT_TYPE: 'transfer account type not supported',
    TRANSFER_FORBIDDEN_ACH_CLASS: 'specified ach_class is forbidden',
  },
  PAYMENT_ERROR: {
    PAYMENT_INVALID_RECIPIENT: 'the recipient of the payment is invalid',
    PAYMENT_INVALID_REFERENCE: 'the reference of the payment is invalid',
    PAYMENT_INVALID_SCHEDULE: 'the schedule of the payment is invalid',
    PAYMENT_SCHEME_NOT_SUPPORTED: 'the scheme of the payment is not supported for its currency',
    PAYMENT_CONSENT_INVALID_CONSTRAINTS: 'payment consent constraints invalid',
  },
  TRANSACTION_ERROR: {
    TRANSACTION_AMOUNT_EXCEEDED: 'the amount exceeds what is left of the payment',
    NONIDENTICAL_REQUEST: 'Request body does not match previous request with this idempotency key',
  },
  TRANSACTIONS_ERROR: {
    TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION:
      'Underlying transaction data changed since last page was fetched. Please restart pagination from last update.',
  },
  RATE_LIMIT_EXCEEDED: {
    ACCOUNTS_LIMIT: tooOften,
    ACCOUNTS_BALANCE_GET_LIMIT: tooOften,
    AUTH_LIMIT: tooOften,
    IDENTITY_LIMIT: tooOften,
    INSTITUTIONS_GET_LIMIT: tooOften,
    INSTITUTIONS_GET_BY_ID_LIMIT: tooOften,
    INVESTMENT_HOLDINGS_GET_LIMIT: tooOften,
    INVESTMENT_TRANSACTIONS_LIMIT: tooOften,
    INVESTMENTS_LIMIT: tooOften,
    ITEM_GET_LIMIT: tooOften,
    TRANSACTIONS_LIMIT: tooOften,
    TRANSACTIONS_REFRESH_LIMIT: tooOften,
    TRANSACTIONS_SYNC_LIMIT: tooOften,
    RATE_LIMIT: tooOften,
  },
  API_ERROR: {
    INTERNAL_SERVER_ERROR: 'an unexpected error occurred',
    PLANNED_MAINTENANCE:
      'the Plaid API is temporarily unavailable due to planned maintenance. visit https://status.plaid.com/ for more information',
  },
  SIGNAL_ERROR: {
    CLIENT_TRANSACTION_ID_ALREADY_IN_USE: 'client_transaction_id belongs to another transaction already',
  },
  SANDBOX_ERROR: {
    SANDBOX_WEBHOOK_INVALID:
      "Webhook for this item is either not set up, or invalid. Please update the item's webhook and try again.",
    SANDBOX_PRODUCT_NOT_ENABLED: 'The product is not enabled on this item',
    SANDBOX_TRANSFER_EVENT_TRANSITION_INVALID:
      'The provided simulated event type is incompatible with the current transfer status',
  },
} as const;

type Catalogue = typeof catalogue;

/** API error code that the sandbox can respond with. */
export type BankErrorCode = { [Type in keyof Catalogue]: keyof Catalogue[Type] }[keyof Catalogue];

/** Error in the API's format, as in responses, `item.error` and webhooks. */
export interface BankError {
  readonly error_type: string;
  readonly error_code: BankErrorCode;
  readonly error_message: string;
  readonly display_message: string | null;
  /** Error of each Item, if a request is about several. */
  readonly causes?: readonly (BankError & { readonly item_id: string })[];
}

const types = new Map(
  Object.entries(catalogue).flatMap(([type, codes]) =>
    Object.entries(codes).map(([code, message]) => [code, { type, message }] as const),
  ),
);

export const isErrorCode = (code: string): code is BankErrorCode => types.has(code);

/** Returns the error with `code`. `message` replaces the documented text if it needs details. */
export function bankError(code: BankErrorCode, message?: string): BankError {
  const known = types.get(code);
  return {
    error_type: known?.type ?? 'API_ERROR',
    error_code: code,
    error_message: message ?? known?.message ?? '',
    display_message: null,
  };
}

/** Returns the HTTP status of a response with this error. */
export function statusOf({ error_type, error_code }: BankError): 400 | 404 | 429 | 500 | 503 {
  if (error_code === 'NOT_FOUND') return 404;
  if (error_code === 'PLANNED_MAINTENANCE') return 503;
  if (error_type === 'API_ERROR') return 500;
  return error_type === 'RATE_LIMIT_EXCEEDED' ? 429 : 400;
}

/** Returns the URL of the page about the error, as live responses do. */
export function documentationUrl({ error_type, error_code }: BankError): string {
  const page = error_type
    .toLowerCase()
    .replace(/_error$/, '')
    .replaceAll('_', '-');
  return `https://plaid.com/docs/errors/${page}/#${error_code.toLowerCase()}`;
}

/** Error response, thrown by the check that failed. */
export class Refusal extends Error {
  readonly error: BankError;

  constructor(error: BankError) {
    super(error.error_message);
    this.error = error;
  }
}

/** Ends the request with the error of `code`. */
export function refuse(code: BankErrorCode, message?: string): never {
  throw new Refusal(bankError(code, message));
}
