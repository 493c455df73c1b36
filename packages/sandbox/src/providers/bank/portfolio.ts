import type { Clock } from '../../clock.ts';
import type { Random } from '../../random.ts';
import type { Account } from './accounts.ts';
import { bankData, type SecurityData } from './data.ts';
import { type Day, dayOf } from './days.ts';
import { opaqueId } from './ids.ts';
import type { Settings } from './options.ts';
import { refuse } from './refusal.ts';
import type { WebhookCode, WebhookType } from './webhook-codes.ts';

/** Money or units that came into an investment account or left it. Amounts are in cents. */
export interface Trade {
  readonly id: string;
  readonly account: Account;
  readonly day: Day;
  readonly kind: 'buy' | 'sell' | 'dividend' | 'contribution' | 'deposit' | 'account fee';
  readonly security?: SecurityData;
  /** Negative when sold. */
  readonly quantity: number;
  /** Positive when money leaves the account's cash. */
  readonly amount: number;
}

/** What an account has of one security: one lot for each time it was bought. */
export interface Position {
  readonly account: Account;
  readonly security: SecurityData;
  readonly lots: Trade[];
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

export const quantityOf = ({ lots }: Position): number => lots.reduce((sum, { quantity }) => sum + quantity, 0);

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

  function invest(): void {
    const affordable = ({ account, security }: Position) => Math.floor(cashOf(account) / 10 / security.price);
    const position = positions.find((each) => affordable(each) > 0);
    if (!position) return;
    buy(position, dayOf(clock.now()), affordable(position));
    notify('HOLDINGS', 'DEFAULT_UPDATE', { new_holdings: 0, updated_holdings: 2 }); // the security and the cash
    notify('INVESTMENTS_TRANSACTIONS', 'DEFAULT_UPDATE', news(1));
  }

  const news = (count: number) => ({ new_investments_transactions: count, cancelled_investments_transactions: 0 });

  for (const account of plan.accounts) if (account.type === 'investment') fill(account);

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
