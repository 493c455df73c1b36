import { byCursor, endpoint, list, named } from '@x/core';
import * as v from 'valibot';
import { docs, idempotentPost } from '../declarations.ts';
import { dateRangePageParams, offsetPages } from '../paging.ts';
import { processors } from '../processors.ts';
import { productList, productsParam } from '../products.ts';
import {
  bankTransferResponse,
  type ProcessorAccount,
  type ProcessorAuth,
  type ProcessorBalance,
  type ProcessorEvaluation,
  type ProcessorHoldings,
  type ProcessorIdentity,
  type ProcessorIdentityMatch,
  type ProcessorInvestmentsAuth,
  type ProcessorLiabilities,
  type ProcessorSyncPage,
  processorAccountSchema,
  processorAuthSchema,
  processorBalanceSchema,
  processorEvaluationSchema,
  processorHoldingsSchema,
  processorIdentitySchema,
  processorInvestmentsAuthSchema,
  processorLiabilitiesSchema,
  processorMatchSchema,
  processorSyncPageSchema,
} from '../records/processor.ts';
import { type RecurringTransactions, recurringSchema } from '../records/recurring.ts';
import {
  httpUrl,
  itemParams,
  nonEmptyString,
  optionalBoolean,
  optionalNullableBoolean,
  optionalNullableString,
  optionalString,
  requestId,
} from '../schema.ts';
import { matchParams } from './identity.ts';
import { investmentTransaction } from './investments.ts';
import { decisionParams, evaluateParams, returnParams } from './signal.ts';
import { syncEssentials, syncParams, transaction, versionParam } from './transactions.ts';

/** The account that a call is about. */
const accountToken = {
  /** Processor token of the account, `processor-<environment>-<uuid>`, which the user's app created. */
  processor_token: nonEmptyString,
};

/** The account that a token is created for. */
const tokenParams = {
  ...itemParams,
  /** ID of the account that the processor gets access to. */
  account_id: nonEmptyString,
};

const permissionsSchema = v.object({
  /** Products that the processor may use. Empty means all that the Item has. */
  products: productList,
  ...requestId,
});

/** The products that a processor may use. */
export interface ProcessorPermissions extends v.InferOutput<typeof permissionsSchema> {}

/**
 * Processor tokens, which give a partner (a processor) access to one account. Apps create them; processors use them for
 * the same calls as for an Item.
 */
