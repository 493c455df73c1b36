import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { type PublicPackage, publicPackages } from './checkout.ts';

// `publish.ts FOLDER [--provenance]` publishes the tarballs in FOLDER whose versions the registry does not have, each
// after the packages that it depends on. It runs in the only job that may publish for this repository. So it runs only
// Node and npm, and no third-party code: it installs nothing, and runs no package scripts.

const [folder = 'tools/release/dist', ...flags] = process.argv.slice(2);
const unknownFlag = flags.find((flag) => flag !== '--provenance');
if (unknownFlag) throw new Error(`unknown option ${unknownFlag}; the only option is --provenance`);

/** Runs npm. Returns its output and whether it succeeded. */
function npm(...options: string[]): { isOk: boolean; output: string } {
  const { status, stdout, error } = spawnSync('npm', options, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (error) throw error;
  return { isOk: status === 0, output: stdout };
}

/** Returns the versions of a package that the registry has. */
function publishedVersions(name: string): string[] {
  const { isOk, output } = npm('view', name, 'versions', '--json', '--prefer-online', '--silent');
  const answer: unknown = output.trim() === '' ? [] : JSON.parse(output);
  if (isOk) return [answer].flat() as string[];
  // The package was never published. Any other error could mean that the registry is down.
  if ((answer as { error?: { code?: string } }).error?.code === 'E404') return [];
  throw new Error(`npm view ${name} failed: ${output.trim()}`);
}

/** Sorts packages so that each comes after its dependencies. */
function inOrder(packages: readonly PublicPackage[]): PublicPackage[] {
  const ordered = new Set<PublicPackage>();
  function add(each: PublicPackage): void {
    if (ordered.has(each)) return;
    for (const other of packages) if (other !== each && other.name in (each.dependencies ?? {})) add(other);
    ordered.add(each);
  }
  packages.forEach(add);
  return [...ordered];
}

/** Returns the path of each tarball by its package and version, such as `@x/core@1.2.3`. */
function readTarballs(paths: readonly string[]): Map<string, string> {
  if (paths.length === 0) return new Map();
  const { isOk, output } = npm('pack', ...paths, '--dry-run', '--json', '--ignore-scripts');
  if (!isOk) throw new Error(`npm cannot read the tarballs in ${folder}`);
  const read = JSON.parse(output) as { id: string }[];
  return new Map(read.map(({ id }, index) => [id, paths[index] ?? '']));
}

const packages = publicPackages();
const tarballs = readTarballs(globSync('*.tgz', { cwd: folder }).map((file) => resolve(folder, file)));
// Publish another job's tarballs only if their names and versions match this checkout.
const expected = packages.map(({ name, version }) => `${name}@${version}`).sort();
const given = [...tarballs.keys()].sort();
if (given.join() !== expected.join())
  throw new Error(
    `the tarballs in ${folder} do not match this checkout: expected ${expected.join(' ')}; got ${given.join(' ') || 'none'}`,
  );

for (const { name, version } of inOrder(packages)) {
  if (publishedVersions(name).includes(version)) {
    console.log(`${name}@${version} is already published`);
    continue;
  }
  // A prerelease such as 2.0.0-next.1 gets the tag `next`, never `latest`.
  const tag = /-([a-z]+)/i.exec(version)?.[1] ?? 'latest';
  const path = tarballs.get(`${name}@${version}`) ?? '';
  console.log(`Publishing ${name}@${version} as ${tag}`);
  if (!npm('publish', path, '--access', 'public', '--tag', tag, '--ignore-scripts', ...flags).isOk)
    throw new Error(
      `npm publish ${name}@${version} failed. Run this job again; it skips versions that are already published`,
    );
}
