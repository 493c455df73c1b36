import type { Clock } from '../../../clock.ts';
import { type Account, chooseAccounts } from '../accounts.ts';
import { type Day, dayOf, formatDay, parseDay } from '../days.ts';
import { type Endpoint, endpoint, itemEndpoint } from '../endpoint.ts';
import { amount, dateTime, flag, integer, nullable, object, oneOf, required, text } from '../fields.ts';
import type { Item } from '../items.ts';
import { scoreNames } from '../match.ts';
import type { Settings } from '../options.ts';
import { authorizeProducts } from '../products.ts';
import { recurringStreams } from '../recurring.ts';
import { refuse } from '../refusal.ts';
import { type Debits, insufficient, unauthorized } from '../signal.ts';
import { signalAttributes } from '../signal-attributes.ts';

const methods = ['SAME_DAY_ACH', 'STANDARD_ACH', 'MULTIPLE_PAYMENT_METHODS'] as const;
const transactionId = { client_transaction_id: required(text({ max: 36 })) };
const debitFields = { ...transactionId, account_id: required(text()), amount: required(amount()) };
const optionalText = () => nullable(text());

// A bank that does not answer makes warnings, not errors.
const traits = { product: 'signal', anyState: true } as const;

interface DebitRequest {
  readonly client_transaction_id: string;
  readonly account_id: string;
  readonly amount: number;
}

