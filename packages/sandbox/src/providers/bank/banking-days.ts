import type { Day } from './days.ts';

// Bank holidays are working days here: only weekends are not.
const isBankingDay = (day: Day): boolean => ![0, 6].includes(new Date(day * 86_400_000).getUTCDay());

/** The day itself, or the first banking day after it. */
export const nextBankingDay = (day: Day): Day => (isBankingDay(day) ? day : nextBankingDay(day + 1));

/** The banking day that is `count` banking days later. */
export const addBankingDays = (day: Day, count: number): Day =>
  count === 0 ? nextBankingDay(day) : addBankingDays(nextBankingDay(day + 1), count - 1);
