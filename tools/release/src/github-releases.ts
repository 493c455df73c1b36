import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { publicPackages } from './checkout.ts';

// `github-releases.ts COMMIT` creates a tag and a release with release notes at COMMIT for each version of this
// checkout that has none. It runs after all versions are published. Running it again is safe, because it leaves
// existing releases alone.

const [commit = ''] = process.argv.slice(2);
if (!/^[0-9a-f]{40}$/.test(commit)) throw new Error(`COMMIT must be a full commit hash; got ${JSON.stringify(commit)}`);

/** Returns the part of a package's changelog about a version. */
function notesOf(folder: string, version: string): string {
  const file = join(folder, 'CHANGELOG.md');
  const sections = existsSync(file) ? readFileSync(file, 'utf8').split(/^## /m) : [];
  const section = sections.find((each) => each.split('\n', 1)[0]?.trim() === version);
  return section?.slice(section.indexOf('\n')).trim() || `Version ${version}.`;
}

function gh(options: string[], input?: string) {
  const { status, stderr, error } = spawnSync('gh', options, { encoding: 'utf8', input });
  if (error) throw error;
  return { isOk: status === 0, stderr };
}

for (const { name, version, folder } of publicPackages()) {
  const tag = `${name}@${version}`;
  const found = gh(['release', 'view', tag, '--json', 'tagName']);
  if (found.isOk) continue;
  if (!/release not found/i.test(found.stderr))
    throw new Error(`gh release view ${tag} failed: ${found.stderr.trim()}`);
  const kind = version.includes('-') ? ['--prerelease'] : [];
  const options = ['release', 'create', tag, '--target', commit, '--title', tag, '--notes-file', '-', ...kind];
  const created = gh(options, notesOf(folder, version));
  if (!created.isOk) throw new Error(`gh release create ${tag} failed: ${created.stderr.trim()}`);
  console.log(`Released ${tag}`);
}
