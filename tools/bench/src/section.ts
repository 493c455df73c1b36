import type { Bench, Effort } from './bench.ts';
import { contender } from './contenders.ts';
import { medianRatio } from './statistics.ts';
import type { Table } from './table.ts';

/** One kind of measurement, what is shown of it, and what it must show. */
export interface Section<Result> {
  /** How often it is measured; the seconds are those of one scenario or list. */
  readonly effort: Effort;
  measure(bench: Bench, effort: Effort): Promise<Result>;
  tables(result: Result): Table[];
  goals?(result: Result): Goal[];
}

/** A bound that a measured value is to keep. */
export interface Goal {
  readonly what: string;
  readonly atMost?: number;
  readonly atLeast?: number;
  /** Undefined if it was not measured. */
  readonly value: number | undefined;
}

/** Ours are shown in bold. */
export const shown = (name: string): string => (contender(name).kind === 'ours' ? `**${name}**` : name);

/**
 * How far we must be ahead of the peer that comes closest, which the goal names.
 *
 * @param taken What each took, by round.
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

/** One of the columns of what each took. */
export const columnOf = <Kind extends string>(
  taken: Readonly<Record<string, Readonly<Record<Kind, readonly number[]>>>>,
  kind: Kind,
): Record<string, readonly number[]> =>
  Object.fromEntries(Object.entries(taken).map(([name, own]) => [name, own[kind]]));
