import type { Goal, Section } from './section.ts';
import { calls, throughput } from './sections/calls.ts';
import { check } from './sections/check.ts';
import { cold } from './sections/cold.ts';
import { growth } from './sections/growth.ts';
import { memory } from './sections/memory.ts';
import { size } from './sections/size.ts';
import { walks } from './sections/walks.ts';
import { number, render, type Table } from './table.ts';

/** What can be measured, in the order of the page. All of it ends within ten minutes. */
export const sections = { scenarios: calls, throughput, walks, cold, size, check, memory, growth };
export type SectionName = keyof typeof sections;

/** When, on what, and with which versions. */
export interface About {
  readonly date: string;
  readonly node: string;
  readonly machine: string;
  readonly versions: Readonly<Record<string, string>>;
}

/** All that was measured; sections that were left out are undefined. */
export type Results = { readonly about: About } & {
  [Name in SectionName]?: Awaited<ReturnType<(typeof sections)[Name]['measure']>>;
};

/** What the sections that were measured show. */
const partsOf = <Part>(
  results: Results,
  read: (section: Section<unknown>, result: unknown) => readonly Part[],
): Part[] =>
  Object.entries<Section<unknown>>(sections).flatMap(([name, section]) => {
    const result = results[name as SectionName];
    return result === undefined ? [] : read(section, result);
  });

const tablesOf = (results: Results): Table[] => partsOf(results, (section, result) => section.tables(result));

/** What was wanted beside what was measured; what was not measured is left out. */
export function goals(results: Results): Table {
  const rows = partsOf(results, (section, result) => section.goals?.(result) ?? []).flatMap((goal) =>
    goal.value === undefined
      ? []
      : [[goal.what, boundOf(goal), number(goal.value), isReached(goal, goal.value) ? 'ok' : 'MISSED']],
  );
  const missed = rows.filter(([, , , result]) => result === 'MISSED').length;
  return {
    title: 'Goals',
    note: missed ? `${missed} of ${rows.length} missed.` : `All ${rows.length} reached.`,
    head: ['What', 'Wanted', 'Measured', 'Result'],
    rows,
  };
}

const boundOf = ({ atMost, atLeast }: Goal) => (atMost === undefined ? `≥ ${atLeast}` : `≤ ${atMost}`);
const isReached = ({ atMost = Number.POSITIVE_INFINITY, atLeast = Number.NEGATIVE_INFINITY }: Goal, value: number) =>
  value <= atMost && value >= atLeast;

/** Everything, for a terminal. */
export const report = (results: Results): string => [...tablesOf(results), goals(results)].map(render).join('\n\n');

/** The page. */
export function page(results: Results): string {
  const { date, node, machine, versions } = results.about;
  const list = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  return `# Performance

<!-- Written by \`npx pnpm@12 bench --write\`: change tools/bench instead. -->

What a call, a list, an import and an install cost, beside bare \`fetch\` and other clients. Ours check every response,
by default (\`validation: 'report'\`) and, in rows of their own, with \`validation: 'strict'\`; none of the others does. Measured on ${date} with Node ${node} on ${machine}.

![CPU per call as a multiple of bare fetch](performance.svg)

## How it is measured

- A stub serves bytes that are ready, on the same machine, in a process of its own, without compression or TLS. Its responses
  were taken from the [sandbox](../packages/sandbox/README.md).
- Each client runs in a process of its own, set up as its users do. All make the same calls, in turns, round after round,
  with compiled code; a turn begins with calls that are not measured, since others used the caches in between. CPU time is
  the whole process's. A ratio is taken within one round, so that what slows the machine falls out. What a process compiles
  first is luck, which changes the CPU of its calls by up to a quarter: single calls are made by three processes of each client,
  one after the other.
- _fetch_ is \`fetch\` and \`json()\`. The _floor_ is \`request\` of undici and \`JSON.parse\`: nothing is retried, checked or
  counted. Numbers are medians, with quartiles in brackets.
- Growth is measured in one process without a network. \`npx pnpm@12 bench --only growth --against <folder>\` measures another
  checkout of this repository in turns with this one; install its dependencies first.
- Run it with \`npx pnpm@12 bench\`; \`--write\` writes this page. Times differ from machine to machine, ratios less.

Versions: ${list.join(', ')}.

## ${render(goals(results)).slice('### '.length)}

## Results

${tablesOf(results).map(render).join('\n\n')}
`;
}
