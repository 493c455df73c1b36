import type { Bench, Costs, Effort } from './bench.ts';
import { contender } from './contenders.ts';
import { medianRatio } from './statistics.ts';
import type { Table } from './table.ts';

/** One kind of measurement. */
export interface Section {
  /** Number of rounds, and seconds per scenario or list. */
  readonly effort: Effort;
  measure(bench: Bench, effort: Effort): Promise<Findings>;
}

export interface Findings {
  readonly tables: readonly Table[];
  readonly goals?: readonly Goal[];
}

/** A bound for a measured value. */
export interface Goal {
  readonly what: string;
  readonly atMost?: number;
  readonly atLeast?: number;
  readonly value: number;
}

/** Returns a client's name for a table, ours in bold. */
export const shown = (name: string): string => (contender(name).kind === 'ours' ? `**${name}**` : name);

/** Returns a goal for our lead over the closest peer in one kind of cost. The goal names the peer. */
export function aheadOfPeers<Kind extends string>(
  goal: { readonly what: string; readonly atLeast: number },
  own: string,
  costs: Costs<Kind>,
  kind: Kind,
): Goal {
  const leads = Object.entries(costs)
    .filter(([name]) => contender(name).kind === 'peer')
    .map(([name, peer]) => ({ name, value: medianRatio(peer[kind], costs[own]?.[kind]) }));
  const [closest = { name: 'no peer', value: Number.NaN }] = leads.sort((a, b) => a.value - b.value);
  return { ...goal, what: `${goal.what} (${closest.name})`, value: closest.value };
}
