import { type Bench, type Costs, type Effort, inRounds } from '../bench.ts';
import { fetchName, floorName } from '../contender.ts';
import { contenders, oursFor, speakersOf } from '../contenders.ts';
import { type Scenario, scenarioNames, scenarios, throughputLanes } from '../scenarios.ts';
import { aheadOfPeers, type Section, shown } from '../section.ts';
import { medianRatio, ratios } from '../statistics.ts';
import { byMedian, spread, type Table } from '../table.ts';

/** Milliseconds of a turn, and of each client's warm-up before its first turn in a scenario. */
const turnMs = 200;
const warmUpMs = 500;
/** Number of processes of each client that make the single calls, one after the other. */
const processes = 3;

/** CPU and wall times of a scenario's calls, by contender. */
type CallCosts = Costs<'cpuUs' | 'wallUs'>;

/** Measures the calls of a scenario in turns, `atOnce` at a time. */
function roundsOf(scenario: Scenario, atOnce: number, bench: Bench, effort: Effort, earlier?: CallCosts) {
  const { provider, records: expected } = scenarios[scenario];
  const turn = (ms: number) => async (name: string) => {
    const { records, ...took } = await (await bench.worker(name)).ask('turn', scenario, ms, atOnce);
    if (records !== expected)
      throw new Error(`${name} must return ${expected} records for ${scenario}; got ${records}`);
    return took;
  };
  const speakers = speakersOf(provider).map(({ name }) => name);
  return inRounds(speakers, effort, turn(turnMs), turn(warmUpMs), earlier);
}

const ours = (scenario: Scenario) => oursFor(scenarios[scenario].provider);

/** The scenario whose records cost more than its call, so its goals are lower. */
const largest: Scenario = 'transactions-500';

/** CPU and wall time per call, one call at a time. */
export const calls: Section = {
  effort: { rounds: 3, seconds: 6 },
  async measure(bench, effort) {
    const taken: { [name in Scenario]?: CallCosts } = {};
    for (let ran = 0; ran < processes; ran += 1) {
      if (ran > 0) bench.restart();
      for (const scenario of scenarioNames) {
        bench.say(`CPU per call: ${scenarios[scenario].title}`);
        taken[scenario] = await roundsOf(scenario, 1, bench, effort, taken[scenario]);
      }
    }
    const cpuOf = (scenario: Scenario, name: string) => taken[scenario]?.[name]?.cpuUs;
    /** Returns the median of a contender's CPU time as a multiple of another's. */
    const multiple = (scenario: Scenario, name: string, of: string) =>
      medianRatio(cpuOf(scenario, name), cpuOf(scenario, of));
    return {
      tables: [
        {
          title: 'CPU per call, as a multiple of bare fetch',
          note: 'Medians of the ratios within each round. Lower is better.',
          head: ['Client', ...scenarioNames.map((scenario) => scenarios[scenario].title)],
          rows: contenders
            .filter(({ name }) => scenarioNames.some((scenario) => cpuOf(scenario, name)))
            .map(({ name }) => [
              shown(name),
              ...scenarioNames.map((scenario) =>
                cpuOf(scenario, name) ? multiple(scenario, name, fetchName).toFixed(2) : '–',
              ),
            ]),
        },
        ...scenarioNames.map((scenario) => callTable(scenarios[scenario].title, taken[scenario] ?? {})),
      ],
      goals: [
        ...scenarioNames.map((scenario) => ({
          what: `CPU, ${scenarios[scenario].title}: multiple of bare fetch`,
          atMost: scenario === largest ? 0.95 : 0.8,
          value: multiple(scenario, ours(scenario), fetchName),
        })),
        ...scenarioNames.map((scenario) => ({
          what: `CPU, ${scenarios[scenario].title}: multiple of the floor`,
          atMost: 1.35,
          value: multiple(scenario, ours(scenario), floorName),
        })),
        ...scenarioNames.map((scenario) =>
          scenario === largest
            ? {
                what: `CPU, ${scenarios[scenario].title}: plaid, which checks nothing, as a multiple of ours`,
                atLeast: 1,
                value: multiple(scenario, 'plaid', ours(scenario)),
              }
            : aheadOfPeers(
                { what: `CPU, ${scenarios[scenario].title}: closest peer, as a multiple of ours`, atLeast: 1.4 },
                ours(scenario),
                taken[scenario] ?? {},
                'cpuUs',
              ),
        ),
      ],
    };
  },
};

function callTable(title: string, costs: CallCosts): Table {
  const against = (cpuUs: readonly number[], name: string) => spread(ratios(cpuUs, costs[name]?.cpuUs ?? []));
  return {
    title: `One call: ${title}`,
    note: `Median and quartiles of ${costs[fetchName]?.cpuUs.length} rounds of ${turnMs} ms, one call at a time.`,
    head: ['Client', 'CPU, µs', '× fetch', '× floor', 'Wall, µs'],
    rows: byMedian(costs, 'cpuUs').map(([name, { cpuUs, wallUs }]) => [
      shown(name),
      spread(cpuUs),
      against(cpuUs, fetchName),
      against(cpuUs, floorName),
      spread(wallUs),
    ]),
  };
}

/** Calls per second, by round. */
const rates = (wallUs: readonly number[]): number[] => wallUs.map((us) => 1_000_000 / us);

/** Calls per second with many calls at once, for one scenario of each provider. */
export const throughput: Section = {
  effort: { rounds: 9, seconds: 14 },
  async measure(bench, effort) {
    const tables: Table[] = [];
    const goals = [];
    for (const scenario of ['streams-20', 'tracks-10', 'transactions-100'] as const) {
      const { title } = scenarios[scenario];
      bench.say(`throughput: ${title}`);
      const costs = await roundsOf(scenario, throughputLanes, bench, effort);
      tables.push({
        title: `Throughput: ${title}`,
        note: `Calls per second, with ${throughputLanes} calls at once.`,
        head: ['Client', 'Calls/s', '× fetch', 'CPU per call, µs'],
        rows: byMedian(costs, 'wallUs').map(([name, { cpuUs, wallUs }]) => [
          shown(name),
          spread(rates(wallUs)),
          spread(ratios(rates(wallUs), rates(costs[fetchName]?.wallUs ?? []))),
          spread(cpuUs),
        ]),
      });
      const goal = { what: `Throughput, ${title}: multiple of the best peer`, atLeast: 1.3 };
      goals.push(aheadOfPeers(goal, ours(scenario), costs, 'wallUs'));
    }
    return { tables, goals };
  },
};
