import { atLeastOne, endpoint } from '@x/core';
import * as v from 'valibot';
import {
  address,
  answered,
  day,
  daysRequested,
  docs,
  filled,
  itemParams,
  once,
  optionalText,
  repeatable,
  word,
} from '../plaid.ts';
import { startProductsParam } from '../vocabulary.ts';

/** Who logs in at the bank. */
const login = { override_username: optionalText, override_password: optionalText };

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
    ...repeatable,
    path: '/sandbox/public_token/create',
    body: v.object({
      institution_id: filled,
      initial_products: v.pipe(startProductsParam, v.minLength(1)),
      options: v.optional(
        v.strictObject({
          webhook: v.optional(address),
          ...login,
          transactions: v.nullish(
            v.strictObject({ start_date: v.optional(day), end_date: v.optional(day), days_requested: daysRequested }),
          ),
          statements: v.nullish(v.strictObject({ start_date: day, end_date: day })),
          income_verification: v.optional(
            v.strictObject({
              income_source_types: v.optional(v.array(v.picklist(['bank', 'payroll']))),
              bank_income: v.optional(v.strictObject({ days_requested: v.optional(v.number()) })),
            }),
          ),
        }),
      ),
      user_token: word,
      user_id: word,
    }),
    response: v.object({ public_token: v.string(), ...answered }),
    docs: docs('sandbox/#sandboxpublic_tokencreate'),
  }),

  /**
   * Puts an Item into the state in which its user must log in again: calls for its data then fail with
   * `reauthorization_required`.
   *
   * @see https://plaid.com/docs/api/sandbox/#sandboxitemreset_login
   */
  resetLogin: endpoint({
    ...repeatable,
    path: '/sandbox/item/reset_login',
    body: v.object(itemParams),
    response: v.object({ reset_login: v.boolean(), ...answered }),
    docs: docs('sandbox/#sandboxitemreset_login'),
  }),

  /**
   * Puts the Items of a user, or those of them in `item_ids`, into the state in which he must log in again.
   * `user_token` is for integrations that already have one.
   *
   * @see https://plaid.com/docs/api/sandbox/#sandboxuserreset_login
   */
  resetUserLogin: endpoint({
    ...repeatable,
    path: '/sandbox/user/reset_login',
    body: v.pipe(
      v.object({ user_id: word, user_token: word, item_ids: v.nullish(v.array(v.string())) }),
      atLeastOne('user_id', 'user_token'),
    ),
    response: v.object(answered),
    docs: docs('sandbox/#sandboxuserreset_login'),
  }),

  /**
   * Sends a webhook about an Item to its address now. `DEFAULT_UPDATE` is of the `webhook_type` that is given. `rejected`
   * when the Item has no address for webhooks, `permission_denied` when it lacks the product.
   *
   * @see https://plaid.com/docs/api/sandbox/#sandboxitemfire_webhook
   */
  fireWebhook: endpoint({
    ...repeatable,
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
    response: v.object({ webhook_fired: v.boolean(), ...answered }),
    docs: docs('sandbox/#sandboxitemfire_webhook'),
  }),

  /**
   * Ends the verification of an account by automated micro-deposits, well or not; a webhook tells of it.
   *
   * @see https://plaid.com/docs/api/sandbox/#sandboxitemset_verification_status
   */
  setVerificationStatus: endpoint({
    ...repeatable,
    path: '/sandbox/item/set_verification_status',
    body: v.object({
      ...itemParams,
      account_id: filled,
      verification_status: v.picklist(['automatically_verified', 'verification_expired']),
    }),
    response: v.object(answered),
    docs: docs('sandbox/#sandboxitemset_verification_status'),
  }),

  /**
   * Connects an application to the login of an Item that was made with `item.import`, so that `item.listApplications`
   * has it. Gives the Item of that connection. Never retried.
   *
   * @see https://plaid.com/docs/api/sandbox/
   */
  seedApplication: endpoint({
    ...once,
    path: '/sandbox/item/application/seed',
    body: v.object({ ...itemParams, application_id: filled }),
    response: v.object({ item_id: v.string(), ...answered }),
    docs: docs('sandbox/'),
  }),

  /**
   * Makes an Item and gives a processor token for it at once, for processors to try their side without an app.
   *
   * @see https://plaid.com/docs/api/sandbox/#sandboxprocessor_tokencreate
   */
  createProcessorToken: endpoint({
    ...repeatable,
    path: '/sandbox/processor_token/create',
    body: v.object({ institution_id: filled, options: v.optional(v.strictObject(login)) }),
    response: v.object({ processor_token: v.string(), ...answered }),
    docs: docs('sandbox/#sandboxprocessor_tokencreate'),
  }),

  /**
   * Chooses the accounts in the dialog of the OAuth test bank; `oauth_state_id` is in its address. It takes no
   * credentials, and none are sent.
   *
   * @see https://plaid.com/docs/api/sandbox/
   */
  selectOauthAccounts: endpoint({
    ...repeatable,
    auth: 'none',
    path: '/sandbox/oauth/select_accounts',
    body: v.object({ oauth_state_id: filled, accounts: v.array(v.string()) }),
    response: v.object({ request_id: word }),
    docs: docs('sandbox/'),
  }),

  /**
   * Adds 1 to 10 transactions to an Item of `user_transactions_dynamic`. A positive `amount` is money out, in units of
   * the currency. Two calls a minute per Item. Never retried.
   *
   * @see https://plaid.com/docs/api/sandbox/#sandboxtransactionscreate
   */
  createTransactions: endpoint({
    ...once,
    path: '/sandbox/transactions/create',
    body: v.object({
      ...itemParams,
      transactions: v.pipe(
        v.array(
          v.strictObject({
            date_transacted: day,
            date_posted: day,
            amount: v.number(),
            description: v.string(),
            iso_currency_code: word,
          }),
        ),
        v.minLength(1),
        v.maxLength(10),
      ),
    }),
    response: v.object(answered),
    docs: docs('sandbox/#sandboxtransactionscreate'),
  }),
};
