import { expect, it } from 'vitest';
import { attemptsInWords, durationInWords, statusInWords } from './words.ts';

it.each([
  [0, '0 ms'],
  [50, '50 ms'],
  [999.5, '1000 ms'],
  [1000, '1 second'],
  [1500, '2 seconds'],
  [60_000, '60 seconds'],
  [3_600_000, '60 minutes'],
  [7_200_000, '2 hours'],
  [90_000_000, '25 hours'],
  [200_000_000, '3 days'],
  [Number.POSITIVE_INFINITY, 'forever'],
])('a duration of %d milliseconds reads as %s', (ms, words) => {
  expect(durationInWords(ms)).toBe(words);
});

it.each([
  [503, '503 Service Unavailable'],
  [599, '599'],
])('the status %d reads as %s', (status, words) => {
  expect(statusInWords(status)).toBe(words);
});

it.each([
  [undefined, ''],
  [1, ''],
  [3, ' (3 attempts)'],
])('%s attempts add "%s" to a message', (attempts, words) => {
  expect(attemptsInWords(attempts)).toBe(words);
});
