import type { Clock } from '../../../shared/clock.ts';
import type { Random } from '../../../shared/random.ts';
import { refuse } from '../errors.ts';
import { opaqueId } from '../ids.ts';
import type { Settings } from '../options.ts';
import { type AccountOverride, overrideOf } from '../own-data.ts';
import type { WebhookCode, WebhookType } from '../webhooks/webhook-codes.ts';
import { type Account, roundToCents as cents, currencyFields } from './accounts.ts';
import { type Day, dayOf, formatDay, formatDayTime, lastBankingDay } from './days.ts';
import { type Currency, currencyOf, presentHolding, presentSecurity, type Security, type Trade } from './securities.ts';
import { bankData, type SecurityData } from './source.ts';

/** Input from which an Item's investments are created. */
interface PortfolioPlan {
  readonly clock: Clock;
  readonly settings: Settings;
  readonly accounts: readonly Account[];
  /** Unix milliseconds. */
  readonly createdAt: number;
  /** Whether investments were requested when the Item was linked. */
  readonly isInitial: boolean;
  readonly isDynamic: boolean;
  random(label: string): Random;
  securityId(ticker: string): string;
  notify(type: WebhookType, code: WebhookCode, extra: object): void;
}

type OwnInvestments = Pick<AccountOverride, 'holdings' | 'investment_transactions'>;
type OwnSecurity = NonNullable<OwnInvestments['holdings']>[number]['security'];

/**
 * An Item's investments. In each account, the securities that its trades bought and the remaining cash add up to its
 * balance.
 */
export class Portfolio {
  private readonly plan: PortfolioPlan;
  private readonly clock: Clock;
  private readonly settings: Settings;
  private readonly notify: PortfolioPlan['notify'];
  private readonly securityId: PortfolioPlan['securityId'];
  private readonly draw: Random;
  /** Last trading day when the Item was linked. */
  private readonly day: Day;
  private readonly known = new Map<string, Security>();
  private readonly held: (ReturnType<typeof presentHolding> & Currency & { readonly tax_lots: object[] })[] = [];
  private readonly traded: Trade[] = [];
  private pull: 'none' | 'running' | 'done';
  private readonly generated: Account[] = [];
  /** Returns the securities with these IDs, each once. */
  readonly securities: (ids: readonly (string | null)[]) => {
    security_id: string;
    name: string | undefined;
    ticker_symbol: string | null;
    is_cash_equivalent: boolean;
    type: string;
    subtype: string | undefined;
    close_price: number;
    market_identifier_code: string | null;
    sector: string | null;
    industry: string | null;
    cfi_code: string | null;
    fixed_income: {
      yield_rate: { percentage: number; type: string };
      maturity_date: string;
      issue_date: string;
      face_value: number;
    } | null;
    iso_currency_code: string | null;
    unofficial_currency_code: string | null;
    figi: null;
    close_price_as_of: string;
  }[];

  constructor(plan: PortfolioPlan) {
    this.plan = plan;
    const { clock, settings, notify, securityId } = this.plan;
    this.clock = clock;
    this.settings = settings;
    this.notify = notify;
    this.securityId = securityId;
    this.draw = this.plan.random('portfolio');
    this.day = lastBankingDay(dayOf(this.plan.createdAt));
    this.pull = this.plan.isInitial ? 'done' : 'none';
    for (const account of this.plan.accounts) {
      const own = overrideOf(account);
      if (own?.holdings || own?.investment_transactions) this.take(account, own);
      else if (account.type === 'investment') {
        this.fill(account);
        this.generated.push(account);
      }
    }
    this.securities = (ids) => this.pick(ids);
  }

  private register(ticker: string, data: Partial<SecurityData>, currency: Currency): string {
    const id = this.securityId(ticker);
    if (!this.known.has(id)) this.known.set(id, presentSecurity(id, formatDay(this.day), data, currency));
    return id;
  }

  /** Records a trade on the last trading day up to `on`. */
  private trade(
    account: Account,
    on: Day,
    fields: Pick<Trade, 'amount' | 'type' | 'subtype'> & Partial<Trade>,
    name = fields.subtype.toUpperCase(),
  ) {
    return this.traded.push({
      investment_transaction_id: opaqueId(this.draw),
      account_id: account.account_id,
      security_id: null,
      date: formatDay(lastBankingDay(on)),
      name,
      quantity: 0,
      price: 0,
      fees: fields.quantity ? 0 : null,
      ...currencyOf(account),
      ...fields,
    });
  }

