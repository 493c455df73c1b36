import { describe, expect, it } from 'vitest';
import type { Bench } from './bench.ts';
import { chart } from './chart.ts';
import { fetchName, floorName } from './contender.ts';
import { goals, page, report } from './report.ts';
import { type Scenario, scenarios } from './scenarios.ts';
import { calls, throughput } from './sections/calls.ts';
import { render } from './table.ts';

const about = { date: '2026-01-02', node: '24.0.0', machine: 'linux x64, 2 cores, 8 GiB', versions: { ky: '1.0.0' } };

/** Microseconds per call. Any other contender takes 150. */
const us: Readonly<Record<string, number>> = {
  [floorName]: 50,
  '@x/stream': 75,
  '@x/music': 75,
  '@x/bank': 75,
  '@twurple/api': 90,
  [fetchName]: 100,
};
/**
 * Creates a bench in which each turn costs a client twice as much as the one before, so only ratios within a round stay
 * the same.
 */
function fakeBench(): Bench {
  const turns = new Map<string, number>();
  const worker = (name: string) => ({
    ask: async (_: 'turn', scenario: Scenario) => {
      const turn = turns.get(name + scenario) ?? 0;
      turns.set(name + scenario, turn + 1);
      const took = (us[name] ?? 150) * 2 ** turn;
      return { cpuUs: took, wallUs: took, records: scenarios[scenario].records };
    },
  });
  return { say() {}, restart() {}, worker: async (name: string) => worker(name) } as unknown as Bench;
}
const effort = { rounds: 3, seconds: 0 };
const findings = [await calls.measure(fakeBench(), effort), await throughput.measure(fakeBench(), effort)];

describe('the goals', () => {
  const rows = goals(findings).rows.map((cells) => cells.join(' | '));

  it('are compared with medians of ratios, and name the closest peer', () => {
    expect(rows.filter((row) => row.includes('20 streams'))).toEqual([
      'CPU, 20 streams: multiple of bare fetch | ≤ 0.8 | 0.75 | ok',
      'CPU, 20 streams: multiple of the floor | ≤ 1.35 | 1.50 | MISSED',
      'CPU, 20 streams: closest peer, as a multiple of ours (@twurple/api) | ≥ 1.4 | 1.20 | MISSED',
      'Throughput, 20 streams: multiple of the best peer (@twurple/api) | ≥ 1.3 | 1.20 | MISSED',
    ]);
  });

  it('count the missed goals', () => expect(goals(findings).note).toBe('9 of 21 missed.'));
});

describe('the page', () => {
  const text = page(about, findings);

  it('reports the date, the machine, the versions and the missed goals', () => {
    expect(text).toContain('Measured on 2026-01-02 with Node 24.0.0 on linux x64, 2 cores, 8 GiB.');
    expect(text).toContain('Versions: ky 1.0.0.');
    expect(text).toContain('## Goals\n\n9 of 21 missed.');
  });

  it('has every table of the terminal report', () => {
    for (const title of report(findings).match(/^### .*$/gm) ?? []) expect(text).toContain(title.slice('### '.length));
    expect(text.match(/^#{2,3} .*$/gm)).toHaveLength(3 + 1 + 6 + 3);
  });

  it('shows medians with quartiles over all processes, ours in bold', () => {
    expect(text).toMatch(
      /\| \*\*@x\/stream\*\* +\| +\d+ \(.*?\) \| +0\.75 \(0\.75–0\.75\) \| +1\.50 \(1\.50–1\.50\) \|/,
    );
    expect(text).toContain('Median and quartiles of 9 rounds of 200 ms, one call at a time.');
  });

  it('converts times to calls per second, highest first', () => {
    const [, table = ''] = text.split('### Throughput: 20 streams');
    const [, , floor, ours, twurple] = table.match(/^\| \S.*$/gm) ?? [];
    expect(floor).toMatch(/^\| undici\S* \(floor\) +\| +5000 \(.*?\) \| +2\.00 /);
    expect(ours).toMatch(/^\| \*\*@x\/stream\*\* +\| +3333 \(.*?\) \| +1\.33 /);
    expect(twurple).toContain('@twurple/api');
  });
});

it('a table has columns as wide as their widest cell, and aligns numbers to the right', () => {
  expect(
    render({
      title: 'T',
      head: ['Name', 'ms'],
      rows: [
        ['long name', '5.0'],
        ['x', '–'],
      ],
    }),
  ).toBe(`### T

| Name      |  ms |
| --------- | --: |
| long name | 5.0 |
| x         |   – |`);
});

describe('the chart', () => {
  const rows = [
    ['fetch', '1.00'],
    ['**@x/stream**', '0.75'],
    ['**@x/music**', '–'],
    ['axios', '1.50'],
  ];
  const svg = chart({ title: 'T', head: ['Client', '20 streams'], rows });

  it('has a bar for each client of a scenario, lowest first, with a length proportional to its ratio', () => {
    const bars = [...svg.matchAll(/<rect class="(\w+)" .*?width="([\d.]+)"/g)].map(([, kind, width]) => [kind, width]);
    expect(bars).toEqual([
      ['ours', '235.0'],
      ['baseline', '313.3'],
      ['peer', '470.0'],
    ]);
  });

  it('states our ratios in words', () => expect(svg).toContain('Ours: 20 streams 0.75.'));
});
