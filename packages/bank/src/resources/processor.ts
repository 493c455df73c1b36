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

/** The account that a call is about, by the token that its user's app gave to the processor. */
const accountToken = { processor_token: nonEmptyString };

/** The account that a token is made for. */
const tokenParams = { ...itemParams, account_id: nonEmptyString };

const permissionsSchema = v.object({ products: productList, ...requestId });

/** What a processor may read of the account. */
export interface ProcessorPermissions extends v.InferOutput<typeof permissionsSchema> {}

/**
 * Tokens that give a partner (a processor) access to one account, which is what an app makes; and what processors do
 * with them: the same reads as for an Item, with a `processor_token`.
 */
export const processor = {
  token: {
    /**
     * Makes the token that the processor of that name takes. Each has its own; for Stripe use
     * `processor.stripe.bankAccountToken.create`. 500 calls a minute for all Items together.
     *
     * @see https://plaid.com/docs/api/processors/#processortokencreate
     */
    create: endpoint({
      ...idempotentPost,
      path: '/processor/token/create',
      body: v.object({ ...tokenParams, processor: v.picklist(processors) }),
      response: v.object({ processor_token: v.string(), ...requestId }),
      docs: docs('processors/#processortokencreate'),
    }),

    permissions: {
      /**
       * Says which products a processor may use with a token; an empty list means all that the Item has.
       *
       * @see https://plaid.com/docs/api/processors/#processortokenpermissionsset
       */
      set: endpoint({
        ...idempotentPost,
        path: '/processor/token/permissions/set',
        body: v.object({ ...accountToken, products: productsParam }),
        response: v.object(requestId),
        docs: docs('processors/#processortokenpermissionsset'),
      }),

      /**
       * Gives the products that a processor may use with a token; an empty list means all, also later ones.
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

    webhook: {
      /**
       * Sets the address that webhooks about a token go to, or removes it with null. For processors.
       *
       * @see https://plaid.com/docs/api/processor-partners/#processortokenwebhookupdate
       */
      update: endpoint({
        ...idempotentPost,
        path: '/processor/token/webhook/update',
        body: v.object({ ...accountToken, webhook: v.nullable(httpUrl) }),
        response: v.object(requestId),
        docs: docs('processor-partners/#processortokenwebhookupdate'),
      }),
    },
  },

  stripe: {
    bankAccountToken: {
      /**
       * Makes the token that Stripe takes for a bank account, once.
       *
       * @see https://plaid.com/docs/api/processors/#processorstripebank_account_tokencreate
       */
      create: endpoint({
        ...idempotentPost,
        path: '/processor/stripe/bank_account_token/create',
        body: v.object(tokenParams),
        response: v.object({ stripe_bank_account_token: v.string(), ...requestId }),
        docs: docs('processors/#processorstripebank_account_tokencreate'),
      }),
    },
  },

  apex: {
    processorToken: {
      /**
       * Makes the token that Apex takes.
       *
       * @see https://plaid.com/docs/api/processors/
       */
      create: endpoint({
        ...idempotentPost,
        path: '/processor/apex/processor_token/create',
        body: v.object(tokenParams),
        response: v.object({ processor_token: v.string(), ...requestId }),
        docs: docs('processors/'),
      }),
    },
  },

  account: {
    /**
     * Gives the account behind a token, with the balances of the last update, and its institution.
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

  auth: {
    /**
     * Gives the numbers of a checking or savings account.
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

  balance: {
    /**
     * Gives the account with balances asked of the bank right now. It may take 30 s and more: raise `timeoutMs`.
     *
     * @see https://plaid.com/docs/api/processor-partners/#processorbalanceget
     */
    get: endpoint({
      ...idempotentPost,
      path: '/processor/balance/get',
      body: v.object({
        ...accountToken,
        options: v.optional(v.strictObject({ min_last_updated_datetime: optionalString })),
      }),
      response: named<ProcessorBalance>(processorBalanceSchema),
      docs: docs('processor-partners/#processorbalanceget'),
    }),
  },

  identity: {
    /**
     * Gives the names, addresses, phone numbers and e-mail addresses that the bank holds for the account.
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
     * Says how well a person fits the owner of the account; see `identity.match`.
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

  investments: {
    auth: {
      /**
       * Gives what it takes to move the holdings of the account to another broker.
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

    holdings: {
      /**
       * Gives what the account holds, with the securities.
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

    transactions: {
      /**
       * Lists the trades and other movements of the account between two days, newest first; account and securities are
       * in each page's `raw`. For the rest see `investments.transactions.get`.
       *
       * @see https://plaid.com/docs/api/processor-partners/#processorinvestmentstransactionsget
       */
      get: list({
        ...idempotentPost,
        path: '/processor/investments/transactions/get',
        body: v.object({
          ...accountToken,
          ...dateRangePageParams,
          options: v.optional(
            v.strictObject({ account_ids: v.optional(v.array(v.string())), async_update: optionalBoolean }),
          ),
        }),
        item: investmentTransaction,
        paging: { ...offsetPages, items: 'investment_transactions', total: 'total_investment_transactions' },
        docs: docs('processor-partners/#processorinvestmentstransactionsget'),
      }),
    },
  },

  liabilities: {
    /**
     * Gives what is owed on a credit or loan account, with rates and due dates.
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

  transactions: {
    /**
     * Gives what changed since `cursor` in the account, page by page; see `transactions.sync`.
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
     * Lists the transactions of the account between two days, newest first; the account is in each page's `raw`. For
     * the rest see `transactions.get`.
     *
     * @see https://plaid.com/docs/api/processor-partners/#processortransactionsget
     */
    get: list({
      ...idempotentPost,
      path: '/processor/transactions/get',
      body: v.object({
        ...accountToken,
        ...dateRangePageParams,
        options: v.optional(v.strictObject({ include_original_description: optionalNullableBoolean })),
      }),
      item: transaction,
      paging: { ...offsetPages, items: 'transactions', total: 'total_transactions' },
      docs: docs('processor-partners/#processortransactionsget'),
    }),

    recurring: {
      /**
       * Gives the streams of transactions of the account that come again and again.
       *
       * @see https://plaid.com/docs/api/processor-partners/#processortransactionsrecurringget
       */
      get: endpoint({
        ...idempotentPost,
        path: '/processor/transactions/recurring/get',
        body: v.object({ ...accountToken, options: v.optional(v.strictObject(versionParam)) }),
        response: named<RecurringTransactions>(recurringSchema),
        docs: docs('processor-partners/#processortransactionsrecurringget'),
      }),
    },

    /**
     * Asks the bank for new transactions of the account now. They come later, by the next sync.
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

  signal: {
    /**
     * Says how likely a planned debit of `amount` US dollars is to be returned, by the rules of the app whose user it
     * is; see `signal.evaluate`.
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

    decision: {
      /**
       * Tells whether a debit that was evaluated is made; see `signal.decision.report`.
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

    return: {
      /**
       * Tells that a debit came back, with its ACH return code (`R01`); `returned_at` is ISO 8601.
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
     * Begins to gather what `evaluate` needs, for accounts that were not linked with the product `signal`.
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

  bankTransfer: {
    /**
     * Moves money: a `debit` takes it from the account, a `credit` gives it. `amount` is decimal text with two places
     * (`12.34`), the currency `USD`; ACH networks need an `ach_class`. `description` has at most 10 characters. The same
     * `idempotency_key` (at most 50) moves it once, so that a failed call may be repeated.
     *
     * @see https://plaid.com/docs/api/processor-partners/#bank_transfercreate
     */
    create: endpoint({
      ...idempotentPost,
      path: '/processor/bank_transfer/create',
      body: v.object({
        ...accountToken,
        idempotency_key: v.pipe(nonEmptyString, v.maxLength(50)),
        type: v.picklist(['debit', 'credit']),
        network: v.picklist(['ach', 'same-day-ach', 'wire']),
        amount: v.pipe(v.string(), v.regex(/^\d+\.\d\d$/)),
        iso_currency_code: nonEmptyString,
        description: v.pipe(nonEmptyString, v.maxLength(10)),
        ach_class: v.optional(v.picklist(['ccd', 'ppd', 'tel', 'web'])),
        user: v.strictObject({ legal_name: nonEmptyString, email_address: optionalNullableString }),
        custom_tag: v.nullish(v.pipe(v.string(), v.maxLength(100))),
        metadata: v.nullish(v.record(v.string(), v.string())),
        origination_account_id: optionalNullableString,
      }),
      response: bankTransferResponse,
      unwrap: 'bank_transfer',
      docs: docs('processor-partners/#bank_transfercreate'),
    }),
  },
};
