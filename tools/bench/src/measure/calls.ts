import { type Bench, type Effort, inRounds } from '../bench.ts';
import { speakersOf } from '../contenders.ts';
import type { Results, Timing } from '../results.ts';
import { type Scenario, scenarioNames, scenarios } from '../scenarios.ts';
import type { CallsTook } from '../worker.ts';

/** Calls that each makes before it is measured, as a multiple of a round's: then its code is compiled. */
const warmUpRounds = 20;

/** Calls that are under way at once, where throughput is measured. */
export const throughputLanes = 50;
/** Calls that each makes for it, as a multiple of a scenario's. */
const throughputRounds = 5;

const namesFor = (scenario: Scenario) => speakersOf(scenarios[scenario].provider).map(({ name }) => name);

function callsOf(bench: Bench, scenario: Scenario, times: number, atOnce: number) {
  return async (name: string): Promise<CallsTook> => {
    const took = await bench.ask<CallsTook>(name, { task: 'calls', call: scenario, times, atOnce });
    const { records } = scenarios[scenario];
    if (took.records !== records)
      throw new Error(`${name} gave ${took.records} records for ${scenario}, not ${records}`);
    return took;
  };
}

const timings = (took: Record<string, CallsTook[]>): Record<string, Timing> =>
  Object.fromEntries(
    Object.entries(took).map(([name, each]) => [
      name,
      { cpuUs: each.map(({ cpuUs }) => cpuUs), wallUs: each.map(({ wallUs }) => wallUs) },
    ]),
  );

/** CPU and wall time per call, one call at a time. */
export async function measureScenarios(bench: Bench, effort: Effort): Promise<NonNullable<Results['scenarios']>> {
  const results: NonNullable<Results['scenarios']> = {};
  for (const scenario of scenarioNames) {
    bench.say(`CPU per call: ${scenarios[scenario].title}`);
    const { calls } = scenarios[scenario];
    const names = namesFor(scenario);
    const run = callsOf(bench, scenario, calls, 1);
    const took = await inRounds(names, effort, run, callsOf(bench, scenario, calls * warmUpRounds, 1));
    results[scenario] = timings(took);
  }
  return results;
}

/** One scenario of each provider. */
export const throughputScenarios: readonly Scenario[] = ['streams-20', 'tracks-10', 'transactions-100'];

/** The same with many calls under way. */
export async function measureThroughput(bench: Bench, effort: Effort): Promise<NonNullable<Results['throughput']>> {
  const results: NonNullable<Results['throughput']> = {};
  for (const scenario of throughputScenarios) {
    bench.say(`throughput: ${scenarios[scenario].title}`);
    const times = scenarios[scenario].calls * throughputRounds;
    const names = namesFor(scenario);
    const run = callsOf(bench, scenario, times, throughputLanes);
    const took = await inRounds(names, effort, run);
    results[scenario] = timings(took);
  }
  return results;
}
