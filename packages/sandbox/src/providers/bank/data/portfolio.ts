import type { Clock } from '../../../clock/clock.ts';
import type { Random } from '../../../shared/random.ts';
import { refuse } from '../errors.ts';
import type { Settings } from '../options.ts';
import { type AccountOverride, overrideOf } from '../own-data.ts';
import { nullRecord } from '../request.ts';
import type { WebhookCode, WebhookType } from '../webhooks/webhook-codes.ts';
import { type Account, roundToCents as cents, currencyFields } from './accounts.ts';
import { type Day, dayOf, formatDay, formatDayTime } from './days.ts';
import { opaqueId } from './ids.ts';
import { bankData, type SecurityData } from './source.ts';

/** What makes up the investments of one Item. */
interface PortfolioPlan {
  readonly clock: Clock;
  readonly settings: Settings;
  readonly accounts: readonly Account[];
  /** Unix milliseconds. */
  readonly createdAt: number;
  /** Investments were asked for when it was linked. */
  readonly isInitial: boolean;
  readonly isDynamic: boolean;
  random(label: string): Random;
  securityId(ticker: string): string;
  notify(type: WebhookType, code: WebhookCode, extra: object): void;
}

export type Portfolio = ReturnType<typeof createPortfolio>;

type OwnInvestments = Pick<AccountOverride, 'holdings' | 'investment_transactions'>;
type OwnSecurity = NonNullable<OwnInvestments['holdings']>[number]['security'];

/** A security as the API shows it. */
type Security = ReturnType<typeof presentSecurity>;

/** Money or units that came into an investment account or left it, as the API shows it. */
export interface Trade extends Currency {
  readonly investment_transaction_id: string;
  readonly account_id: string;
  readonly security_id: string | null;
  readonly date: string;
  readonly name: string;
  /** Negative when sold. */
  readonly quantity: number;
  /** Positive when money leaves the account's cash. */
  readonly amount: number;
  readonly price: number;
  readonly fees: number | null;
  readonly type: string;
  readonly subtype: string;
}

interface Currency {
  readonly iso_currency_code: string | null;
  readonly unofficial_currency_code: string | null;
}

const currencyOf = ({ balances: { iso_currency_code, unofficial_currency_code } }: Account): Currency => {
  return { iso_currency_code, unofficial_currency_code };
};

const presentSecurity = (security_id: string, closedOn: string, data: Partial<SecurityData>, currency: Currency) => ({
  ...nullRecord('Security'),
  figi: null,
  close_price_as_of: closedOn,
  ...currency,
  security_id,
  name: data.name,
  ticker_symbol: data.ticker ?? null,
  is_cash_equivalent: false,
  type: data.type as string,
  subtype: data.subtype,
  close_price: cents((data.price ?? 0) / 100),
  market_identifier_code: data.market ?? null,
  sector: data.sector ?? null,
  industry: data.industry ?? null,
  cfi_code: data.cfi ?? null,
  fixed_income: data.coupon
    ? {
        yield_rate: { percentage: data.coupon.percentage, type: 'coupon' },
        maturity_date: data.coupon.matures,
        issue_date: data.coupon.issued,
        face_value: 100,
      }
    : null,
});

/** What an account has of a security, as the API shows it. */
const presentHolding = (
  account_id: string,
  security_id: string,
  price: number,
  quantity: number,
  pricedOn: string,
) => ({
  account_id,
  security_id,
  institution_price: price,
  institution_price_as_of: pricedOn,
  institution_price_datetime: null,
  institution_value: cents(price * quantity),
  cost_basis: cents(price * quantity) as number | null,
  quantity,
  vested_quantity: null,
  vested_value: null,
});

