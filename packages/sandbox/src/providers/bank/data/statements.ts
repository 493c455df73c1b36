import type { Clock } from '../../../shared/clock.ts';
import type { Random } from '../../../shared/random.ts';
import { refuse } from '../errors.ts';
import { opaqueId } from '../ids.ts';
import type { Settings } from '../options.ts';
import { refuseMissing } from '../request.ts';
import type { Account } from './accounts.ts';
import { type Day, dayOf, formatDay, monthly, parseDay } from './days.ts';

/** Range of days on which statements were posted, as `YYYY-MM-DD`. */
export interface StatementsWindow {
  readonly start_date: string;
  readonly end_date: string;
}

/** Statement of an account for one month, as the API shows it. Posted on the day after the month. */
interface Statement {
  readonly statement_id: string;
  readonly date_posted: string;
  readonly month: number;
  readonly year: number;
}

/** An Item's statements. */
export interface Statements {
  /** Returns an account's statements, newest first. Refuses the request while the first pull runs. */
  of(account: Account): Statement[];
  /** Pulls the statements of more days, and calls `done` when they are available. */
  refresh(window: StatementsWindow, done: () => void): void;
}

const longest = 2 * 366;

/** Refuses to link an Item for statements without a range of days. `name` is the name of the missing field. */
export function requireWindow(products: readonly string[], window: StatementsWindow | undefined, name: string): void {
  if (window) checkWindow(window);
  else if (products.includes('statements')) refuseMissing(name);
}

/** Refuses a range of days that is reversed or longer than two years. */
export function checkWindow({ start_date, end_date }: StatementsWindow): void {
  if (start_date > end_date) refuse('INVALID_FIELD', 'start_date must be no later than end_date');
  if (parseDay(end_date) - parseDay(start_date) > longest)
    refuse('INVALID_FIELD', 'start_date must be no earlier than two years before end_date');
}

/** Creates the statements that were pulled when the Item was linked and at each refresh. */
export function createStatements(plan: {
  readonly clock: Clock;
  readonly settings: Settings;
  /** Unix milliseconds. */
  readonly createdAt: number;
  readonly window: StatementsWindow | undefined;
  random(label: string): Random;
}): Statements {
  const { clock, settings, createdAt } = plan;
  /** Days on which the available statements were posted. */
  const posted = new Set<Day>();

  function pull({ start_date, end_date }: StatementsWindow, at: number): void {
    const last = Math.min(parseDay(end_date), dayOf(at));
    for (const day of monthly(parseDay(start_date), 1)) {
      if (day > last) return;
      posted.add(day);
    }
  }
  if (plan.window) pull(plan.window, createdAt);

  return {
    of({ account_id }) {
      if (!settings.readyAtOnce && clock.now() < createdAt + settings.readyAfterMs) refuse('PRODUCT_NOT_READY');
      const newest = [...posted].sort((a, b) => b - a);
      return newest.map((day) => {
        const [year = 0, month = 0] = formatDay(day - 1)
          .split('-')
          .map(Number);
        const id = opaqueId(plan.random(`statements/${account_id}/${year}-${month}`));
        return { statement_id: id, date_posted: formatDay(day), month, year };
      });
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
