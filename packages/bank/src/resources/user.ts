import { atLeastOne, endpoint, named } from '@x/core/provider';
import * as v from 'valibot';
import { docs, idempotentWrite, readPersonal, write } from '../declarations.ts';
import {
  consumerIdentityParam,
  identityParam,
  type UserIdentity,
  userIdentitySchema,
} from '../records/user-identity.ts';
import {
  nonEmptyString,
  nullableString,
  optionalBoolean,
  optionalNullableString,
  optionalString,
  requestId,
} from '../schema.ts';
import { itemError, itemSchema, terminationParams } from './item.ts';

export const userSchema = v.object({
  /** ID of the user, `usr_…`. */
  user_id: v.string(),
  /** Your own ID of the user. Null when none was set. */
  client_user_id: nullableString,
  /** Time at which the user was created, ISO 8601. */
  created_at: v.string(),
  /** Time at which the user was last changed, ISO 8601. Absent when never. */
  updated_at: optionalString,
  /** Name, contacts, addresses and ID numbers. Null or absent when none were set. */
  identity: v.nullish(named<UserIdentity>(userIdentitySchema)),
  ...requestId,
});

/** An end user of your app. */
export interface User extends v.InferOutput<typeof userSchema> {}

export const refreshSchema = v.object({
  /** ID of the user whose data is refreshed. */
  user_id: optionalString,
  /** Result for each Item and product. */
  results: v.optional(
    v.array(
      v.object({
        /** ID of the Item that is refreshed. */
        item_id: optionalString,
        /** Product that is refreshed, such as `transactions`. */
        product: optionalString,
        /** Reason why the refresh failed. Null or absent when it has started. */
        error: v.optional(itemError),
      }),
    ),
  ),
  /** ID of the request. Quote it to Plaid support. */
  request_id: optionalString,
});

/** Result of a refresh, for each Item and product. */
export interface UserRefresh extends v.InferOutput<typeof refreshSchema> {}

const userParams = {
  /** ID of the user, `usr_…`, from `user.create`. */
  user_id: nonEmptyString,
};

/** A user by ID, or by token if they were created before December 10, 2025. */
const userIdOrToken = {
  /** ID of the user, `usr_…`, from `user.create`. Required unless `user_token` is passed. */
  user_id: v.optional(nonEmptyString),
  /** Token of the user, for integrations from before December 10, 2025. */
  user_token: v.optional(nonEmptyString),
};

const itemIds = {
  /** IDs of the Items. At least one. */
  item_ids: v.pipe(v.array(nonEmptyString), v.minLength(1)),
};