  /** Records the purchase of a security, or its sale if the quantity is negative. */
  private deal(account: Account, data: SecurityData, on: Day, quantity: number): void {
    const security_id = this.register(data.ticker, data, currencyOf(account));
    const price = data.price / 100;
    const type = quantity > 0 ? 'buy' : 'sell';
    const shown = { security_id, quantity, price, amount: cents(price * quantity), type, subtype: type };
    this.trade(account, on, shown, `${type.toUpperCase()} ${data.name}`);
  }

  /** Moves an account's cash into a security. */
  private buy(account: Account, data: SecurityData, on: Day, quantity: number): void {
    this.deal(account, data, on, quantity);
    const security_id = this.securityId(data.ticker);
    const price = data.price / 100;
    const { account_id } = account;
    const place = this.held.findIndex((each) => each.account_id === account_id && each.security_id === security_id);
    const known = this.held[place];
    const lot = {
      institution_lot_id: opaqueId(this.draw),
      original_purchase_datetime: formatDayTime(lastBankingDay(on), 52_200),
      quantity,
      purchase_price: price,
      cost_basis: cents(price * quantity),
      current_value: cents(price * quantity),
      position_type: 'LONG',
    };
    this.held[place < 0 ? this.held.length : place] = {
      ...presentHolding(account_id, security_id, price, quantity + (known?.quantity ?? 0), formatDay(this.day)),
      ...currencyOf(account),
      tax_lots: [...(known?.tax_lots ?? []), lot],
    };
  }

  /**
   * Generates two years of an account's purchases, sales and payments. The first deposit makes them add up to the
   * balance.
   */
  private fill(account: Account): void {
    const balance = account.balances.current ?? 0;
    for (const data of this.draw.sample(bankData.securities, 4)) {
      const quantity = Math.floor((balance * 20) / data.price);
      if (quantity === 0) continue;
      this.buy(account, data, this.day - this.draw.int(10, 600), quantity);
      this.deal(account, data, this.day - 600, 1);
      this.deal(account, data, this.day - 200, -1);
      const amount = -cents((quantity * data.price * data.yield) / 400);
      const dividend = { security_id: this.securityId(data.ticker), amount, type: 'cash', subtype: 'dividend' };
      if (amount < 0)
        for (const ago of [60, 151, 242, 333]) this.trade(account, this.day - ago, dividend, `DIVIDEND ${data.name}`);
    }
    for (let ago = 12; ago < 720; ago += 30)
      this.trade(account, this.day - ago, { amount: -cents(balance * 0.01), type: 'cash', subtype: 'contribution' });
    for (const ago of [40, 405])
      this.trade(account, this.day - ago, { amount: cents(balance * 0.0005), type: 'fee', subtype: 'account fee' });
    const moved = this.traded.filter(({ account_id }) => account_id === account.account_id);
    const amount = cents(-this.cashOf(account) - moved.reduce((sum, each) => sum + each.amount, 0));
    this.trade(account, this.day - 729, { amount, type: 'cash', subtype: 'deposit' });
  }

  /** Returns an account's cash: the balance without the securities. */
  private cashOf({ account_id, balances }: Account): number {
    return this.held
      .filter((each) => each.account_id === account_id)
      .reduce((left, each) => cents(left - each.institution_value), balances.current ?? 0);
  }

  private ownSecurity(given: OwnSecurity, price: number): string {
    const { ticker_symbol: ticker, cusip, isin, name, currency } = given;
    const symbol = ticker ?? cusip ?? isin ?? '';
    const known = bankData.securities.find((each) => each.ticker === symbol);
    const data = { name: name ?? symbol, type: 'equity' as const, subtype: 'common stock', price: price * 100 };
    return this.register(symbol, known ?? { ...data, ...(ticker && { ticker }) }, currencyFields(currency));
  }

  /** Adds only the holdings and trades that the account was configured with. */
  private take(account: Account, { holdings: held = [], investment_transactions: traded = [] }: OwnInvestments): void {
    for (const { security, institution_price: price, quantity, currency, cost_basis, ...rest } of held) {
      const pricedOn = rest.institution_price_as_of ?? formatDay(this.day);
      this.held.push({
        ...presentHolding(account.account_id, this.ownSecurity(security, price), price, quantity, pricedOn),
        cost_basis: cost_basis ?? null,
        ...currencyFields(currency),
        tax_lots: [],
      });
    }
    for (const { date, name, quantity, price, fees, type, currency, security } of traded) {
      const amount = cents(quantity * price + (fees ?? 0));
      const subtypes = { cash: amount < 0 ? 'deposit' : 'withdrawal', fee: 'account fee' };
      const subtype = type === 'cash' || type === 'fee' ? subtypes[type] : type;
      const security_id = security ? this.ownSecurity(security, price) : null;
      const shown = { date, quantity, price, amount, fees: fees ?? null, type, subtype, security_id };
      this.trade(account, this.day, { ...shown, ...currencyFields(currency) }, name);
    }
  }

