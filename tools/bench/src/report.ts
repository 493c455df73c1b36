import type { Results } from './results.ts';
import { number, render, type Table } from './table.ts';
import { tablesOf } from './tables.ts';
import { growthThresholds, holds, type Threshold, thresholds } from './thresholds.ts';

/** What was wanted beside what was measured; what was not measured is left out. */
export function goals(results: Results): Table {
  const rows = [...thresholds, ...growthThresholds(results)].flatMap((threshold) => {
    const measured = threshold.value(results);
    if (!measured) return [];
    const { value, against } = measured;
    const what = against ? `${threshold.what} (${against})` : threshold.what;
    return [[what, bounds(threshold), number(value), holds(threshold, value) ? 'ok' : 'MISSED']];
  });
  const missed = rows.filter(([, , , result]) => result === 'MISSED').length;
  return {
    title: 'Goals',
    note: missed ? `${missed} of ${rows.length} missed.` : `All ${rows.length} reached.`,
    head: ['What', 'Wanted', 'Measured', 'Result'],
    rows,
  };
}

const bounds = ({ atMost, atLeast }: Threshold) => (atMost === undefined ? `≥ ${atLeast}` : `≤ ${atMost}`);

/** Everything, for a terminal. */
export const report = (results: Results): string => [...tablesOf(results), goals(results)].map(render).join('\n\n');

/** The page. */
export function page(results: Results): string {
  const { date, node, machine, versions } = results.about;
  const list = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  return `# Performance

<!-- Written by \`pnpm bench --write\`: change tools/bench instead. -->

What a call, a list, an import and an install cost, beside bare \`fetch\` and other clients. Ours check every response,
by default (\`validation: 'report'\`) and, in rows of their own, with \`validation: 'strict'\`; none of the others does. Measured on ${date} with Node ${node} on ${machine}.

![CPU per call as a multiple of bare fetch](performance.svg)

## How it is measured

- A stub serves bytes that are ready, on the same machine, in a process of its own, without compression or TLS. Its responses
  were taken from the [sandbox](../packages/sandbox/README.md).
- Each client runs in a process of its own, set up as its users do. All make the same calls, in turns, round after round,
  with compiled code; a turn begins with calls that are not measured, since others used the caches in between. CPU time is
  the whole process's. A ratio is taken within one round, so that what slows the machine falls out.
- _fetch_ is \`fetch\` and \`json()\`. The _floor_ is \`request\` of undici and \`JSON.parse\`: nothing is retried, checked or
  counted. Numbers are medians, with quartiles in brackets.
- Growth is measured in one process without a network. \`pnpm bench --only growth --against <folder>\` measures another
  checkout of this repository in turns with this one; install its dependencies first.
- Run it with \`pnpm bench\`; \`--write\` writes this page. Times differ from machine to machine, ratios less.

Versions: ${list.join(', ')}.

## ${render(goals(results)).slice('### '.length)}

## Results

${tablesOf(results).map(render).join('\n\n')}
`;
}
