import type { Clock } from '../../../clock/clock.ts';
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
  /** Whether it was sent to the bank; unset while nobody said. */
  isInitiated?: boolean;
  /** That the bank sent it back. */
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

/** Codes of returns, by their reasons: the account's holder, lack of money, and wrong or closed accounts. */
const returnCodes = {
  unauthorized: ['R05', 'R07', 'R10', 'R11', 'R29'],
  insufficient: ['R01', 'R09'],
  administrative: ['R02', 'R03', 'R04'],
};

/** Notes of the ruleset's results. There is one ruleset, because the sandbox has no Dashboard. */
const notes = {
  ACCEPT: null,
  REVIEW: { internal_note: 'may come back for lack of money' },
  REROUTE: { internal_note: 'too likely to come back for lack of money' },
};

// A bank that does not respond leads to warnings, not errors.
const traits = { product: 'signal', anyState: true } as const;

const balanceOf = ({ balances: { available, current } }: Account) => available ?? current ?? 0;

/** A score from 1 to 99, with the tier of as many that it is in. */
function scoreOf(risk: number, tiers: number) {
  const score = Math.min(99, Math.max(1, Math.round(risk)));
  return { score, risk_tier: Math.ceil((score * tiers) / 100) };
}

const warningsOf = ({ error }: Item) =>
  error
    ? [{ warning_type: error.error_type, warning_code: error.error_code, warning_message: error.error_message }]
    : [];

/** Risk of debits, and what became of them. Scores are simple: the part of the balance, and earlier returns. */
export function createSignal(clock: Clock, settings: Settings) {
  /** Debits that were asked about, by the client's own ids. */
  const debits = new Map<string, Debit>();

  /** Notes a debit; refuses an id that another one has. The same one again is not a second debit. */
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

  /** How many debits of an account came back for a reason in the last `days`. */
  const returns = (id: string, reason: keyof typeof returnCodes, days = Number.POSITIVE_INFINITY): number =>
    [...debits.values()].filter(
      ({ accountId, returned }) =>
        accountId === id &&
        returned &&
        returnCodes[reason].includes(returned.code) &&
        returned.at > clock.now() - days * 86_400_000,
    ).length;

  /** Returns the attributes of an account to be debited: its balance, its returns, and null for the rest. */
  function attributesOf({ createdAt }: Item, account: Account, amount: number) {
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
          core_attributes: warnings.length > 0 ? {} : attributesOf(item, account, body.amount),
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
        // The next six banking days, today included.
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
    // The check before each call adds the product; there is nothing more to do.
    'POST /signal/prepare': { product: 'signal', answer: () => {} },
  };

  return { endpoints, returns };
}

export type Signal = ReturnType<typeof createSignal>;