/** Risk of debits, and what became of them. */
export function signalEndpoints(clock: Clock, settings: Settings, debits: Debits): Endpoint[] {
  function note(item: Item, { client_transaction_id, account_id, amount }: DebitRequest): Account {
    if (amount <= 0) refuse('INVALID_FIELD', 'amount must be greater than 0');
    const [account] = chooseAccounts(item.accounts(), [account_id]);
    if (!account) refuse('INVALID_ACCOUNT_ID');
    debits.note(client_transaction_id, { item, account, amount });
    return account;
  }
  const report = <T extends { client_transaction_id: string }>(body: T) => {
    authorizeProducts(['signal'], settings.products);
    return debits.find(body.client_transaction_id);
  };

  return [
    itemEndpoint(
      '/signal/evaluate',
      {
        ...debitFields,
        user_present: nullable(flag()),
        client_user_id: text(),
        is_recurring: nullable(flag()),
        default_payment_method: nullable(oneOf(methods)),
        user: object({
          name: nullable(
            object({
              prefix: optionalText(),
              given_name: optionalText(),
              middle_name: optionalText(),
              family_name: optionalText(),
              suffix: optionalText(),
            }),
          ),
          phone_number: optionalText(),
          email_address: optionalText(),
          address: nullable(
            object({
              city: text(),
              region: optionalText(),
              street: text(),
              postal_code: optionalText(),
              country: optionalText(),
            }),
          ),
        }),
        device: object({ ip_address: optionalText(), user_agent: optionalText() }),
        risk_profile_key: optionalText(),
        ruleset_key: optionalText(),
      },
      (body, item) => {
        const account = note(item, body);
        const { given_name, family_name } = body.user?.name ?? {};
        const isStranger =
          given_name !== undefined && scoreNames(item.holder.owner().names, `${given_name} ${family_name ?? ''}`) < 70;
        const scores = scoresOf(item, account, body.amount, isStranger);
        const warnings = warningsOf(item);
        return {
          scores: {
            customer_initiated_return_risk: { score: scores.customer, risk_tier: Math.ceil(scores.customer / 20) },
            bank_initiated_return_risk: { score: scores.bank, risk_tier: Math.ceil(scores.bank / 12.5) },
          },
          core_attributes: warnings.length > 0 ? {} : signalAttributes(clock, debits, item, account, body.amount),
          ...(body.risk_profile_key !== undefined && { risk_profile: { key: body.risk_profile_key } }),
          ruleset: { ruleset_key: body.ruleset_key ?? 'default', ...rule(scores.bank) },
          warnings,
        };
      },
      traits,
    ),
    itemEndpoint(
      '/signal/schedule',
      { ...debitFields, default_payment_method: oneOf(methods) },
      (body, item) => {
        const account = note(item, body);
        const warnings = warningsOf(item);
        const recommendations = recommend(item, account, body.amount, body.default_payment_method, warnings.length > 0);
        return {
          optimal_date: recommendations.find(({ rank }) => rank === 1)?.date ?? null,
          recommendations,
          warnings,
        };
      },
      traits,
    ),
    endpoint(
      '/signal/decision/report',
      {
        ...transactionId,
        initiated: required(flag()),
        days_funds_on_hold: nullable(integer(0)),
        decision_outcome: nullable(oneOf(['APPROVE', 'REVIEW', 'REJECT', 'TAKE_OTHER_RISK_MEASURES', 'NOT_EVALUATED'])),
        payment_method: nullable(oneOf(['SAME_DAY_ACH', 'NEXT_DAY_ACH', 'STANDARD_ACH', 'MULTIPLE_PAYMENT_METHODS'])),
        amount_instantly_available: nullable(amount()),
        submitted_at: dateTime(),
      },
      (body) => {
        report(body).isInitiated = body.initiated;
        return {};
      },
    ),
    endpoint(
      '/signal/return/report',
      { ...transactionId, return_code: required(text()), returned_at: nullable(dateTime()) },
      (body) => {
        if (!/^R\d\d$/.test(body.return_code)) refuse('INVALID_FIELD', 'return_code must be an ACH return code');
        const debit = report(body);
        if (debit.isInitiated === false)
          refuse('INVALID_FIELD', 'client_transaction_id must be one that was initiated');
        const at = body.returned_at === undefined ? clock.now() : Date.parse(body.returned_at);
        debit.returned = { code: body.return_code, at };
        return {};
      },
    ),
    // The check before each call adds the product; there is nothing more to do.
    itemEndpoint('/signal/prepare', {}, () => ({}), { product: 'signal' }),
  ];

  /** From 1 to 99: that the holder, or the bank for lack of money, takes a debit back. */
  function scoresOf(item: Item, account: Account, amount: number, isStranger: boolean) {
    const draw = item.random(`signal/${account.account_id}`);
    const { available, current } = account.balances;
    const part = amount / Math.max(1, available ?? current ?? 1);
    const short = part <= 1 ? part * 45 : 60 + Math.min(30, (part - 1) * 30);
    const within = (score: number) => Math.min(99, Math.max(1, Math.round(score)));
    const isNew = clock.now() - item.createdAt < 7 * 86_400_000;
    return {
      bank: within(draw.int(1, 9) + short + 10 * debits.returns(account, insufficient)),
      customer: within(
        draw.int(1, 20) + (isStranger ? 40 : 0) + (isNew ? 10 : 0) + 20 * debits.returns(account, unauthorized),
      ),
    };
  }

  /** The days on which a debit is likely to work, by what comes in and goes out again and again. */
  function recommend(
    item: Item,
    account: Account,
    amount: number,
    method: (typeof methods)[number] = 'STANDARD_ACH',
    isUnknown = false,
  ) {
    const settles = (day: Day) => (method === 'SAME_DAY_ACH' ? day : bankingDay(day + 1));
    const first = bankingDay(dayOf(clock.now()));
    const days = [first];
    for (let count = 1; count <= 5; count += 1) days.push(bankingDay((days.at(-1) ?? first) + 1));
    const balances = new Map(days.map((day) => [day, expectedBalance(item, account, settles(day))]));
    const good = isUnknown ? [] : days.filter((day) => (balances.get(day) ?? 0) >= amount);
    good.sort((a, b) => (balances.get(b) ?? 0) - (balances.get(a) ?? 0) || a - b);
    return days.map((day) => ({
      date: formatDay(day),
      recommendation: isUnknown ? 'UNKNOWN' : good.includes(day) ? 'RECOMMENDED' : 'NOT_RECOMMENDED',
      rank: good.includes(day) ? good.indexOf(day) + 1 : null,
    }));
  }

  function expectedBalance(item: Item, { account_id, balances }: Account, day: Day): number {
    const { inflow_streams, outflow_streams } = recurringStreams(item, item.feed.ledger().end(), {
      now: clock.now(),
      accountIds: [account_id],
      version: 'v1',
    });
    const moved = [...inflow_streams, ...outflow_streams]
      .filter(({ predicted_next_date: next }) => next !== null && parseDay(next) <= day)
      .reduce((sum, { average_amount }) => sum + average_amount.amount, 0);
    return (balances.available ?? balances.current ?? 0) - moved;
  }
}

/** The rule for a score of the bank's risk; there is no Dashboard to write others in, so all rulesets have it. */
function rule(score: number) {
  if (score >= 80)
    return {
      result: 'REROUTE',
      triggered_rule_details: { internal_note: 'too likely to come back for lack of money' },
    };
  if (score >= 50)
    return { result: 'REVIEW', triggered_rule_details: { internal_note: 'may come back for lack of money' } };
  return { result: 'ACCEPT', triggered_rule_details: null };
}

const warningsOf = ({ error }: Item) =>
  error
    ? [{ warning_type: error.error_type, warning_code: error.error_code, warning_message: error.error_message }]
    : [];

/** `day`, or the Monday after it; holidays are not reckoned with. */
function bankingDay(day: Day): Day {
  const weekday = new Date(day * 86_400_000).getUTCDay();
  return weekday === 6 ? day + 2 : weekday === 0 ? day + 1 : day;
}
