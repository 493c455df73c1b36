import { endpoint, list, named } from '@x/core/provider';
import * as v from 'valibot';
import { costs, docs, readPersonal } from '../declarations.ts';
import { dateRangePageParams, offsetPages } from '../paging.ts';
import {
  type ProcessorAccount,
  type ProcessorAuth,
  type ProcessorBalance,
  type ProcessorHoldings,
  type ProcessorIdentity,
  type ProcessorIdentityMatch,
  type ProcessorInvestmentsAuth,
  type ProcessorLiabilities,
  processorAccountSchema,
  processorAuthSchema,
  processorBalanceSchema,
  processorHoldingsSchema,
  processorIdentitySchema,
  processorInvestmentsAuthSchema,
  processorLiabilitiesSchema,
  processorMatchSchema,
} from '../records/processor.ts';
import { optionalBoolean, optionalString } from '../schema.ts';
import { matchParams } from './identity.ts';
import { investmentTransaction } from './investments.ts';
import { accountToken } from './processor-tokens.ts';

/** Reads of one account by processors. */
export const processorAccounts = {
  /** The account of a processor token. */
  account: {
    /** Returns the account of a token with cached balances, and its institution. */
    get: endpoint({
      ...readPersonal,
      path: '/processor/account/get',
      body: v.object(accountToken),
      response: named<ProcessorAccount>(processorAccountSchema),
      docs: docs('processor-partners/#processoraccountget'),
    }),
  },

  /** Account and routing numbers, for processors. */
  auth: {
    /** Returns the numbers of a checking or savings account. */
    get: endpoint({
      ...readPersonal,
      path: '/processor/auth/get',
      costs: costs.once,
      body: v.object(accountToken),
      response: named<ProcessorAuth>(processorAuthSchema),
      docs: docs('processor-partners/#processorauthget'),
    }),
  },

  /** Balances that are fetched live from the bank, for processors. */
  balance: {
    /**
     * Returns the account with balances that are fetched live from the bank, which can take more than 30 seconds:
     * increase `timeoutMs`.
     */
    get: endpoint({
      ...readPersonal,
      path: '/processor/balance/get',
      costs: costs.call,
      body: v.object({
        ...accountToken,
        /** Limits on the age of the balances. */
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
    /** Returns the names, addresses, phone numbers and email addresses that the bank has on file for the account. */
    get: endpoint({
      ...readPersonal,
      path: '/processor/identity/get',
      costs: costs.once,
      body: v.object(accountToken),
      response: named<ProcessorIdentity>(processorIdentitySchema),
      docs: docs('processor-partners/#processoridentityget'),
    }),

    /** Returns how well a person matches the owner of the account; see `identity.match`. */
    match: endpoint({
      ...readPersonal,
      path: '/processor/identity/match',
      costs: costs.call,
      body: v.object({ ...accountToken, ...matchParams }),
      response: named<ProcessorIdentityMatch>(processorMatchSchema),
      docs: docs('processor-partners/#processoridentitymatch'),
    }),
  },

  /** Investment accounts, for processors. */
  investments: {
    /** Data for the transfer of holdings to another broker. */
    auth: {
      /** Returns the data that a transfer of the account's holdings to another broker needs. */
      get: endpoint({
        ...readPersonal,
        path: '/processor/investments/auth/get',
        costs: costs.call,
        body: v.object(accountToken),
        response: named<ProcessorInvestmentsAuth>(processorInvestmentsAuthSchema),
        docs: docs('processor-partners/#processorinvestmentsauthget'),
      }),
    },

    /** Securities that an investment account holds. */
    holdings: {
      /** Returns the holdings of the account, with the securities. */
      get: endpoint({
        ...readPersonal,
        path: '/processor/investments/holdings/get',
        costs: costs.monthly,
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
       */
      get: list({
        ...readPersonal,
        path: '/processor/investments/transactions/get',
        costs: costs.monthly,
        body: v.object({
          ...accountToken,
          ...dateRangePageParams,
          /** Accounts to return, and whether to wait for the bank. */
          options: v.optional(
            v.strictObject({
              /** IDs of the accounts to list movements of. Default: the account of the token. */
              account_ids: v.optional(v.array(v.string())),
              /**
               * Whether the first call for an Item that was linked without the product `investments` returns
               * immediately instead of waiting for the bank; a webhook reports when data is there. Default false.
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
    /** Returns the debt on a credit or loan account, with rates and due dates. */
    get: endpoint({
      ...readPersonal,
      path: '/processor/liabilities/get',
      costs: costs.monthly,
      body: v.object(accountToken),
      response: named<ProcessorLiabilities>(processorLiabilitiesSchema),
      docs: docs('processor-partners/#processorliabilitiesget'),
    }),
  },
};
