import type { Account } from './accounts.ts';
import { currencyFields } from './currency.ts';
import type { SecurityData } from './data.ts';
import { formatDay, formatDayTime } from './days.ts';
import { ownInvestments, type Portfolio, quantityOf, type Trade } from './portfolio.ts';
import { nullRecord } from './request.ts';

const units = (cents: number) => cents / 100;
const cashTicker = (currency: string | null) => `CUR:${currency}`;

function currencyOf({ balances: { iso_currency_code, unofficial_currency_code } }: Account, own?: string) {
  return own === undefined ? { iso_currency_code, unofficial_currency_code } : currencyFields(own);
}

/** An account as the responses about investments have it. */
export const presentInvestmentAccount = (account: Account) => ({
  ...account,
  balances: { ...account.balances, margin_loan_amount: null },
});

const typeOfTrade = {
  buy: 'buy',
  sell: 'sell',
  dividend: 'cash',
  contribution: 'cash',
  deposit: 'cash',
  withdrawal: 'cash',
  'account fee': 'fee',
  transfer: 'transfer',
} as const;

/** The API's shape of a trade. */
export const presentTrade = ({ account, security, kind, own, ...trade }: Trade, { securityId }: Portfolio) => ({
  investment_transaction_id: trade.id,
  cancel_transaction_id: null,
  account_id: account.account_id,
  security_id: security ? securityId(security.ticker) : null,
  date: formatDay(trade.day),
  transaction_datetime: null,
  name: own?.name ?? `${kind.toUpperCase()}${security ? ` ${security.name}` : ''}`,
  quantity: trade.quantity,
  amount: units(trade.amount),
  price: own ? units(own.price) : trade.quantity && security ? units(security.price) : 0,
  fees: own ? own.fees && units(own.fees) : trade.quantity ? 0 : null,
  type: typeOfTrade[kind],
  subtype: kind,
  ...currencyOf(account, own?.currency),
});

/** Holdings in `accounts`, the cash of each last, and the securities they are of. */
export function presentHoldings(portfolio: Portfolio, accounts: readonly Account[]) {
  const { securityId, cash } = portfolio;
  const held = accounts.filter(({ type }) => type === 'investment');
  const positions = portfolio.positions.filter(({ account }) => held.includes(account));
  const holding = (account: Account, ticker: string, price: number, quantity: number) => ({
    account_id: account.account_id,
    security_id: securityId(ticker),
    institution_price: units(price),
    institution_price_as_of: formatDay(portfolio.day),
    institution_price_datetime: null,
    institution_value: units(Math.round(price * quantity)),
    cost_basis: units(Math.round(price * quantity)),
    quantity,
    vested_quantity: null,
    vested_value: null,
    ...currencyOf(account),
  });
  const invested = positions.map((position) => {
    const { account, security, lots, own } = position;
    const price = own?.price ?? security.price;
    return {
      ...holding(account, security.ticker, price, quantityOf(position)),
      ...(own && {
        institution_price_as_of: formatDay(own.pricedOn),
        cost_basis: own.costBasis && units(own.costBasis),
        ...currencyOf(account, own.currency),
      }),
      tax_lots: lots.map(({ id, day, quantity, amount }) => ({
        institution_lot_id: id,
        original_purchase_datetime: formatDayTime(day, 52_200),
        quantity,
        purchase_price: units(security.price),
        cost_basis: units(amount),
        current_value: units(amount),
        position_type: 'LONG',
      })),
    };
  });
  // An account holds what it was configured to hold, and nothing else.
  const withCash = held.filter((account) => !ownInvestments(account));
  const left = withCash.map((account) => ({
    ...holding(account, cashTicker(account.balances.iso_currency_code), 100, units(cash(account))),
    tax_lots: [],
  }));
  const securities = positions.map(({ security }) => security);
  return { holdings: [...invested, ...left], securities: presentSecurities(portfolio, securities, withCash) };
}

/** Securities, each once, and the cash of `cashAccounts`. */
export function presentSecurities(
  { day, securityId, positions }: Portfolio,
  list: readonly SecurityData[],
  cashAccounts: readonly Account[] = [],
) {
  const currency = (cashAccounts[0] ?? positions[0]?.account)?.balances.iso_currency_code ?? null;
  const common = {
    ...nullRecord('Security'),
    figi: null,
    close_price_as_of: formatDay(day),
    iso_currency_code: currency,
  };
  const shown = [...new Set(list)].map(({ name, ticker, type, subtype, price, market, coupon, cfi, ...rest }) => ({
    ...common,
    ...(rest.currency !== undefined && currencyFields(rest.currency)),
    security_id: securityId(ticker),
    name,
    ticker_symbol: rest.symbol === undefined ? ticker : rest.symbol,
    is_cash_equivalent: false,
    type,
    subtype,
    close_price: units(price),
    market_identifier_code: market,
    sector: rest.sector,
    industry: rest.industry,
    cfi_code: cfi,
    fixed_income: coupon && {
      yield_rate: { percentage: coupon.percentage, type: 'coupon' },
      maturity_date: coupon.matures,
      issue_date: coupon.issued,
      face_value: 100,
    },
  }));
  const cash = {
    ...common,
    security_id: securityId(cashTicker(currency)),
    name: 'Cash',
    ticker_symbol: cashTicker(currency),
    is_cash_equivalent: true,
    type: 'cash',
    subtype: 'cash',
    close_price: 1,
  };
  return cashAccounts.length > 0 ? [...shown, cash] : shown;
}
