import { contender, contenders, fetchName, floorName } from './contenders.ts';
import { turnMs } from './measure/calls.ts';
import { firstCalls } from './measure/memory.ts';
import { walkLatencyMs } from './measure/walks.ts';
import { type Results, rates } from './results.ts';
import { concurrency, type Scenario, scenarioNames, scenarios, throughputLanes, walks } from './scenarios.ts';
import { exponentOf, median, ratios } from './statistics.ts';
import { kilobytes, megabytes, number, spread, type Table } from './table.ts';

/** Ours are shown in bold. */
const shown = (name: string) => (contender(name).kind === 'ours' ? `**${name}**` : name);

/** CPU of a contender by round, as a multiple of another's. */
export const cpuRatio = (results: Results, scenario: Scenario, name: string, of: string): number[] | undefined => {
  const [one, other] = [results.scenarios?.[scenario]?.[name], results.scenarios?.[scenario]?.[of]];
  return one && other && ratios(one.cpuUs, other.cpuUs);
};

/** Everything that was measured, as tables. */
export function tablesOf(results: Results): Table[] {
  return [
    ...overview(results),
    ...scenarioNames.flatMap((scenario) => scenarioTable(results, scenario)),
    ...throughputTables(results),
    ...walkTables(results),
    ...startTable(results),
    ...sizeTable(results),
    ...checkTable(results),
    ...memoryTables(results),
    ...growthTable(results),
  ];
}

function overview(results: Results): Table[] {
  const measured = scenarioNames.filter((scenario) => results.scenarios?.[scenario]);
  if (measured.length === 0) return [];
  const rows = contenders
    .filter(({ name }) => measured.some((scenario) => results.scenarios?.[scenario]?.[name]))
    .map(({ name }) => [
      shown(name),
      ...measured.map((scenario) => {
        const values = cpuRatio(results, scenario, name, fetchName);
        return values ? median(values).toFixed(2) : '–';
      }),
    ]);
  return [
    {
      title: 'CPU per call, as a multiple of bare fetch',
      note: 'Medians of the ratios within each round; less is better.',
      head: ['Client', ...measured.map((scenario) => scenarios[scenario].title)],
      rows,
    },
  ];
}

function scenarioTable(results: Results, scenario: Scenario): Table[] {
  const timings = results.scenarios?.[scenario];
  if (!timings) return [];
  const against = (name: string, of: string) => spread(cpuRatio(results, scenario, name, of) ?? []);
  return [
    {
      title: `One call: ${scenarios[scenario].title}`,
      note: `Median and quartiles of ${timings[fetchName]?.cpuUs.length} rounds of ${turnMs} ms, one call at a time.`,
      head: ['Client', 'CPU, µs', '× fetch', '× floor', 'Wall, µs'],
      rows: byMedian(timings, ({ cpuUs }) => cpuUs).map(([name, { cpuUs, wallUs }]) => [
        shown(name),
        spread(cpuUs),
        against(name, fetchName),
        against(name, floorName),
        spread(wallUs),
      ]),
    },
  ];
}

function throughputTables({ throughput = {} }: Results): Table[] {
  return Object.entries(throughput).map(([scenario, taken]) => {
    const plain = taken[fetchName];
    return {
      title: `Throughput: ${scenarios[scenario as Scenario].title}`,
      note: `Calls per second, ${throughputLanes} under way at once.`,
      head: ['Client', 'Calls/s', '× fetch', 'CPU per call, µs'],
      rows: byMedian(taken, ({ wallUs }) => wallUs).map(([name, timing]) => [
        shown(name),
        spread(rates(timing)),
        plain ? spread(ratios(rates(timing), rates(plain))) : '–',
        spread(timing.cpuUs),
      ]),
    };
  });
}

function walkTables({ walks: taken = {} }: Results): Table[] {
  return Object.entries(taken).map(([walk, times]) => {
    const { title, pages, size } = walks[walk as keyof typeof taken];
    return {
      title: `A list of ${pages} pages: ${title}`,
      note:
        `${size} records a page, from a server that takes ${walkLatencyMs} ms. ` +
        (walk === 'offset'
          ? `Ours reads ${concurrency} pages at once.`
          : 'Ours reads the next page while its consumer is busy, as it does by default; `fetch` is a loop written by hand. ' +
            'So is the floor, which reads ahead as well and does nothing else: what is left is the server and the consumer.'),
      head: ['Client', 'ms'],
      rows: byMedian(times, (values) => values).map(([name, values]) => [shown(name), spread(values)]),
    };
  });
}

