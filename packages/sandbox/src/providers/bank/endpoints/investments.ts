import type { Clock } from '../../../clock.ts';
import { type Account, chooseAccounts } from '../accounts.ts';
import { dayOf, parseDay } from '../days.ts';
import { type Endpoint, itemEndpoint } from '../endpoint.ts';
import { date, flag, integer, list, object, required, text } from '../fields.ts';
import { dtcNumbers, type Institution } from '../institutions.ts';
import type { Item } from '../items.ts';
import type { Portfolio, Trade } from '../portfolio.ts';
import { presentHoldings, presentInvestmentAccount, presentSecurities, presentTrade } from '../present-investments.ts';
import { presentItem } from '../present-item.ts';
import { refuse } from '../refusal.ts';

const accountIds = { account_ids: list(text()) };
const product = { product: 'investments' };

function requireInvestmentAccount(accounts: readonly Account[]): void {
  if (!accounts.some(({ type }) => type === 'investment')) refuse('NO_INVESTMENT_ACCOUNTS');
}

/** What `/investments/holdings/get` answers about `accounts`. */
function answerHoldings(item: Item, accounts: readonly Account[]) {
  requireInvestmentAccount(accounts);
  const portfolio = item.portfolio();
  portfolio.begin();
  return {
    accounts: accounts.map(presentInvestmentAccount),
    ...presentHoldings(portfolio, accounts),
    item: presentItem(item),
  };
}

/** How a page of trades is asked for. */
interface TradesRequest {
  readonly start_date: string;
  readonly end_date: string;
  readonly options?:
    | {
        readonly count?: number | undefined;
        readonly offset?: number | undefined;
        readonly async_update?: boolean | undefined;
      }
    | undefined;
}

/** What `/investments/transactions/get` answers about `accounts`. */
function answerTrades(item: Item, accounts: readonly Account[], request: TradesRequest) {
  const { count = 100, offset = 0, async_update = false } = request.options ?? {};
  const [first, last] = [parseDay(request.start_date), parseDay(request.end_date)];
  if (first > last) refuse('INVALID_FIELD', 'start_date must be no later than end_date');
  requireInvestmentAccount(accounts);
  const portfolio = item.portfolio();
  portfolio.enter(async_update);
  const found = portfolio
    .trades()
    .filter(({ account, day }) => accounts.includes(account) && day >= first && day <= last);
  const page = found.slice(offset, offset + count);
  return {
    accounts: accounts.map(presentInvestmentAccount),
    securities: presentSecurities(
      portfolio,
      page.flatMap(({ security }) => security ?? []),
    ),
    investment_transactions: page.map((trade) => presentTrade(trade, portfolio)),
    total_investment_transactions: found.length,
    item: presentItem(item),
    is_investments_fallback_item: false,
  };
}

/** Investments. */
export function investmentEndpoints(clock: Clock): Endpoint[] {
  return [
    itemEndpoint(
      '/investments/holdings/get',
      { options: object(accountIds) },
      ({ options }, item) => ({
        ...answerHoldings(item, chooseAccounts(item.accounts(), options?.account_ids)),
        is_investments_fallback_item: false,
      }),
      product,
    ),
    itemEndpoint(
      '/investments/transactions/get',
      {
        start_date: required(date()),
        end_date: required(date()),
        options: object({ ...accountIds, count: integer(1, 500), offset: integer(0), async_update: flag() }),
      },
      (body, item) => answerTrades(item, chooseAccounts(item.accounts(), body.options?.account_ids), body),
      product,
    ),
    itemEndpoint(
      '/investments/refresh',
      {},
      (_, item) => {
        item.portfolio().refresh();
        return {};
      },
      { enabledProduct: 'investments' },
    ),
    itemEndpoint(
      '/investments/auth/get',
      { options: object(accountIds) },
      ({ options }, item) => {
        const accounts = chooseAccounts(item.accounts(), options?.account_ids);
        const held = accounts.filter(({ type }) => type === 'investment');
        if (held.length === 0) refuse('NO_INVESTMENT_AUTH_ACCOUNTS');
        const portfolio = item.portfolio();
        return {
          ...answerHoldings(item, accounts),
          owners: held.map(({ account_id }) => ({ account_id, names: item.holder.owner().names })),
          numbers: transferNumbers(held, item.institution),
          data_sources: { numbers: 'INSTITUTION', owners: 'INSTITUTION', holdings: 'INSTITUTION' },
          account_details_401k: held
            .filter(({ subtype }) => subtype === '401k')
            .map((account) => retirementDetails(account, portfolio, dayOf(clock.now()))),
        };
      },
      { product: 'investments_auth' },
    ),
  ];
}

function transferNumbers(accounts: readonly Account[], institution: Institution) {
  const { country } = institution;
  const numbered = accounts.map(({ account_id, mask, subtype }) => ({ account_id, account: `TR${mask}`, subtype }));
  const plain = ({ account_id, account }: (typeof numbered)[number]) => ({ account_id, account });
  const others = numbered.filter(({ subtype }) => subtype !== '401k');
  return {
    acats: country === 'US' ? others.map((each) => ({ ...plain(each), dtc_numbers: dtcNumbers(institution) })) : [],
    aton: country === 'CA' ? others.map(plain) : [],
    retirement_401k: numbered
      .filter(({ subtype }) => subtype === '401k')
      .map((each) => ({ ...plain(each), plan: `P${each.account.slice(2)}01` })),
  };
}

function retirementDetails(account: Account, portfolio: Portfolio, today: number) {
  const own = portfolio.trades().filter((trade) => trade.account === account);
  const sum = (trades: readonly Trade[]) => Math.abs(trades.reduce((total, { amount }) => total + amount, 0)) / 100;
  const since = (kind: Trade['kind'], months: number) =>
    own.filter((trade) => trade.kind === kind && trade.day > today - months * 30.4);
  const [fees, month, halfYear, year] = [
    since('account fee', 12),
    since('contribution', 1),
    since('contribution', 6),
    since('contribution', 12),
  ];
  const lastDay = year[0]?.day;
  return {
    account_id: account.account_id,
    fee_details: { account_fee_count_12m: fees.length, account_fee_amount_12m: sum(fees) },
    contribution_details: {
      last_contribution_transactions: year
        .filter(({ day }) => day === lastDay)
        .map((trade) => presentTrade(trade, portfolio)),
      contribution_count_1m: month.length,
      contribution_amount_1m: sum(month),
      contribution_count_6m: halfYear.length,
      contribution_amount_6m: sum(halfYear),
      contribution_count_12m: year.length,
      contribution_amount_12m: sum(year),
    },
  };
}
