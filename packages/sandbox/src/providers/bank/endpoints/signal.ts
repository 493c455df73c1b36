import type { Clock } from '../../../shared/clock.ts';
import { type Account, findAccount } from '../data/accounts.ts';
import { addBankingDays, dayOf, formatDay } from '../data/days.ts';
import type { Item } from '../data/item.ts';
import { authorizeProducts, type Call, type Endpoints } from '../endpoint.ts';
import { refuse } from '../errors.ts';
import type { Settings } from '../options.ts';
import { nullRecord } from '../request.ts';

/** Outcome of a debit, as the client reported it. */
interface Debit {
  readonly accountId: string;
  readonly amount: number;
  /** Whether it was sent to the bank; unset until the client reports it. */
  isInitiated?: boolean;
  /** Set if the bank returned it. `at` is in Unix milliseconds. */
  returned?: { readonly code: string; readonly at: number };
}

interface DebitRequest {
  readonly client_transaction_id: string;
  readonly account_id: string;
  readonly amount: number;
  readonly risk_profile_key?: string;
  readonly ruleset_key?: string;
}

interface Returned {
  readonly client_transaction_id: string;
  readonly return_code: string;
  readonly returned_at?: string;
}

/**
 * Return codes by reason: the account's holder did not authorize the debit, insufficient funds, and wrong or closed
 * accounts.
 */
const returnCodes = {
  unauthorized: ['R05', 'R07', 'R10', 'R11', 'R29'],
  insufficient: ['R01', 'R09'],
  administrative: ['R02', 'R03', 'R04'],
};

/** Notes about the ruleset's results. There is one ruleset, because the sandbox has no Dashboard. */
const notes = {
  ACCEPT: null,
  REVIEW: { internal_note: 'may be returned for insufficient funds' },
  REROUTE: { internal_note: 'too likely to be returned for insufficient funds' },
};

// A bank that does not respond causes warnings, not errors.
const traits = { product: 'signal', anyState: true } as const;

const balanceOf = ({ balances: { available, current } }: Account) => available ?? current ?? 0;

/** Returns a score from 1 to 99, and which of the `tiers` it is in. */
function scoreOf(risk: number, tiers: number) {
  const score = Math.min(99, Math.max(1, Math.round(risk)));
  return { score, risk_tier: Math.ceil((score * tiers) / 100) };
}

const warningsOf = ({ error }: Item) =>
  error
    ? [{ warning_type: error.error_type, warning_code: error.error_code, warning_message: error.error_message }]
    : [];

/**
 * Creates the endpoints for the risk and the outcome of debits. Scores depend only on the share of the balance and on
 * earlier returns.
 */
