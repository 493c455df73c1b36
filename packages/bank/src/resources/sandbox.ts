import { atLeastOne, endpoint, named, oneOf } from '@x/core/provider';
import * as v from 'valibot';
import { docs, idempotentWrite, write } from '../declarations.ts';
import { initialProductsParam } from '../products.ts';
import { paymentStatus } from '../records/payment.ts';
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
import { sandboxTransfer } from './sandbox-transfer.ts';

/** The test user who logs in at the bank. */
const loginOverride = {
  /**
   * User who logs in. `user_good` has a fixed history, `user_transactions_dynamic` one that grows. Default `user_good`.
   */
  override_username: optionalNullableString,
  /** Password of the user. `error_<CODE>` makes linking fail with that error. Default `pass_good`. */
  override_password: optionalNullableString,
};

export const simulatedPaymentSchema = v.object({
  /** Status of the payment before. */
  old_status: paymentStatus,
  /** Status of the payment now. */
  new_status: paymentStatus,
  ...requestId,
});

/** A payment whose status was simulated. */
export interface SimulatedPayment extends v.InferOutput<typeof simulatedPaymentSchema> {}

/** Calls that exist in the provider's sandbox only. Elsewhere they fail with `permission_denied`. */
export const sandbox = {
  /**
   * Links a bank without Link, and returns the public token that Link would return. Pass `user_id`, or the older
   * `user_token`, to give the Item to a user.
   */
  createPublicToken: endpoint({
    ...idempotentWrite,
    path: '/sandbox/public_token/create',
    body: v.object({
      /** ID of the institution (`ins_109508`). */
      institution_id: nonEmptyString,
      /** Products that the Item starts with. At least one. */
      initial_products: v.pipe(initialProductsParam, v.minLength(1)),
      /** Settings of the new Item. */
      options: v.optional(
        v.strictObject({
          /** URL for webhooks about the Item. Default: none are sent. */
          webhook: v.optional(httpUrl),
          ...loginOverride,
          /** Settings of the product `transactions`. */
          transactions: v.nullish(
            v.strictObject({
              /** First day with transactions, `YYYY-MM-DD`. */
              start_date: v.optional(isoDate),
              /** Last day with transactions, `YYYY-MM-DD`. */
              end_date: v.optional(isoDate),
              /** Days of history to fetch, 1 to 730. Default 90. */
              days_requested: daysRequested,
            }),
          ),
          /** Range of the bank statements. Required for the product `statements`. */
          statements: v.nullish(
            v.strictObject({
              /** First day of the range, `YYYY-MM-DD`. */
              start_date: isoDate,
              /** Last day of the range, `YYYY-MM-DD`. */
              end_date: isoDate,
            }),
          ),
          /** Settings of the product `income_verification`. Required for it. */
          income_verification: v.optional(
            v.strictObject({
              /** Sources of the income data. Currently only one value. */
              income_source_types: v.optional(v.array(oneOf(['bank', 'payroll']))),
              /** Settings of the source `bank`. Required for it. */
              bank_income: v.optional(
                v.strictObject({
                  /** Days of history to look for income in. */
                  days_requested: v.optional(v.number()),
                }),
              ),
            }),
          ),
        }),
      ),
      /** Token of the user who owns the Item, for integrations that already use user tokens. */
      user_token: optionalString,
      /** ID of the user who owns the Item, from `user.create`. */
      user_id: optionalString,
    }),
    response: v.object({
      /** Public token to exchange with `item.exchangePublicToken`. */
      public_token: v.string(),
      ...requestId,
    }),
    docs: docs('sandbox/#sandboxpublic_tokencreate'),
  }),

  /**
   * Puts an Item into the state in which its user must log in again. Calls for its data then fail with
   * `reauthorization_required`.
   */
  resetLogin: endpoint({
    ...idempotentWrite,
    path: '/sandbox/item/reset_login',
    body: v.object(itemParams),
    response: v.object({
      /** True when the Item now needs a login. */
      reset_login: v.boolean(),
      ...requestId,
    }),
    docs: docs('sandbox/#sandboxitemreset_login'),
  }),

  /** Puts the Items of a user into the state in which they must log in again. Pass `user_id` or `user_token`. */
  resetUserLogin: endpoint({
    ...idempotentWrite,
    path: '/sandbox/user/reset_login',
    body: v.pipe(
      v.object({
        /** ID of the user, from `user.create`. Required unless `user_token` is passed. */
        user_id: optionalString,
        /** Token of the user, for integrations that already use user tokens. */
        user_token: optionalString,
        /** IDs of the Items to reset. Default: all Items of the user. */
        item_ids: v.nullish(v.array(v.string())),
      }),
      atLeastOne('user_id', 'user_token'),
    ),
    response: v.object(requestId),
    docs: docs('sandbox/#sandboxuserreset_login'),
  }),

  /**
   * Sends a webhook about an Item to its URL. Fails with `rejected` when the Item has no URL for webhooks, with
   * `permission_denied` when it lacks the product.
   */
  fireWebhook: endpoint({
    ...idempotentWrite,
    path: '/sandbox/item/fire_webhook',
    body: v.object({
      ...itemParams,
      /** Type of webhook that `DEFAULT_UPDATE` is sent for. Other codes do not need it. */
      webhook_type: v.optional(
        oneOf([
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
      /** Code of the webhook to send. */
      webhook_code: oneOf([
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
    response: v.object({
      /** True when the webhook was sent. */
      webhook_fired: v.boolean(),
      ...requestId,
    }),
    docs: docs('sandbox/#sandboxitemfire_webhook'),
  }),

  /** Sends a webhook about a user's Check Report to any URL. Pass `user_id` or `user_token`. */
  fireUserWebhook: endpoint({
    ...idempotentWrite,
    path: '/sandbox/user/fire_webhook',
    body: v.pipe(
      v.object({
        /** ID of the user, from `user.create`. Required unless `user_token` is passed. */
        user_id: optionalString,
        /** Token of the user, for integrations that already use user tokens. */
        user_token: optionalString,
        /** Type of the webhook. Currently only one value. */
        webhook_type: oneOf(['CHECK_REPORT']),
        /** Code of the webhook; those without `USER_` are for integrations that use user tokens. */
        webhook_code: oneOf([
          'USER_CHECK_REPORT_READY',
          'USER_CHECK_REPORT_FAILED',
          'CHECK_REPORT_READY',
          'CHECK_REPORT_FAILED',
        ]),
        /** URL to send the webhook to. */
        webhook: httpUrl,
      }),
      atLeastOne('user_id', 'user_token'),
    ),
    response: v.object({
      /** True when the webhook was sent. */
      webhook_fired: v.boolean(),
      ...requestId,
    }),
    docs: docs('sandbox/#sandboxuserfire_webhook'),
  }),

  /** Sends a webhook about payroll or document income to any URL. */
  fireIncomeWebhook: endpoint({
    ...idempotentWrite,
    path: '/sandbox/income/fire_webhook',
    body: v.object({
      /** ID of the Item that the webhook is about. Case-sensitive. */
      item_id: nonEmptyString,
      /**
       * ID of the user that the webhook is about. For codes that begin with `USER_`, the ID from `user.create`.
       * Default: none.
       */
      user_id: v.optional(nonEmptyString),
      /** URL to send the webhook to. */
      webhook: httpUrl,
      /** Status in webhooks that report one. Default `VERIFICATION_STATUS_PROCESSING_COMPLETE`. */
      verification_status: v.optional(
        oneOf([
          'VERIFICATION_STATUS_PROCESSING_COMPLETE',
          'VERIFICATION_STATUS_PROCESSING_FAILED',
          'VERIFICATION_STATUS_PENDING_APPROVAL',
        ]),
      ),
      /** Code of the webhook to send. */
      webhook_code: oneOf([
        'INCOME_VERIFICATION',
        'USER_INCOME_VERIFICATION',
        'INCOME_VERIFICATION_RISK_SIGNALS',
        'USER_INCOME_VERIFICATION_RISK_SIGNALS',
      ]),
    }),
    response: v.object(requestId),
    docs: docs('sandbox/#sandboxincomefire_webhook'),
  }),

  /** Sends a webhook about bank income. */
  fireBankIncomeWebhook: endpoint({
    ...idempotentWrite,
    path: '/sandbox/bank_income/fire_webhook',
    body: v.object({
      /** Code of the webhook to send. */
      webhook_code: oneOf(['BANK_INCOME_REFRESH_UPDATE', 'BANK_INCOME_REFRESH_COMPLETE']),
      /** URL to send the webhook to. Default: the one that the Plaid dashboard sets. */
      webhook_override: v.optional(httpUrl),
      /** Contents of the webhook, and the user it concerns. */
      webhook_fields: v.strictObject({
        /** ID of the user that the webhook is about. */
        user_id: nonEmptyString,
        /** Result in the webhook `BANK_INCOME_REFRESH_COMPLETE`. Default `SUCCESS`. */
        bank_income_refresh_complete_result: v.optional(oneOf(['SUCCESS', 'FAILURE'])),
      }),
    }),
    response: v.object(requestId),
    docs: docs('sandbox/'),
  }),

  /** Ends the verification of an account by automated micro-deposits. A webhook reports it. */
  setVerificationStatus: endpoint({
    ...idempotentWrite,
    path: '/sandbox/item/set_verification_status',
    body: v.object({
      ...itemParams,
      /** ID of the account that is being verified. */
      account_id: nonEmptyString,
      /** Whether the verification succeeds or expires. */
      verification_status: oneOf(['automatically_verified', 'verification_expired']),
    }),
    response: v.object(requestId),
    docs: docs('sandbox/#sandboxitemset_verification_status'),
  }),

  /**
   * Connects an application to the login of an Item that was created with `item.import`, so that
   * `item.listApplications` returns it. Never retried.
   */
  seedApplication: endpoint({
    ...write,
    path: '/sandbox/item/application/seed',
    body: v.object({
      ...itemParams,
      /** ID of the application to connect. */
      application_id: nonEmptyString,
    }),
    response: v.object({
      /** ID of the Item that stands for the connection. */
      item_id: v.string(),
      ...requestId,
    }),
    docs: docs('sandbox/'),
  }),

  /** Creates an Item and a processor token for it, so that processors can try their side without an app. */
  createProcessorToken: endpoint({
    ...idempotentWrite,
    path: '/sandbox/processor_token/create',
    body: v.object({
      /** ID of the institution (`ins_109508`). */
      institution_id: nonEmptyString,
      /** Settings of the new Item. */
      options: v.optional(v.strictObject(loginOverride)),
    }),
    response: v.object({
      /** Token for the calls of `processor`. */
      processor_token: v.string(),
      ...requestId,
    }),
    docs: docs('sandbox/#sandboxprocessor_tokencreate'),
  }),

  /** Chooses the accounts in the dialog of the OAuth test bank. It takes no credentials, and none are sent. */
  selectOauthAccounts: endpoint({
    ...idempotentWrite,
    auth: 'none',
    path: '/sandbox/oauth/select_accounts',
    body: v.object({
      /** ID in the address of the dialog, `oauth_state_id`. */
      oauth_state_id: nonEmptyString,
      /** IDs of the accounts to choose. */
      accounts: v.array(v.string()),
    }),
    response: v.object({
      /** ID of the request. Quote it to Plaid support. */
      request_id: optionalString,
    }),
    docs: docs('sandbox/'),
  }),

  /** Adds transactions to an Item of `user_transactions_dynamic`. Two calls per minute per Item. Never retried. */
  createTransactions: endpoint({
    ...write,
    path: '/sandbox/transactions/create',
    body: v.object({
      ...itemParams,
      /** Transactions to add, 1 to 10. */
      transactions: v.pipe(
        v.array(
          v.strictObject({
            /** Day on which the transaction takes place, `YYYY-MM-DD`: today, or up to 14 days ago. */
            date_transacted: isoDate,
            /** Day on which the transaction is posted, `YYYY-MM-DD`: today, or up to 14 days ago. */
            date_posted: isoDate,
            /** Amount in units of the currency; positive when money leaves the account. */
            amount: v.number(),
            /** The bank's description of the transaction. */
            description: v.string(),
            /** Currency of the amount, ISO 4217. Default `USD`. */
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

  /** Transfers of the test environment: simulate what the bank network does, and move test clocks. */
  transfer: sandboxTransfer,

  /** Payments in Europe. */
  payment: {
    /** Changes the status of a payment, and sends the webhook `PAYMENT_STATUS_UPDATE`. Never retried. */
    simulate: endpoint({
      ...write,
      path: '/sandbox/payment/simulate',
      body: v.object({
        /** ID of the payment, from `paymentInitiation.payment.create`. */
        payment_id: nonEmptyString,
        /** URL for the webhook. */
        webhook: httpUrl,
        /** New status of the payment. */
        status: oneOf([
          'PAYMENT_STATUS_INITIATED',
          'PAYMENT_STATUS_INSUFFICIENT_FUNDS',
          'PAYMENT_STATUS_FAILED',
          'PAYMENT_STATUS_EXECUTED',
          'PAYMENT_STATUS_SETTLED',
          'PAYMENT_STATUS_CANCELLED',
          'PAYMENT_STATUS_REJECTED',
        ]),
      }),
      response: named<SimulatedPayment>(simulatedPaymentSchema),
      docs: docs('sandbox/#sandboxpaymentsimulate'),
    }),
  },
};
