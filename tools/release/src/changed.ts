import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// `changed.ts BASE` exits with 1 unless the branch's changesets name every package that it changes since BASE, or an
// empty changeset declares that nothing changes for users. Changesets' own check accepts any changeset, so a client
// could be released without the change in core that it needs.

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
  console.error(
    `No changeset names ${missing.map(({ name }) => name).join(', ')}. Run pnpm changeset, with --empty if nothing changes for users`,
  );
  process.exitCode = 1;
}
