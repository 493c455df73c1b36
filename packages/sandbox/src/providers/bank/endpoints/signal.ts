import type { Clock } from '../../../clock.ts';
import { type Account, chooseAccounts } from '../accounts.ts';
import { addBankingDays, type Day, dayOf, formatDay, nextBankingDay } from '../days.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';
import { refuse } from '../errors.ts';
import type { Item } from '../items.ts';
import { scoreNames } from '../match.ts';
import type { Settings } from '../options.ts';
import { authorizeProducts } from '../products.ts';
import { nullRecord } from '../request.ts';
import { type Debit, type Debits, insufficient, unauthorized } from '../signal.ts';

interface DebitRequest {
  readonly client_transaction_id: string;
  readonly account_id: string;
  readonly amount: number;
}

interface Evaluation extends DebitRequest {
  readonly user?: { readonly name?: { readonly given_name?: string; readonly family_name?: string } };
  readonly risk_profile_key?: string;
  readonly ruleset_key?: string;
}

interface Returned {
  readonly client_transaction_id: string;
  readonly return_code: string;
  readonly returned_at?: string;
}

/** What each result of the one ruleset notes; there is no Dashboard to write others in. */
const notes = {
  ACCEPT: null,
  REVIEW: { internal_note: 'may come back for lack of money' },
  REROUTE: { internal_note: 'too likely to come back for lack of money' },
};

// A bank that does not respond leads to warnings, not errors.
const traits = { product: 'signal', anyState: true } as const;

/** Risk of debits, and what became of them. Scores are simple: the part of the balance, and earlier returns. */
export function signalEndpoints(clock: Clock, settings: Settings, debits: Debits): Endpoint[] {
  function note(item: Item, { client_transaction_id, account_id, amount }: DebitRequest): Account {
    if (amount <= 0) refuse('INVALID_FIELD', 'amount must be greater than 0');
    const [account] = chooseAccounts(item.accounts(), [account_id]);
    debits.note(client_transaction_id, { accountId: account_id, amount });
    return account as Account;
  }
  const reported = (id: string): Debit => {
    authorizeProducts(['signal'], settings.products);
    return debits.find(id);
  };

  return [
    endpoint(
      '/signal/evaluate',
      (body: Evaluation, item) => {
        const account = note(item, body);
        const share = body.amount / Math.max(1, balanceOf(account));
        const returns = (codes: readonly string[]) => debits.returns(account.account_id, codes);
        const bank = scoreOf(5 + Math.min(85, share * 45) + 10 * returns(insufficient));
        const customer = scoreOf(10 + (isStranger(item, account, body) ? 40 : 0) + 20 * returns(unauthorized));
        const result = bank >= 80 ? 'REROUTE' : bank >= 50 ? 'REVIEW' : 'ACCEPT';
        const warnings = warningsOf(item);
        return {
          scores: {
            customer_initiated_return_risk: { score: customer, risk_tier: Math.ceil(customer / 20) },
            bank_initiated_return_risk: { score: bank, risk_tier: Math.ceil(bank / 12.5) },
          },
          core_attributes: warnings.length > 0 ? {} : attributesOf(item, account, body.amount),
          ...(body.risk_profile_key !== undefined && { risk_profile: { key: body.risk_profile_key } }),
          ruleset: { ruleset_key: body.ruleset_key ?? 'default', result, triggered_rule_details: notes[result] },
          warnings,
        };
      },
      traits,
    ),
    endpoint(
      '/signal/schedule',
      (body: DebitRequest, item) => {
        const balance = balanceOf(note(item, body));
        const warnings = warningsOf(item);
        const isGood = warnings.length === 0 && balance >= body.amount;
        const verdict = isGood ? 'RECOMMENDED' : 'NOT_RECOMMENDED';
        const recommendations = nextSixBankingDays(dayOf(clock.now())).map((day, index) => ({
          date: formatDay(day),
          recommendation: warnings.length > 0 ? 'UNKNOWN' : verdict,
          rank: isGood ? index + 1 : null,
        }));
        return { optimal_date: isGood ? recommendations[0]?.date : null, recommendations, warnings };
      },
      traits,
    ),
    endpoint('/signal/decision/report', (body: { client_transaction_id: string; initiated: boolean }) => {
      reported(body.client_transaction_id).isInitiated = body.initiated;
    }),
    endpoint('/signal/return/report', ({ client_transaction_id, return_code: code, returned_at }: Returned) => {
      if (!/^R\d\d$/.test(code)) refuse('INVALID_FIELD', 'return_code must be an ACH return code');
      const debit = reported(client_transaction_id);
      if (debit.isInitiated === false) refuse('INVALID_FIELD', 'client_transaction_id must be one that was initiated');
      debit.returned = { code, at: returned_at === undefined ? clock.now() : Date.parse(returned_at) };
    }),
    // The check before each call adds the product; there is nothing more to do.
    endpoint('/signal/prepare', () => {}, { product: 'signal' }),
  ];

  /** What is known of an account that is to be debited: its balance, its returns, and null for the rest. */
  function attributesOf(item: Item, account: Account, amount: number) {
    const { available, current } = account.balances;
    const counts = [7, 30, 60, 90].flatMap((days) => [
      [`unauthorized_transactions_count_${days}d`, debits.returns(account.account_id, unauthorized, days)],
      [`nsf_overdraft_transactions_count_${days}d`, debits.returns(account.account_id, insufficient, days)],
    ]);
    return {
      ...nullRecord('SignalEvaluateCoreAttributes'),
      ...Object.fromEntries(counts),
      days_since_first_plaid_connection: dayOf(clock.now()) - dayOf(item.createdAt),
      total_plaid_connections_count: 1,
      is_savings_or_money_market_account: account.subtype === 'savings',
      available_balance: available,
      current_balance: current,
      is_account_closed: false,
      balance_to_transaction_amount_ratio: Math.round((balanceOf(account) / amount) * 100) / 100,
    };
  }
}

const balanceOf = ({ balances: { available, current } }: Account) => available ?? current ?? 0;

/** From 1 to 99. */
const scoreOf = (risk: number) => Math.min(99, Math.max(1, Math.round(risk)));

function isStranger(item: Item, account: Account, { user }: Evaluation): boolean {
  const { given_name, family_name = '' } = user?.name ?? {};
  return given_name !== undefined && scoreNames(item.holder.owner(account).names, `${given_name} ${family_name}`) < 70;
}

const warningsOf = ({ error }: Item) =>
  error
    ? [{ warning_type: error.error_type, warning_code: error.error_code, warning_message: error.error_message }]
    : [];

/** The next six banking days, today included. */
const nextSixBankingDays = (today: Day): Day[] =>
  Array.from({ length: 6 }, (_, count) => addBankingDays(nextBankingDay(today), count));
