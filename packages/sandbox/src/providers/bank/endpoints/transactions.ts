import type { Clock } from '../../../clock.ts';
import { chooseAccounts } from '../accounts.ts';
import { bankData } from '../data.ts';
import { parseDay } from '../days.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';
import { refuse } from '../errors.ts';
import type { Item } from '../items.ts';
import { presentItem } from '../present-item.ts';
import { recurringStreams } from '../recurring.ts';
import { type SyncRequest, syncPage } from '../sync.ts';
import { type Presentation, presentTransaction } from '../transaction.ts';

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

/** Changes still to be made between two pages of a sync loop, of one Item or of whichever is paged through. */
export interface Mutation {
  left: number;
  itemId?: string | undefined;
}

const product = { product: 'transactions' };

/** Transactions and what is made out of them. */
export function transactionEndpoints(clock: Clock, mutation: Mutation): Endpoint[] {
  const ready = (item: Item, days?: number) => {
    const status = item.feed.enter(days);
    return status === 'NOT_READY' ? refuse('PRODUCT_NOT_READY') : item.feed.head(status);
  };
  return [
    endpoint(
      '/transactions/sync',
      (body: SyncRequest, item) => {
        const page = syncPage(item, body);
        if (page.has_more && mutation.left > 0 && (mutation.itemId ?? item.id) === item.id) {
          mutation.left -= 1;
          item.feed.mutate();
        }
        return page;
      },
      product,
    ),
    endpoint(
      '/transactions/get',
      ({ start_date, end_date, options }: WindowRequest, item) => {
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
      product,
    ),
    endpoint('/transactions/refresh', (_, item) => item.feed.refresh(), { enabledProduct: 'transactions' }),
    endpoint(
      '/transactions/recurring/get',
      ({ account_ids, options }: RecurringRequest, item) => {
        const accountIds = chooseAccounts(item.accounts(), account_ids).map(({ account_id }) => account_id);
        const version = options.personal_finance_category_version ?? 'v1';
        const head = ready(item);
        item.feed.watchRecurring();
        return recurringStreams(item, head, { now: clock.now(), accountIds, version });
      },
      { enabledProduct: 'transactions', data: 'transactions' },
    ),
    endpoint(
      '/categories/get',
      () => ({
        categories: bankData.categories.map(([category_id, group, path]) => ({
          category_id,
          group,
          hierarchy: path.split(' > '),
        })),
      }),
      { isPublic: true },
    ),
  ];
}
