import type { SandboxContext } from '../../../context.ts';
import { type Account, hasNumbers } from '../accounts.ts';
import { refuse } from '../errors.ts';
import { uuid } from '../ids.ts';
import type { Item } from '../items.ts';
import { refuseMissing } from '../request.ts';
import { centsOf, formatTime } from './money.ts';

export type Direction = 'debit' | 'credit';

/** What a transfer is about, as requests have it. */
export interface TransferWish {
  readonly type: Direction;
  readonly network: string;
  readonly amount: string;
  readonly ach_class?: string;
  readonly user: TransferUser;
  readonly iso_currency_code?: string;
  readonly funding_account_id?: string;
  readonly ledger_id?: string;
  readonly originator_client_id?: string;
  readonly wire_details?: object;
}

export interface TransferUser {
  readonly legal_name: string;
  readonly phone_number?: string;
  readonly email_address?: string;
  readonly address?: Readonly<Record<string, string>>;
}

type Code =
  | 'NSF'
  | 'RISK'
  | 'TRANSFER_LIMIT_REACHED'
  | 'MANUALLY_VERIFIED_ITEM'
  | 'MIGRATED_ACCOUNT_ITEM'
  | 'ITEM_LOGIN_REQUIRED';

/** What was decided about a transfer. */
export interface Decision {
  readonly decision: 'approved' | 'declined' | 'user_action_required';
  readonly code: Code | null;
}

/** A decision about one transfer, and what became of it. */
export interface Authorization extends Decision {
  readonly id: string;
  /** Unix milliseconds. */
  readonly createdAt: number;
  readonly item: Item;
  readonly account: Account;
  readonly wish: TransferWish;
  readonly cents: number;
  isCancelled: boolean;
}

/** Cents that the client may move; the numbers of the official file's example. */
export const limits = { single: 100_000, daily: 5_000_000, monthly: 50_000_000 };

const reasons: Readonly<Record<Code, string>> = {
  NSF: 'the transfer is likely to come back for lack of money',
  RISK: 'the risk of the transfer is too high',
  TRANSFER_LIMIT_REACHED: 'the transfer would exceed a limit on the amount of transfers',
  MANUALLY_VERIFIED_ITEM: 'the account was verified by hand, so that little is known of it',
  MIGRATED_ACCOUNT_ITEM: 'the account was migrated, so that little is known of it',
  ITEM_LOGIN_REQUIRED: 'the user must log in to the bank again',
};

/** The API's shape of the reason of a decision. */
export const rationaleOf = ({ code }: Decision) => code && { code, description: reasons[code] };

const hour = 3_600_000;
const networkLimits: Readonly<Record<string, number>> = { 'same-day-ach': 100_000_000, wire: 99_999_999 };

/** Refuses what cannot be a transfer at all. */
export function checkWish(wish: TransferWish, account: Account): number {
  const { type, network, ach_class, amount, iso_currency_code = 'USD' } = wish;
  const cents = centsOf(amount);
  const isAch = network === 'ach' || network === 'same-day-ach';
  if (isAch && ach_class === undefined) refuseMissing('ach_class');
  if (iso_currency_code !== 'USD') refuse('INVALID_FIELD', 'iso_currency_code must be USD');
  if (type === 'debit' && !isAch) refuse('INVALID_FIELD', `network must be ach or same-day-ach for a debit`);
  if (!hasNumbers(account)) refuse('TRANSFER_UNSUPPORTED_ACCOUNT_TYPE');
  if (type === 'credit' && (ach_class === 'tel' || ach_class === 'web')) refuse('TRANSFER_FORBIDDEN_ACH_CLASS');
  if (cents > (networkLimits[network] ?? Number.POSITIVE_INFINITY))
    refuse('TRANSFER_NETWORK_LIMIT_EXCEEDED', `amount exceeds the limit of the network ${network}`);
  return cents;
}

/** Whether it is too late to create a transfer. */
export const isExpired = ({ createdAt }: Authorization, at: number): boolean => at >= createdAt + hour;

