import type { RateLimitRule } from '@x/core';
import { describe, expect, it } from 'vitest';
import { type Count, mergeReports, type Report, readReport, reportValues } from './report.ts';

const now = 1_000_000;
const continuous: RateLimitRule = { key: 'k', limit: 800, intervalMs: 60_000, refill: 'continuous' };
const window: RateLimitRule = { key: 'k', limit: 100, intervalMs: 60_000, refill: 'window' };
const count = (more: Partial<Count> = {}): Count => ({
  at: now,
  window: 0,
  limit: 100,
  points: 50,
  fullAt: now + 30_000,
  ...more,
});
const report = (more: Partial<Report> = {}): Report => ({
  at: now,
  window: 0,
  remaining: 50,
  limit: undefined,
  resetAt: undefined,
  isNews: false,
  ...more,
});

describe("a response's report", () => {
  it.each<[string, boolean, Parameters<typeof readReport>[0]]>([
    ['as many points as were counted', false, { remaining: 50 }],
    ['more points than were counted, because other calls are still in flight', false, { remaining: 60 }],
    ['fewer points than were counted', true, { remaining: 49 }],
    ['the same limit', false, { remaining: 50, limit: 100 }],
    ['another limit', true, { remaining: 50, limit: 120 }],
    ['a limit that is not plausible', false, { remaining: 50, limit: 0 }],
    ['the same end of the window', false, { remaining: 50, resetAt: now + 30_000 }],
    ['an end of the window that is rounded to whole seconds', false, { remaining: 50, resetAt: now + 29_001 }],
    ['a later end of the window', true, { remaining: 50, resetAt: now + 30_100 }],
    ['a much earlier end of the window', true, { remaining: 50, resetAt: now + 10_000 }],
  ])('with %s is news: %s', (_, isNews, response) => {
    expect(readReport(response, window, count(), count(), now)?.isNews).toBe(isNews);
  });

  it.each<[string, Parameters<typeof readReport>[0]]>([
    ['without a count', {}],
    ['with a count that is not a number', { remaining: Number.NaN }],
    ['on a window that has ended', { remaining: 3, resetAt: now }],
  ])('%s is ignored', (_, response) => {
    expect(readReport(response, window, count(), count(), now)).toBeUndefined();
  });

  it('with fewer points than its own call saw is not news when a later call of this process used them', () => {
    const latest = count({ points: 20 });
    expect(readReport({ remaining: 20 }, window, count(), latest, now)?.isNews).toBe(false);
    expect(readReport({ remaining: 19 }, window, count(), latest, now)?.isNews).toBe(true);
  });

  it('is compared with the count of the latest call of this process, plus the points refilled since', () => {
    const latest = count({ limit: 800, points: 20, at: now - 750 }); // 10 points ago
    const taken = count({ limit: 800, points: 50 });
    expect(readReport({ remaining: 30 }, continuous, taken, latest, now)?.isNews).toBe(false);
    expect(readReport({ remaining: 29 }, continuous, taken, latest, now)?.isNews).toBe(true);
  });

  it('is sent with the points that have refilled since it arrived, and, unless it is news, with its window', () => {
    expect(reportValues(report(), continuous, now + 750)).toEqual([60, '', '', 0]);
    expect(reportValues(report({ window: 7 }), window, now + 750)).toEqual([50, '', '', 7]);
    const news = report({ isNews: true, limit: 120, resetAt: now + 1000 });
    expect(reportValues(news, window, now + 750)).toEqual([50, 120, 250, '']);
  });

  it('is merged with an earlier one by using the lower number of points, plus the points refilled since', () => {
    const later = report({ at: now + 750, remaining: 55 });
    expect(mergeReports(undefined, later, continuous)).toBe(later);
    expect(mergeReports(report({ remaining: 50 }), later, continuous).remaining).toBe(55);
    expect(mergeReports(report({ remaining: 40 }), later, continuous).remaining).toBe(50);
    const news = report({ isNews: true, limit: 120, resetAt: now + 9 });
    expect(mergeReports(news, later, continuous)).toMatchObject({ isNews: true, limit: 120, resetAt: now + 9 });
  });

  it('replaces one of an earlier window, and is dropped for one of a later window', () => {
    const [earlier, later] = [report({ window: 1, remaining: 3 }), report({ window: 2, remaining: 99 })];
    expect(mergeReports(earlier, later, window)).toBe(later);
    expect(mergeReports(later, earlier, window)).toBe(later);
  });
});
