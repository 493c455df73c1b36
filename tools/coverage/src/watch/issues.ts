import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

// `issues.ts FOLDER` opens one issue for each report in FOLDER, `NAME.md`, or updates the one that is open. It runs no
// code of a dependency, because its job may write.

const [folder = ''] = process.argv.slice(2);
const reports = readdirSync(folder).filter((name) => name.endsWith('.md'));

/** GitHub refuses longer bodies, counted in characters. */
const longestBody = 60_000;
const advice = 'Run `npx pnpm@12 --filter @x/coverage run watch` and follow docs/maintaining.md.';

/** The report with what to do, cut at a line where it is too long. */
function bodyOf(report: string): string {
  if (report.length <= longestBody) return `${advice}\n\n${report}`;
  const cut = report.lastIndexOf('\n', longestBody);
  return `${advice}\n\n${report.slice(0, cut)}\n\nThe report is longer: the command above prints all of it.\n`;
}

function gh(options: readonly string[], input?: string): string {
  const { status, stdout, stderr, error } = spawnSync('gh', options, { encoding: 'utf8', input });
  if (error) throw error;
  if (status !== 0) throw new Error(`gh ${options.slice(0, 2).join(' ')} failed: ${stderr.trim()}`);
  return stdout;
}

/** Only issues that the workflow opened itself: anyone may open one with the same title. */
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
