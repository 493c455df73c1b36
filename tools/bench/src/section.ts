import type { Bench, Effort } from './bench.ts';
import { contender } from './contenders.ts';
import { medianRatio } from './statistics.ts';
import type { Table } from './table.ts';

/** One kind of measurement, with its tables and goals. */
export interface Section<Result> {
  /** Number of rounds, and seconds per scenario or list. */
  readonly effort: Effort;
  measure(bench: Bench, effort: Effort): Promise<Result>;
  tables(result: Result): Table[];
  goals?(result: Result): Goal[];
}

/** A bound for a measured value. */
export interface Goal {
  readonly what: string;
  readonly atMost?: number;
  readonly atLeast?: number;
  /** Undefined if it was not measured. */
  readonly value: number | undefined;
}

/** Returns a client's name for a table, ours in bold. */
export const shown = (name: string): string => (contender(name).kind === 'ours' ? `**${name}**` : name);

/**
 * Returns a goal for our lead over the closest peer, which the goal names.
 *
 * @param taken Costs of each client, by round.
 */
export function aheadOfPeers(
  goal: { readonly what: string; readonly atLeast: number },
  own: string,
  taken: Readonly<Record<string, readonly number[]>>,
): Goal {
  const leads = Object.entries(taken)
    .filter(([name]) => contender(name).kind === 'peer')
    .map(([name, values]) => ({ name, value: medianRatio(values, taken[own]) ?? Number.NaN }))
    .sort((a, b) => a.value - b.value);
  const [closest] = taken[own] ? leads : [];
  return { ...goal, what: `${goal.what} (${closest?.name})`, value: closest?.value };
}

/** Returns one kind of cost for each client. */
export const columnOf = <Kind extends string>(
  taken: Readonly<Record<string, Readonly<Record<Kind, readonly number[]>>>>,
  kind: Kind,
): Record<string, readonly number[]> =>
  Object.fromEntries(Object.entries(taken).map(([name, own]) => [name, own[kind]]));
