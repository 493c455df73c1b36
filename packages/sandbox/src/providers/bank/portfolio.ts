import type { Clock } from '../../clock.ts';
import type { Random } from '../../random.ts';
import type { Account } from './accounts.ts';
import type { AccountOverride } from './custom-user.ts';
import { bankData, type SecurityData } from './data.ts';
import { type Day, dayOf, parseDay } from './days.ts';
import { refuse } from './errors.ts';
import { opaqueId } from './ids.ts';
import type { Settings } from './options.ts';
import { overrideOf } from './overrides.ts';
import type { WebhookCode, WebhookType } from './webhook-codes.ts';

/** Money or units that came into an investment account or left it. Amounts are in cents. */
export interface Trade {
  readonly id: string;
  readonly account: Account;
  readonly day: Day;
  readonly kind: 'buy' | 'sell' | 'dividend' | 'contribution' | 'deposit' | 'withdrawal' | 'account fee' | 'transfer';
  readonly security?: SecurityData;
  /** Negative when sold. */
  readonly quantity: number;
  /** Positive when money leaves the account's cash. */
  readonly amount: number;
  /** What was configured of one of one's own. The price is in cents. */
  readonly own?: {
    readonly name: string;
    readonly price: number;
    readonly fees: number | null;
    readonly currency: string;
  };
}

/** What an account has of one security: one lot for each time it was bought. */
export interface Position {
  readonly account: Account;
  readonly security: SecurityData;
  readonly lots: Trade[];
  /** What was configured of one of one's own, which has no lots. */
  readonly own?: {
    readonly quantity: number;
    /** Cents. */
    readonly costBasis: number | null;
    /** Cents. */
    readonly price: number;
    readonly pricedOn: Day;
    readonly currency: string;
  };
}

