import { endpoint, known, named, oneOf } from '@x/core/provider';
import * as v from 'valibot';
import { docs, idempotentWrite, readPersonal, write } from '../declarations.ts';
import { productList } from '../products.ts';
import {
  httpUrl,
  itemParams,
  nonEmptyString,
  nullableString,
  optionalNullableNumber,
  optionalNullableString,
  optionalString,
  requestId,
} from '../schema.ts';
import { itemConnections } from './item-connections.ts';

const optionalStrings = v.optional(v.array(v.string()));

export const itemErrorSchema = v.object({
  /** Broad class of the error, such as `ITEM_ERROR`. */
  error_type: v.string(),
  /** Code of the error, such as `ITEM_LOGIN_REQUIRED`. Branch on it. */
  error_code: v.string(),
  /** Explanation for developers. The wording may change; do not compare it. */
  error_message: v.string(),
  /** Explanation for the user. Null when the user can do nothing about the error. */
  display_message: nullableString,
  /**
   * Finer reason of OAuth errors: `OAUTH_INVALID_TOKEN`, `OAUTH_CONSENT_EXPIRED` or `OAUTH_USER_REVOKED`. Null or
   * absent for other errors.
   */
  error_code_reason: optionalNullableString,
  /** ID of the request that failed. Quote it to Plaid support. */
  request_id: optionalString,
  /** Errors of the single Items, where the request was about several, as in an asset report. */
  causes: v.optional(v.array(v.unknown())),
  /** HTTP status of the error. Present only where a webhook carries the error. */
  status: optionalNullableNumber,
  /** URL of the page that documents the error. */
  documentation_url: optionalString,
  /** Steps that may resolve the error. Null or absent when the provider suggests none. */
  suggested_action: optionalNullableString,
  /** Subtypes that `account_filters` asked for. Present for `NO_ACCOUNTS` with the product `investments_auth` only. */
  required_account_subtypes: optionalStrings,
  /**
   * Subtypes that the login has, none of which was asked for. Present for `NO_ACCOUNTS` with the product
   * `investments_auth` only.
   */
  provided_account_subtypes: optionalStrings,
});

/** The error that an Item is in. `display_message` is for its user, the other fields are for developers. */
export interface ItemError extends v.InferOutput<typeof itemErrorSchema> {}

export const itemError = v.nullable(named<ItemError>(itemErrorSchema));

export const itemBaseSchema = v.object({
  /** ID of the Item, case-sensitive. Linking the same login twice makes two Items with different IDs. */
  item_id: v.string(),
  /** ID of the institution (`ins_109508`). Null or absent for Items without one, as after same-day micro-deposits. */
  institution_id: optionalNullableString,
  /** Name of the institution. Null or absent for Items without one. */
  institution_name: optionalNullableString,
  /** URL that webhooks about the Item are sent to. Null when none is set. */
  webhook: nullableString,
  /** Method by which the account and routing numbers were obtained. Null or absent while the Item has none. */
  auth_method: v.nullish(
    known(
      'INSTANT_AUTH',
      'INSTANT_MATCH',
      'AUTOMATED_MICRODEPOSITS',
      'SAME_DAY_MICRODEPOSITS',
      'INSTANT_MICRODEPOSITS',
      'DATABASE_MATCH',
      'DATABASE_INSIGHTS',
      'TRANSFER_MIGRATED',
      'INVESTMENTS_FALLBACK',
    ),
  ),
  /**
   * ID of the Plaid Check Item that belongs to this Item, or the other way round. Absent for Items without one, which
   * most are.
   */
  paired_item_id: optionalString,
  /** Error that the Item is in. Null while it is healthy. */
  error: itemError,
  /** Products that the Item supports and does not use yet. None of them is in `billed_products`. */
  available_products: productList,
  /** Products that the Item is billed for. None of them is in `available_products`. */
  billed_products: productList,
  /** Products that were added to the Item, billed or not. */
  products: v.optional(productList),
  /** Products that the user has consented to, and that you may use in production. */
  consented_products: v.optional(productList),
  /** Time at which the user's consent ends, ISO 8601. Null when it does not, which is usual outside Europe. */
  consent_expiration_time: nullableString,
  /** Whether data is updated in the background, or the user must be present for it. */
  update_type: known('background', 'user_present_required'),
  /** Time at which the Item was created, ISO 8601. Returned by `item.get` only. */
  created_at: optionalString,
  /** Use cases that the user has consented to. Returned by `item.get` only. */
  consented_use_cases: optionalStrings,
  /** Data scopes that the user has consented to. Returned by `item.get` only. */
  consented_data_scopes: optionalStrings,
});

/** One login at one institution. */
export interface Item extends v.InferOutput<typeof itemBaseSchema> {}

export const itemSchema = named<Item>(itemBaseSchema);

const updateTimes = v.nullish(
  v.object({
    /**
     * Last time the bank was reached, ISO 8601, whether or not there was new data. Null or absent when it never was.
     */
    last_successful_update: optionalNullableString,
    /** Last time the bank could not be reached, ISO 8601. Null or absent when that never happened. */
    last_failed_update: optionalNullableString,
  }),
);

