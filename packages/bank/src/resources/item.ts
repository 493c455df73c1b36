import { endpoint, known, named } from '@x/core';
import * as v from 'valibot';
import { answered, docs, filled, itemParams, optionalText, text } from '../plaid.ts';
import { productList } from '../vocabulary.ts';

const itemErrorSchema = v.object({
  error_type: v.string(),
  error_code: v.string(),
  error_message: v.string(),
  display_message: text,
  error_code_reason: optionalText,
  documentation_url: v.optional(v.string()),
  suggested_action: optionalText,
});

/** What is wrong with an Item. `display_message` is meant for its user, the others for developers. */
export interface ItemError extends v.InferOutput<typeof itemErrorSchema> {}

const itemBaseSchema = v.object({
  item_id: v.string(),
  institution_id: optionalText,
  institution_name: optionalText,
  webhook: text,
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
  error: v.nullable(named<ItemError>(itemErrorSchema)),
  available_products: productList,
  billed_products: productList,
  products: v.optional(productList),
  consented_products: v.optional(productList),
  consent_expiration_time: text,
  update_type: known('background', 'user_present_required'),
  created_at: v.optional(v.string()),
  consented_use_cases: v.optional(v.array(v.string())),
  consented_data_scopes: v.optional(v.array(v.string())),
});

/** One login at one institution. `created_at` and the consented scopes come with `item.get` only. */
export interface Item extends v.InferOutput<typeof itemBaseSchema> {}

export const itemSchema = named<Item>(itemBaseSchema);

const updates = v.nullish(v.object({ last_successful_update: optionalText, last_failed_update: optionalText }));

const itemStateSchema = v.object({
  item: itemSchema,
  status: v.nullish(
    v.object({
      transactions: updates,
      investments: updates,
      last_webhook: v.nullish(v.object({ sent_at: optionalText, code_sent: v.optional(v.string()) })),
    }),
  ),
  ...answered,
});

/** An Item, and when its data was last brought up to date. */
export interface ItemState extends v.InferOutput<typeof itemStateSchema> {}

/** Items: the linked bank logins. */
export const item = {
  /**
   * Gives the state of an Item. `item.error` is null while it is healthy; the call itself works when it is not.
   *
   * @see https://plaid.com/docs/api/items/#itemget
   */
  get: endpoint({
    method: 'POST',
    path: '/item/get',
    auth: 'key',
    idempotent: true,
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
    method: 'POST',
    path: '/item/public_token/exchange',
    auth: 'key',
    body: v.object({ public_token: filled }),
    response: v.object({ access_token: v.string(), item_id: v.string(), ...answered }),
    docs: docs('items/#itempublic_tokenexchange'),
  }),

  /**
   * Ends an Item for good; its access token is worth nothing afterwards (`not_found`). Never retried.
   *
   * @see https://plaid.com/docs/api/items/#itemremove
   */
  remove: endpoint({
    method: 'POST',
    path: '/item/remove',
    auth: 'key',
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
      reason_note: v.nullish(v.pipe(v.string(), v.maxLength(512))),
    }),
    response: v.object(answered),
    docs: docs('items/#itemremove'),
  }),

  /**
   * Makes a public token for an Item that exists, good for 30 minutes, for old versions of Link's update mode.
   *
   * @see https://plaid.com/docs/api/link/#itempublic_tokencreate
   */
  createPublicToken: endpoint({
    method: 'POST',
    path: '/item/public_token/create',
    auth: 'key',
    idempotent: true, // another token does no harm
    body: v.object(itemParams),
    response: v.object({ public_token: v.string(), expiration: v.optional(v.string()), ...answered }),
    docs: docs('link/#itempublic_tokencreate'),
  }),

  /**
   * Replaces the access token of an Item. The old one is refused at once (`unauthenticated`), so store the answer
   * before anything else. Never retried.
   *
   * @see https://plaid.com/docs/api/items/#itemaccess_tokeninvalidate
   */
  invalidateAccessToken: endpoint({
    method: 'POST',
    path: '/item/access_token/invalidate',
    auth: 'key',
    body: v.object(itemParams),
    response: v.object({ new_access_token: v.string(), ...answered }),
    docs: docs('items/#itemaccess_tokeninvalidate'),
  }),

  /**
   * Sets the address that webhooks of an Item go to, or removes it with null. Gives the Item.
   *
   * @see https://plaid.com/docs/api/items/#itemwebhookupdate
   */
  updateWebhook: endpoint({
    method: 'POST',
    path: '/item/webhook/update',
    auth: 'key',
    idempotent: true,
    body: v.object({ ...itemParams, webhook: v.nullish(v.pipe(v.string(), v.url())) }),
    response: v.object({ item: itemSchema, ...answered }),
    unwrap: 'item',
    docs: docs('items/#itemwebhookupdate'),
  }),
};