/** What makes up the investments of one Item. */
export interface PortfolioPlan {
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

/** Cents of an account's balance. */
export const balanceOf = ({ balances }: Account): number => Math.round((balances.current ?? 0) * 100);

export const quantityOf = ({ own, lots }: Position): number =>
  own?.quantity ?? lots.reduce((sum, { quantity }) => sum + quantity, 0);

/** What an account was configured to hold and to have traded; undefined for one whose investments are generated. */
export function ownInvestments(account: Account) {
  const { holdings, investment_transactions: traded } = overrideOf(account) ?? {};
  return holdings || traded ? { holdings: holdings ?? [], traded: traded ?? [] } : undefined;
}

type OwnSecurity = NonNullable<AccountOverride['holdings']>[number]['security'];

function kindOf(
  type: NonNullable<AccountOverride['investment_transactions']>[number]['type'],
  amount: number,
): Trade['kind'] {
  if (type === 'fee') return 'account fee';
  if (type === 'cash') return amount < 0 ? 'deposit' : 'withdrawal';
  return type;
}

/** The investments of one Item: in each account, what its trades bought and the cash they left is worth its balance. */
export function createPortfolio(plan: PortfolioPlan) {
  const { clock, settings, notify } = plan;
  const draw = plan.random('portfolio');
  const day = dayOf(plan.createdAt);
  const positions: Position[] = [];
  const trades: Trade[] = [];
  let pull: 'none' | 'running' | 'done' = plan.isInitial ? 'done' : 'none';

  function trade(account: Account, rest: Pick<Trade, 'day' | 'kind' | 'amount'> & Partial<Trade>): Trade {
    const made = { id: opaqueId(draw), account, quantity: 0, ...rest };
    trades.push(made);
    return made;
  }

  function buy(position: Position, bought: Day, quantity: number): void {
    const { account, security, lots } = position;
    lots.push(trade(account, { day: bought, kind: 'buy', security, quantity, amount: quantity * security.price }));
  }

  function cashOf(account: Account): number {
    const held = positions.filter((position) => position.account === account);
    return balanceOf(account) - held.reduce((sum, each) => sum + quantityOf(each) * each.security.price, 0);
  }

  /** Two years of an account: it bought, was paid, sold one thing, and its first deposit makes the sum come out. */
  function fill(account: Account): void {
    const balance = balanceOf(account);
    for (const security of draw.sample(bankData.securities, 4)) {
      const quantity = Math.floor((balance * 0.2) / security.price);
      if (quantity === 0) continue;
      const position = { account, security, lots: [] };
      positions.push(position);
      buy(position, day - draw.int(10, 600), quantity);
      const amount = -Math.round((quantity * security.price * security.yield) / 4);
      if (amount < 0)
        for (const ago of [60, 151, 242, 333]) trade(account, { day: day - ago, kind: 'dividend', security, amount });
    }
    const sold = positions.findLast((position) => position.account === account);
    if (sold) {
      const { security } = sold;
      trade(account, { day: day - 600, kind: 'buy', security, quantity: 1, amount: security.price });
      trade(account, { day: day - 200, kind: 'sell', security, quantity: -1, amount: -security.price });
    }
    for (let ago = 12; ago < 720; ago += 30)
      trade(account, { day: day - ago, kind: 'contribution', amount: -Math.round(balance * 0.01) });
    for (const ago of [40, 405])
      trade(account, { day: day - ago, kind: 'account fee', amount: Math.round(balance * 0.0005) });
    const moved = trades.filter((each) => each.account === account).reduce((sum, { amount }) => sum + amount, 0);
    trade(account, { day: day - 729, kind: 'deposit', amount: -cashOf(account) - moved });
  }

  /** Securities of one's own, each once. */
  const ownSecurities = new Map<string, SecurityData>();

  function ownSecurity(given: Omit<OwnSecurity, 'sedol'>, price: number): SecurityData {
    const ticker = given.ticker_symbol ?? given.cusip ?? given.isin ?? '';
    const known = ownSecurities.get(ticker) ?? bankData.securities.find((each) => each.ticker === ticker);
    const security = known ?? {
      name: given.name ?? ticker,
      ticker,
      symbol: given.ticker_symbol ?? null,
      currency: given.currency,
      type: 'equity',
      subtype: 'common stock',
      price,
      market: null,
      sector: null,
      industry: null,
      cfi: null,
      yield: 0,
      coupon: null,
    };
    ownSecurities.set(ticker, security);
    return security;
  }

  /** What an account was configured to hold and to have traded. */
  function take(account: Account, { holdings, traded }: NonNullable<ReturnType<typeof ownInvestments>>): void {
    for (const { security: given, institution_price, institution_price_as_of, ...holding } of holdings) {
      const security = ownSecurity(given, institution_price * 100);
      const pricedOn = institution_price_as_of === undefined ? day : parseDay(institution_price_as_of);
      const costBasis = holding.cost_basis === undefined ? null : holding.cost_basis * 100;
      const { quantity, currency } = holding;
      const own = { quantity, costBasis, pricedOn, currency, price: institution_price * 100 };
      positions.push({ account, security, lots: [], own });
    }
    for (const { date, name, quantity, price, fees, type, currency, security } of traded) {
      const amount = Math.round((quantity * price + (fees ?? 0)) * 100);
      trade(account, {
        day: parseDay(date),
        kind: kindOf(type, amount),
        quantity,
        amount,
        own: { name, price: price * 100, fees: fees === undefined ? null : fees * 100, currency },
        ...(security && { security: ownSecurity(security, price * 100) }),
      });
    }
  }

  function invest(): void {
    const affordable = ({ account, security }: Position) => Math.floor(cashOf(account) / 10 / security.price);
    const position = positions.find((each) => affordable(each) > 0);
    if (!position) return;
    buy(position, dayOf(clock.now()), affordable(position));
    notify('HOLDINGS', 'DEFAULT_UPDATE', { new_holdings: 0, updated_holdings: 2 }); // the security and the cash
    notify('INVESTMENTS_TRANSACTIONS', 'DEFAULT_UPDATE', news(1));
  }

  const news = (count: number) => ({ new_investments_transactions: count, cancelled_investments_transactions: 0 });

  for (const account of plan.accounts) {
    const own = ownInvestments(account);
    if (own) take(account, own);
    else if (account.type === 'investment') fill(account);
  }

  return {
    /** The day that prices are of. */
    day,
    securityId: plan.securityId,
    positions: positions as readonly Position[],
    /** Cents of cash in an account. */
    cash: cashOf,
    /** Newest first. */
    trades: (): readonly Trade[] => [...trades].sort((a, b) => b.day - a.day),
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
    /** Looks for news, which only Items that change have: some cash is invested. */
    refresh(): void {
      if (pull === 'running') refuse('PRODUCT_NOT_READY');
      if (!plan.isDynamic) return;
      if (settings.refreshAfterMs > 0) clock.schedule(settings.refreshAfterMs, invest);
      else invest();
    },
  };
}
