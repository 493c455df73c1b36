import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

// `issues.ts FOLDER` opens one issue for each report in FOLDER, `NAME.md`, or updates the one that is open. It runs no
// dependency's code, because its job has write access.

const [folder = ''] = process.argv.slice(2);
const reports = readdirSync(folder).filter((name) => name.endsWith('.md'));

/** Maximum length of an issue's body in characters, below GitHub's own limit. */
const longestBody = 60_000;
const advice = 'Run `npx pnpm@12 --filter @x/coverage run watch` and follow docs/maintaining.md.';

/** Returns a report below the advice. Cuts a report that is too long at the end of a line. */
function bodyOf(report: string): string {
  if (report.length <= longestBody) return `${advice}\n\n${report}`;
  const cut = report.lastIndexOf('\n', longestBody);
  return `${advice}\n\n${report.slice(0, cut)}\n\nThe report is cut here. The command above prints all of it.\n`;
}

function gh(options: readonly string[], input?: string): string {
  const { status, stdout, stderr, error } = spawnSync('gh', options, { encoding: 'utf8', input });
  if (error) throw error;
  if (status !== 0) throw new Error(`gh ${options.slice(0, 2).join(' ')} failed: ${stderr.trim()}`);
  return stdout;
}

/** Lists only issues that the workflow opened itself, because anyone may open one with the same title. */
const list = 'issue list --state open --author app/github-actions --limit 200 --json number,title'.split(' ');
const open: readonly { readonly number: number; readonly title: string }[] =
  reports.length === 0 ? [] : JSON.parse(gh(list));

for (const name of reports) {
  const title = `API changes: @x/${basename(name, '.md')}`;
  const body = bodyOf(readFileSync(join(folder, name), 'utf8'));
  const found = open.find((issue) => issue.title === title);
  if (found) gh(['issue', 'edit', String(found.number), '--body-file', '-'], body);
  else gh(['issue', 'create', '--title', title, '--body-file', '-'], body);
  console.log(`${found ? 'Updated' : 'Opened'} ${title}`);
}
