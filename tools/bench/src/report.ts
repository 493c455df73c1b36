import type { Findings, Goal } from './section.ts';
import { calls, throughput } from './sections/calls.ts';
import { check } from './sections/check.ts';
import { cold } from './sections/cold.ts';
import { memory } from './sections/memory.ts';
import { requests } from './sections/requests.ts';
import { size } from './sections/size.ts';
import { start } from './sections/start.ts';
import { sync } from './sections/sync.ts';
import { walks } from './sections/walks.ts';
import { number, render, type Table } from './table.ts';

/** All sections, in the order of the page. A full run takes about ten minutes. */
export const sections = { scenarios: calls, throughput, walks, requests, cold, start, size, check, memory, sync };

/** Date, machine and versions of a run. */
export interface About {
  readonly date: string;
  readonly node: string;
  readonly machine: string;
  readonly versions: Readonly<Record<string, string>>;
}

/** Compares each goal with its measured value. */
export function goals(findings: readonly Findings[]): Table {
  const rows = findings
    .flatMap((each) => each.goals ?? [])
    .map((goal) => [goal.what, boundOf(goal), number(goal.value), isReached(goal) ? 'ok' : 'MISSED']);
  const missed = rows.filter(([, , , result]) => result === 'MISSED').length;
  return {
    title: 'Goals',
    note: missed ? `${missed} of ${rows.length} missed.` : `All ${rows.length} reached.`,
    head: ['Goal', 'Target', 'Measured', 'Result'],
    rows,
  };
}

const boundOf = ({ atMost, atLeast }: Goal) => (atMost === undefined ? `≥ ${atLeast}` : `≤ ${atMost}`);
const isReached = ({ value, atMost = Number.POSITIVE_INFINITY, atLeast = Number.NEGATIVE_INFINITY }: Goal) =>
  value <= atMost && value >= atLeast;

/** Renders all tables and goals for a terminal. */
export const report = (findings: readonly Findings[]): string =>
  [...findings.flatMap(({ tables }) => tables), goals(findings)].map(render).join('\n\n');

/** Renders `docs/performance.md`. */
export function page({ date, node, machine, versions }: About, findings: readonly Findings[]): string {
  const list = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  return `# Performance

<!-- Written by \`npx pnpm@12 bench --write\`: change tools/bench instead. -->

This page compares the costs of a call, a list, an import and an install with bare \`fetch\` and other clients. Our clients
check every response; the other clients check none. By default, ours use \`validation: 'report'\`, and separate rows show
\`validation: 'strict'\`. Measured on ${date} with Node ${node} on ${machine}.

![CPU per call as a multiple of bare fetch](performance.svg)

## How it is measured

- A stub server runs in a separate process on the same machine. It serves prepared bytes, without compression or TLS. Its
  responses were recorded from the [sandbox](../packages/sandbox/README.md).
- Each client runs in its own process, set up as its users would. All clients make the same calls in turns, round after round,
  with compiled code. Each turn begins with unmeasured calls, because the other clients used the CPU caches in between. CPU time
  is the whole process's. Ratios are taken within one round, so that slowdowns of the machine cancel out. The order in which a
  process compiles its code is random, and changes the CPU time of its calls by up to a quarter. So three processes of each
  client make the single calls, one after the other.
- _fetch_ is \`fetch\` and \`json()\`. The _floor_ is undici's \`request\` and \`JSON.parse\`, without retries, checks or
  rate limits. Numbers are medians, with quartiles in parentheses.
- Run it with \`npx pnpm@12 bench\`; \`--write\` writes this page. Times vary between machines; ratios vary less.

Versions: ${list.join(', ')}.

## ${render(goals(findings)).slice('### '.length)}

## Results

${findings
  .flatMap(({ tables }) => tables)
  .map(render)
  .join('\n\n')}
`;
}
