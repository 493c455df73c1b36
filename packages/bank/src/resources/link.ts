import { atLeastOne, endpoint, named } from '@x/core/provider';
import * as v from 'valibot';
import { docs, idempotentWrite, readPersonal, write } from '../declarations.ts';
import { type Link, linkSchema } from '../records/link.ts';
import { linkSessionParams } from '../records/link-session.ts';
import { itemParams, nonEmptyString, optionalString, requestId } from '../schema.ts';

export const linkTokenSchema = v.object({
  /** Token to open Link with, `link-<environment>-<uuid>`. */
  link_token: v.string(),
  /** Time at which the token expires, ISO 8601: after 4 hours, or 30 minutes in update mode. */
  expiration: v.string(),
  /** URL of the hosted page. Absent without `hosted_link`. */
  hosted_link_url: optionalString,
  /** ID of the user, as in `user.create`. Absent for integrations that use user tokens. */
  user_id: optionalString,
  ...requestId,
});

/** A token that a Link session starts with. */
export interface LinkToken extends v.InferOutput<typeof linkTokenSchema> {}

/** Link: the dialog in which users connect their bank. */
export const link = {
  /**
   * Creates the token that a Link session starts with, in which a user links a new Item. It is valid for 4 hours. For
   * an Item whose user must log in again, call `link.createUpdateToken`. Pass `user` or `user_id`. Options of products
   * that this package has no methods for, such as `cra_options`, are not checked. Never retried.
   *
   * @keywords connect, bank account, sign in
   */
  createToken: endpoint({
    ...write,
    path: '/link/token/create',
    body: v.pipe(v.object(linkSessionParams), atLeastOne('user', 'user_id')),
    elsewhere: { access_token: 'link.createUpdateToken' },
    response: named<LinkToken>(linkTokenSchema),
    docs: docs('link/#linktokencreate'),
  }),

  /**
   * Creates the token that opens Link in update mode, in which the user of an Item logs in again or changes what is
   * shared. It is valid for 30 minutes. The access token of the Item stays the same, so there is nothing to exchange
   * afterward. Pass `user` or `user_id`, and `products` only to add products that update mode supports, such as
   * `statements`. Never retried.
   *
   * @see https://plaid.com/docs/link/update-mode/
   */
  createUpdateToken: endpoint({
    ...write,
    path: '/link/token/create',
    body: v.pipe(v.object({ ...itemParams, ...linkSessionParams }), atLeastOne('user', 'user_id')),
    response: named<LinkToken>(linkTokenSchema),
    docs: docs('link/#linktokencreate'),
  }),

  /** Returns the settings that a link token was created with, and the sessions that used it. */
  getToken: endpoint({
    ...readPersonal,
    path: '/link/token/get',
    body: v.object({
      /** Link token to look up, `link-<environment>-<uuid>`. */
      link_token: nonEmptyString,
    }),
    response: named<Link>(linkSchema),
    docs: docs('link/#linktokenget'),
  }),

  /** Returns the link token that belongs to an OAuth redirect, to continue Link after a payment at a European bank. */
  exchangeOauthCorrelationId: endpoint({
    ...idempotentWrite,
    path: '/link/oauth/correlation_id/exchange',
    body: v.object({
      /** The `link_correlation_id` in the address of the redirect. Valid for a short time only. */
      link_correlation_id: nonEmptyString,
    }),
    response: v.object({
      /** Token to open Link with again. */
      link_token: v.string(),
      ...requestId,
    }),
    docs: docs('oauth/#linkcorrelationid'),
  }),
};
