import { byCursor, endpoint, known, list, named, whole } from '@x/core';
import * as v from 'valibot';
import { docs, idempotentPost, post } from '../declarations.ts';
import { nonEmptyProductsParam, productList } from '../products.ts';
import { activity, application, disconnectedApplication } from '../records/connections.ts';
import { scopesSchema } from '../records/scopes.ts';
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

const optionalStrings = v.optional(v.array(v.string()));

export const itemErrorSchema = v.object({
  error_type: v.string(),
  error_code: v.string(),
  error_message: v.string(),
  display_message: nullableString,
  error_code_reason: optionalNullableString,
  request_id: optionalString,
  causes: v.optional(v.array(v.unknown())),
  status: optionalNullableNumber,
  documentation_url: optionalString,
  suggested_action: optionalNullableString,
  required_account_subtypes: optionalStrings,
  provided_account_subtypes: optionalStrings,
});

/**
 * What is wrong with an Item. `display_message` is meant for its user, the others for developers. The lists of subtypes
 * tell which accounts were asked for and which there are, when none of them fits.
 */
export interface ItemError extends v.InferOutput<typeof itemErrorSchema> {}

export const itemError = v.nullable(named<ItemError>(itemErrorSchema));

const itemBaseSchema = v.object({
  item_id: v.string(),
  institution_id: optionalNullableString,
  institution_name: optionalNullableString,
  webhook: nullableString,
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
  error: itemError,
  available_products: productList,
  billed_products: productList,
  products: v.optional(productList),
  consented_products: v.optional(productList),
  consent_expiration_time: nullableString,
  update_type: known('background', 'user_present_required'),
  created_at: optionalString,
  consented_use_cases: optionalStrings,
  consented_data_scopes: optionalStrings,
});

/** One login at one institution. `created_at` and the consented scopes come with `item.get` only. */
export interface Item extends v.InferOutput<typeof itemBaseSchema> {}

export const itemSchema = named<Item>(itemBaseSchema);

const updateTimes = v.nullish(
  v.object({ last_successful_update: optionalNullableString, last_failed_update: optionalNullableString }),
);

const itemStateSchema = v.object({
  item: itemSchema,
  status: v.nullish(
    v.object({
      transactions: updateTimes,
      investments: updateTimes,
      last_webhook: v.nullish(v.object({ sent_at: optionalNullableString, code_sent: optionalString })),
    }),
  ),
  ...requestId,
});

/** An Item, and when its data was last brought up to date. */
export interface ItemState extends v.InferOutput<typeof itemStateSchema> {}

const reasonNote = v.nullish(v.pipe(v.string(), v.maxLength(512)));

/** Why products are ended, as a code and in words without personal data, at most 512 characters. */
export const terminationParams = {
  reason_code: v.picklist([
    'FRAUD_FIRST_PARTY',
    'FRAUD_FALSE_IDENTITY',
    'FRAUD_ABUSE',
    'FRAUD_OTHER',
    'CONSUMER_LOAN_PAID_OFF',
    'CONSUMER_ACCOUNT_CLOSED',
    'CONSUMER_CHARGE_OFF',
    'CONSUMER_PAYMENT_METHOD_SWITCHED',
    'USER_OFFBOARDING',
    'DUPLICATE_ITEM',
    'BILLING_TERMINATION',
    'OTHER',
  ]),
  reason_note: reasonNote,
};

const applicationParams = { ...itemParams, application_id: nonEmptyString };

