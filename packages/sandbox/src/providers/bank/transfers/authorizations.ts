import type { SandboxContext } from '../../../shared/context.ts';
import type { Random } from '../../../shared/random.ts';
import { type Account, findAccount, hasNumbers } from '../data/accounts.ts';
import type { Item } from '../data/item.ts';
import type { Call, Endpoints } from '../endpoint.ts';
import { refuse } from '../errors.ts';
import { uuid } from '../ids.ts';
import { refuseMissing, withNulls } from '../request.ts';
import type { Ledgers } from './ledgers.ts';
import { centsOf, formatCents, formatTime } from './money.ts';
import type { TestClocks } from './test-clocks.ts';

type Direction = 'debit' | 'credit';

/** Details of a transfer in a request. */
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

interface TransferUser {
  readonly legal_name: string;
  readonly phone_number?: string;
  readonly email_address?: string;
  readonly address?: Readonly<Record<string, string>>;
}

/** Account, idempotency key and test clock of a request. */
export interface OfAccount {
  readonly account_id: string;
  readonly idempotency_key?: string;
  readonly test_clock_id?: string;
}

const reasons = {
  NSF: 'the transfer is likely to be returned for insufficient funds',
  RISK: 'the risk of the transfer is too high',
  TRANSFER_LIMIT_REACHED: 'the transfer would exceed a limit on the amount of transfers',
  MANUALLY_VERIFIED_ITEM: 'the account was verified manually, so little is known about it',
  MIGRATED_ACCOUNT_ITEM: 'the account was migrated, so little is known about it',
  ITEM_LOGIN_REQUIRED: 'the user must log in to the bank again',
};

/** Decision about a transfer. */
interface Decision {
  readonly decision: 'approved' | 'declined' | 'user_action_required';
  readonly code: keyof typeof reasons | null;
}

/** A transfer's authorization. */
export interface Authorization extends Decision {
  readonly id: string;
  /** Unix milliseconds. */
  readonly createdAt: number;
  readonly item: Item;
  readonly account: Account;
  readonly wish: TransferWish;
  readonly cents: number;
  /** `used` after it led to a transfer; `cancelled` if it never will. */
  state: 'open' | 'used' | 'cancelled';
}

/** Returns the reason for a decision, in the API's shape. */
export const rationaleOf = ({ code }: Decision) => code && { code, description: reasons[code] };

/** Cents that the client may move, as in the official file's example. */
const limits = { single: 100_000, daily: 5_000_000, monthly: 50_000_000 };
const hour = 3_600_000;
const networkLimits: Readonly<Record<string, number>> = { 'same-day-ach': 100_000_000, wire: 99_999_999 };

/** Returns the Item's account that a request names. */
export const accountOf = (item: Item, id: string): Account => findAccount(item.accounts(), id);

