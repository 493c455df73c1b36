import type { Clock } from '../../../shared/clock.ts';
import { chooseAccounts } from '../data/accounts.ts';
import { parseDay } from '../data/days.ts';
import type { Item } from '../data/item.ts';
import { recurringStreams } from '../data/recurring.ts';
import { bankData, merchantOf, primaryOf } from '../data/source.ts';
import type { Call, Endpoints } from '../endpoint.ts';
import { refuse } from '../errors.ts';
import { presentItem } from '../wire/item.ts';
import { enrichment, noLocation, type Presentation, presentTransaction } from '../wire/transaction.ts';
import { type SyncRequest, syncPage } from './sync.ts';

interface WindowRequest {
  readonly start_date: string;
  readonly end_date: string;
  readonly options: Presentation & {
    readonly account_ids?: readonly string[];
    readonly count: number;
    readonly offset: number;
    readonly days_requested?: number;
  };
}

interface RecurringRequest {
  readonly account_ids?: readonly string[];
  readonly options: { readonly personal_finance_category_version?: 'v1' | 'v2' };
}

/** Number of changes still to make between pages of sync loops, in one Item or in any Item. */
export interface Mutation {
  left: number;
  itemId?: string | undefined;
}

const product = { product: 'transactions' };

/** Creates the endpoints for transactions and the data derived from them. */
export function transactionEndpoints(clock: Clock, mutation: Mutation): Endpoints {
  return {
    'POST /transactions/sync': {
      ...product,
      answer: ({ body, item }: Call<SyncRequest>) => {
        const page = syncPage(item, body);
        if (page.has_more && mutation.left > 0 && (mutation.itemId ?? item.id) === item.id) {
          mutation.left -= 1;
          item.feed.mutate();
        }
        return page;
      },
    },
    'POST /transactions/get': {
      ...product,
      answer: ({ body: { start_date, end_date, options }, item }: Call<WindowRequest>) => {
        const [first, last] = [parseDay(start_date), parseDay(end_date)];
        if (first > last) refuse('INVALID_FIELD', 'start_date must be no later than end_date');
        const { account_ids, count, offset, days_requested } = options;
        const accounts = chooseAccounts(item.accounts(), account_ids);
        const head = ready(item, days_requested);
        const ledger = item.feed.ledger();
        const isAll = accounts.length === item.allAccounts().length;
        const accountIds = isAll ? undefined : accounts.map(({ account_id }) => account_id);
        const found = ledger.within(head, first, last, accountIds);
        return {
          accounts,
          transactions: found
            .slice(offset, offset + count)
            .map((index) => presentTransaction(ledger.fact(index), options)),
          total_transactions: found.length,
          item: presentItem(item),
        };
      },
    },
    'POST /transactions/refresh': { enabledProduct: 'transactions', answer: ({ item }) => item.feed.refresh() },
    'POST /transactions/recurring/get': {
      enabledProduct: 'transactions',
      data: 'transactions',
      answer: ({ body: { account_ids, options }, item }: Call<RecurringRequest>) => {
        const accountIds = chooseAccounts(item.accounts(), account_ids).map(({ account_id }) => account_id);
        const version = options.personal_finance_category_version ?? 'v1';
        const head = ready(item);
        item.feed.watchRecurring();
        return recurringStreams(item, head, { now: clock.now(), accountIds, version });
      },
    },
    ...enrichmentEndpoints(),
  };
}

/** Creates the endpoints for enrichment and categories, which need no Item. */
function enrichmentEndpoints(): Endpoints {
  return {
    'POST /transactions/enrich': ({
      body: { transactions, options },
    }: Call<{ transactions: Given[]; options: EnrichOptions }>) => {
      const negative = transactions.findIndex(({ amount }) => amount < 0);
      if (negative >= 0) refuse('INVALID_FIELD', `transactions[${negative}].amount must be at least 0`);
      return { enriched_transactions: transactions.map((each) => enrich(each, options)) };
    },
    'POST /categories/get': {
      token: 'none',
      answer: () => ({
        categories: bankData.categories.map(([category_id, group, path]) => ({
          category_id,
          group,
          hierarchy: path.split(' > '),
        })),
      }),
    },
  };
}

const ready = (item: Item, days?: number) => {
  const status = item.feed.enter(days);
  return status === 'NOT_READY' ? refuse('PRODUCT_NOT_READY') : item.feed.head(status);
};

/** A client's own transaction. Its other fields are returned unchanged. */
interface Given {
  readonly description: string;
  readonly amount: number;
  readonly direction: 'INFLOW' | 'OUTFLOW';
  readonly location?: object;
  readonly mcc?: string;
  readonly user_id?: string;
  readonly date_posted?: string;
}

interface EnrichOptions {
  readonly include_legacy_category: boolean;
  readonly personal_finance_category_version?: 'v1' | 'v2';
}

/** Returns the legacy category that is closest to a primary one. */
function legacyCategoryOf(primary: string) {
  const [id, , path] = bankData.categories.find(([id]) => id === bankData.categoryOfPrimary[primary]) ?? [];
  return { legacy_category_id: id ?? null, legacy_category: path?.split(' > ') ?? null };
}

function enrich({ location, mcc, user_id, date_posted, ...transaction }: Given, options: EnrichOptions) {
  const merchant = merchantOf(transaction.description, transaction.direction === 'INFLOW');
  const found = enrichment(merchant, options);
  return {
    ...transaction,
    enrichments: {
      check_number: null,
      counterparties: found.counterparties.map((each) => ({ ...each, phone_number: null })),
      entity_id: found.merchant_entity_id,
      ...(options.include_legacy_category && legacyCategoryOf(primaryOf(merchant.category))),
      location: { ...noLocation, ...location },
      logo_url: found.logo_url,
      merchant_name: found.merchant_name,
      payment_channel: merchant.channel,
      phone_number: null,
      personal_finance_category: found.personal_finance_category,
      personal_finance_category_icon_url: found.personal_finance_category_icon_url,
      website: found.website,
    },
  };
}
