import { readFileSync, writeFileSync } from 'node:fs';
import { markdownTable } from '@x/testing/table';
import { type Again, attemptsOf, type Rule, rules } from './fault-rules.ts';
import { type Cell, paths, runMatrix } from './faults.ts';

/** The guide that holds the matrix. */
export const guide = new URL('../../../docs/reliability.md', import.meta.url);

const from = '<!-- matrix: written by the command below -->';
const to = '<!-- end of the matrix -->';

/** The guide with the matrix as the rules say. */
export function withMatrix(text: string): string {
  return `${text.slice(0, text.indexOf(from) + from.length)}\n\n${renderRules()}\n\n${text.slice(text.indexOf(to))}`;
}

/** One row for each fault. */
function renderRules(): string {
  const rows = rules.map((rule) => [
    rule.name,
    rule.code === 'ok' ? 'works' : `\`${rule.code}\``,
    String(attemptsOf(rule.again, 'read')),
    String(attemptsOf(rule.again, 'write')),
    rule.origin || (rule.mishap && !rule.done) ? 'none' : 'all sent',
    rule.done ? 'once' : 'no',
    remark(rule),
  ]);
  const head = [
    'Fault',
    'Outcome',
    'Read, put, token, page, sync: sent',
    'Write: sent',
    'Reached the server',
    'Write done',
    'Remark',
  ];
  return markdownTable(head, rows);
}

function remark({ own = {}, only }: Rule): string {
  const times = (again: Again) => `sent ${attemptsOf(again, 'read')}`;
  return [
    ...(only ? [`only ${only.join(', ')}`] : []),
    ...Object.entries(own).map(([provider, again]) => `${provider}: ${times(again)}`),
  ].join('; ');
}

/** How many cells there are and how many are right, by kind of call and provider, and what is wrong with the others. */
function report(cells: readonly Cell[]): string {
  const counts = (of: readonly Cell[]) => `${of.filter(({ right }) => right).length}/${of.length}`;
  const groups = Map.groupBy(cells, ({ provider, kind, path }) => `${provider} ${kind}, ${path} fetch`);
  return [
    ...[...groups].map(([name, of]) => `${name.padEnd(26)} ${counts(of)}`),
    ...cells
      .filter(({ right }) => !right)
      .map(({ name, expected, outcome }) =>
        ['WRONG', name, `expected ${JSON.stringify(expected)}`, `got ${JSON.stringify(outcome)}`].join(' | '),
      ),
    `right/tried: ${counts(cells)}`,
  ].join('\n');
}

if (import.meta.main) {
  if (process.argv.includes('--write')) writeFileSync(guide, withMatrix(readFileSync(guide, 'utf8')));
  else {
    const cells: Cell[] = [];
    for (const path of paths) cells.push(...(await runMatrix(path)));
    console.log(report(cells));
    if (cells.some(({ right }) => !right)) process.exitCode = 1;
  }
}
