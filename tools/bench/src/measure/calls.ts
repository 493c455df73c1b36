import { type Bench, type Effort, inRounds } from '../bench.ts';
import { speakersOf } from '../contenders.ts';
import type { Results, Timing } from '../results.ts';
import { type Scenario, scenarioNames, scenarios, throughputLanes } from '../scenarios.ts';
import type { CallsTook } from '../worker.ts';

/** Milliseconds of a turn, and of what each calls before its first turn in a scenario. */
export const turnMs = 200;
const warmUpMs = 500;

/** Who makes the calls of a scenario in turns, so many at once. */
async function inTurns(
  bench: Bench,
  effort: Effort,
  scenario: Scenario,
  atOnce: number,
): Promise<Record<string, Timing>> {
  const { provider, records } = scenarios[scenario];
  const names = speakersOf(provider).map(({ name }) => name);
  const turn = (ms: number) => async (name: string) => {
    const took = await bench.ask<CallsTook>(name, { task: 'turn', call: scenario, ms, atOnce });
    if (took.records !== records)
      throw new Error(`${name} returned ${took.records} records for ${scenario}, not ${records}`);
    return took;
  };
  return timings(await inRounds(names, effort, turn(turnMs), turn(warmUpMs)));
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
    results[scenario] = await inTurns(bench, effort, scenario, 1);
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
    results[scenario] = await inTurns(bench, effort, scenario, throughputLanes);
  }
  return results;
}
