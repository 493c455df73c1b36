import type { Bench } from '../bench.ts';
import { fetchName, floorName, oursFor } from '../contenders.ts';
import { type Scenario, scenarios } from '../scenarios.ts';
import { type Table, times } from '../table.ts';
import type { CallsTook } from '../worker.ts';
import type { Hot } from './profiler.ts';

const rows = 25;
const calls = 5000;

/** Where our calls spend their time, by function, beside the floor and bare fetch. */
export async function profile(bench: Bench, scenario: Scenario): Promise<Table> {
  const { title, provider } = scenarios[scenario];
  const ours = oursFor(provider);
  const cpuOf = async (name: string) => {
    bench.say(`profile: ${name}, ${title}`);
    const { cpuUs } = await bench.ask<CallsTook>(name, { task: 'calls', call: scenario, times: calls });
    return cpuUs;
  };
  const [floor, plain, own] = [await cpuOf(floorName), await cpuOf(fetchName), await cpuOf(ours)];
  const hot = await bench.ask<Hot[]>(ours, { task: 'profile', call: scenario, times: calls });
  const sum = (all: readonly Hot[]) => all.reduce((total, { samples }) => total + samples, 0);
  const total = sum(hot);
  const percent = (samples: number) => `${((samples / total) * 100).toFixed(1)} %`;
  const byPlace = [
    ...Map.groupBy(hot, ({ where }) =>
      where
        .split(/[ /]/)
        .slice(0, where[0] === '@' ? 2 : 1)
        .join('/'),
    ),
  ]
    .map(([where, all]) => ({ where, samples: sum(all) }))
    .sort((a, b) => b.samples - a.samples)
    .filter(({ samples }) => samples / total > 0.005);
  return {
    title: `Where a call of ${ours} spends its time: ${title}`,
    note:
      `Sampled while ${calls} calls ran one by one; waiting aside. The CPU of a call is ${times(own / floor)} the floor's and ` +
      `${times(own / plain)} bare fetch's. By package: ${byPlace.map(({ where, samples }) => `${where} ${percent(samples)}`).join(', ')}.`,
    head: ['Function', 'Where', 'Of our call', '× floor'],
    rows: hot
      .slice(0, rows)
      .map(({ name, where, samples }) => [
        `\`${name}\``,
        where,
        percent(samples),
        ((samples / total) * (own / floor)).toFixed(3),
      ]),
  };
}
