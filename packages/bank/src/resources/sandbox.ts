import { atLeastOne, endpoint } from '@x/core';
import * as v from 'valibot';
import { docs, idempotentPost, post } from '../declarations.ts';
import { initialProductsParam } from '../products.ts';
import {
  daysRequested,
  httpUrl,
  isoDate,
  itemParams,
  nonEmptyString,
  optionalNullableString,
  optionalString,
  requestId,
} from '../schema.ts';

/** Who logs in at the bank. */
const loginOverride = { override_username: optionalNullableString, override_password: optionalNullableString };

/** What only the provider's sandbox has; elsewhere `permission_denied`. */
export const sandbox = {
  /**
   * Links a bank without Link: gives the public token that Link would give. The user `user_good` (default, password
   * `pass_good`) has a fixed history, `user_transactions_dynamic` one that grows; the password `error_<CODE>` makes an
   * Item with that error. `user_id`, or the older `user_token`, makes it an Item of that user.
   *
   * @see https://plaid.com/docs/api/sandbox/#sandboxpublic_tokencreate
   */
  createPublicToken: endpoint({
    ...idempotentPost,
    path: '/sandbox/public_token/create',
    body: v.object({
      institution_id: nonEmptyString,
      initial_products: v.pipe(initialProductsParam, v.minLength(1)),
      options: v.optional(
        v.strictObject({
          webhook: v.optional(httpUrl),
          ...loginOverride,
          transactions: v.nullish(
            v.strictObject({
              start_date: v.optional(isoDate),
              end_date: v.optional(isoDate),
              days_requested: daysRequested,
            }),
          ),
          statements: v.nullish(v.strictObject({ start_date: isoDate, end_date: isoDate })),
          income_verification: v.optional(
            v.strictObject({
              income_source_types: v.optional(v.array(v.picklist(['bank', 'payroll']))),
              bank_income: v.optional(v.strictObject({ days_requested: v.optional(v.number()) })),
            }),
          ),
        }),
      ),
      user_token: optionalString,
      user_id: optionalString,
    }),
    response: v.object({ public_token: v.string(), ...requestId }),
    docs: docs('sandbox/#sandboxpublic_tokencreate'),
  }),

  /**
   * Puts an Item into the state in which its user must log in again: calls for its data then fail with
   * `reauthorization_required`.
   *
   * @see https://plaid.com/docs/api/sandbox/#sandboxitemreset_login
   */
  resetLogin: endpoint({
    ...idempotentPost,
    path: '/sandbox/item/reset_login',
    body: v.object(itemParams),
    response: v.object({ reset_login: v.boolean(), ...requestId }),
    docs: docs('sandbox/#sandboxitemreset_login'),
  }),

  /**
   * Puts the Items of a user, or those of them in `item_ids`, into the state in which he must log in again.
   * `user_token` is for integrations that already have one.
   *
   * @see https://plaid.com/docs/api/sandbox/#sandboxuserreset_login
   */
  resetUserLogin: endpoint({
    ...idempotentPost,
    path: '/sandbox/user/reset_login',
    body: v.pipe(
      v.object({ user_id: optionalString, user_token: optionalString, item_ids: v.nullish(v.array(v.string())) }),
      atLeastOne('user_id', 'user_token'),
    ),
    response: v.object(requestId),
    docs: docs('sandbox/#sandboxuserreset_login'),
  }),

  /**
   * Sends a webhook about an Item to its address now. `DEFAULT_UPDATE` is of the `webhook_type` that is given. `rejected`
   * when the Item has no address for webhooks, `permission_denied` when it lacks the product.
   *
   * @see https://plaid.com/docs/api/sandbox/#sandboxitemfire_webhook
   */
  fireWebhook: endpoint({
    ...idempotentPost,
    path: '/sandbox/item/fire_webhook',
    body: v.object({
      ...itemParams,
      webhook_type: v.optional(
        v.picklist([
          'AUTH',
          'HOLDINGS',
          'IDENTITY',
          'INVESTMENTS_TRANSACTIONS',
          'ITEM',
          'LIABILITIES',
          'TRANSACTIONS',
          'ASSETS',
        ]),
      ),
      webhook_code: v.picklist([
        'DEFAULT_UPDATE',
        'NEW_ACCOUNTS_AVAILABLE',
        'SMS_MICRODEPOSITS_VERIFICATION',
        'AUTHORIZATION_GRANTED',
        'USER_PERMISSION_REVOKED',
        'USER_ACCOUNT_REVOKED',
        'PENDING_DISCONNECT',
        'RECURRING_TRANSACTIONS_UPDATE',
        'LOGIN_REPAIRED',
        'SYNC_UPDATES_AVAILABLE',
        'PRODUCT_READY',
        'ERROR',
      ]),
    }),
    response: v.object({ webhook_fired: v.boolean(), ...requestId }),
    docs: docs('sandbox/#sandboxitemfire_webhook'),
  }),

  /**
   * Ends the verification of an account by automated micro-deposits, well or not; a webhook tells of it.
   *
   * @see https://plaid.com/docs/api/sandbox/#sandboxitemset_verification_status
   */
  setVerificationStatus: endpoint({
    ...idempotentPost,
    path: '/sandbox/item/set_verification_status',
    body: v.object({
      ...itemParams,
      account_id: nonEmptyString,
      verification_status: v.picklist(['automatically_verified', 'verification_expired']),
    }),
    response: v.object(requestId),
    docs: docs('sandbox/#sandboxitemset_verification_status'),
  }),

  /**
   * Connects an application to the login of an Item that was made with `item.import`, so that `item.listApplications`
   * has it. Gives the Item of that connection. Never retried.
   *
   * @see https://plaid.com/docs/api/sandbox/
   */
  seedApplication: endpoint({
    ...post,
    path: '/sandbox/item/application/seed',
    body: v.object({ ...itemParams, application_id: nonEmptyString }),
    response: v.object({ item_id: v.string(), ...requestId }),
    docs: docs('sandbox/'),
  }),

  /**
   * Makes an Item and gives a processor token for it at once, for processors to try their side without an app.
   *
   * @see https://plaid.com/docs/api/sandbox/#sandboxprocessor_tokencreate
   */
  createProcessorToken: endpoint({
    ...idempotentPost,
    path: '/sandbox/processor_token/create',
    body: v.object({ institution_id: nonEmptyString, options: v.optional(v.strictObject(loginOverride)) }),
    response: v.object({ processor_token: v.string(), ...requestId }),
    docs: docs('sandbox/#sandboxprocessor_tokencreate'),
  }),

  /**
   * Chooses the accounts in the dialog of the OAuth test bank; `oauth_state_id` is in its address. It takes no
   * credentials, and none are sent.
   *
   * @see https://plaid.com/docs/api/sandbox/
   */
  selectOauthAccounts: endpoint({
    ...idempotentPost,
    auth: 'none',
    path: '/sandbox/oauth/select_accounts',
    body: v.object({ oauth_state_id: nonEmptyString, accounts: v.array(v.string()) }),
    response: v.object({ request_id: optionalString }),
    docs: docs('sandbox/'),
  }),

  /**
   * Adds 1 to 10 transactions to an Item of `user_transactions_dynamic`. A positive `amount` is money out, in units of
   * the currency. Two calls a minute per Item. Never retried.
   *
   * @see https://plaid.com/docs/api/sandbox/#sandboxtransactionscreate
   */
  createTransactions: endpoint({
    ...post,
    path: '/sandbox/transactions/create',
    body: v.object({
      ...itemParams,
      transactions: v.pipe(
        v.array(
          v.strictObject({
            date_transacted: isoDate,
            date_posted: isoDate,
            amount: v.number(),
            description: v.string(),
            iso_currency_code: optionalString,
          }),
        ),
        v.minLength(1),
        v.maxLength(10),
      ),
    }),
    response: v.object(requestId),
    docs: docs('sandbox/#sandboxtransactionscreate'),
  }),
};
