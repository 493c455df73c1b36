import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// `changed.ts BASE` ends with 1 unless each package that the branch changes since BASE is named in one of its
// changesets, or an empty one declares that users get nothing new. Changesets' own check accepts any, and a client
// could then be released without the change of core that it needs.

const [base = 'origin/main'] = process.argv.slice(2);
const place = mkdtempSync(join(tmpdir(), 'x-changed-'));
process.on('exit', () => rmSync(place, { recursive: true }));

const plan = join(place, 'plan.json');
const { status } = spawnSync('changeset', ['status', '--since', base, '--output', plan], { stdio: 'inherit' });
if (status !== 0) process.exit(status ?? 1);

const { changesets } = JSON.parse(readFileSync(plan, 'utf8')) as { changesets: { releases: { name: string }[] }[] };
const named = new Set(changesets.flatMap(({ releases }) => releases.map(({ name }) => name)));
const files = execFileSync('git', ['diff', '--name-only', `${base}...HEAD`], { encoding: 'utf8' });
const missing = [...new Set(files.match(/^packages\/[^/\n]+/gm))]
  .map((folder) => join(folder, 'package.json'))
  .flatMap((file) => (existsSync(file) ? [JSON.parse(readFileSync(file, 'utf8'))] : []))
  .filter((manifest) => !manifest.private && !named.has(manifest.name));
if (missing.length > 0 && changesets.every(({ releases }) => releases.length > 0)) {
  console.error(`No changeset names ${missing.map(({ name }) => name).join(', ')}: pnpm changeset, or --empty`);
  process.exitCode = 1;
}
