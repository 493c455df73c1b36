import { atLeastOne, endpoint, named } from '@x/core';
import * as v from 'valibot';
import { docs, idempotentPost, post } from '../declarations.ts';
import { consumerIdentityParam, identityParam, userIdentitySchema } from '../records/user-identity.ts';
import {
  nonEmptyString,
  nullableString,
  optionalBoolean,
  optionalNullableString,
  optionalString,
  requestId,
} from '../schema.ts';
import { itemError, itemSchema, terminationParams } from './item.ts';

/** Who a user is, where the provider was told. */
export interface UserIdentity extends v.InferOutput<typeof userIdentitySchema> {}

const userSchema = v.object({
  user_id: v.string(),
  client_user_id: nullableString,
  created_at: v.string(),
  updated_at: optionalString,
  identity: v.nullish(named<UserIdentity>(userIdentitySchema)),
  ...requestId,
});

/** An end user; `client_user_id` is what you call him. */
export interface User extends v.InferOutput<typeof userSchema> {}

const refreshSchema = v.object({
  user_id: optionalString,
  results: v.optional(
    v.array(v.object({ item_id: optionalString, product: optionalString, error: v.optional(itemError) })),
  ),
  request_id: optionalString,
});

/** What became of a refresh, for each Item and product; without `error` it has begun. */
export interface UserRefresh extends v.InferOutput<typeof refreshSchema> {}

const userParams = { user_id: nonEmptyString };

/** A user by his id, or by his token where he was made before 10 December 2025. */
const userIdOrToken = { user_id: v.optional(nonEmptyString), user_token: v.optional(nonEmptyString) };

const itemIds = { item_ids: v.pipe(v.array(nonEmptyString), v.minLength(1)) };

