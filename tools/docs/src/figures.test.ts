import { describe, expect, it } from 'vitest';
import { read } from './repository.ts';

/** Each goal with its measured value. */
const goals = [...read('docs/performance.md').matchAll(/^\| (.+?) +\| [≤≥] [\d.]+ +\| +(-?[\d.]+) \|/gm)].map(
  ([, name = '', measured = '']) => ({ name, measured: Number(measured) }),
);
const measuredOf = (start: string) =>
  goals.filter(({ name }) => name.startsWith(start)).map(({ measured }) => measured);
const ofFetch = goals.filter(({ name }) => /of bare fetch('s)?$/.test(name)).map(({ measured }) => measured);

const percent = (part: number) => Math.round(part * 100);
const cpu = `${percent(Math.min(...ofFetch))} to ${percent(Math.max(...ofFetch))} % of`;
const [byOffset = 0] = measuredOf('List by offset');
const [byCursor = 0] = measuredOf('List by cursor');

describe.each(['README.md', 'docs/index.md'])('the figures in %s', (file) => {
  const text = read(file).replaceAll('**', '').replaceAll(/\s+/g, ' ');

  it('match the measurements in docs/performance.md', () => {
    expect(ofFetch.length).toBe(6);
    expect(text).toContain(cpu);
    expect(text).toContain(`${byOffset.toFixed(1)} times as fast`);
  });
});

it("the README has the official clients' CPU per call", () => {
  const rows = read('docs/performance.md').match(
    /^\| (@twurple\/api|@spotify\/web-api-ts-sdk|plaid) +(\| +([\d.]+|–) )+\|$/gm,
  );
  const multiples = rows?.flatMap((row) => row.match(/\b\d\.\d\d(?= )/g) ?? []).map(Number) ?? [];
  expect(multiples.length).toBe(6);
  const shown = `| ${percent(Math.min(...multiples))} to ${percent(Math.max(...multiples))} % `;
  expect(read('README.md')).toContain(shown);
  expect(read('README.md').replaceAll(/\s+/g, ' ')).toContain(`by cursor ${byCursor} times`);
});

it('docs/migrating/plaid-node.md has the lines of code of the programs in tools/bench/src/apps', () => {
  const linesOf = (file: string) =>
    read(`tools/bench/src/apps/${file}.ts`)
      .split('\n')
      .filter((line) => !/^\s*($|\/\/|\/\*\*|\*)/.test(line)).length;
  const rows = [
    ...read('docs/migrating/plaid-node.md').matchAll(/^\| (sync|connect|repair) .*?\| +(\d+) \| +(\d+) \|$/gm),
  ];
  const counted = ['sync', 'link', 'repair'].map((task) => [linesOf(`${task}.plaid`), linesOf(`${task}.ours`)]);
  expect(rows.map(([, , theirs, ours]) => [Number(theirs), Number(ours)])).toEqual(counted);
});
