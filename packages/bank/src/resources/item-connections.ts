import { byCursor, endpoint, list, oneOf, whole } from '@x/core/provider';
import * as v from 'valibot';
import { docs, idempotentWrite, readPersonal, write } from '../declarations.ts';
import { nonEmptyProductsParam } from '../products.ts';
import { activity, application, disconnectedApplication } from '../records/connections.ts';
import { scopesSchema } from '../records/scopes.ts';
import { httpUrl, itemParams, nonEmptyString, optionalString, requestId } from '../schema.ts';

const applicationParams = {
  ...itemParams,
  /** ID of the application, as `item.listApplications` returns it. */
  application_id: nonEmptyString,
};

/** Methods of `item` for banks that offer the accounts of their users through the provider. */
export const itemConnections = {
  /**
   * Creates an Item for one of your users, for banks that manage their users' consent at Plaid. Returns the access
   * token: repeated calls for the same `user_auth.user_id` return the same one.
   */
  import: endpoint({
    ...idempotentWrite,
    path: '/item/import',
    body: v.object({
      /** ID of the institution (`ins_109508`). Default: your own one. */
      institution_id: optionalString,
      /**
       * Products that the Item is created with, one or more, for Plaid Exchange. Default: those you have integrated.
       */
      products: v.optional(nonEmptyProductsParam),
      /** The user, as your own systems know them. */
      user_auth: v.strictObject({
        /** Your own opaque ID of the user. */
        user_id: nonEmptyString,
        /** Token with which Plaid can read the user's accounts, for Plaid Exchange. */
        auth_token: v.optional(nonEmptyString),
      }),
      /**
       * Further settings of the Item.
       *
       * @deprecated For Plaid Exchange only.
       */
      options: v.optional(
        v.strictObject({
          /** URL for webhooks about the Item. Default: none are sent. */
          webhook: v.optional(httpUrl),
        }),
      ),
    }),
    response: v.object({
      /** Access token of the new Item. It does not expire. Store it on the server. */
      access_token: v.string(),
      ...requestId,
    }),
    docs: docs(''),
  }),

  /**
   * Lists changes of a user's consent. When each application last accessed which data is in the `raw` of a page, in
   * `last_data_access_times`. For banks.
   */
  listActivity: list({
    ...readPersonal,
    path: '/item/activity/list',
    body: v.object({
      /** Access token of the Item whose activity is listed. */
      access_token: v.optional(nonEmptyString),
      /** Position of the provider's list to start from. Default: the beginning. */
      cursor: optionalString,
      /** Page size, 1 to 50. Default 50. */
      count: v.optional(whole(1, 50)),
    }),
    item: activity,
    paging: { ...byCursor, items: 'activities', param: 'cursor', size: 'count', cursor: 'cursor' },
    docs: docs(''),
  }),

  /** Returns the applications that a user has connected, including disconnected ones. For banks. */
  listApplications: endpoint({
    ...readPersonal,
    path: '/item/application/list',
    body: v.object({
      /** Access token of the Item whose applications are listed. */
      access_token: v.nullish(nonEmptyString),
    }),
    response: v.object({
      /** Applications that have access now. */
      applications: v.array(application),
      /** Applications that had access before. Absent where the API does not report them. */
      disconnected_applications: v.optional(v.array(disconnectedApplication)),
      /** ID of the request. Quote it to Plaid support. */
      request_id: optionalString,
    }),
    docs: docs(''),
  }),

  /**
   * Revokes an application's access immediately. Data that it already has is not deleted. Call it while the user asks
   * for it, not later in bulk. For banks. Never retried.
   */
  unlinkApplication: endpoint({
    ...write,
    path: '/item/application/unlink',
    body: v.object(applicationParams),
    response: v.object(requestId),
    docs: docs(''),
  }),

  /** Sets what an application may access. For banks. */
  updateApplicationScopes: endpoint({
    ...idempotentWrite,
    path: '/item/application/scopes/update',
    body: v.object({
      ...applicationParams,
      /** Data that the application may access. Parts that you leave out are allowed. */
      scopes: scopesSchema,
      /** State that the login page was opened with. Required while `context` is `ENROLLMENT`. */
      state: optionalString,
      /** Place where the user makes the change: `ENROLLMENT` while connecting the application, `PORTAL` later. */
      context: oneOf(['ENROLLMENT', 'PORTAL']),
    }),
    response: v.object(requestId),
    docs: docs(''),
  }),
};
