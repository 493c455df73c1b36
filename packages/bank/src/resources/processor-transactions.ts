import { byCursor, endpoint, list, named } from '@x/core/provider';
import * as v from 'valibot';
import { costs, docs, idempotentWrite, readPersonal } from '../declarations.ts';
import { dateRangePageParams, offsetPages } from '../paging.ts';
import { type ProcessorSyncPage, processorSyncPageSchema } from '../records/processor.ts';
import { type RecurringTransactions, recurringSchema } from '../records/recurring.ts';
import { optionalNullableBoolean, requestId } from '../schema.ts';
import { accountToken } from './processor-tokens.ts';
import { syncEssentials, syncParams, transaction, versionParam } from './transactions.ts';

/** Transactions of one account, for processors. */
export const processorTransactions = {
  /** Transactions of accounts, for processors. */
  transactions: {
    /** Returns the changes since `cursor` in the account, page by page; see `transactions.sync`. */
    sync: list({
      ...readPersonal,
      path: '/processor/transactions/sync',
      costs: costs.monthly,
      body: v.object({ ...accountToken, ...syncParams }),
      item: named<ProcessorSyncPage>(processorSyncPageSchema),
      essential: syncEssentials,
      paging: { ...byCursor, items: '', param: 'cursor', size: 'count', cursor: 'next_cursor', more: 'has_more' },
      docs: docs('processor-partners/#processortransactionssync'),
    }),

    /**
     * Lists the transactions of the account over a range of days, newest first. The account is in the `raw` of each
     * page. See also `transactions.get`.
     */
    get: list({
      ...readPersonal,
      path: '/processor/transactions/get',
      costs: costs.monthly,
      body: v.object({
        ...accountToken,
        ...dateRangePageParams,
        /** Fields to return. */
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
      /** Returns the recurring inflows and outflows of the account. */
      get: endpoint({
        ...readPersonal,
        path: '/processor/transactions/recurring/get',
        costs: costs.monthly,
        body: v.object({
          ...accountToken,
          /** Set of categories to use. */
          options: v.optional(v.strictObject(versionParam)),
        }),
        response: named<RecurringTransactions>(recurringSchema),
        docs: docs('processor-partners/#processortransactionsrecurringget'),
      }),
    },

    /** Asks the bank for new transactions of the account. They arrive later, with the next sync. */
    refresh: endpoint({
      ...idempotentWrite,
      path: '/processor/transactions/refresh',
      costs: costs.call,
      body: v.object(accountToken),
      response: v.object(requestId),
      docs: docs('processor-partners/#processortransactionsrefresh'),
    }),
  },
};
