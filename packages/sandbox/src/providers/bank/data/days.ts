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

// Bank holidays count as banking days; only weekends do not.
const isBankingDay = (day: Day): boolean => ![0, 6].includes(new Date(day * dayMs).getUTCDay());

/** Returns the day itself if it is a banking day, or else the next banking day. */
export const nextBankingDay = (day: Day): Day => (isBankingDay(day) ? day : nextBankingDay(day + 1));

/** Returns the banking day that is `count` banking days later. */
export const addBankingDays = (day: Day, count: number): Day =>
  count === 0 ? nextBankingDay(day) : addBankingDays(nextBankingDay(day + 1), count - 1);
