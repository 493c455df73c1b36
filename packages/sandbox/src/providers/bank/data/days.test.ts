import { expect, test } from 'vitest';
import { addBankingDays, addMonths, formatDay, lastBankingDay, nextBankingDay, parseDay } from './days.ts';

test.each([
  ['2026', '01-01 01-19 02-16 05-25 06-19 09-07 10-12 11-11 11-26 12-25'],
  ['2027', '01-01 01-18 02-15 05-31 07-05 09-06 10-11 11-11 11-25'],
  ['2028', '01-17 02-21 05-29 06-19 07-04 09-04 10-09 11-23 12-25'],
])('banks are closed on the Federal Reserve holidays of %s', (year, holidays) => {
  const closed: string[] = [];
  for (let day = parseDay(`${year}-01-01`); day < parseDay(`${Number(year) + 1}-01-01`); day += 1)
    if (nextBankingDay(day) !== day && ![0, 6].includes(new Date(formatDay(day)).getUTCDay()))
      closed.push(formatDay(day).slice(5));
  expect(closed.join(' ')).toBe(holidays);
});

test.each([
  ['a Wednesday before Thanksgiving', '2026-11-25', '11-25 11-27 11-30 12-01'],
  ['a Saturday', '2026-11-28', '11-30 12-01 12-02 12-03'],
  ['a Sunday', '2026-11-29', '11-30 12-01 12-02 12-03'],
  ['the end of a year', '2026-12-31', '12-31 01-04 01-05 01-06'],
  ['a leap day', '2028-02-29', '02-29 03-01 03-02 03-03'],
])('banking days counted from %s are distinct', (_, from, expected) => {
  const days = [0, 1, 2, 3].map((count) => formatDay(addBankingDays(parseDay(from), count)).slice(5));
  expect(days.join(' ')).toBe(expected);
});

test.each([
  ['2026-01-01', '2025-12-31'],
  ['2026-11-27', '2026-11-27'],
  ['2026-11-29', '2026-11-27'],
  ['2028-02-29', '2028-02-29'],
])('the last banking day up to %s is %s', (from, expected) => {
  expect(formatDay(lastBankingDay(parseDay(from)))).toBe(expected);
});

test.each([
  ['2026-01-31', 1, '2026-02-28'],
  ['2028-01-31', 1, '2028-02-29'],
  ['2028-02-29', 12, '2029-02-28'],
  ['2028-02-29', -48, '2024-02-29'],
  ['2026-12-31', 2, '2027-02-28'],
])('%s and %i months are %s', (from, months, expected) => {
  expect(formatDay(addMonths(parseDay(from), months))).toBe(expected);
});
