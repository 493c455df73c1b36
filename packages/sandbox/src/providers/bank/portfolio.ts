import type { Clock } from '../../clock.ts';
import { type SecurityData, securities } from '../../data/bank-securities.ts';
import type { Random } from '../../random.ts';
import type { Account } from './accounts.ts';
import { type Day, dayOf } from './days.ts';
import { opaqueId } from './ids.ts';
import type { Settings } from './options.ts';
import { refuse } from './refusal.ts';
import type { WebhookCode, WebhookType } from './webhook-codes.ts';

/** Units of a security bought in one go. */
export interface Lot {
  readonly id: string;
  readonly day: Day;
  readonly quantity: number;
  /** Cents for a unit, and for the order. */
  readonly price: number;
  readonly fee: number;
}

/** What an account has of one security. */
export interface Position {
  readonly account: Account;
  readonly security: SecurityData;
  readonly lots: Lot[];
}

/** Money or units that came into an investment account or left it. */
export interface Trade {
  readonly id: string;
  readonly account: Account;
  readonly day: Day;
  readonly kind: 'buy' | 'sell' | 'dividend' | 'contribution' | 'deposit' | 'account fee';
  readonly security?: SecurityData;
  /** Negative when sold. */
  readonly quantity: number;
  /** Cents. */
  readonly price: number;
  /** Cents; positive when money leaves the account's cash. */
  readonly amount: number;
  readonly fee: number;
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

/** The investments of one Item: in each account, what its trades bought and the cash they left is worth its balance. */
export interface Portfolio {
  /** The day that prices are of. */
  readonly day: Day;
  securityId(ticker: string): string;
  positions(): readonly Position[];
  /** Cents of cash in an account. */
  cash(account: Account): number;
  /** Newest first. */
  trades(): readonly Trade[];
  /** Notes a call for holdings, which waits for the first pull. */
  begin(): void;
  /** Notes a call for trades; refuses it while the first pull, if it may be left to run, is not done. */
  enter(isAsync: boolean): void;
  /** Looks for news, which only Items that change have: some cash is invested. */
  refresh(): void;
}

/** Cents that `quantity` units are worth. */
export const worth = (quantity: number, price: number): number => Math.round(quantity * price);

export const quantityOf = ({ lots }: Position): number =>
  Math.round(lots.reduce((sum, { quantity }) => sum + quantity, 0) * 1000) / 1000;

const historyDays = 730;

/** Investments that a seed gives. */
export function createPortfolio(plan: PortfolioPlan): Portfolio {
  const { clock, settings, notify } = plan;
  const draw = plan.random('portfolio');
  const day = dayOf(plan.createdAt);
  const positions: Position[] = [];
  const trades: Trade[] = [];
  let pull: 'none' | 'running' | 'done' = plan.isInitial ? 'done' : 'none';

  const trade = (account: Account, rest: Partial<Trade> & Pick<Trade, 'day' | 'kind' | 'amount'>): void => {
    trades.push({ id: opaqueId(draw), account, quantity: 0, price: 0, fee: 0, ...rest });
  };

  function buy(position: Position, bought: Day, quantity: number, price: number, fee = 0): Lot {
    const { account, security } = position;
    const amount = worth(quantity, price) + fee;
    trade(account, { day: bought, kind: 'buy', security, quantity, price, amount, fee });
    return { id: draw.text(10, '0123456789'), day: bought, quantity, price, fee };
  }

  function fill(account: Account): void {
    const balance = Math.round((account.balances.current ?? 0) * 100);
    const firstDay = day - historyDays + 1;
    let cash = balance;
    for (const security of draw.sample(securities, 4)) {
      const quantity = units(security, balance * 0.2);
      if (quantity === 0) continue;
      const position: Position = { account, security, lots: [] };
      positions.push(position);
      cash -= worth(quantity, security.price);
      for (const part of split(quantity, draw.int(1, 3), security)) {
        const bought = draw.int(firstDay + 30, day - 10);
        position.lots.push(buy(position, bought, part, priceOn(security, day - bought), draw.int(0, 1) * 99));
      }
      for (let paid = day - draw.int(5, 80); paid > firstDay + 30; paid -= 91) {
        const amount = -worth(quantity, (security.price * security.yield) / 4);
        if (amount < 0) trade(account, { day: paid, kind: 'dividend', security, amount });
      }
    }
    sellSome(account, firstDay);
    for (let paid = day - 12; paid > firstDay; paid -= 30)
      trade(account, { day: paid, kind: 'contribution', amount: -Math.round(balance * 0.01) });
    for (const paid of [day - 40, day - 405])
      trade(account, { day: paid, kind: 'account fee', amount: Math.round(balance * 0.0005) });
    // All that was ever paid in and out must leave exactly the cash that is there.
    const others = trades.filter((each) => each.account === account).reduce((sum, { amount }) => sum + amount, 0);
    trade(account, { day: firstDay, kind: 'deposit', amount: -cash - others });
  }

  /** Something that was bought once and is gone. */
  function sellSome(account: Account, firstDay: Day): void {
    const position = positions.find((each) => each.account === account);
    const [lot] = position?.lots ?? [];
    if (!position || !lot) return;
    const { security } = position;
    const [bought, sold] = [firstDay + draw.int(31, 200), day - draw.int(100, 300)];
    buy(position, bought, lot.quantity, priceOn(security, day - bought));
    const price = priceOn(security, day - sold);
    const amount = -worth(lot.quantity, price);
    trade(account, { day: sold, kind: 'sell', security, quantity: -lot.quantity, price, amount });
  }

  function cashOf(account: Account): number {
    const held = positions.filter((position) => position.account === account);
    const invested = held.reduce((sum, each) => sum + worth(quantityOf(each), each.security.price), 0);
    return Math.round((account.balances.current ?? 0) * 100) - invested;
  }

  function invest(): void {
    const position = positions.find(
      // Parts of units would leave parts of cents.
      ({ account, security }) => security.type !== 'mutual fund' && units(security, cashOf(account) / 10) > 0,
    );
    if (!position) return;
    const { security, account, lots } = position;
    lots.push(buy(position, dayOf(clock.now()), units(security, cashOf(account) / 10), security.price));
    notify('HOLDINGS', 'DEFAULT_UPDATE', { new_holdings: 0, updated_holdings: 2 }); // the security and the cash
    notify('INVESTMENTS_TRANSACTIONS', 'DEFAULT_UPDATE', news(1));
  }

  const news = (count: number) => ({ new_investments_transactions: count, cancelled_investments_transactions: 0 });

  for (const account of plan.accounts) if (account.type === 'investment') fill(account);

  return {
    day,
    securityId: plan.securityId,
    positions: () => positions,
    cash: cashOf,
    trades: () => [...trades].sort((a, b) => b.day - a.day),
    begin() {
      if (pull === 'none') pull = 'done';
    },
    enter(isAsync) {
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
    refresh() {
      if (pull === 'running') refuse('PRODUCT_NOT_READY');
      if (!plan.isDynamic) return;
      if (settings.refreshAfterMs > 0) clock.schedule(settings.refreshAfterMs, invest);
      else invest();
    },
  };
}

/** How many units `cents` buy: of funds thousandths too. */
function units({ type, price }: SecurityData, cents: number): number {
  const bought = cents / price;
  return type === 'mutual fund' ? Math.floor(bought * 1000) / 1000 : Math.floor(bought);
}

function split(quantity: number, parts: number, { type }: SecurityData): number[] {
  const scale = type === 'mutual fund' ? 1000 : 1;
  const whole = Math.round(quantity * scale);
  const each = Math.floor(whole / parts);
  return [...Array.from({ length: parts - 1 }, () => each), whole - each * (parts - 1)]
    .filter((part) => part > 0)
    .map((part) => part / scale);
}

/** Cents for a unit `age` days ago. */
const priceOn = ({ price, growth }: SecurityData, age: Day): number =>
  Math.max(1, Math.round(price * (1 - (growth * age) / historyDays) * (1 + 0.02 * Math.sin(age))));