/** End users, who may have several Items. */
export const user = {
  /** Creates a user. Integrations from before December 10, 2025 also get a `user_token`. Never retried. */
  create: endpoint({
    ...write,
    path: '/user/create',
    body: v.object({
      /** Your own ID of the user, 1 to 128 characters. Not an email address or phone number. */
      client_user_id: v.pipe(nonEmptyString, v.maxLength(128)),
      /**
       * Name, contacts, addresses and ID numbers of the user. A consumer report needs all of them except ID numbers.
       */
      identity: identityParam,
      /** ID of the customer that you resell consumer reports to, up to 128 characters. */
      end_customer: v.optional(v.pipe(v.string(), v.maxLength(128))),
      /** Older form of `identity`, for integrations from before December 10, 2025. */
      consumer_report_user_identity: consumerIdentityParam,
      /** Whether an integration from before December 10, 2025 creates a user without `user_token`. Default false. */
      with_upgraded_user: optionalBoolean,
    }),
    response: v.object({
      /** Token of the user. Absent for newer integrations. */
      user_token: optionalString,
      /** ID of the new user, `usr_…`. */
      user_id: v.string(),
      ...requestId,
    }),
    docs: docs('users/#usercreate'),
  }),

  /** Returns a user. Not for users that have a `user_token`. */
  get: endpoint({
    ...readPersonal,
    path: '/user/get',
    body: v.object(userParams),
    response: named<User>(userSchema),
    docs: docs('users/#userget'),
  }),

  /**
   * Changes name, contacts, addresses or ID numbers of a user. What is left out does not change. Pass `user_id` or
   * `user_token`.
   */
  update: endpoint({
    ...idempotentWrite,
    path: '/user/update',
    body: v.pipe(
      v.object({
        ...userIdOrToken,
        /** New name, contacts, addresses and ID numbers. */
        identity: identityParam,
        /** Older form of `identity`, for integrations from before December 10, 2025. */
        consumer_report_user_identity: consumerIdentityParam,
      }),
      atLeastOne('user_id', 'user_token'),
    ),
    response: v.object(requestId),
    docs: docs('users/#userupdate'),
  }),

  /** Removes a user with all their Items. Pass `user_id` or `user_token`. Never retried. */
  remove: endpoint({
    ...write,
    path: '/user/remove',
    body: v.pipe(v.object(userIdOrToken), atLeastOne('user_id', 'user_token')),
    response: v.object(requestId),
    docs: docs('users/#userremove'),
  }),

  /** Personal data that the provider holds of a user. */
  identity: {
    /**
     * Deletes the personal data that the provider holds of a user. Enabled for each client on request. Never retried.
     */
    remove: endpoint({
      ...write,
      path: '/user/identity/remove',
      body: v.object(userParams),
      response: v.object(requestId),
      docs: docs('users/#useridentityremove'),
    }),
  },

  /** Products that are billed for a user. */
  products: {
    /** Ends the subscriptions that are billed for a user. Never retried. */
    terminate: endpoint({
      ...write,
      path: '/user/products/terminate',
      body: v.object({ ...userParams, ...terminationParams }),
      response: v.object(requestId),
      docs: docs('users/#userproductsterminate'),
    }),
  },

  /** Items of a user. */
  items: {
    /** Returns the Items that a user has linked. Pass `user_id` or `user_token`. */
    get: endpoint({
      ...readPersonal,
      path: '/user/items/get',
      body: v.pipe(v.object(userIdOrToken), atLeastOne('user_id', 'user_token')),
      response: v.object({
        /** Items of the user. */
        items: v.array(itemSchema),
        ...requestId,
      }),
      unwrap: 'items',
      docs: docs('users/#useritemsget'),
    }),

    /** Assigns Items to a user. Users who had them lose them. */
    associate: endpoint({
      ...idempotentWrite,
      path: '/user/items/associate',
      body: v.object({
        ...userParams,
        /** IDs of the Items, 1 to 100. */
        item_ids: v.pipe(itemIds.item_ids, v.maxLength(100)),
      }),
      response: v.object(requestId),
      docs: docs('users/#useritemsassociate'),
    }),

    /**
     * Removes Items of a user as `item.remove` does, without their access tokens: all of them, or none if one does not
     * belong to the user. Pass `user_id` or `user_token`. Never retried.
     */
    remove: endpoint({
      ...write,
      path: '/user/items/remove',
      body: v.pipe(v.object({ ...userIdOrToken, ...itemIds }), atLeastOne('user_id', 'user_token')),
      response: v.object(requestId),
      docs: docs('users/#useritemsremove'),
    }),
  },

  /** Transactions of all Items of a user. */
  transactions: {
    /** Asks the banks of a user for new transactions. Each Item may succeed or fail: see `results`. */
    refresh: endpoint({
      ...idempotentWrite,
      path: '/user/transactions/refresh',
      body: v.object(userParams),
      response: named<UserRefresh>(refreshSchema),
      docs: docs('products/transactions/#usertransactionsrefresh'),
    }),
  },

  /** Transactions, investments and liabilities of all Items of a user. */
  financialData: {
    /**
     * Asks the banks of a user for new transactions, investments and liabilities. Each Item may succeed or fail: see
     * `results`.
     */
    refresh: endpoint({
      ...idempotentWrite,
      path: '/user/financial_data/refresh',
      body: v.object(userParams),
      response: named<UserRefresh>(refreshSchema),
      docs: docs('products/transactions/#userfinancialdatarefresh'),
    }),
  },

  /** Tokens that let other clients of the provider read the data of a user. */
  thirdPartyToken: {
    /**
     * Creates a token with which another client of the provider can read the data of a user. The API does not return it
     * again, so store it. Pass `user_id` or `user_token`. Never retried.
     */
    create: endpoint({
      ...write,
      path: '/user/third_party_token/create',
      body: v.pipe(
        v.object({
          ...userIdOrToken,
          /** `client_id` of the client that may use the token. */
          third_party_client_id: nonEmptyString,
          /** Time at which the token expires, ISO 8601, at most 24 hours from now. Default: in 24 hours. */
          expiration_time: optionalNullableString,
        }),
        atLeastOne('user_id', 'user_token'),
      ),
      response: v.object({
        /** Token for the other client. */
        third_party_user_token: v.string(),
        ...requestId,
      }),
      docs: docs('users/#userthirdpartytokencreate'),
    }),

    /** Revokes such a token. Never retried. */
    remove: endpoint({
      ...write,
      path: '/user/third_party_token/remove',
      body: v.object({
        /** Token to revoke, from `user.thirdPartyToken.create`. */
        third_party_user_token: nonEmptyString,
      }),
      response: v.object({
        /** True when the token was revoked. */
        removed: v.boolean(),
        ...requestId,
      }),
      docs: docs('users/#userthirdpartytokenremove'),
    }),
  },
};
