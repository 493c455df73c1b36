import { contender, fetchName, floorName, oursFor } from './contenders.ts';
import { throughputScenarios } from './measure/calls.ts';
import type { Results, Timing } from './results.ts';
import { type Scenario, scenarioNames, scenarios } from './scenarios.ts';
import { median, ratios } from './statistics.ts';
import { cpuRatio, growthExponent } from './tables.ts';

/** Something that a run must show. */
export interface Threshold {
  readonly what: string;
  readonly atMost?: number;
  readonly atLeast?: number;
  /** What was measured, and against whom where that is not said; undefined when it was not measured. */
  value(results: Results): Measured | undefined;
}

export interface Measured {
  readonly value: number;
  readonly against?: string;
}

const ours = (scenario: Scenario) => oursFor(scenarios[scenario].provider);
const isPeer = (name: string) => contender(name).kind === 'peer';
const one = (values: readonly number[] | undefined): Measured | undefined => values && { value: median(values) };

/** The peer that comes closest. */
function closest(peers: readonly (readonly [name: string, lead: readonly number[]])[]): Measured | undefined {
  const all = peers.map(([against, lead]) => ({ against, value: median(lead) }));
  return all.sort((a, b) => a.value - b.value)[0];
}

/** How far we are ahead of the peers, by round: what they took by what we took. */
function leads(taken: Record<string, readonly number[]> | undefined, own: string) {
  const mine = taken?.[own];
  if (!taken || !mine) return [];
  return Object.entries(taken)
    .filter(([name]) => isPeer(name))
    .map(([name, values]) => [name, ratios(values, mine)] as const);
}

const timeLeads = (timings: Record<string, Timing> | undefined, scenario: Scenario, time: keyof Timing) =>
  leads(
    Object.fromEntries(Object.entries(timings ?? {}).map(([name, timing]) => [name, timing[time]])),
    ours(scenario),
  );

const startLead = (own: string, peer: string) => (results: Results) => {
  const [mine, theirs] = [results.cold?.[own], results.cold?.[peer]];
  return one(mine && theirs && ratios(theirs.totalMs, mine.totalMs));
};

const last: Scenario = 'transactions-500';

/** The bounds, in the order in which they are reported. */
export const thresholds: readonly Threshold[] = [
  ...scenarioNames.map((scenario) => ({
    what: `CPU, ${scenarios[scenario].title}: of bare fetch's`,
    atMost: scenario === last ? 0.95 : 0.8,
    value: (results: Results) => one(cpuRatio(results, scenario, ours(scenario), fetchName)),
  })),
  ...scenarioNames.map((scenario) => ({
    what: `CPU, ${scenarios[scenario].title}: of the floor's`,
    atMost: 1.35,
    value: (results: Results) => one(cpuRatio(results, scenario, ours(scenario), floorName)),
  })),
  ...scenarioNames
    .filter((scenario) => scenario !== last)
    .map((scenario) => ({
      what: `CPU, ${scenarios[scenario].title}: the closest peer's, of ours`,
      atLeast: 1.4,
      value: (results: Results) => closest(timeLeads(results.scenarios?.[scenario], scenario, 'cpuUs')),
    })),
  {
    what: `CPU, ${scenarios[last].title}: plaid's, which checks nothing, of ours`,
    atLeast: 1,
    value: (results) => one(cpuRatio(results, last, 'plaid', ours(last))),
  },
  ...throughputScenarios.map((scenario) => ({
    what: `Throughput, ${scenarios[scenario].title}: of the best peer's`,
    atLeast: 1.3,
    value: (results: Results) => closest(timeLeads(results.throughput?.[scenario], scenario, 'wallUs')),
  })),
  {
    what: "List by cursor: the best peer's time, of ours",
    atLeast: 1.5,
    value: ({ walks }) => closest(leads(walks?.cursor, '@x/stream')),
  },
  {
    what: "List by offset: the best peer's time, of ours",
    atLeast: 6,
    value: ({ walks }) => closest(leads(walks?.offset, '@x/music')),
  },
  {
    what: 'Check of 500 transactions: of JSON.parse',
    atMost: 0.25,
    value: ({ check }) => one(check && ratios(check.checkMs, check.parseMs)),
  },
  { what: "Import and first call: plaid's, of @x/bank's", atLeast: 3, value: startLead('@x/bank', 'plaid') },
  {
    what: "Import and first call: twurple's, of @x/stream's",
    atLeast: 3,
    value: startLead('@x/stream', '@twurple/api'),
  },
  {
    what: "Import and first call: what @x/music takes longer than Spotify's SDK, of loading ky",
    atMost: 1,
    value({ cold }) {
      const [mine, theirs, ky] = [cold?.['@x/music'], cold?.['@spotify/web-api-ts-sdk'], cold?.ky];
      if (!mine || !theirs || !ky) return undefined;
      return { value: (median(mine.totalMs) - median(theirs.totalMs)) / median(ky.importMs) };
    },
  },
  {
    what: "Installed: plaid's size, of @x/bank's",
    atLeast: 5,
    value({ size }) {
      const [mine, theirs] = [size?.sizes['@x/bank']?.installed, size?.sizes.plaid?.installed];
      return mine && theirs && { value: theirs.bytes / mine.bytes };
    },
  },
  {
    what: '10,000 first calls at once: token requests',
    atMost: 1,
    value: ({ memory }) => memory && { value: memory.first.tokens },
  },
  {
    what: '10,000 first calls at once: heap afterwards, of that before',
    atMost: 1.05,
    value: ({ memory }) => memory && { value: memory.first.after / memory.first.before },
  },
];

/** The bounds of the exponents of growth, for the curves that were measured. */
export const growthThresholds = ({ growth }: Results): Threshold[] =>
  (growth?.curves ?? []).map(({ title, sizes, costs: [own = []], atMost }) => ({
    what: `Growth, ${title}: its exponent`,
    atMost,
    value() {
      const value = growthExponent(sizes, own);
      return value === undefined ? undefined : { value };
    },
  }));

/** Whether a value is within its bounds. */
export const holds = ({ atMost, atLeast }: Threshold, value: number): boolean =>
  value <= (atMost ?? Number.POSITIVE_INFINITY) && value >= (atLeast ?? Number.NEGATIVE_INFINITY);
