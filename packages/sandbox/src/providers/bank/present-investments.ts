import type { SecurityData } from '../../data/bank-securities.ts';
import type { Account } from './accounts.ts';
import { formatDay, formatDayTime } from './days.ts';
import { type Portfolio, type Position, quantityOf, type Trade, worth } from './portfolio.ts';

const units = (cents: number) => cents / 100;
const cashTicker = (currency: string | null) => `CUR:${currency}`;

const typeOfTrade = {
  buy: 'buy',
  sell: 'sell',
  dividend: 'cash',
  contribution: 'cash',
  deposit: 'cash',
  'account fee': 'fee',
} as const;

/** An account as the answers about investments have it. */
export const presentInvestmentAccount = (account: Account) => ({
  ...account,
  balances: { ...account.balances, margin_loan_amount: null },
});

/** The API's shape of a trade. */
export function presentTrade({ account, security, kind, ...trade }: Trade, { securityId }: Portfolio) {
  const of = security ? ` ${security.name}` : '';
  return {
    investment_transaction_id: trade.id,
    cancel_transaction_id: null,
    account_id: account.account_id,
    security_id: security ? securityId(security.ticker) : null,
    date: formatDay(trade.day),
    transaction_datetime: null,
    name: `${kind.toUpperCase()}${of}`,
    quantity: trade.quantity,
    amount: units(trade.amount),
    price: units(trade.price),
    fees: kind === 'buy' || kind === 'sell' ? units(trade.fee) : null,
    type: typeOfTrade[kind],
    subtype: kind,
    ...currencyOf(account),
  };
}

/** Holdings in `accounts`, the cash of each last, and the securities they are of. */
export function presentHoldings(portfolio: Portfolio, accounts: readonly Account[]) {
  const held = accounts.filter(({ type }) => type === 'investment');
  const positions = portfolio.positions().filter(({ account }) => held.includes(account));
  return {
    holdings: [
      ...positions.map((position) => presentPosition(position, portfolio)),
      ...held.map((account) => presentCash(account, portfolio)),
    ],
    securities: presentSecurities(
      portfolio,
      positions.map(({ security }) => security),
      held,
    ),
  };
}

function presentPosition(position: Position, { day, securityId }: Portfolio) {
  const { account, security, lots } = position;
  const quantity = quantityOf(position);
  const cost = lots.reduce((sum, lot) => sum + worth(lot.quantity, lot.price) + lot.fee, 0);
  return {
    ...commonHolding(account, securityId(security.ticker), day),
    institution_price: units(security.price),
    institution_value: units(worth(quantity, security.price)),
    cost_basis: units(cost),
    quantity,
    tax_lots: lots.map((lot) => ({
      institution_lot_id: lot.id,
      original_purchase_datetime: formatDayTime(lot.day, 52_200),
      quantity: lot.quantity,
      purchase_price: units(lot.price),
      cost_basis: units(worth(lot.quantity, lot.price) + lot.fee),
      current_value: units(worth(lot.quantity, security.price)),
      position_type: 'LONG',
    })),
  };
}

function presentCash(account: Account, { cash, day, securityId }: Portfolio) {
  const value = units(cash(account));
  return {
    ...commonHolding(account, securityId(cashTicker(account.balances.iso_currency_code)), day),
    institution_price: 1,
    institution_value: value,
    cost_basis: value,
    quantity: value,
    tax_lots: [],
  };
}

const commonHolding = (account: Account, security_id: string, day: number) => ({
  account_id: account.account_id,
  security_id,
  institution_price_as_of: formatDay(day),
  institution_price_datetime: null,
  vested_quantity: null,
  vested_value: null,
  ...currencyOf(account),
});

const currencyOf = ({ balances: { iso_currency_code, unofficial_currency_code } }: Account) => ({
  iso_currency_code,
  unofficial_currency_code,
});

/** Securities, each once, and the cash of `cashAccounts`. */
export function presentSecurities(
  portfolio: Portfolio,
  list: readonly SecurityData[],
  cashAccounts: readonly Account[] = [],
) {
  const day = formatDay(portfolio.day);
  const [account] = portfolio.positions().map((position) => position.account);
  const currency = (cashAccounts[0] ?? account)?.balances.iso_currency_code ?? null;
  const shown = [...new Set(list)].map((security) => ({
    ...unknownOfSecurity,
    security_id: portfolio.securityId(security.ticker),
    name: security.name,
    ticker_symbol: security.ticker,
    is_cash_equivalent: false,
    type: security.type,
    subtype: security.subtype,
    close_price: units(security.price),
    close_price_as_of: day,
    iso_currency_code: currency,
    market_identifier_code: security.market,
    sector: security.sector,
    industry: security.industry,
    cfi_code: security.cfi,
    fixed_income: security.coupon
      ? {
          yield_rate: { percentage: security.coupon.percentage, type: 'coupon' },
          maturity_date: security.coupon.matures,
          issue_date: security.coupon.issued,
          face_value: 100,
        }
      : null,
  }));
  const cash = {
    ...unknownOfSecurity,
    security_id: portfolio.securityId(cashTicker(currency)),
    name: 'Cash',
    ticker_symbol: cashTicker(currency),
    is_cash_equivalent: true,
    type: 'cash',
    subtype: 'cash',
    close_price: 1,
    close_price_as_of: day,
    iso_currency_code: currency,
  };
  return cashAccounts.length > 0 ? [...shown, cash] : shown;
}

const unknownOfSecurity = {
  isin: null,
  cusip: null,
  sedol: null,
  institution_security_id: null,
  institution_id: null,
  proxy_security_id: null,
  update_datetime: null,
  unofficial_currency_code: null,
  market_identifier_code: null,
  sector: null,
  industry: null,
  cfi_code: null,
  figi: null,
  option_contract: null,
  fixed_income: null,
};
