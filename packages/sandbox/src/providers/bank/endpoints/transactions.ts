import type { Clock } from '../../../clock.ts';
import { legacyCategories } from '../../../data/bank-categories.ts';
import { chooseAccounts } from '../accounts.ts';
import { parseDay } from '../days.ts';
import { type Endpoint, endpoint, itemEndpoint } from '../endpoint.ts';
import { date, flag, integer, list, nullable, object, oneOf, required, text } from '../fields.ts';
import type { Item } from '../items.ts';
import type { Mutations } from '../mutations.ts';
import { presentItem } from '../present-item.ts';
import { recurringStreams } from '../recurring.ts';
import { refuse } from '../refusal.ts';
import { syncPage } from '../sync.ts';
import { presentTransaction } from '../transaction.ts';

const presentation = {
  include_original_description: nullable(flag()),
  // Older clients still send these three; they change nothing any more.
  include_personal_finance_category: flag(),
  include_personal_finance_category_beta: flag(),
  include_logo_and_counterparty_beta: flag(),
  personal_finance_category_version: oneOf(['v1', 'v2']),
  days_requested: integer(1, 730),
};

const product = { product: 'transactions' };

/** Transactions and what is made out of them. */
export function transactionEndpoints(clock: Clock, mutations: Mutations): Endpoint[] {
  const ready = (item: Item, days?: number) => {
    const status = item.feed.enter(days);
    return status === 'NOT_READY' ? refuse('PRODUCT_NOT_READY') : item.feed.head(status);
  };
  return [
    itemEndpoint(
      '/transactions/sync',
      {
        cursor: nullable(text({ min: 0, max: 256 })),
        count: integer(1, 500),
        options: object({ ...presentation, account_id: text() }),
      },
      (body, item) => {
        const page = syncPage(item, body);
        if (page.has_more && mutations.take(item.id)) item.feed.mutate();
        return page;
      },
      product,
    ),
    itemEndpoint(
      '/transactions/get',
      {
        start_date: required(date()),
        end_date: required(date()),
        options: object({ ...presentation, account_ids: list(text()), count: integer(1, 500), offset: integer(0) }),
      },
      ({ start_date, end_date, options = {} }, item) => {
        const [first, last] = [parseDay(start_date), parseDay(end_date)];
        if (first > last) refuse('INVALID_FIELD', 'start_date must be no later than end_date');
        const { account_ids, count = 100, offset = 0, days_requested } = options;
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
      product,
    ),
    itemEndpoint(
      '/transactions/refresh',
      {},
      (_, item) => {
        item.feed.refresh();
        return {};
      },
      { enabledProduct: 'transactions' },
    ),
    itemEndpoint(
      '/transactions/recurring/get',
      {
        account_ids: list(text()),
        options: object({
          include_personal_finance_category: flag(),
          personal_finance_category_version: oneOf(['v1', 'v2']),
        }),
      },
      ({ account_ids, options }, item) => {
        const accountIds = chooseAccounts(item.accounts(), account_ids).map(({ account_id }) => account_id);
        const version = options?.personal_finance_category_version ?? 'v1';
        const head = ready(item);
        item.feed.watchRecurring();
        return recurringStreams(item, head, { now: clock.now(), accountIds, version });
      },
      { enabledProduct: 'transactions', data: 'transactions' },
    ),
    endpoint(
      '/categories/get',
      {},
      () => ({
        categories: legacyCategories.map(([category_id, group, path]) => ({
          category_id,
          group,
          hierarchy: path.split(' > '),
        })),
      }),
      { isPublic: true },
    ),
  ];
}