/** Every authorization. `moved` returns the cents that were moved in a direction since a time, `funds` those of a ledger. */
export function createAuthorizations(
  { random }: SandboxContext,
  moved: (type: Direction, since: number) => number,
  funds: (wish: TransferWish) => number,
) {
  const draw = random('transfer-authorizations');
  const authorizations = new Map<string, Authorization>();
  const byKey = new Map<string, Authorization>();
  const migrated = new WeakSet<Item>();

  function decide(item: Item, account: Account, wish: TransferWish, cents: number, at: number): Decision {
    const { type } = wish;
    const { available, current } = account.balances;
    const balance = Math.round((available ?? current ?? 0) * 100);
    const month = new Date(at);
    const monthStart = Date.UTC(month.getUTCFullYear(), month.getUTCMonth());
    const isLimited =
      cents > limits.single ||
      moved(type, at - 24 * hour) + cents > limits.daily ||
      moved(type, monthStart) + cents > limits.monthly;
    const make = (decision: Decision['decision'], code: Code | null): Decision => ({ decision, code });
    if (item.error) return make('user_action_required', 'ITEM_LOGIN_REQUIRED');
    if (isLimited) return make('declined', 'TRANSFER_LIMIT_REACHED');
    if (type === 'credit') return funds(wish) < cents ? make('declined', 'NSF') : make('approved', null);
    if (migrated.has(item)) return make('approved', 'MIGRATED_ACCOUNT_ITEM');
    if (account.verification_status) return make('approved', 'MANUALLY_VERIFIED_ITEM');
    if (balance === 0) return make('declined', 'RISK');
    return balance < cents ? make('declined', 'NSF') : make('approved', null);
  }

  function create(item: Item, account: Account, wish: TransferWish, at: number): Authorization {
    const cents = checkWish(wish, account);
    const decision = decide(item, account, wish, cents, at);
    const made = { ...decision, id: uuid(draw), createdAt: at, item, account, wish, cents, isCancelled: false };
    authorizations.set(made.id, made);
    return made;
  }

  return {
    /** Decides once for each key, unless the user had to do something first. */
    create(item: Item, account: Account, wish: TransferWish, at: number, key?: string): Authorization {
      const earlier = key === undefined ? undefined : byKey.get(key);
      if (earlier && earlier.decision !== 'user_action_required' && at < earlier.createdAt + 48 * hour) return earlier;
      const made = create(item, account, wish, at);
      if (key !== undefined) byKey.set(key, made);
      return made;
    },
    find: (id: string): Authorization =>
      authorizations.get(id) ?? refuse('INVALID_FIELD', 'authorization_id must be that of an authorization'),
    /** Marks an Item whose account numbers are all that is known of it. */
    markMigrated: (item: Item) => migrated.add(item),
  };
}

export type Authorizations = ReturnType<typeof createAuthorizations>;

/** The user of a transfer, with null for what is not known. */
export const presentUser = ({ legal_name, phone_number, email_address, address }: TransferUser) => ({
  legal_name,
  phone_number: phone_number ?? null,
  email_address: email_address ?? null,
  address: address
    ? Object.fromEntries(
        ['street', 'city', 'region', 'postal_code', 'country'].map((name) => [name, address[name] ?? null]),
      )
    : null,
});

/** The API's shape of an authorization. */
export function presentAuthorization(authorization: Authorization, fundingAccountId: string, ledgerId: string | null) {
  const { id, createdAt, decision, account, wish } = authorization;
  return {
    id,
    created: formatTime(createdAt),
    decision,
    decision_rationale: rationaleOf(authorization),
    guarantee_decision: null,
    guarantee_decision_rationale: null,
    payment_risk: null,
    proposed_transfer: {
      ...(wish.ach_class !== undefined && { ach_class: wish.ach_class }),
      account_id: account.account_id,
      funding_account_id: fundingAccountId,
      ledger_id: ledgerId,
      type: wish.type,
      user: presentUser(wish.user),
      amount: wish.amount,
      network: wish.network,
      wire_details: wish.wire_details ?? null,
      origination_account_id: '',
      iso_currency_code: 'USD',
      originator_client_id: wish.originator_client_id ?? null,
      credit_funds_source: null,
    },
  };
}