function startTable({ cold }: Results): Table[] {
  if (!cold) return [];
  return [
    {
      title: 'Import and first call',
      note: 'Milliseconds in a new process; the call gets its token first where the client does that.',
      head: ['Client', 'Import', 'Import and first call'],
      rows: Object.entries(cold).map(([name, { importMs, totalMs }]) => [
        shown(name),
        spread(importMs),
        spread(totalMs),
      ]),
    },
  ];
}

function sizeTable({ size }: Results): Table[] {
  if (!size) return [];
  return [
    {
      title: 'Size',
      note:
        'The bundle makes a client, for Node, minified and gzipped. Installed is what npm puts into an empty project, all files.' +
        (size.skipped.length > 0 ? ` Could not be installed: ${size.skipped.join(', ')}.` : ''),
      head: ['Client', 'Bundle', 'Installed', 'Packages'],
      rows: Object.entries(size.sizes).map(([name, { bundle, installed }]) => [
        shown(name),
        kilobytes(bundle),
        installed ? megabytes(installed.bytes) : '–',
        installed ? String(installed.packages) : '–',
      ]),
    },
  ];
}

function checkTable({ check }: Results): Table[] {
  if (!check) return [];
  const { parseMs, checkMs, valibotMs } = check;
  const row = (name: string, values: readonly number[]) => [name, spread(values), spread(ratios(values, parseMs))];
  return [
    {
      title: 'Checking a page of 500 transactions',
      note: 'Each page freshly parsed.',
      head: ['What', 'ms', '× JSON.parse'],
      rows: [
        row('`JSON.parse`', parseMs),
        row('**our check**', checkMs),
        row("valibot's `safeParse`, same schema", valibotMs),
      ],
    },
  ];
}

function memoryTables({ memory }: Results): Table[] {
  if (!memory) return [];
  const { pages, size } = walks.sync;
  const { tokens, before, after } = memory.first;
  return [
    {
      title: `Heap while ${pages} pages of ${size} transactions are read`,
      note: 'In use after every 20 pages, garbage aside.',
      head: ['Client', 'First', 'Highest', 'Last'],
      rows: Object.entries(memory.heaps).map(([name, heaps]) =>
        [shown(name), heaps[0] ?? 0, Math.max(...heaps), heaps.at(-1) ?? 0].map((cell) =>
          typeof cell === 'number' ? megabytes(cell) : cell,
        ),
      ),
    },
    {
      title: `${firstCalls} first calls at once`,
      note: 'Heap before a new client is made, and when its calls are over and it is gone.',
      head: ['Client', 'Token requests', 'Heap before', 'Heap after'],
      rows: [[shown('@x/music'), String(tokens), megabytes(before), megabytes(after)]],
    },
  ];
}

function growthTable({ growth }: Results): Table[] {
  if (!growth) return [];
  const isCompared = growth.curves.some(({ costs }) => costs.length > 1);
  const sides = isCompared ? ['after', 'before'] : ['after'];
  const rows = growth.curves.flatMap(({ title, of, unit, sizes, costs }) =>
    costs.map((bySize, side) => {
      const medians = mediansOf(bySize);
      const exponent = growthExponent(sizes, bySize);
      return [
        title,
        `${sizes.map(shownSize).join(', ')} ${of}`,
        ...(isCompared ? [sides[side] ?? ''] : []),
        `${sizes.map((_, at) => (medians[at] === undefined ? '–' : number(medians[at]))).join(', ')} ${unit}`,
        exponent === undefined ? '–' : exponent.toFixed(2).replace('-0.00', '0.00'),
      ];
    }),
  );
  return [
    {
      title: 'Growth',
      note:
        'What a unit of work costs at growing sizes, and the exponent of the growth: 0 if the cost stays the same, 1 if it grows as the size does. ' +
        'Work with data that is read in full, such as parsing JSON, is 1 at best. Medians; in process, without a network.' +
        (isCompared ? ' A dash is a size that would have taken too long.' : ''),
      head: ['Cost of', 'At', ...(isCompared ? ['Checkout'] : []), 'Cost', 'Exponent'],
      rows,
    },
  ];
}

/** The median cost at each size, up to the largest one that was measured. */
const mediansOf = (bySize: readonly (readonly number[])[]): number[] =>
  bySize.filter((rounds) => rounds.length > 0).map(median);

/** The exponent of a curve; undefined if fewer than two of its sizes were measured. */
export function growthExponent(sizes: readonly number[], bySize: readonly (readonly number[])[]): number | undefined {
  const medians = mediansOf(bySize);
  return medians.length > 1 ? exponentOf(sizes.slice(0, medians.length), medians) : undefined;
}

const shownSize = (size: number) => size.toLocaleString('en-US');

const byMedian = <Took>(took: Record<string, Took>, values: (took: Took) => readonly number[]): [string, Took][] =>
  Object.entries(took).sort(([, a], [, b]) => median(values(a)) - median(values(b)));
