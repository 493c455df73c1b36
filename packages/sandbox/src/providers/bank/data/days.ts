/** A date as the number of days since 1970-01-01, which makes date arithmetic easy. */
export type Day = number;

const dayMs = 86_400_000;

export const dayOf = (ms: number): Day => Math.floor(ms / dayMs);

export const parseDay = (date: string): Day => dayOf(Date.parse(`${date}T00:00:00Z`));

/** Formats a day as `YYYY-MM-DD`. */
export const formatDay = (day: Day): string => new Date(day * dayMs).toISOString().slice(0, 10);

/** Formats Unix milliseconds as an ISO 8601 date and time in UTC, with milliseconds. */
export const isoTime = (ms: number): string => new Date(ms).toISOString();

/** Formats the time `seconds` into a day as an ISO 8601 date and time in UTC. */
export const formatDayTime = (day: Day, seconds: number): string =>
  new Date(day * dayMs + seconds * 1000).toISOString().replace('.000Z', 'Z');

/**
 * Yields a day of every month, or of every `step`th month, endlessly.
 *
 * @param from The first day that counts.
 * @param dayOfMonth From 1; negative to count from the end of the month.
 */
export function* monthly(from: Day, dayOfMonth: number, step = 1): Generator<Day, never> {
  const start = new Date(from * dayMs);
  // Months past December belong to the next year; `Date.UTC` handles that.
  const inMonth = (month: number) =>
    dayOf(
      Date.UTC(
        start.getUTCFullYear(),
        dayOfMonth > 0 ? month : month + 1,
        dayOfMonth > 0 ? dayOfMonth : dayOfMonth + 1,
      ),
    );
  const first = start.getUTCMonth();
  for (let month = inMonth(first) < from ? first + 1 : first; ; month += step) yield inMonth(month);
}

/** Returns a day of the month `months` later, by default the same one, or the last if there is none. */
export function addMonths(day: Day, months: number, dayOfMonth: number = new Date(day * dayMs).getUTCDate()): Day {
  const date = new Date(day * dayMs);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months];
  return Math.min(dayOf(Date.UTC(year, month, dayOfMonth)), dayOf(Date.UTC(year, month + 1, 0)));
}

/** Holidays of the US Federal Reserve with a fixed date, as month and day. */
const fixedHolidays = ['1/1', '6/19', '7/4', '11/11', '12/25'];

/** Its other holidays, as month, weekday (Monday is 1) and the weekday's number in the month. */
const weekdayHolidays = ['1/1/3', '2/1/3', '9/1/1', '10/1/2', '11/4/4'];

/** Whether US banks settle payments on a day. A holiday on a Sunday moves to Monday; one on a Saturday is lost. */
function isBankingDay(day: Day): boolean {
  const date = new Date(day * dayMs);
  const [month, dayOfMonth, weekday] = [date.getUTCMonth() + 1, date.getUTCDate(), date.getUTCDay()];
  if (weekday === 0 || weekday === 6) return false;
  const isMemorialDay = month === 5 && weekday === 1 && dayOfMonth > 24;
  const isSundayHoliday = weekday === 1 && fixedHolidays.includes(`${month}/${dayOfMonth - 1}`);
  return !(
    isMemorialDay ||
    isSundayHoliday ||
    fixedHolidays.includes(`${month}/${dayOfMonth}`) ||
    weekdayHolidays.includes(`${month}/${weekday}/${Math.ceil(dayOfMonth / 7)}`)
  );
}

/** Returns the day itself if it is a banking day, or else the next banking day. */
export const nextBankingDay = (day: Day): Day => (isBankingDay(day) ? day : nextBankingDay(day + 1));

/** Returns the day itself if it is a banking day, or else the last banking day before it. */
export const lastBankingDay = (day: Day): Day => (isBankingDay(day) ? day : lastBankingDay(day - 1));

/** Returns the banking day that is `count` banking days after the day, or after the next banking day if it is none. */
export const addBankingDays = (day: Day, count: number): Day =>
  count === 0 ? nextBankingDay(day) : addBankingDays(nextBankingDay(day) + 1, count - 1);
