import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';

// Turns the changesets that are not released yet into versions and changelogs. Without any, it changes nothing, where
// `changeset version` would fail. A prerelease keeps its changesets, and names them in `pre.json`.

const pre = '.changeset/pre.json';
const released: string[] = existsSync(pre) ? JSON.parse(readFileSync(pre, 'utf8')).changesets : [];
const names = globSync('.changeset/*.md').map((file) => basename(file, '.md'));
if (names.some((name) => name !== 'README' && !released.includes(name))) {
  execFileSync('changeset', ['version'], { stdio: 'inherit' });
  execFileSync('pnpm', ['install', '--lockfile-only'], { stdio: 'inherit' });
}