/** End users, who may have several Items. */
export const user = {
  /**
   * Makes a user. `client_user_id` has 1 to 128 characters; use no e-mail address or phone number. Integrations from
   * before 10 December 2025 get a `user_token` as well, and opt in to users without by `with_upgraded_user`. Never
   * retried.
   *
   * @see https://plaid.com/docs/api/users/#usercreate
   */
  create: endpoint({
    ...post,
    path: '/user/create',
    body: v.object({
      client_user_id: v.pipe(nonEmptyString, v.maxLength(128)),
      identity: identityParam,
      end_customer: v.optional(v.pipe(v.string(), v.maxLength(128))),
      consumer_report_user_identity: consumerIdentityParam,
      with_upgraded_user: optionalBoolean,
    }),
    response: v.object({ user_token: optionalString, user_id: v.string(), ...requestId }),
    docs: docs('users/#usercreate'),
  }),

  /**
   * Gives a user. Not for users that have a `user_token`.
   *
   * @see https://plaid.com/docs/api/users/#userget
   */
  get: endpoint({
    ...idempotentPost,
    path: '/user/get',
    body: v.object(userParams),
    response: named<User>(userSchema),
    docs: docs('users/#userget'),
  }),

  /**
   * Changes who a user is; what is left out stays as it is.
   *
   * @see https://plaid.com/docs/api/users/#userupdate
   */
  update: endpoint({
    ...idempotentPost,
    path: '/user/update',
    body: v.pipe(
      v.object({ ...userIdOrToken, identity: identityParam, consumer_report_user_identity: consumerIdentityParam }),
      atLeastOne('user_id', 'user_token'),
    ),
    response: v.object(requestId),
    docs: docs('users/#userupdate'),
  }),

  /**
   * Removes a user with all of his Items. Never retried.
   *
   * @see https://plaid.com/docs/api/users/#userremove
   */
  remove: endpoint({
    ...post,
    path: '/user/remove',
    body: v.pipe(v.object(userIdOrToken), atLeastOne('user_id', 'user_token')),
    response: v.object(requestId),
    docs: docs('users/#userremove'),
  }),

  identity: {
    /**
     * Makes the provider forget who a user is. Only for clients that it is opened to. Never retried.
     *
     * @see https://plaid.com/docs/api/users/#useridentityremove
     */
    remove: endpoint({
      ...post,
      path: '/user/identity/remove',
      body: v.object(userParams),
      response: v.object(requestId),
      docs: docs('users/#useridentityremove'),
    }),
  },

  products: {
    /**
     * Ends what is billed for a user by subscription. Never retried.
     *
     * @see https://plaid.com/docs/api/users/#userproductsterminate
     */
    terminate: endpoint({
      ...post,
      path: '/user/products/terminate',
      body: v.object({ ...userParams, ...terminationParams }),
      response: v.object(requestId),
      docs: docs('users/#userproductsterminate'),
    }),
  },

  items: {
    /**
     * Gives the Items that a user has linked.
     *
     * @see https://plaid.com/docs/api/users/#useritemsget
     */
    get: endpoint({
      ...idempotentPost,
      path: '/user/items/get',
      body: v.pipe(v.object(userIdOrToken), atLeastOne('user_id', 'user_token')),
      response: v.object({ items: v.array(itemSchema), ...requestId }),
      unwrap: 'items',
      docs: docs('users/#useritemsget'),
    }),

    /**
     * Gives a user 1 to 100 Items, and takes them from whoever had them.
     *
     * @see https://plaid.com/docs/api/users/#useritemsassociate
     */
    associate: endpoint({
      ...idempotentPost,
      path: '/user/items/associate',
      body: v.object({ ...userParams, item_ids: v.pipe(itemIds.item_ids, v.maxLength(100)) }),
      response: v.object(requestId),
      docs: docs('users/#useritemsassociate'),
    }),

    /**
     * Ends Items of a user as `item.remove` does, without their access tokens: all of them, or none if one is not his.
     * Never retried.
     *
     * @see https://plaid.com/docs/api/users/#useritemsremove
     */
    remove: endpoint({
      ...post,
      path: '/user/items/remove',
      body: v.pipe(v.object({ ...userIdOrToken, ...itemIds }), atLeastOne('user_id', 'user_token')),
      response: v.object(requestId),
      docs: docs('users/#useritemsremove'),
    }),
  },

  transactions: {
    /**
     * Asks the banks of a user for new transactions now. Each Item may succeed or fail: see `results`.
     *
     * @see https://plaid.com/docs/api/products/transactions/#usertransactionsrefresh
     */
    refresh: endpoint({
      ...idempotentPost,
      path: '/user/transactions/refresh',
      body: v.object(userParams),
      response: named<UserRefresh>(refreshSchema),
      docs: docs('products/transactions/#usertransactionsrefresh'),
    }),
  },

  financialData: {
    /**
     * Asks the banks of a user for new transactions, investments and liabilities now. Each Item may succeed or fail: see
     * `results`.
     *
     * @see https://plaid.com/docs/api/products/transactions/#userfinancialdatarefresh
     */
    refresh: endpoint({
      ...idempotentPost,
      path: '/user/financial_data/refresh',
      body: v.object(userParams),
      response: named<UserRefresh>(refreshSchema),
      docs: docs('products/transactions/#userfinancialdatarefresh'),
    }),
  },

  thirdPartyToken: {
    /**
     * Makes a token by which another client of the provider sees the data of a user. It cannot be asked for again, so
     * store it. `expiration_time` (ISO 8601) is at most 24 hours away, which is the default. Never retried.
     *
     * @see https://plaid.com/docs/api/users/#userthirdpartytokencreate
     */
    create: endpoint({
      ...post,
      path: '/user/third_party_token/create',
      body: v.pipe(
        v.object({ ...userIdOrToken, third_party_client_id: nonEmptyString, expiration_time: optionalNullableString }),
        atLeastOne('user_id', 'user_token'),
      ),
      response: v.object({ third_party_user_token: v.string(), ...requestId }),
      docs: docs('users/#userthirdpartytokencreate'),
    }),

    /**
     * Ends such a token. Never retried.
     *
     * @see https://plaid.com/docs/api/users/#userthirdpartytokenremove
     */
    remove: endpoint({
      ...post,
      path: '/user/third_party_token/remove',
      body: v.object({ third_party_user_token: nonEmptyString }),
      response: v.object({ removed: v.boolean(), ...requestId }),
      docs: docs('users/#userthirdpartytokenremove'),
    }),
  },
};