/** Items: the linked bank logins. */
export const item = {
  /**
   * Gives the state of an Item. `item.error` is null while it is healthy; the call itself works when it is not.
   *
   * @see https://plaid.com/docs/api/items/#itemget
   */
  get: endpoint({
    ...idempotentPost,
    path: '/item/get',
    body: v.object(itemParams),
    response: named<ItemState>(itemStateSchema),
    docs: docs('items/#itemget'),
  }),

  /**
   * Turns the public token of a finished Link session, good for 30 minutes and once, into the access token of the
   * Item, which does not expire. Never retried. `unauthenticated` when the public token is used up or too old.
   *
   * @see https://plaid.com/docs/api/items/#itempublic_tokenexchange
   */
  exchangePublicToken: endpoint({
    ...post,
    path: '/item/public_token/exchange',
    body: v.object({ public_token: nonEmptyString }),
    response: v.object({ access_token: v.string(), item_id: v.string(), ...requestId }),
    docs: docs('items/#itempublic_tokenexchange'),
  }),

  /**
   * Ends an Item for good; its access token is worth nothing afterwards (`not_found`). Never retried.
   *
   * @see https://plaid.com/docs/api/items/#itemremove
   */
  remove: endpoint({
    ...post,
    path: '/item/remove',
    body: v.object({
      ...itemParams,
      reason_code: v.nullish(
        v.picklist([
          'FRAUD_FIRST_PARTY',
          'FRAUD_FALSE_IDENTITY',
          'FRAUD_ABUSE',
          'FRAUD_OTHER',
          'CONNECTION_IS_NON_FUNCTIONAL',
          'OTHER',
        ]),
      ),
      reason_note: reasonNote,
    }),
    response: v.object(requestId),
    docs: docs('items/#itemremove'),
  }),

  /**
   * Makes a public token for an Item that exists, good for 30 minutes, for old versions of Link's update mode.
   *
   * @see https://plaid.com/docs/api/link/#itempublic_tokencreate
   */
  createPublicToken: endpoint({
    ...idempotentPost, // another token does no harm
    path: '/item/public_token/create',
    body: v.object(itemParams),
    response: v.object({ public_token: v.string(), expiration: optionalString, ...requestId }),
    docs: docs('link/#itempublic_tokencreate'),
  }),

  /**
   * Replaces the access token of an Item. The old one is refused at once (`unauthenticated`), so store the answer
   * before anything else. Never retried.
   *
   * @see https://plaid.com/docs/api/items/#itemaccess_tokeninvalidate
   */
  invalidateAccessToken: endpoint({
    ...post,
    path: '/item/access_token/invalidate',
    body: v.object(itemParams),
    response: v.object({ new_access_token: v.string(), ...requestId }),
    docs: docs('items/#itemaccess_tokeninvalidate'),
  }),

  /**
   * Sets the address that webhooks of an Item go to, or removes it with null. Gives the Item.
   *
   * @see https://plaid.com/docs/api/items/#itemwebhookupdate
   */
  updateWebhook: endpoint({
    ...idempotentPost,
    path: '/item/webhook/update',
    body: v.object({ ...itemParams, webhook: v.nullish(httpUrl) }),
    response: v.object({ item: itemSchema, ...requestId }),
    unwrap: 'item',
    docs: docs('items/#itemwebhookupdate'),
  }),

  /**
   * Ends an Item and what is billed for it; its access token is worth nothing afterwards. Never retried.
   *
   * @see https://plaid.com/docs/api/items/#itemproductsterminate
   */
  terminateProducts: endpoint({
    ...post,
    path: '/item/products/terminate',
    body: v.object({ ...itemParams, ...terminationParams }),
    response: v.object(requestId),
    docs: docs('items/#itemproductsterminate'),
  }),

  /**
   * Makes an Item of a user of yours, for banks that serve the provider through Plaid Exchange: `user_auth` is what the
   * bank's own API knows him by. Gives the access token. Never retried.
   *
   * @see https://plaid.com/docs/api/
   */
  import: endpoint({
    ...post,
    path: '/item/import',
    body: v.object({
      institution_id: optionalString,
      products: nonEmptyProductsParam,
      user_auth: v.strictObject({ user_id: nonEmptyString, auth_token: nonEmptyString }),
      options: v.optional(v.strictObject({ webhook: v.optional(httpUrl) })),
    }),
    response: v.object({ access_token: v.string(), ...requestId }),
    docs: docs(''),
  }),

  /**
   * Lists what happened to a user's consent, `count` (1 to 50, default 50) per page. When each application last saw
   * which data is in a page's `raw`, under `last_data_access_times`. For banks.
   *
   * @see https://plaid.com/docs/api/
   */
  listActivity: list({
    ...idempotentPost,
    path: '/item/activity/list',
    body: v.object({
      access_token: v.optional(nonEmptyString),
      cursor: optionalString,
      count: v.optional(whole(1, 50)),
    }),
    item: activity,
    paging: { ...byCursor, items: 'activities', param: 'cursor', cursor: 'cursor' },
    docs: docs(''),
  }),

  /**
   * Returns the applications that a user has connected, in `applications`. Those that were disconnected since are in
   * `disconnected_applications`, which is absent where the API does not report them. For banks.
   *
   * @see https://plaid.com/docs/api/
   */
  listApplications: endpoint({
    ...idempotentPost,
    path: '/item/application/list',
    body: v.object({ access_token: v.nullish(nonEmptyString) }),
    response: v.object({
      applications: v.array(application),
      disconnected_applications: v.optional(v.array(disconnectedApplication)),
      request_id: optionalString,
    }),
    docs: docs(''),
  }),

  /**
   * Takes an application's access away at once; what it has it keeps. Call it while the user does it, not later in
   * bulk. For banks. Never retried.
   *
   * @see https://plaid.com/docs/api/
   */
  unlinkApplication: endpoint({
    ...post,
    path: '/item/application/unlink',
    body: v.object(applicationParams),
    response: v.object(requestId),
    docs: docs(''),
  }),

  /**
   * Sets what an application may see; whatever `scopes` leaves out is allowed. `context` is `ENROLLMENT` while the user
   * connects it, and `state` must then be what the login page was opened with; later it is `PORTAL`. For banks.
   *
   * @see https://plaid.com/docs/api/
   */
  updateApplicationScopes: endpoint({
    ...idempotentPost,
    path: '/item/application/scopes/update',
    body: v.object({
      ...applicationParams,
      scopes: scopesSchema,
      state: optionalString,
      context: v.picklist(['ENROLLMENT', 'PORTAL']),
    }),
    response: v.object(requestId),
    docs: docs(''),
  }),
};