/** The investments of one Item: in each account, what its trades bought and the cash they left is worth its balance. */
export function createPortfolio(plan: PortfolioPlan) {
  const { clock, settings, notify, securityId } = plan;
  const draw = plan.random('portfolio');
  const day = dayOf(plan.createdAt);
  const securities = new Map<string, Security>();
  const holdings: (ReturnType<typeof presentHolding> & Currency & { readonly tax_lots: object[] })[] = [];
  const trades: Trade[] = [];
  let pull: 'none' | 'running' | 'done' = plan.isInitial ? 'done' : 'none';

  function register(ticker: string, data: Partial<SecurityData>, currency: Currency): string {
    const id = securityId(ticker);
    if (!securities.has(id)) securities.set(id, presentSecurity(id, formatDay(day), data, currency));
    return id;
  }

  const trade = (
    account: Account,
    on: Day,
    fields: Pick<Trade, 'amount' | 'type' | 'subtype'> & Partial<Trade>,
    name = fields.subtype.toUpperCase(),
  ) =>
    trades.push({
      investment_transaction_id: opaqueId(draw),
      account_id: account.account_id,
      security_id: null,
      date: formatDay(on),
      name,
      quantity: 0,
      price: 0,
      fees: fields.quantity ? 0 : null,
      ...currencyOf(account),
      ...fields,
    });

  /** A purchase of a security, or a sale where the quantity is negative. */
  function deal(account: Account, data: SecurityData, on: Day, quantity: number): void {
    const security_id = register(data.ticker, data, currencyOf(account));
    const price = data.price / 100;
    const type = quantity > 0 ? 'buy' : 'sell';
    const shown = { security_id, quantity, price, amount: cents(price * quantity), type, subtype: type };
    trade(account, on, shown, `${type.toUpperCase()} ${data.name}`);
  }

  /** Moves cash of an account into a security. */
  function buy(account: Account, data: SecurityData, on: Day, quantity: number): void {
    deal(account, data, on, quantity);
    const security_id = securityId(data.ticker);
    const price = data.price / 100;
    const { account_id } = account;
    const place = holdings.findIndex((each) => each.account_id === account_id && each.security_id === security_id);
    const known = holdings[place];
    const lot = {
      institution_lot_id: opaqueId(draw),
      original_purchase_datetime: formatDayTime(on, 52_200),
      quantity,
      purchase_price: price,
      cost_basis: cents(price * quantity),
      current_value: cents(price * quantity),
      position_type: 'LONG',
    };
    holdings[place < 0 ? holdings.length : place] = {
      ...presentHolding(account_id, security_id, price, quantity + (known?.quantity ?? 0), formatDay(day)),
      ...currencyOf(account),
      tax_lots: [...(known?.tax_lots ?? []), lot],
    };
  }

  /** Two years of an account: it bought, sold and was paid, and its first deposit makes the sum come out. */
  function fill(account: Account): void {
    const balance = account.balances.current ?? 0;
    for (const data of draw.sample(bankData.securities, 4)) {
      const quantity = Math.floor((balance * 20) / data.price);
      if (quantity === 0) continue;
      buy(account, data, day - draw.int(10, 600), quantity);
      deal(account, data, day - 600, 1);
      deal(account, data, day - 200, -1);
      const amount = -cents((quantity * data.price * data.yield) / 400);
      const dividend = { security_id: securityId(data.ticker), amount, type: 'cash', subtype: 'dividend' };
      if (amount < 0)
        for (const ago of [60, 151, 242, 333]) trade(account, day - ago, dividend, `DIVIDEND ${data.name}`);
    }
    for (let ago = 12; ago < 720; ago += 30)
      trade(account, day - ago, { amount: -cents(balance * 0.01), type: 'cash', subtype: 'contribution' });
    for (const ago of [40, 405])
      trade(account, day - ago, { amount: cents(balance * 0.0005), type: 'fee', subtype: 'account fee' });
    const moved = trades.filter(({ account_id }) => account_id === account.account_id);
    const amount = cents(-cashOf(account) - moved.reduce((sum, each) => sum + each.amount, 0));
    trade(account, day - 729, { amount, type: 'cash', subtype: 'deposit' });
  }

  /** What an account has besides securities. */
  const cashOf = ({ account_id, balances }: Account): number =>
    holdings
      .filter((each) => each.account_id === account_id)
      .reduce((left, each) => cents(left - each.institution_value), balances.current ?? 0);

  function ownSecurity(given: OwnSecurity, price: number): string {
    const { ticker_symbol: ticker, cusip, isin, name, currency } = given;
    const symbol = ticker ?? cusip ?? isin ?? '';
    const known = bankData.securities.find((each) => each.ticker === symbol);
    const data = { name: name ?? symbol, type: 'equity' as const, subtype: 'common stock', price: price * 100 };
    return register(symbol, known ?? { ...data, ...(ticker && { ticker }) }, currencyFields(currency));
  }

  /** What an account was configured to hold and to have traded, and nothing else. */
  function take(account: Account, { holdings: held = [], investment_transactions: traded = [] }: OwnInvestments): void {
    for (const { security, institution_price: price, quantity, currency, cost_basis, ...rest } of held) {
      const pricedOn = rest.institution_price_as_of ?? formatDay(day);
      holdings.push({
        ...presentHolding(account.account_id, ownSecurity(security, price), price, quantity, pricedOn),
        cost_basis: cost_basis ?? null,
        ...currencyFields(currency),
        tax_lots: [],
      });
    }
    for (const { date, name, quantity, price, fees, type, currency, security } of traded) {
      const amount = cents(quantity * price + (fees ?? 0));
      const subtypes = { cash: amount < 0 ? 'deposit' : 'withdrawal', fee: 'account fee' };
      const subtype = type === 'cash' || type === 'fee' ? subtypes[type] : type;
      const security_id = security ? ownSecurity(security, price) : null;
      const shown = { date, quantity, price, amount, fees: fees ?? null, type, subtype, security_id };
      trade(account, day, { ...shown, ...currencyFields(currency) }, name);
    }
  }

  /** Cash is invested, which only Items that change do. */
  function invest(): void {
    for (const account of generated) {
      const data = bankData.securities.find(({ ticker }) =>
        holdings.some((each) => each.account_id === account.account_id && each.security_id === securityId(ticker)),
      );
      const quantity = Math.floor((cashOf(account) * 10) / (data?.price ?? Number.POSITIVE_INFINITY));
      if (!data || quantity === 0) continue;
      buy(account, data, dayOf(clock.now()), quantity);
      notify('HOLDINGS', 'DEFAULT_UPDATE', { new_holdings: 0, updated_holdings: 2 }); // the security and the cash
      notify('INVESTMENTS_TRANSACTIONS', 'DEFAULT_UPDATE', news(1));
      return;
    }
  }

  const news = (count: number) => ({ new_investments_transactions: count, cancelled_investments_transactions: 0 });

  const generated: Account[] = [];
  for (const account of plan.accounts) {
    const own = overrideOf(account);
    if (own?.holdings || own?.investment_transactions) take(account, own);
    else if (account.type === 'investment') {
      fill(account);
      generated.push(account);
    }
  }

  /** The cash of an account, which is a security too. */
  function cashHolding(account: Account) {
    const currency = currencyOf(account);
    const ticker = `CUR:${currency.iso_currency_code}`;
    const security = presentSecurity(
      securityId(ticker),
      formatDay(day),
      { name: 'Cash', ticker, price: 100 },
      currency,
    );
    const holding = presentHolding(account.account_id, security.security_id, 1, cashOf(account), formatDay(day));
    return {
      holding: { ...holding, ...currency, tax_lots: [] },
      security: { ...security, is_cash_equivalent: true, type: 'cash', subtype: 'cash' },
    };
  }

  const pick = (ids: readonly (string | null)[]) =>
    [...securities.values()].filter((each) => ids.includes(each.security_id));

  return {
    /** Securities, each once. */
    securities: pick,
    /** Holdings in accounts, the cash of each last, and the securities they are of. */
    holdings(accounts: readonly Account[]) {
      const ids = accounts.map(({ account_id }) => account_id);
      const held = holdings.filter(({ account_id }) => ids.includes(account_id));
      const cash = generated.filter((account) => accounts.includes(account)).map(cashHolding);
      const used = pick(held.map(({ security_id }) => security_id));
      return {
        holdings: [...held, ...cash.map(({ holding }) => holding)],
        securities: [...used, ...cash.slice(0, 1).map(({ security }) => security)],
      };
    },
    /** Trades of accounts, newest first. */
    trades(accounts: readonly Account[]): readonly Trade[] {
      const ids = accounts.map(({ account_id }) => account_id);
      const own = trades.filter(({ account_id }) => ids.includes(account_id));
      return own.sort((a, b) => (a.date < b.date ? 1 : a.date > b.date ? -1 : 0));
    },
    /** Notes a call for holdings, which waits for the first pull. */
    begin(): void {
      if (pull === 'none') pull = 'done';
    },
    /** Notes a call for trades; refuses it while the first pull, if it may be left to run, is not done. */
    enter(isAsync: boolean): void {
      if (pull === 'none' && (!isAsync || settings.readyAtOnce)) pull = 'done';
      if (pull === 'done') return;
      if (pull === 'none') {
        clock.schedule(settings.readyAfterMs, () => {
          pull = 'done';
          notify('INVESTMENTS_TRANSACTIONS', 'HISTORICAL_UPDATE', news(trades.length));
        });
        pull = 'running';
      }
      refuse('PRODUCT_NOT_READY');
    },
    /** Looks for news. */
    refresh(): void {
      if (pull === 'running') refuse('PRODUCT_NOT_READY');
      if (!plan.isDynamic) return;
      if (settings.refreshAfterMs > 0) clock.schedule(settings.refreshAfterMs, invest);
      else invest();
    },
  };
}