/** Refuses invalid transfers. Returns the amount in cents. */
function checkWish(wish: TransferWish, account: Account): number {
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

/** Whether it is too late to create a transfer with the authorization. */
export const isExpired = ({ createdAt }: Authorization, at: number): boolean => at >= createdAt + hour;

/** The limits of transfers, as the API returns them. */
const configuration = {
  max_single_transfer_amount: '',
  max_single_transfer_credit_amount: formatCents(limits.single),
  max_single_transfer_debit_amount: formatCents(limits.single),
  max_daily_credit_amount: formatCents(limits.daily),
  max_daily_debit_amount: formatCents(limits.daily),
  max_monthly_amount: '',
  max_monthly_credit_amount: formatCents(limits.monthly),
  max_monthly_debit_amount: formatCents(limits.monthly),
  iso_currency_code: 'USD',
};

/** The decisions about transfers before they are created. */
export class Authorizations {
  private readonly draw: Random;
  private readonly fundingAccountId: string;
  private readonly ledgers: Ledgers;
  private readonly testClocks: TestClocks;
  private readonly moved: (type: Direction, since: number) => number;
  private readonly authorizations = new Map<string, Authorization>();
  private readonly byKey = new Map<string, Authorization>();
  private readonly migrated = new WeakSet<Item>();
  readonly endpoints: Endpoints;

  /** @param moved Returns the cents moved in a direction since a time. */
  constructor(
    { random }: SandboxContext,
    fundingAccountId: string,
    { ledgers, testClocks }: { ledgers: Ledgers; testClocks: TestClocks },
    moved: (type: Direction, since: number) => number,
  ) {
    this.draw = random('transfer-authorizations');
    this.fundingAccountId = fundingAccountId;
    this.ledgers = ledgers;
    this.testClocks = testClocks;
    this.moved = moved;
    this.endpoints = this.makeEndpoints();
  }

  find(id: string): Authorization {
    return (
      this.authorizations.get(id) ?? refuse('INVALID_FIELD', 'authorization_id must be the ID of an authorization')
    );
  }

  /** Decides once per idempotency key, unless the user had to do something first. */
  create(item: Item, account: Account, wish: TransferWish, at: number, key?: string): Authorization {
    const earlier = key === undefined ? undefined : this.byKey.get(key);
    if (earlier && earlier.decision !== 'user_action_required' && at < earlier.createdAt + 48 * hour) return earlier;
    const cents = checkWish(wish, account);
    const about = { id: uuid(this.draw), createdAt: at, item, account, wish, cents, state: 'open' as const };
    const made: Authorization = { ...about, ...this.decide(item, account, wish, cents, at) };
    this.authorizations.set(made.id, made);
    if (key !== undefined) this.byKey.set(key, made);
    return made;
  }

  /** Marks an Item of which only the account numbers are known. */
  markMigrated(item: Item): void {
    this.migrated.add(item);
  }

  private ledgerOf({ funding_account_id, ledger_id }: TransferWish) {
    return funding_account_id === undefined ? this.ledgers.find(ledger_id) : undefined;
  }

  private decide(item: Item, account: Account, wish: TransferWish, cents: number, at: number): Decision {
    const { type } = wish;
    const { available, current } = account.balances;
    const balance = Math.round((available ?? current ?? 0) * 100);
    const month = new Date(at);
    const monthStart = Date.UTC(month.getUTCFullYear(), month.getUTCMonth());
    const isLimited =
      cents > limits.single ||
      this.moved(type, at - 24 * hour) + cents > limits.daily ||
      this.moved(type, monthStart) + cents > limits.monthly;
    const approve = (code: Decision['code'] = null): Decision => ({ decision: 'approved', code });
    const decline = (code: Decision['code']): Decision => ({ decision: 'declined', code });
    if (item.error) return { decision: 'user_action_required', code: 'ITEM_LOGIN_REQUIRED' };
    if (isLimited) return decline('TRANSFER_LIMIT_REACHED');
    if (type === 'credit') return (this.ledgerOf(wish)?.available ?? cents) < cents ? decline('NSF') : approve();
    if (this.migrated.has(item)) return approve('MIGRATED_ACCOUNT_ITEM');
    if (account.verification_status) return approve('MANUALLY_VERIFIED_ITEM');
    if (balance === 0) return decline('RISK');
    return balance < cents ? decline('NSF') : approve();
  }

  private present(authorization: Authorization) {
    const { id, createdAt, decision, account, wish } = authorization;
    return {
      id,
      created: formatTime(createdAt),
      decision,
      decision_rationale: rationaleOf(authorization),
      guarantee_decision: null,
      guarantee_decision_rationale: null,
      payment_risk: null,
      proposed_transfer: withNulls('TransferAuthorizationProposedTransfer', {
        ach_class: wish.ach_class,
        account_id: account.account_id,
        funding_account_id: this.fundingAccountId,
        ledger_id: this.ledgerOf(wish)?.id,
        type: wish.type,
        user: presentUser(wish.user),
        amount: wish.amount,
        requested_amount: wish.amount,
        network: wish.network,
        wire_details: wish.wire_details,
        origination_account_id: '',
        iso_currency_code: 'USD',
        originator_client_id: wish.originator_client_id,
      }),
    };
  }

  private makeEndpoints(): Endpoints {
    return {
      'POST /transfer/authorization/create': {
        product: 'transfer',
        anyState: true,
        answer: ({ body, item }: Call<TransferWish & OfAccount>) => {
          const at = this.testClocks.now(body.test_clock_id);
          if ((body.funding_account_id ?? this.fundingAccountId) !== this.fundingAccountId)
            refuse('INVALID_FIELD', 'funding_account_id must be the ID of a funding account');
          const account = accountOf(item, body.account_id);
          return { authorization: this.present(this.create(item, account, body, at, body.idempotency_key)) };
        },
      },
      'POST /transfer/authorization/cancel': ({ body: { authorization_id } }: Call<{ authorization_id: string }>) => {
        const authorization = this.find(authorization_id);
        if (authorization.state !== 'open')
          refuse('INVALID_FIELD', 'authorization_id must be the ID of an authorization without a transfer');
        authorization.state = 'cancelled';
      },
      'POST /transfer/configuration/get': () => configuration,
    };
  }
}

/** Returns a transfer's user, with null for unknown fields. */
export const presentUser = ({ legal_name, phone_number, email_address, address }: TransferUser) => ({
  legal_name,
  phone_number: phone_number ?? null,
  email_address: email_address ?? null,
  address: address ? { street: null, city: null, region: null, postal_code: null, country: null, ...address } : null,
});
