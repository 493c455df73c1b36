import { describe, expect, it } from 'vitest';
import { chart } from './chart.ts';
import { fetchName, floorName } from './contender.ts';
import { goals, page, type Results, report } from './report.ts';
import { render } from './table.ts';

const about = { date: '2026-01-02', node: '24.0.0', machine: 'linux x64, 2 cores, 8 GiB', versions: { ky: '1.0.0' } };

/** Each round costs every client twice as much as the one before, so only ratios within a round stay the same. */
const timing = (us: number) => ({ cpuUs: [us, 2 * us, 4 * us], wallUs: [us, us, us] });
const measured: Results = {
  about,
  scenarios: {
    'streams-20': {
      [fetchName]: timing(100),
      [floorName]: timing(50),
      '@x/stream': timing(75),
      '@twurple/api': timing(90),
      axios: timing(150),
    },
  },
  throughput: {
    'streams-20': {
      [fetchName]: timing(400),
      '@x/stream': timing(200),
      '@twurple/api': timing(400),
      axios: timing(320),
    },
  },
  walks: { cursor: { '@x/stream': { ms: [100] }, '@twurple/api': { ms: [150] }, [fetchName]: { ms: [110] } } },
  cold: { '@x/bank': { importMs: [50], totalMs: [100] }, plaid: { importMs: [100], totalMs: [290] } },
  size: { sizes: { '@x/bank': { bundle: 30_000 }, plaid: { bundle: 120_000 } }, skipped: ['@x/bank', 'plaid'] },
  check: { parseMs: [4, 8], checkMs: [1, 2], valibotMs: [8, 16] },
  growth: [
    { title: 'A call', of: 'keys', unit: 'µs', sizes: [10, 100, 1000], atMost: 0.3, costs: [[2, 9, 1], [20], [200]] },
  ],
  memory: { heaps: { '@x/bank': [1e6, 3e6, 2e6] }, first: { tokens: 1, before: 1e7, after: 2e7 } },
};

describe('the goals', () => {
  const rows = goals(measured).rows.map((cells) => cells.join(' | '));

  it('are compared with medians of ratios, and name the closest peer', () => {
    expect(rows).toEqual([
      'CPU, 20 streams: multiple of bare fetch | ≤ 0.8 | 0.75 | ok',
      'CPU, 20 streams: multiple of the floor | ≤ 1.35 | 1.50 | MISSED',
      'CPU, 20 streams: closest peer, as a multiple of ours (@twurple/api) | ≥ 1.4 | 1.20 | MISSED',
      'Throughput, 20 streams: multiple of the best peer (axios) | ≥ 1.3 | 1.60 | ok',
      'List by cursor: best peer, as a multiple of ours (@twurple/api) | ≥ 1.5 | 1.50 | ok',
      'Import and first call: plaid, as a multiple of @x/bank | ≥ 3 | 2.90 | MISSED',
      'Check of 500 transactions: multiple of JSON.parse | ≤ 0.25 | 0.25 | ok',
      '100,000 transactions: highest heap, as a multiple of the heap after the first 10,000 | ≤ 1.05 | 3.00 | MISSED',
      '10,000 first calls at once: token requests | ≤ 1 | 1.00 | ok',
      '10,000 first calls at once: heap afterwards, as a multiple of the heap before | ≤ 1.05 | 2.00 | MISSED',
      'Growth, A call: exponent | ≤ 0.3 | 1.00 | MISSED',
    ]);
  });

  it('count the missed goals', () => expect(goals(measured).note).toBe('6 of 11 missed.'));

  it('leave out goals that were not measured', () => expect(goals({ about }).rows).toEqual([]));
});

describe('the page', () => {
  const text = page(measured);

  it('reports the date, the machine, the versions and the missed goals', () => {
    expect(text).toContain('Measured on 2026-01-02 with Node 24.0.0 on linux x64, 2 cores, 8 GiB.');
    expect(text).toContain('Versions: ky 1.0.0.');
    expect(text).toContain('## Goals\n\n6 of 11 missed.');
  });

  it('has every table of the terminal report', () => {
    for (const title of report(measured).match(/^### .*$/gm) ?? []) expect(text).toContain(title.slice('### '.length));
    expect(text.match(/^#{2,3} .*$/gm)).toHaveLength(3 + 10);
  });

  it('shows medians with quartiles, ours in bold, and names clients that could not be measured', () => {
    expect(text).toMatch(
      /\| \*\*@x\/stream\*\* +\| +150 \(113–225\) \| +0\.75 \(0\.75–0\.75\) \| +1\.50 \(1\.50–1\.50\) \|/,
    );
    expect(text).toContain('Could not be installed: @x/bank, plaid.');
    expect(text).toMatch(/\| plaid +\| 120\.0 kB \| +– \|/);
    expect(text).toMatch(/\| \*\*@x\/bank\*\* +\| 1\.00 MB \| 3\.00 MB \| 2\.00 MB \|/);
  });

  it('converts times to calls per second, highest first', () => {
    const rows = [...text.matchAll(/^\| (\S+) +\| +(\d+) \([^|]*\| +([\d.]+) \([^|]*\| +\S+ \([^|]*\|$/gm)];
    expect(rows.map(([, ...cells]) => cells)).toEqual([
      ['**@x/stream**', '5000', '2.00'],
      ['axios', '3125', '1.25'],
      ['fetch', '2500', '1.00'],
      ['@twurple/api', '2500', '1.00'],
    ]);
  });

  it('shows the cost at each size, and the exponent', () => {
    const rows = text.match(/^\| A call .*$/gm)?.map((row) => row.split(/ *\| */).slice(2, -1));
    expect(rows).toEqual([['10, 100, 1,000 keys', '2.00, 20.0, 200 µs', '1.00']]);
  });

  it('has no tables for sections that were left out', () => expect(report({ about })).not.toMatch(/^### (?!Goals)/m));
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
  const svg = chart(measured);

  it('has a bar for each client of a scenario, lowest first, with a length proportional to its ratio', () => {
    const bars = [...svg.matchAll(/<rect class="(\w+)" .*?width="([\d.]+)"/g)].map(([, kind, width]) => [
      kind,
      Number(width),
    ]);
    expect(bars.map(([kind]) => kind)).toEqual(['baseline', 'ours', 'peer', 'baseline', 'peer']);
    const [, longest] = bars.at(-1) as [string, number];
    expect(longest).toBe(470);
    expect(bars.map(([, width]) => Number(width) / longest)).toEqual(
      [0.5, 0.75, 0.9, 1, 1.5].map((ratio) => expect.closeTo(ratio / 1.5, 2)),
    );
  });

  it('states the same in words', () => expect(svg).toContain('Ours: 20 streams 0.75.'));
});
