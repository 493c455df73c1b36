import type { Clock } from '../../clock.ts';
import type { Random } from '../../random.ts';
import type { Account } from './accounts.ts';
import { type Day, dayOf, formatDay, parseDay } from './days.ts';
import { refuse } from './errors.ts';
import { opaqueId } from './ids.ts';
import type { Settings } from './options.ts';
import { refuseMissing } from './request.ts';

/** Days, as `YYYY-MM-DD`, within which statements must have been posted. */
export interface StatementsWindow {
  readonly start_date: string;
  readonly end_date: string;
}

/** One month of one account. */
export interface Statement {
  readonly id: string;
  readonly year: number;
  /** From 1. */
  readonly month: number;
  /** The day after the month. */
  readonly posted: Day;
}

/** The statements of one Item. */
export interface Statements {
  /** Statements of an account, the newest first; refused while the first pull runs. */
  of(account: Account): Statement[];
  /** Pulls the statements of further days, and calls `done` when they are there. */
  refresh(window: StatementsWindow, done: () => void): void;
}

const longest = 2 * 366;

/** Refuses to link an Item for statements without their days, the field of which is `name`. */
export function requireWindow(products: readonly string[], window: StatementsWindow | undefined, name: string): void {
  if (window) checkWindow(window);
  else if (products.includes('statements')) refuseMissing(name);
}

/** Refuses days in the wrong order, and more than two years of them. */
export function checkWindow({ start_date, end_date }: StatementsWindow): void {
  if (start_date > end_date) refuse('INVALID_FIELD', 'start_date must be no later than end_date');
  if (parseDay(end_date) - parseDay(start_date) > longest)
    refuse('INVALID_FIELD', 'start_date must be no earlier than two years before end_date');
}

/** Statements as they were pulled when the Item was linked and at each refresh. */
export function createStatements(plan: {
  readonly clock: Clock;
  readonly settings: Settings;
  /** Unix milliseconds. */
  readonly createdAt: number;
  readonly window: StatementsWindow | undefined;
  random(label: string): Random;
}): Statements {
  const { clock, settings, createdAt } = plan;
  const pulled: { first: Day; last: Day }[] = [];
  const pull = ({ start_date, end_date }: StatementsWindow, at: number) => {
    pulled.push({ first: parseDay(start_date), last: Math.min(parseDay(end_date), dayOf(at)) });
  };
  if (plan.window) pull(plan.window, createdAt);

  const isPulled = (day: Day) => pulled.some(({ first, last }) => day >= first && day <= last);
  const posted = (year: number, month: number) => dayOf(Date.UTC(year, month, 1));

  return {
    of(account) {
      if (!settings.readyAtOnce && clock.now() < createdAt + settings.readyAfterMs) refuse('PRODUCT_NOT_READY');
      const found: Statement[] = [];
      if (pulled.length === 0) return found;
      const oldest = new Date(Math.min(...pulled.map(({ first }) => first)) * 86_400_000);
      // Months count on past twelve; the date arithmetic takes that.
      for (let months = oldest.getUTCMonth(); ; months += 1) {
        const day = posted(oldest.getUTCFullYear(), months);
        if (day > dayOf(clock.now())) return found.reverse();
        if (!isPulled(day)) continue;
        const [year, month] = formatDay(day - 1)
          .split('-')
          .map(Number) as [number, number, number];
        const random = plan.random(`statements/${account.account_id}/${year}-${month}`);
        found.push({ id: opaqueId(random), year, month, posted: day });
      }
    },
    refresh(window, done) {
      const apply = () => {
        pull(window, clock.now());
        done();
      };
      if (settings.refreshAfterMs > 0) clock.schedule(settings.refreshAfterMs, apply);
      else apply();
    },
  };
}
