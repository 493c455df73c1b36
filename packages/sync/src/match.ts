const dayMs = 86_400_000;

/** Returns the number of days from one date (`YYYY-MM-DD`) to another. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / dayMs);

/** Returns the date a number of days after another. */
export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * dayMs).toISOString().slice(0, 10);

/** Groups values by a key. */
export function groupBy<T>(values: Iterable<T>, keyOf: (value: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const value of values) {
    const key = keyOf(value);
    const group = groups.get(key);
    if (group) group.push(value);
    else groups.set(key, [value]);
  }
  return groups;
}

/**
 * Pairs equal values of two lists. If several are equal, the first of one list gets the first of the other, so two equal
 * coffees of a day stay two.
 *
 * @returns The partner of each paired value of `news`.
 */
export function pairEqual<New, Old>(
  news: readonly New[],
  olds: readonly Old[],
  keyOf: (value: New | Old) => string,
): Map<New, Old> {
  const waiting = groupBy(olds, keyOf);
  const pairs = new Map<New, Old>();
  for (const value of news) {
    const partner = waiting.get(keyOf(value))?.shift();
    if (partner !== undefined) pairs.set(value, partner);
  }
  return pairs;
}

/**
 * Pairs values that are each other's only candidate. A value with several candidates, or whose candidate has another
 * one, stays unpaired.
 *
 * @param bucketOf Returns a key that a value shares with all its candidates, so that few values are compared.
 */
export function pairUnique<New, Old>(
  news: readonly New[],
  olds: readonly Old[],
  bucketOf: (value: New | Old) => string,
  fits: (value: New, candidate: Old) => boolean,
): Map<New, Old> {
  const buckets = groupBy(olds, bucketOf);
  const candidatesOf = new Map<New, Old[]>();
  const wantedBy = new Map<Old, number>();
  for (const value of news) {
    const candidates = (buckets.get(bucketOf(value)) ?? []).filter((candidate) => fits(value, candidate));
    candidatesOf.set(value, candidates);
    for (const candidate of candidates) wantedBy.set(candidate, (wantedBy.get(candidate) ?? 0) + 1);
  }
  const pairs = new Map<New, Old>();
  for (const [value, [candidate, ...others]] of candidatesOf)
    if (candidate !== undefined && others.length === 0 && wantedBy.get(candidate) === 1) pairs.set(value, candidate);
  return pairs;
}

/** Part of a transaction that decides whether it is a transfer. */
interface Movement {
  readonly id: string;
  readonly account_id: string;
  readonly date: string;
  readonly amount: number;
  readonly currency: string;
}

/** Longest time between the two sides of a transfer, in days. */
const transferDays = 3;

/**
 * Finds transfers between a person's own accounts: exact opposite amounts in the same currency, within three days, in two
 * accounts, and each other's only candidate.
 *
 * @returns The ID of the other side, by the ID of each side.
 */
export function findTransfers(movements: readonly Movement[]): Map<string, string> {
  const outgoing = movements.filter(({ amount }) => amount < 0);
  const incoming = movements.filter(({ amount }) => amount > 0);
  const pairs = pairUnique(
    outgoing,
    incoming,
    ({ amount, currency }) => `${Math.abs(amount)} ${currency}`,
    (one, other) => one.account_id !== other.account_id && Math.abs(daysBetween(one.date, other.date)) <= transferDays,
  );
  return new Map([...pairs].flatMap(([one, other]) => [[one.id, other.id] as const, [other.id, one.id] as const]));
}
