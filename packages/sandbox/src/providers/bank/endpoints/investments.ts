import type { Clock } from '../../../shared/clock.ts';
import { type Account, chooseAccounts, knownAccounts } from '../data/accounts.ts';
import { dayOf, formatDay } from '../data/days.ts';
import { dtcNumbers, type Institution } from '../data/institutions.ts';
import type { Item } from '../data/item.ts';
import type { Portfolio } from '../data/portfolio.ts';
import type { Trade } from '../data/securities.ts';
import type { Call, Endpoints } from '../endpoint.ts';
import { refuse } from '../errors.ts';
import { presentItem } from '../wire/item.ts';

interface Chosen {
  readonly options: { readonly account_ids?: readonly string[] };
}

interface TradesRequest {
  readonly start_date: string;
  readonly end_date: string;
  readonly options: Chosen['options'] & {
    readonly count: number;
    readonly offset: number;
    readonly async_update: boolean;
  };
}

const isInvestment = ({ type }: Account) => type === 'investment';

const present = (account: Account) => ({ ...account, balances: { ...account.balances, margin_loan_amount: null } });

/** Returns the response of `/investments/holdings/get` for `accounts`. */
function answerHoldings(item: Item, accounts: readonly Account[]) {
  const portfolio = item.portfolio();
  portfolio.begin();
  return { accounts: accounts.map(present), ...portfolio.holdings(accounts), item: presentItem(item) };
}

export function investmentEndpoints(clock: Clock): Endpoints {
  const choose = (item: Item, { options }: Chosen) => chooseAccounts(item.accounts(), options.account_ids);
  const product = { product: 'investments' };
  return {
    'POST /investments/holdings/get': {
      ...product,
      answer: ({ body, item, grant }: Call<Chosen>) => {
        const accounts = choose(item, body);
        if (!knownAccounts(item, grant).some(isInvestment)) refuse('NO_INVESTMENT_ACCOUNTS');
        return { ...answerHoldings(item, accounts), is_investments_fallback_item: false };
      },
    },
    'POST /investments/transactions/get': {
      ...product,
      answer: ({ body, item, grant }: Call<TradesRequest>) => {
        const { start_date, end_date } = body;
        const { count, offset, async_update } = body.options;
        const accounts = choose(item, body);
        if (start_date > end_date) refuse('INVALID_FIELD', 'start_date must be no later than end_date');
        if (!knownAccounts(item, grant).some(isInvestment)) refuse('NO_INVESTMENT_ACCOUNTS');
        const portfolio = item.portfolio();
        portfolio.enter(async_update);
        const found = portfolio.trades(accounts).filter(({ date }) => date >= start_date && date <= end_date);
        const page = found.slice(offset, offset + count);
        return {
          accounts: accounts.map(present),
          securities: portfolio.securities(page.map(({ security_id }) => security_id)),
          investment_transactions: page.map(presentTrade),
          total_investment_transactions: found.length,
          item: presentItem(item),
          is_investments_fallback_item: false,
        };
      },
    },
    'POST /investments/refresh': { enabledProduct: 'investments', answer: ({ item }) => item.portfolio().refresh() },
    'POST /investments/auth/get': {
      product: 'investments_auth',
      answer: ({ body, item, grant }: Call<Chosen>) => {
        const accounts = choose(item, body);
        const held = accounts.filter(isInvestment);
        if (!knownAccounts(item, grant).some(isInvestment)) refuse('NO_INVESTMENT_AUTH_ACCOUNTS');
        const portfolio = item.portfolio();
        const retirement = held.filter(({ subtype }) => subtype === '401k');
        return {
          ...answerHoldings(item, accounts),
          owners: held.map((account) => ({ account_id: account.account_id, names: item.holder.owner(account).names })),
          numbers: transferNumbers(held, item.institution),
          data_sources: { numbers: 'INSTITUTION', owners: 'INSTITUTION', holdings: 'INSTITUTION' },
          account_details_401k: retirement.map((account) => retirementDetails(account, portfolio, dayOf(clock.now()))),
        };
      },
    },
  };
}

function transferNumbers(accounts: readonly Account[], institution: Institution) {
  const numbersOf = (isRetirement: boolean) =>
    accounts
      .filter(({ subtype }) => (subtype === '401k') === isRetirement)
      .map(({ account_id, mask }) => ({ account_id, account: `TR${mask}` }));
  const dtc_numbers = dtcNumbers(institution);
  return {
    acats: institution.country === 'US' ? numbersOf(false).map((each) => ({ ...each, dtc_numbers })) : [],
    aton: institution.country === 'CA' ? numbersOf(false) : [],
    retirement_401k: numbersOf(true).map((each) => ({ ...each, plan: `P${each.account.slice(2)}01` })),
  };
}

/** Returns a trade as the endpoints for investments show it. */
const presentTrade = (trade: Trade) => ({ ...trade, cancel_transaction_id: null, transaction_datetime: null });

function retirementDetails(account: Account, portfolio: Portfolio, today: number) {
  const inLast = (months: number, subtype: string) =>
    portfolio
      .trades([account])
      .filter((trade) => trade.subtype === subtype && trade.date > formatDay(Math.floor(today - months * 30.4)));
  const sum = (trades: readonly Trade[]) =>
    Math.round(Math.abs(trades.reduce((total, { amount }) => total + amount, 0)) * 100) / 100;
  const fees = inLast(12, 'account fee');
  const contributions = [1, 6, 12].flatMap((months) => {
    const trades = inLast(months, 'contribution');
    return [
      [`contribution_count_${months}m`, trades.length],
      [`contribution_amount_${months}m`, sum(trades)],
    ];
  });
  return {
    account_id: account.account_id,
    fee_details: { account_fee_count_12m: fees.length, account_fee_amount_12m: sum(fees) },
    contribution_details: {
      last_contribution_transactions: inLast(12, 'contribution').slice(0, 1).map(presentTrade),
      ...Object.fromEntries(contributions),
    },
  };
}