  /** Invests cash, which happens only in dynamic Items. */
  private invest(): void {
    for (const account of this.generated) {
      const data = bankData.securities.find(({ ticker }) =>
        this.held.some(
          (each) => each.account_id === account.account_id && each.security_id === this.securityId(ticker),
        ),
      );
      const quantity = Math.floor((this.cashOf(account) * 10) / (data?.price ?? Number.POSITIVE_INFINITY));
      if (!data || quantity === 0) continue;
      this.buy(account, data, dayOf(this.clock.now()), quantity);
      this.notify('HOLDINGS', 'DEFAULT_UPDATE', { new_holdings: 0, updated_holdings: 2 }); // the security and the cash
      this.notify('INVESTMENTS_TRANSACTIONS', 'DEFAULT_UPDATE', this.news(1));
      return;
    }
  }

  private news(count: number) {
    return { new_investments_transactions: count, cancelled_investments_transactions: 0 };
  }

  /** Returns an account's cash, which is also a security. */
  private cashHolding(account: Account) {
    const currency = currencyOf(account);
    const ticker = `CUR:${currency.iso_currency_code}`;
    const security = presentSecurity(
      this.securityId(ticker),
      formatDay(this.day),
      { name: 'Cash', ticker, price: 100 },
      currency,
    );
    const holding = presentHolding(
      account.account_id,
      security.security_id,
      1,
      this.cashOf(account),
      formatDay(this.day),
    );
    return {
      holding: { ...holding, ...currency, tax_lots: [] },
      security: { ...security, is_cash_equivalent: true, type: 'cash', subtype: 'cash' },
    };
  }

  private pick(ids: readonly (string | null)[]) {
    return [...this.known.values()].filter((each) => ids.includes(each.security_id));
  }

  /** Returns the holdings in accounts, their cash last, and the securities held. */
  holdings(accounts: readonly Account[]) {
    const ids = accounts.map(({ account_id }) => account_id);
    const held = this.held.filter(({ account_id }) => ids.includes(account_id));
    const cash = this.generated
      .filter((account) => accounts.includes(account))
      .map((account) => this.cashHolding(account));
    const used = this.pick(held.map(({ security_id }) => security_id));
    return {
      holdings: [...held, ...cash.map(({ holding }) => holding)],
      securities: [...used, ...cash.slice(0, 1).map(({ security }) => security)],
    };
  }

  /** Returns the trades of accounts, newest first. */
  trades(accounts: readonly Account[]): readonly Trade[] {
    const ids = accounts.map(({ account_id }) => account_id);
    const own = this.traded.filter(({ account_id }) => ids.includes(account_id));
    return own.sort((a, b) => (a.date < b.date ? 1 : a.date > b.date ? -1 : 0));
  }

  /** Records a call for holdings, which waits for the first pull. */
  begin(): void {
    if (this.pull === 'none') this.pull = 'done';
  }

  /**
   * Records a call for trades. With `isAsync`, the first pull runs in the background, and calls are refused until it is
   * done.
   */
  enter(isAsync: boolean): void {
    if (this.pull === 'none' && (!isAsync || this.settings.readyAtOnce)) this.pull = 'done';
    if (this.pull === 'done') return;
    if (this.pull === 'none') {
      this.clock.schedule(this.settings.readyAfterMs, () => {
        this.pull = 'done';
        this.notify('INVESTMENTS_TRANSACTIONS', 'HISTORICAL_UPDATE', this.news(this.traded.length));
      });
      this.pull = 'running';
    }
    refuse('PRODUCT_NOT_READY');
  }

  /** Looks for new data. */
  refresh(): void {
    if (this.pull === 'running') refuse('PRODUCT_NOT_READY');
    if (!this.plan.isDynamic) return;
    if (this.settings.refreshAfterMs > 0) this.clock.schedule(this.settings.refreshAfterMs, () => this.invest());
    else this.invest();
  }
}