export const processor = {
  /** Processor tokens: apps create them and set their permissions. */
  token: {
    /**
     * Creates a token for a processor. Every processor has a name of its own; for Stripe, call
     * `processor.stripe.bankAccountToken.create`. 500 calls per minute for all Items together.
     *
     * @see https://plaid.com/docs/api/processors/#processortokencreate
     */
    create: endpoint({
      ...idempotentPost,
      path: '/processor/token/create',
      body: v.object({
        ...tokenParams,
        /** Name of the processor. */
        processor: v.picklist(processors),
      }),
      response: v.object({
        /** Token to pass to the processor. */
        processor_token: v.string(),
        ...requestId,
      }),
      docs: docs('processors/#processortokencreate'),
    }),

    /** Products that a processor may use with a token. */
    permissions: {
      /**
       * Sets the products that a processor may use with a token.
       *
       * @see https://plaid.com/docs/api/processors/#processortokenpermissionsset
       */
      set: endpoint({
        ...idempotentPost,
        path: '/processor/token/permissions/set',
        body: v.object({
          ...accountToken,
          /** Products to allow. An empty list allows all that the Item has. */
          products: productsParam,
        }),
        response: v.object(requestId),
        docs: docs('processors/#processortokenpermissionsset'),
      }),

      /**
       * Returns the products that a processor may use with a token. An empty list means all of them, including later
       * ones.
       *
       * @see https://plaid.com/docs/api/processors/#processortokenpermissionsget
       */
      get: endpoint({
        ...idempotentPost,
        path: '/processor/token/permissions/get',
        body: v.object(accountToken),
        response: named<ProcessorPermissions>(permissionsSchema),
        docs: docs('processors/#processortokenpermissionsget'),
      }),
    },

    /** URLs that webhooks about tokens are sent to. */
    webhook: {
      /**
       * Sets the URL that webhooks about a token are sent to. For processors.
       *
       * @see https://plaid.com/docs/api/processor-partners/#processortokenwebhookupdate
       */
      update: endpoint({
        ...idempotentPost,
        path: '/processor/token/webhook/update',
        body: v.object({
          ...accountToken,
          /** URL for webhooks. Null removes it. */
          webhook: v.nullable(httpUrl),
        }),
        response: v.object(requestId),
        docs: docs('processor-partners/#processortokenwebhookupdate'),
      }),
    },
  },

  /** Tokens for Stripe. */
  stripe: {
    /** Stripe's tokens of bank accounts. */
    bankAccountToken: {
      /**
       * Creates the token that Stripe accepts for a bank account. It can be used once.
       *
       * @see https://plaid.com/docs/api/processors/#processorstripebank_account_tokencreate
       */
      create: endpoint({
        ...idempotentPost,
        path: '/processor/stripe/bank_account_token/create',
        body: v.object(tokenParams),
        response: v.object({
          /** Token to pass to Stripe, `btok_…`. */
          stripe_bank_account_token: v.string(),
          ...requestId,
        }),
        docs: docs('processors/#processorstripebank_account_tokencreate'),
      }),
    },
  },

  /** Tokens for Apex Clearing. */
  apex: {
    /** Apex's tokens of bank accounts. */
    processorToken: {
      /**
       * Creates the token that Apex accepts.
       *
       * @see https://plaid.com/docs/api/processors/
       */
      create: endpoint({
        ...idempotentPost,
        path: '/processor/apex/processor_token/create',
        body: v.object(tokenParams),
        response: v.object({
          /** Token to pass to Apex. */
          processor_token: v.string(),
          ...requestId,
        }),
        docs: docs('processors/'),
      }),
    },
  },

  /** The account of a processor token. */
  account: {
    /**
     * Returns the account of a token with cached balances, and its institution.
     *
     * @see https://plaid.com/docs/api/processor-partners/#processoraccountget
     */
    get: endpoint({
      ...idempotentPost,
      path: '/processor/account/get',
      body: v.object(accountToken),
      response: named<ProcessorAccount>(processorAccountSchema),
      docs: docs('processor-partners/#processoraccountget'),
    }),
  },

  /** Account and routing numbers, for processors. */
  auth: {
    /**
     * Returns the numbers of a checking or savings account.
     *
     * @see https://plaid.com/docs/api/processor-partners/#processorauthget
     */
    get: endpoint({
      ...idempotentPost,
      path: '/processor/auth/get',
      body: v.object(accountToken),
      response: named<ProcessorAuth>(processorAuthSchema),
      docs: docs('processor-partners/#processorauthget'),
    }),
  },

  /** Balances that are fetched from the bank at once, for processors. */
  balance: {
    /**
     * Returns the account with balances that are fetched from the bank at once, which can take more than 30 seconds:
     * increase `timeoutMs`.
     *
     * @see https://plaid.com/docs/api/processor-partners/#processorbalanceget
     */
    get: endpoint({
      ...idempotentPost,
      path: '/processor/balance/get',
      body: v.object({
        ...accountToken,
        /** How old the balances may be. */
        options: v.optional(
          v.strictObject({
            /**
             * Oldest balance to accept, ISO 8601 (`2026-01-31T08:00:00Z`). Needed only for credit and other
             * non-depository accounts at Capital One (`ins_128026`), whose balances are not real-time.
             */
            min_last_updated_datetime: optionalString,
          }),
        ),
      }),
      response: named<ProcessorBalance>(processorBalanceSchema),
      docs: docs('processor-partners/#processorbalanceget'),
    }),
  },

  /** Owners of accounts, for processors. */
  identity: {
    /**
     * Returns the names, addresses, phone numbers and email addresses that the bank has on file for the account.
     *
     * @see https://plaid.com/docs/api/processor-partners/#processoridentityget
     */
    get: endpoint({
      ...idempotentPost,
      path: '/processor/identity/get',
      body: v.object(accountToken),
      response: named<ProcessorIdentity>(processorIdentitySchema),
      docs: docs('processor-partners/#processoridentityget'),
    }),

    /**
     * Returns how well a person matches the owner of the account; see `identity.match`.
     *
     * @see https://plaid.com/docs/api/processor-partners/#processoridentitymatch
     */
    match: endpoint({
      ...idempotentPost,
      path: '/processor/identity/match',
      body: v.object({ ...accountToken, ...matchParams }),
      response: named<ProcessorIdentityMatch>(processorMatchSchema),
      docs: docs('processor-partners/#processoridentitymatch'),
    }),
  },

  /** Investment accounts, for processors. */
  investments: {
    /** Data for the transfer of holdings to another broker. */
    auth: {
      /**
       * Returns the data that a transfer of the account's holdings to another broker needs.
       *
       * @see https://plaid.com/docs/api/processor-partners/#processorinvestmentsauthget
       */
      get: endpoint({
        ...idempotentPost,
        path: '/processor/investments/auth/get',
        body: v.object(accountToken),
        response: named<ProcessorInvestmentsAuth>(processorInvestmentsAuthSchema),
        docs: docs('processor-partners/#processorinvestmentsauthget'),
      }),
    },

    /** Securities that an investment account holds. */
    holdings: {
      /**
       * Returns the holdings of the account, with the securities.
       *
       * @see https://plaid.com/docs/api/processor-partners/#processorinvestmentsholdingsget
       */
      get: endpoint({
        ...idempotentPost,
        path: '/processor/investments/holdings/get',
        body: v.object(accountToken),
        response: named<ProcessorHoldings>(processorHoldingsSchema),
        docs: docs('processor-partners/#processorinvestmentsholdingsget'),
      }),
    },

    /** Trades and other movements of an investment account. */
    transactions: {
      /**
       * Lists trades and other movements of the account over a range of days, newest first. Account and securities are
       * in the `raw` of each page. See also `investments.transactions.get`.
       *
       * @see https://plaid.com/docs/api/processor-partners/#processorinvestmentstransactionsget
       */
      get: list({
        ...idempotentPost,
        path: '/processor/investments/transactions/get',
        body: v.object({
          ...accountToken,
          ...dateRangePageParams,
          /** Which accounts to return, and whether to wait for the bank. */
          options: v.optional(
            v.strictObject({
              /** IDs of the accounts to list movements of. Default: the account of the token. */
              account_ids: v.optional(v.array(v.string())),
              /**
               * Whether the first call for an Item that was linked without the product `investments` returns at once
               * instead of waiting for the bank; a webhook reports when data is there. Default false.
               */
              async_update: optionalBoolean,
            }),
          ),
        }),
        item: investmentTransaction,
        paging: { ...offsetPages, items: 'investment_transactions', total: 'total_investment_transactions' },
        docs: docs('processor-partners/#processorinvestmentstransactionsget'),
      }),
    },
  },

  /** Debts, for processors. */
  liabilities: {
    /**
     * Returns the debt on a credit or loan account, with rates and due dates.
     *
     * @see https://plaid.com/docs/api/processor-partners/#processorliabilitiesget
     */
    get: endpoint({
      ...idempotentPost,
      path: '/processor/liabilities/get',
      body: v.object(accountToken),
      response: named<ProcessorLiabilities>(processorLiabilitiesSchema),
      docs: docs('processor-partners/#processorliabilitiesget'),
    }),
  },

  /** Transactions of accounts, for processors. */
  transactions: {
    /**
     * Returns the changes since `cursor` in the account, page by page; see `transactions.sync`.
     *
     * @see https://plaid.com/docs/api/processor-partners/#processortransactionssync
     */
    sync: list({
      ...idempotentPost,
      path: '/processor/transactions/sync',
      body: v.object({ ...accountToken, ...syncParams }),
      item: named<ProcessorSyncPage>(processorSyncPageSchema),
      essential: syncEssentials,
      paging: { ...byCursor, items: '', param: 'cursor', cursor: 'next_cursor', more: 'has_more' },
      docs: docs('processor-partners/#processortransactionssync'),
    }),

    /**
     * Lists the transactions of the account over a range of days, newest first. The account is in the `raw` of each
     * page. See also `transactions.get`.
     *
     * @see https://plaid.com/docs/api/processor-partners/#processortransactionsget
     */
    get: list({
      ...idempotentPost,
      path: '/processor/transactions/get',
      body: v.object({
        ...accountToken,
        ...dateRangePageParams,
        /** Which fields to return. */
        options: v.optional(
          v.strictObject({
            /** Whether to return `original_description`, the bank's own words. Default false. */
            include_original_description: optionalNullableBoolean,
          }),
        ),
      }),
      item: transaction,
      paging: { ...offsetPages, items: 'transactions', total: 'total_transactions' },
      docs: docs('processor-partners/#processortransactionsget'),
    }),

    /** Transactions that repeat, such as salaries and subscriptions. */
    recurring: {
      /**
       * Returns what comes into the account and goes out regularly.
       *
       * @see https://plaid.com/docs/api/processor-partners/#processortransactionsrecurringget
       */
      get: endpoint({
        ...idempotentPost,
        path: '/processor/transactions/recurring/get',
        body: v.object({
          ...accountToken,
          /** Which set of categories to use. */
          options: v.optional(v.strictObject(versionParam)),
        }),
        response: named<RecurringTransactions>(recurringSchema),
        docs: docs('processor-partners/#processortransactionsrecurringget'),
      }),
    },

    /**
     * Asks the bank for new transactions of the account. They arrive later, with the next sync.
     *
     * @see https://plaid.com/docs/api/processor-partners/#processortransactionsrefresh
     */
    refresh: endpoint({
      ...idempotentPost,
      path: '/processor/transactions/refresh',
      body: v.object(accountToken),
      response: v.object(requestId),
      docs: docs('processor-partners/#processortransactionsrefresh'),
    }),
  },

  /** Risk of ACH debits, for processors. */
  signal: {
    /**
     * Returns how likely a planned debit is to be returned, by the rules of the app that the user belongs to; see
     * `signal.evaluate`.
     *
     * @see https://plaid.com/docs/api/processor-partners/#processorsignalevaluate
     */
    evaluate: endpoint({
      ...idempotentPost,
      path: '/processor/signal/evaluate',
      body: v.object({ ...accountToken, ...evaluateParams }),
      response: named<ProcessorEvaluation>(processorEvaluationSchema),
      docs: docs('processor-partners/#processorsignalevaluate'),
    }),

    /** Reports of what was decided about debits. */
    decision: {
      /**
       * Reports whether an evaluated debit is made; see `signal.decision.report`.
       *
       * @see https://plaid.com/docs/api/processor-partners/#processorsignaldecisionreport
       */
      report: endpoint({
        ...idempotentPost,
        path: '/processor/signal/decision/report',
        body: v.object({ ...accountToken, ...decisionParams }),
        response: v.object(requestId),
        docs: docs('processor-partners/#processorsignaldecisionreport'),
      }),
    },

    /** Reports of debits that were returned. */
    return: {
      /**
       * Reports that a debit was returned; see `signal.return.report`.
       *
       * @see https://plaid.com/docs/api/processor-partners/#processorsignalreturnreport
       */
      report: endpoint({
        ...idempotentPost,
        path: '/processor/signal/return/report',
        body: v.object({ ...accountToken, ...returnParams }),
        response: v.object(requestId),
        docs: docs('processor-partners/#processorsignalreturnreport'),
      }),
    },

    /**
     * Starts to collect data for `evaluate`, for accounts that were linked without the product `signal`.
     *
     * @see https://plaid.com/docs/api/processor-partners/#processorsignalprepare
     */
    prepare: endpoint({
      ...idempotentPost,
      path: '/processor/signal/prepare',
      body: v.object(accountToken),
      response: v.object(requestId),
      docs: docs('processor-partners/#processorsignalprepare'),
    }),
  },

  /** Transfers of money, for processors. */
  bankTransfer: {
    /**
     * Moves money from or to the account. Calls with the same `idempotency_key` move it once, so a failed call can be
     * repeated.
     *
     * @see https://plaid.com/docs/api/processor-partners/#bank_transfercreate
     */
    create: endpoint({
      ...idempotentPost,
      path: '/processor/bank_transfer/create',
      body: v.object({
        ...accountToken,
        /** Your own random key of the transfer, 1 to 50 characters. */
        idempotency_key: v.pipe(nonEmptyString, v.maxLength(50)),
        /** Direction of the transfer: `debit` takes money from the account, `credit` pays into it. */
        type: v.picklist(['debit', 'credit']),
        /** How the money is sent. */
        network: v.picklist(['ach', 'same-day-ach', 'wire']),
        /** Amount as a string with two decimals (`12.34`). */
        amount: v.pipe(v.string(), v.regex(/^\d+\.\d\d$/)),
        /** Currency of the amount: `USD`. */
        iso_currency_code: nonEmptyString,
        /** Text of the transfer on the user's statement, 1 to 10 characters. */
        description: v.pipe(nonEmptyString, v.maxLength(10)),
        /** Class of the ACH entry. Required on ACH networks. */
        ach_class: v.optional(v.picklist(['ccd', 'ppd', 'tel', 'web'])),
        /** The holder of the account. */
        user: v.strictObject({
          /** Full legal name of the holder; of the business for the class `ccd`. */
          legal_name: nonEmptyString,
          /** Email address of the holder. */
          email_address: optionalNullableString,
        }),
        /** Your own tag, up to 100 characters. It is stored with the transfer. */
        custom_tag: v.nullish(v.pipe(v.string(), v.maxLength(100))),
        /** Your own values by name, stored with the transfer. ASCII strings only, up to 50 of them. */
        metadata: v.nullish(v.record(v.string(), v.string())),
        /** ID of your account that the money moves to or from. Required if you have several. */
        origination_account_id: optionalNullableString,
      }),
      response: bankTransferResponse,
      unwrap: 'bank_transfer',
      docs: docs('processor-partners/#bank_transfercreate'),
    }),
  },
};
