import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { markdownTable } from '@x/testing/table';
import { expect, it } from 'vitest';
import { type Again, attemptsOf, type Rule, rules } from './fault-rules.ts';

it('docs/reliability.md has the matrix as the rules define it; --update regenerates it', async () => {
  const guide = fileURLToPath(new URL('../../../docs/reliability.md', import.meta.url));
  const text = readFileSync(guide, 'utf8');
  const matrix = /(?<=<!-- matrix: .* -->\n\n).*(?=\n\n<!-- end of the matrix -->)/s;
  expect(text).toMatch(matrix);
  await expect(text.replace(matrix, renderRules)).toMatchFileSnapshot(guide);
});

/** Renders the rules as a table with one row for each fault. */
function renderRules(): string {
  const rows = rules.map((rule) => [
    rule.name,
    rule.code === 'ok' ? 'works' : `\`${rule.code}\``,
    String(attemptsOf(rule.again, 'read')),
    String(attemptsOf(rule.again, 'write')),
    rule.origin || (rule.mishap && !rule.done) ? 'none' : 'all sent',
    rule.done ? 'once' : 'no',
    rule.code === 'ok' ? '' : `\`${rule.outcome}\``,
    remark(rule),
  ]);
  const head = [
    'Fault',
    'Code',
    'Read, put, token, page, sync: sent',
    'Write: sent',
    'Reached the server',
    'Write done',
    'Write: `outcome`',
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