export const itemStateSchema = v.object({
  /** The Item itself. */
  item: itemSchema,
  /** Times of the last updates, and the last webhook that was sent. Null or absent when nothing is known. */
  status: v.nullish(
    v.object({
      /** Last updates of transactions. Null or absent without that product. */
      transactions: updateTimes,
      /** Last updates of investments. Null or absent without that product. */
      investments: updateTimes,
      /** Last webhook about the Item. Null or absent when none was sent. */
      last_webhook: v.nullish(
        v.object({
          /** Time at which the webhook was sent, ISO 8601. */
          sent_at: optionalNullableString,
          /** Code of the webhook, such as `SYNC_UPDATES_AVAILABLE`. */
          code_sent: optionalString,
        }),
      ),
    }),
  ),
  ...requestId,
});

/** An Item, and when its data was last updated. */
export interface ItemState extends v.InferOutput<typeof itemStateSchema> {}

const reasonNote = v.nullish(v.pipe(v.string(), v.maxLength(512)));

/** Reason for ending products. */
export const terminationParams = {
  /** Reason for ending the products. */
  reason_code: oneOf([
    'FRAUD_FIRST_PARTY',
    'FRAUD_FALSE_IDENTITY',
    'FRAUD_ABUSE',
    'FRAUD_OTHER',
    'FRAUD_TRANSACTION',
    'CONSUMER_LOAN_PAID_OFF',
    'CONSUMER_ACCOUNT_CLOSED',
    'CONSUMER_CHARGE_OFF',
    'CONSUMER_PAYMENT_METHOD_SWITCHED',
    'USER_OFFBOARDING',
    'DUPLICATE_ITEM',
    'BILLING_TERMINATION',
    'OTHER',
  ]),
  /** Reason in words, up to 512 characters, without personal data. */
  reason_note: reasonNote,
};

/** Methods of `item` for every app. */
const itemMethods = {
  /**
   * Returns the state of an Item. `item.error` is null while the Item is healthy; the call itself succeeds when it is
   * not. 15 calls per minute per Item in production.
   */
  get: endpoint({
    ...readPersonal,
    path: '/item/get',
    body: v.object(itemParams),
    response: named<ItemState>(itemStateSchema),
    docs: docs('items/#itemget'),
  }),

  /**
   * Exchanges the public token of a finished Link session for the access token of the Item, which does not expire.
   * Never retried. Fails with `unauthenticated` when the public token was used before or has expired.
   */
  exchangePublicToken: endpoint({
    ...write,
    path: '/item/public_token/exchange',
    body: v.object({
      /** Public token that Link returned in the browser. Valid for 30 minutes and one exchange. */
      public_token: nonEmptyString,
    }),
    response: v.object({
      /** Access token of the new Item. It does not expire. Store it on the server. */
      access_token: v.string(),
      /** ID of the new Item, case-sensitive. */
      item_id: v.string(),
      ...requestId,
    }),
    docs: docs('items/#itempublic_tokenexchange'),
  }),

  /** Removes an Item permanently. Later calls with its access token fail with `not_found`. Never retried. */
  remove: endpoint({
    ...write,
    path: '/item/remove',
    body: v.object({
      ...itemParams,
      /** Reason why the Item is removed. Default: no reason is given. */
      reason_code: v.nullish(
        oneOf([
          'FRAUD_FIRST_PARTY',
          'FRAUD_FALSE_IDENTITY',
          'FRAUD_ABUSE',
          'FRAUD_OTHER',
          'CONNECTION_IS_NON_FUNCTIONAL',
          'OTHER',
        ]),
      ),
      /** Reason in words, up to 512 characters, without personal data. */
      reason_note: reasonNote,
    }),
    response: v.object(requestId),
    docs: docs('items/#itemremove'),
  }),

  /** Creates a public token for an existing Item, for old versions of Link's update mode. */
  createPublicToken: endpoint({
    ...idempotentWrite, // another token does no harm
    path: '/item/public_token/create',
    body: v.object(itemParams),
    response: v.object({
      /** Public token for Link, valid for 30 minutes. */
      public_token: v.string(),
      /** Time at which the public token expires, ISO 8601. */
      expiration: optionalString,
      ...requestId,
    }),
    docs: docs('link/#itempublic_tokencreate'),
  }),

  /**
   * Replaces the access token of an Item. The old token is refused immediately (`unauthenticated`), so store the new
   * one before anything else. Never retried.
   */
  invalidateAccessToken: endpoint({
    ...write,
    path: '/item/access_token/invalidate',
    body: v.object(itemParams),
    response: v.object({
      /** Access token that replaces the old one. It does not expire. */
      new_access_token: v.string(),
      ...requestId,
    }),
    docs: docs('items/#itemaccess_tokeninvalidate'),
  }),

  /** Sets the URL that webhooks about an Item are sent to. Returns the Item. */
  updateWebhook: endpoint({
    ...idempotentWrite,
    path: '/item/webhook/update',
    personal: true,
    body: v.object({
      ...itemParams,
      /** URL for webhooks. Null removes it. */
      webhook: v.nullish(httpUrl),
    }),
    response: v.object({
      /** The Item with the new URL. */
      item: itemSchema,
      ...requestId,
    }),
    unwrap: 'item',
    docs: docs('items/#itemwebhookupdate'),
  }),

  /** Ends an Item and its billing. Its access token is not valid afterward. Never retried. */
  terminateProducts: endpoint({
    ...write,
    path: '/item/products/terminate',
    body: v.object({ ...itemParams, ...terminationParams }),
    response: v.object(requestId),
    docs: docs('items/#itemproductsterminate'),
  }),
};

// Declared, because a type that is inferred from spread objects loses their JSDoc in the built package.
type ItemGroup = typeof itemMethods & typeof itemConnections;

/** Items: the linked bank logins. */
export const item: ItemGroup = { ...itemMethods, ...itemConnections };
