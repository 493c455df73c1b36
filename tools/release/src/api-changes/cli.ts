import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publicPackages } from '../checkout.ts';
import { root, writeReport } from './report.ts';

// `api-changes BASE` compares each package's public API with the one at BASE, and prints a diff of the two API
// Extractor reports.

const [base = 'origin/main'] = process.argv.slice(2);
const place = mkdtempSync(join(tmpdir(), 'x-api-changes-'));
const checkout = join(place, 'checkout/');
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });

function build(folder: string): void {
  for (const command of ['install --frozen-lockfile', "exec turbo run build --filter='./packages/*'"])
    execFileSync(`pnpm ${command}`, { cwd: folder, shell: true, stdio: ['ignore', 'ignore', 'inherit'] });
}

git('worktree', 'add', '--detach', checkout, base);
try {
  build(checkout);
  build(root);
  for (const { folder } of publicPackages(checkout)) writeReport(folder, join(place, 'before'));
  for (const { folder } of publicPackages(root)) writeReport(folder, join(place, 'after'));
  const { status } = spawnSync('git', ['diff', '--no-index', '--no-prefix', 'before', 'after'], {
    cwd: place,
    stdio: 'inherit',
  });
  if (status === 0) console.log(`The public API has not changed since ${base}`);
} finally {
  git('worktree', 'remove', '--force', checkout);
  rmSync(place, { recursive: true });
}