export function createSignal(clock: Clock, settings: Settings) {
  /** Debits that were evaluated, by the client's own IDs. */
  const debits = new Map<string, Debit>();

  /** Records a debit. Refuses the ID of another debit. Repeating the same request does not create a second debit. */
  function note(item: Item, { client_transaction_id: id, account_id: accountId, amount }: DebitRequest): Account {
    if (amount <= 0) refuse('INVALID_FIELD', 'amount must be greater than 0');
    const account = findAccount(item.accounts(), accountId);
    const known = debits.get(id) ?? { accountId, amount };
    if (known.accountId !== accountId || known.amount !== amount) refuse('CLIENT_TRANSACTION_ID_ALREADY_IN_USE');
    debits.set(id, known);
    return account;
  }

  function reported(id: string): Debit {
    authorizeProducts(['signal'], settings.products);
    return debits.get(id) ?? refuse('INVALID_FIELD', 'client_transaction_id must be one that was evaluated before');
  }

  const returns: Returns = (id, reason, days = Number.POSITIVE_INFINITY) =>
    [...debits.values()].filter(
      ({ accountId, returned }) =>
        accountId === id &&
        returned &&
        returnCodes[reason].includes(returned.code) &&
        returned.at > clock.now() - days * 86_400_000,
    ).length;

  const endpoints: Endpoints = {
    'POST /signal/evaluate': {
      ...traits,
      answer: ({ body, item }: Call<DebitRequest>) => {
        const account = note(item, body);
        const { account_id } = account;
        const share = body.amount / Math.max(1, balanceOf(account));
        const bank = scoreOf(5 + Math.min(85, share * 45) + 10 * returns(account_id, 'insufficient'), 8);
        const result = bank.score >= 80 ? 'REROUTE' : bank.score >= 50 ? 'REVIEW' : 'ACCEPT';
        const warnings = warningsOf(item);
        const { risk_profile_key: key, ruleset_key = 'default' } = body;
        return {
          scores: {
            customer_initiated_return_risk: scoreOf(10 + 20 * returns(account_id, 'unauthorized'), 5),
            bank_initiated_return_risk: bank,
          },
          core_attributes: warnings.length > 0 ? {} : attributesOf(clock, returns, item, account, body.amount),
          ...(key !== undefined && { risk_profile: { key } }),
          ruleset: { ruleset_key, result, triggered_rule_details: notes[result] },
          warnings,
        };
      },
    },
    'POST /signal/schedule': {
      ...traits,
      answer: ({ body, item }: Call<DebitRequest>) => {
        const warnings = warningsOf(item);
        const isEnough = balanceOf(note(item, body)) >= body.amount;
        const verdict = warnings.length > 0 ? 'UNKNOWN' : isEnough ? 'RECOMMENDED' : 'NOT_RECOMMENDED';
        const isGood = verdict === 'RECOMMENDED';
        // The next six banking days, including today.
        const recommendations = Array.from({ length: 6 }, (_, count) => ({
          date: formatDay(addBankingDays(dayOf(clock.now()), count)),
          recommendation: verdict,
          rank: isGood ? count + 1 : null,
        }));
        return { optimal_date: isGood ? recommendations[0]?.date : null, recommendations, warnings };
      },
    },
    'POST /signal/decision/report': ({ body }: Call<{ client_transaction_id: string; initiated: boolean }>) => {
      reported(body.client_transaction_id).isInitiated = body.initiated;
    },
    'POST /signal/return/report': ({
      body: { client_transaction_id, return_code: code, returned_at },
    }: Call<Returned>) => {
      if (!/^R\d\d$/.test(code)) refuse('INVALID_FIELD', 'return_code must be an ACH return code');
      const debit = reported(client_transaction_id);
      if (debit.isInitiated === false) refuse('INVALID_FIELD', 'client_transaction_id must be one that was initiated');
      debit.returned = { code, at: returned_at === undefined ? clock.now() : Date.parse(returned_at) };
    },
    // The check before each call adds the product, so there is nothing more to do.
    'POST /signal/prepare': { product: 'signal', answer: () => {} },
  };

  return { endpoints, returns };
}

/** Returns the number of an account's debits that were returned for a reason in the last `days`. */
type Returns = (accountId: string, reason: keyof typeof returnCodes, days?: number) => number;

/** Returns the attributes of an account to be debited: its balance, its returns, and null for the rest. */
function attributesOf(clock: Clock, returns: Returns, { createdAt }: Item, account: Account, amount: number) {
  const { account_id, balances, subtype } = account;
  const counts = [7, 30, 60, 90].flatMap((days) => [
    [`unauthorized_transactions_count_${days}d`, returns(account_id, 'unauthorized', days)],
    [`nsf_overdraft_transactions_count_${days}d`, returns(account_id, 'insufficient', days)],
  ]);
  return {
    ...nullRecord('SignalEvaluateCoreAttributes'),
    ...Object.fromEntries(counts),
    days_since_first_plaid_connection: dayOf(clock.now()) - dayOf(createdAt),
    total_plaid_connections_count: 1,
    is_savings_or_money_market_account: subtype === 'savings',
    available_balance: balances.available,
    current_balance: balances.current,
    is_account_closed: false,
    balance_to_transaction_amount_ratio: Math.round((balanceOf(account) / amount) * 100) / 100,
  };
}

export type Signal = ReturnType<typeof createSignal>;
