import { type Bench, type Effort, inRounds, joinRounds, type Rounds } from '../bench.ts';
import { fetchName, floorName } from '../contender.ts';
import { contenders, oursFor, speakersOf } from '../contenders.ts';
import { type Scenario, scenarioNames, scenarios, throughputLanes } from '../scenarios.ts';
import { aheadOfPeers, columnOf, type Goal, type Section, shown } from '../section.ts';
import { medianRatio, ratios } from '../statistics.ts';
import { byMedian, spread, type Table } from '../table.ts';
import type { CallsTook } from '../worker.ts';

/** Milliseconds of a turn, and of each client's warm-up before its first turn in a scenario. */
const turnMs = 200;
const warmUpMs = 500;

/** CPU and wall times of a scenario's calls, by contender. */
type Taken = { readonly [name in Scenario]?: Readonly<Record<string, Rounds<Pick<CallsTook, 'cpuUs' | 'wallUs'>>>> };

/**
 * Measures the calls of each scenario in turns, `atOnce` at a time, and repeats everything for each further process.
 */
async function measure(bench: Bench, effort: Effort, what: string, names: readonly Scenario[], atOnce: number) {
  const taken: { [name in Scenario]?: Record<string, Rounds<CallsTook>> } = {};
  const { processes = 1 } = effort;
  for (let ran = 0; ran < processes; ran += 1) {
    if (ran > 0) bench.restart();
    for (const scenario of names) {
      bench.say(`${what}: ${scenarios[scenario].title}`);
      taken[scenario] = joinRounds(taken[scenario], await roundsOf(scenario, bench, effort, atOnce));
    }
  }
  return taken;
}

function roundsOf(scenario: Scenario, bench: Bench, effort: Effort, atOnce: number) {
  const { provider, records } = scenarios[scenario];
  const turn = (ms: number) => async (name: string) => {
    const took = await bench.ask<CallsTook>(name, { task: 'turn', call: scenario, ms, atOnce });
    if (took.records !== records)
      throw new Error(`${name} returned ${took.records} records for ${scenario}, not ${records}`);
    return took;
  };
  const speakers = speakersOf(provider).map(({ name }) => name);
  return inRounds(speakers, effort, turn(turnMs), turn(warmUpMs));
}

const entriesOf = (taken: Taken) => Object.entries(taken) as [Scenario, NonNullable<Taken[Scenario]>][];
const ours = (scenario: Scenario) => oursFor(scenarios[scenario].provider);

/** Returns the median of a contender's CPU time as a multiple of bare fetch. */
export const timesFetch = (taken: Taken, scenario: Scenario, name: string): number | undefined =>
  medianRatio(taken[scenario]?.[name]?.cpuUs, taken[scenario]?.[fetchName]?.cpuUs);

/** The scenario whose records cost more than its call, so its goals are lower. */
const largest: Scenario = 'transactions-500';

/** CPU and wall time per call, one call at a time. */
export const calls: Section<Taken> = {
  effort: { processes: 3, rounds: 3, seconds: 6 },
  measure: (bench, effort) => measure(bench, effort, 'CPU per call', scenarioNames, 1),
  tables: (taken) => [
    {
      title: 'CPU per call, as a multiple of bare fetch',
      note: 'Medians of the ratios within each round. Lower is better.',
      head: ['Client', ...entriesOf(taken).map(([scenario]) => scenarios[scenario].title)],
      rows: contenders
        .filter(({ name }) => entriesOf(taken).some(([, own]) => own[name]))
        .map(({ name }) => [
          shown(name),
          ...entriesOf(taken).map(([scenario]) => timesFetch(taken, scenario, name)?.toFixed(2) ?? '–'),
        ]),
    },
    ...entriesOf(taken).map(([scenario, own]): Table => {
      const against = (cpuUs: readonly number[], of: string) => spread(ratios(cpuUs, own[of]?.cpuUs ?? []));
      return {
        title: `One call: ${scenarios[scenario].title}`,
        note: `Median and quartiles of ${own[fetchName]?.cpuUs.length} rounds of ${turnMs} ms, one call at a time.`,
        head: ['Client', 'CPU, µs', '× fetch', '× floor', 'Wall, µs'],
        rows: byMedian(own, ({ cpuUs }) => cpuUs).map(([name, { cpuUs, wallUs }]) => [
          shown(name),
          spread(cpuUs),
          against(cpuUs, fetchName),
          against(cpuUs, floorName),
          spread(wallUs),
        ]),
      };
    }),
  ],
  goals(taken) {
    const goal = (make: (scenario: Scenario, title: string) => Goal) =>
      entriesOf(taken).map(([scenario]) => make(scenario, scenarios[scenario].title));
    const cpuOf = (scenario: Scenario, name: string) => taken[scenario]?.[name]?.cpuUs;
    return [
      ...goal((scenario, title) => ({
        what: `CPU, ${title}: multiple of bare fetch`,
        atMost: scenario === largest ? 0.95 : 0.8,
        value: timesFetch(taken, scenario, ours(scenario)),
      })),
      ...goal((scenario, title) => ({
        what: `CPU, ${title}: multiple of the floor`,
        atMost: 1.35,
        value: medianRatio(cpuOf(scenario, ours(scenario)), cpuOf(scenario, floorName)),
      })),
      ...goal((scenario, title) =>
        scenario === largest
          ? {
              what: `CPU, ${title}: plaid, which checks nothing, as a multiple of ours`,
              atLeast: 1,
              value: medianRatio(cpuOf(scenario, 'plaid'), cpuOf(scenario, ours(scenario))),
            }
          : aheadOfPeers(
              { what: `CPU, ${title}: closest peer, as a multiple of ours`, atLeast: 1.4 },
              ours(scenario),
              columnOf(taken[scenario] ?? {}, 'cpuUs'),
            ),
      ),
    ];
  },
};

/** Calls per second, by round. */
const rates = (wallUs: readonly number[]): number[] => wallUs.map((us) => 1_000_000 / us);

/** Calls per second with many calls at once, for one scenario of each provider. */
export const throughput: Section<Taken> = {
  effort: { rounds: 9, seconds: 14 },
  measure: (bench, effort) =>
    measure(bench, effort, 'throughput', ['streams-20', 'tracks-10', 'transactions-100'], throughputLanes),
  tables: (taken) =>
    entriesOf(taken).map(([scenario, own]) => ({
      title: `Throughput: ${scenarios[scenario].title}`,
      note: `Calls per second, with ${throughputLanes} calls at once.`,
      head: ['Client', 'Calls/s', '× fetch', 'CPU per call, µs'],
      rows: byMedian(own, ({ wallUs }) => wallUs).map(([name, { cpuUs, wallUs }]) => [
        shown(name),
        spread(rates(wallUs)),
        spread(ratios(rates(wallUs), rates(own[fetchName]?.wallUs ?? []))),
        spread(cpuUs),
      ]),
    })),
  goals: (taken) =>
    entriesOf(taken).map(([scenario, own]) =>
      aheadOfPeers(
        { what: `Throughput, ${scenarios[scenario].title}: multiple of the best peer`, atLeast: 1.3 },
        ours(scenario),
        columnOf(own, 'wallUs'),
      ),
    ),
};
