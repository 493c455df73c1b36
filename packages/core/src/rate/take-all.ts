import type { Budget, Place, RateRule } from '../declare/budget.ts';

/**
 * Takes a place in each of several buckets, for a call that the provider counts more than once. Responses report on the last
 * one. @internal
 */
export function takeAll(budget: Budget, rules: readonly RateRule[], maxWaitMs: number, answerMs?: number): Place {
  const places = rules.map((rule) => budget.take(rule, maxWaitMs, answerMs));
  const [first] = places;
  if (first && places.length === 1) return first;
  const waits = places.map(({ waitMs }) => waitMs);
  const known = waits.filter((waitMs) => typeof waitMs === 'number');
  const asked = Promise.all(waits).then((all) => Math.max(...all));
  const taken = Promise.all(places.map((place) => place.taken)).then(() => {});
  for (const promise of [asked, taken]) promise.catch(() => {}); // the caller may be gone before either fails
  return {
    waitMs: known.length === waits.length ? Math.max(...known) : asked,
    taken: places.some((place) => place.taken) ? taken : undefined,
    release(answer) {
      for (const [index, place] of places.entries()) place.release(answer && index < places.length - 1 ? {} : answer);
    },
  };
}
