import { findAccount } from '../data/accounts.ts';
import type { Item } from '../data/item.ts';
import { refuse } from '../errors.ts';
import { type Presentation, presentTransaction } from '../wire/transaction.ts';

/** Request to `/transactions/sync`. */
export interface SyncRequest {
  readonly cursor?: string | undefined;
  readonly count?: number | undefined;
  readonly options?:
    | (Presentation & { readonly days_requested?: number | undefined; readonly account_id?: string | undefined })
    | undefined;
}

/** Returns one page of the changes since a cursor. */
export function syncPage(item: Item, { cursor = '', count = 100, options = {} }: SyncRequest) {
  const { feed } = item;
  const { account_id: accountId } = options;
  if (accountId !== undefined) findAccount(item.accounts(), accountId);
  const owner = accountId === undefined ? item.id : `${item.id}/${accountId}`;

  const status = feed.enter(options.days_requested, true);
  const head = feed.head(status);
  const given = cursor === '' || cursor === 'now' ? undefined : parseCursor(owner, cursor, head);
  if (status === 'NOT_READY')
    return {
      accounts: [],
      added: [],
      modified: [],
      removed: [],
      next_cursor: '',
      has_more: false,
      transactions_update_status: status,
    };
  // Within a loop, every page must come from the same state of the log.
  if (given && given.offset > 0 && given.to !== head) refuse('TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION');
  const from = given?.from ?? (cursor === 'now' ? head : 0);
  const offset = given?.offset ?? 0;

  const ledger = feed.ledger();
  const visible = item.consent.scopes?.accounts && item.accounts().map(({ account_id }) => account_id);
  const changes = ledger.delta(from, head, accountId === undefined ? visible : [accountId]);
  const page = changes.slice(offset, offset + count);
  const has_more = offset + count < changes.length;
  const facts = (kind: 'added' | 'modified' | 'removed') =>
    page.filter((change) => change.kind === kind).map(({ index }) => ledger.fact(index));
  const touched = new Set(page.map(({ index }) => ledger.account(index)));
  return {
    accounts: item.accounts().filter((account) => touched.has(account) && account.type !== 'investment'),
    added: facts('added').map((fact) => presentTransaction(fact, options)),
    modified: facts('modified').map((fact) => presentTransaction(fact, options)),
    removed: facts('removed').map(({ id, account }) => ({ transaction_id: id, account_id: account.account_id })),
    next_cursor: formatCursor(
      owner,
      has_more ? { from, to: head, offset: offset + count } : { from: head, to: head, offset: 0 },
    ),
    has_more,
    transactions_update_status: status,
  };
}

interface SyncCursor {
  /** Position in the change log where the loop started. */
  readonly from: number;
  /** Position where the loop ends; equal to `from` between loops. */
  readonly to: number;
  /** Number of changes already returned. */
  readonly offset: number;
}

/** Formats a cursor that is valid only for `owner`: an Item, or an account of an Item. */
function formatCursor(owner: string, { from, to, offset }: SyncCursor): string {
  return Buffer.from(['v1', owner, from, to, offset].join(':')).toString('base64');
}

/** Reads a cursor of `owner`. Refuses a cursor that was never issued for it. */
function parseCursor(owner: string, text: string, end: number): SyncCursor {
  const parts = Buffer.from(text, 'base64').toString('latin1').split(':');
  const [from = -1, to = -1, offset = -1] = parts.slice(2).map((part) => (/^\d+$/.test(part) ? Number(part) : -1));
  const cursor = { from, to, offset };
  const isOurs = formatCursor(owner, cursor) === text && from >= 0 && from <= to && to <= end && offset >= 0;
  return isOurs ? cursor : refuse('INVALID_FIELD', 'cursor not associated with access_token');
}
