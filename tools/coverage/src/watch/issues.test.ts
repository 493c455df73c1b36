import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';

/** Runs the script with reports and a fake `gh`, which returns the open issues and records its calls. */
function run(reports: Readonly<Record<string, string>>, open: readonly object[]) {
  const folder = mkdtempSync(join(tmpdir(), 'watch-issues-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'reports'));
  for (const [name, text] of Object.entries(reports)) writeFileSync(join(folder, 'reports', name), text);
  const log = join(folder, 'log');
  const gh = `#!${process.execPath}
const { appendFileSync, readFileSync } = require('node:fs');
const args = process.argv.slice(2);
const input = args.includes('-') ? readFileSync(0, 'utf8') : '';
appendFileSync(${JSON.stringify(log)}, JSON.stringify([args, input]) + '\\n');
if (args[1] === 'list') console.log(${JSON.stringify(JSON.stringify(open))});
`;
  writeFileSync(join(folder, 'gh'), gh);
  chmodSync(join(folder, 'gh'), 0o755);
  writeFileSync(log, '');
  const script = fileURLToPath(new URL('issues.ts', import.meta.url));
  const { stdout, stderr, status } = spawnSync(process.execPath, [script, join(folder, 'reports')], {
    encoding: 'utf8',
    env: { PATH: folder },
  });
  const calls = readFileSync(log, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): [string[], string] => JSON.parse(line));
  return { stdout, stderr, status, calls };
}

it('opens an issue for each report, or updates the one that is open already', () => {
  const { status, stdout, calls } = run({ 'bank.md': '# Plaid', 'food.md': '# FDC', 'notes.txt': '' }, [
    { number: 7, title: 'API changes: @x/bank' },
    { number: 8, title: 'API changes: @x/food, and more' },
  ]);
  expect(status).toBe(0);
  expect(calls.map(([args]) => args.slice(0, 4))).toEqual([
    ['issue', 'list', '--state', 'open'],
    ['issue', 'edit', '7', '--body-file'],
    ['issue', 'create', '--title', 'API changes: @x/food'],
  ]);
  expect(calls[0]?.[0]).toEqual(expect.arrayContaining(['--author', 'app/github-actions']));
  expect(calls[1]?.[1]).toMatch(/docs\/maintaining\.md\.\n\n# Plaid$/);
  expect(stdout).toBe('Updated API changes: @x/bank\nOpened API changes: @x/food\n');
});

it('does not call gh without reports', () => {
  expect(run({}, []).calls).toEqual([]);
});

it('cuts a report that is too long for an issue at the end of a line', () => {
  const { calls } = run({ 'bank.md': '- `POST /a`\n'.repeat(10_000) }, []);
  const body = calls[1]?.[1] ?? '';
  expect(body.length).toBeLessThan(65_000);
  expect(body).toMatch(/- `POST \/a`\n\nThe report is cut here\. The command above prints all of it\.\n$/);
});
