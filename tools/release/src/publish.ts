import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type PackageManifest, publicPackages } from './checkout.ts';
import { filesIn } from './tarball.ts';

// `publish.ts FOLDER [--provenance]` publishes the tarballs in FOLDER whose versions the registry does not have, each after the
// packages that it depends on. It runs in the only job that may act for this repository on the registry. So it runs Node and npm, and
// nothing that anybody else has written: no install, and no scripts of the packages.

interface Tarball {
  readonly path: string;
  readonly manifest: PackageManifest;
}

const [folder = 'tools/release/dist', ...flags] = process.argv.slice(2);
const unknownFlag = flags.find((flag) => flag !== '--provenance');
if (unknownFlag) throw new Error(`unknown option ${unknownFlag}: the only one is --provenance`);

/** Runs npm and returns what it printed, with whether it succeeded. */
function npm(...options: string[]): { isOk: boolean; output: string } {
  const { status, stdout, error } = spawnSync('npm', options, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (error) throw error;
  return { isOk: status === 0, output: stdout };
}

/** The versions of a package that the registry has. */
function publishedVersions(name: string): string[] {
  const { isOk, output } = npm('view', name, 'versions', '--json', '--prefer-online', '--silent');
  const answer: unknown = output.trim() === '' ? [] : JSON.parse(output);
  if (isOk) return [answer].flat() as string[];
  // A package that was never published; anything else could be a registry that is down.
  if ((answer as { error?: { code?: string } }).error?.code === 'E404') return [];
  throw new Error(`npm view ${name} failed: ${output.trim()}`);
}

/** The tarballs, each after those that it depends on. */
function inOrder(tarballs: readonly Tarball[]): Tarball[] {
  const ordered = new Set<Tarball>();
  function add(tarball: Tarball): void {
    if (ordered.has(tarball)) return;
    for (const other of tarballs)
      if (other !== tarball && other.manifest.name in (tarball.manifest.dependencies ?? {})) add(other);
    ordered.add(tarball);
  }
  for (const tarball of tarballs) add(tarball);
  return [...ordered];
}

const tarballs: Tarball[] = globSync('*.tgz', { cwd: folder })
  .sort()
  .map((file) => {
    const path = resolve(join(folder, file));
    return { path, manifest: JSON.parse(filesIn(readFileSync(path)).get('package.json') ?? '{}') };
  });
// What another job has packed is published only if it matches this checkout: no other name, and no other version.
const expected = publicPackages().map(({ name, version }) => `${name}@${version}`);
const given = tarballs.map(({ manifest: { name, version } }) => `${name}@${version}`);
if (given.toSorted().join() !== expected.toSorted().join())
  throw new Error(
    `the tarballs in ${folder} are not those of this checkout: expected ${expected.join(' ')}; got ${given.join(' ') || 'none'}`,
  );

for (const { path, manifest } of inOrder(tarballs)) {
  const { name, version } = manifest;
  if (publishedVersions(name).includes(version)) {
    console.log(`${name}@${version} is already published`);
    continue;
  }
  // A prerelease such as 2.0.0-next.1 goes to the tag `next`, never to `latest`.
  const tag = /-([a-z]+)/i.exec(version)?.[1] ?? 'latest';
  console.log(`Publishing ${name}@${version} as ${tag}`);
  if (!npm('publish', path, '--access', 'public', '--tag', tag, '--ignore-scripts', ...flags).isOk)
    throw new Error(`npm publish ${name}@${version} failed; the versions before it are published. Run this job again`);
}
