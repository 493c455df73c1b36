import { appendFileSync, cpSync, existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from '@x/testing/programs';
import { type PublicPackage, publicPackages } from './checkout.ts';
import type { Registry } from './registry.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

export type Bump = 'patch' | 'minor' | 'major';

/** A copy of the repository in which releases do no harm. */
export type Workspace = Awaited<ReturnType<typeof copyRepository>>;

/** Returns the versions that a registry holds, as `name@version`. */
const versionsIn = (registry: Registry) =>
  [...registry.packages.values()].flatMap(({ name, versions }) =>
    Object.keys(versions).map((each) => `${name}@${each}`),
  );

/** Copies the working tree to `folder` as a separate repository that has had no release and publishes to `registry`. */
export async function copyRepository(folder: string, registry: Registry) {
  const files = await run(root, 'git', 'ls-files', '--cached', '--others', '--exclude-standard', '-z');
  for (const file of files.split('\0')) if (file && existsSync(root + file)) cpSync(root + file, join(folder, file));

  // All packages start from the same version, regardless of earlier releases, so that the rehearsal knows the versions
  // to expect.
  for (const file of globSync(['.changeset/*.md', 'packages/*/CHANGELOG.md'], { cwd: folder }))
    if (!file.endsWith('README.md')) rmSync(join(folder, file));
  const packages: readonly PublicPackage[] = publicPackages(`${folder}/`);
  for (const { folder } of packages) {
    const file = join(folder, 'package.json');
    // Leave out settings that concern only the real registry, such as provenance.
    const { publishConfig, ...rest } = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(file, JSON.stringify({ ...rest, version: '0.0.0' }, null, 2));
  }
  // The project's file overrides the user's, so that no setting of this machine can send a rehearsed release to another
  // registry.
  const { host } = new URL(registry.url);
  appendFileSync(join(folder, '.npmrc'), `\n@x:registry=${registry.url}/\n//${host}/:_authToken=rehearsal\n`);

  // Changesets must be committed, because changelogs name their commits.
  const commit = async () => {
    await run(folder, 'git', 'add', '--all');
    await run(folder, 'git', ...identity, 'commit', '--quiet', '--no-verify', '--message', 'Rehearsal');
  };
  const identity = ['-c', 'user.name=rehearsal', '-c', 'user.email=rehearsal@localhost'];
  await run(folder, 'git', 'init', '--quiet', '--initial-branch', 'main');
  await commit();
  await run(folder, 'pnpm', 'install', '--frozen-lockfile');

  /** Packs all packages, and publishes unpublished versions from a fresh checkout. Returns the new versions. */
  const publish = async (build?: 'build'): Promise<string[]> => {
    const before = new Set(versionsIn(registry));
    if (build) await run(folder, 'pnpm', '--filter', '@x/release', 'run', 'pack-release');
    else await run(folder, 'pnpm', 'exec', 'node', 'tools/release/src/pack.ts');
    // As in the workflow: from a fresh checkout, in which nothing is installed.
    const checkout = `${folder}-checkout`;
    await run(folder, 'git', 'clone', '--quiet', folder, checkout);
    cpSync(join(folder, 'tools/release/dist'), join(checkout, 'tools/release/dist'), { recursive: true });
    await run(checkout, process.execPath, 'tools/release/src/publish.ts', 'tools/release/dist');
    rmSync(checkout, { recursive: true });
    return versionsIn(registry)
      .filter((version) => !before.has(version))
      .sort();
  };
  const writeChangeset = (lines: string[]) =>
    writeFileSync(join(folder, '.changeset/rehearsal.md'), `---\n${lines.join('')}---\n\nRehearsed.\n`);
  return {
    packages,
    publish,
    /** Adds lines to the end of a file. */
    append: (file: string, text: string) => appendFileSync(join(folder, file), text),
    /**
     * Runs the pull request check on a branch that changes the packages in `folders`, with a changeset for the packages
     * in `names`, or without a changeset if `names` is omitted. Returns the output if the check refused the branch.
     */
    async refusal(folders: string[], names?: string[]): Promise<string | undefined> {
      await run(folder, 'git', 'checkout', '--quiet', '-b', 'change');
      for (const each of folders) appendFileSync(join(folder, each, 'README.md'), 'More.\n');
      if (names) writeChangeset(names.map((name) => `'${name}': patch\n`));
      await commit();
      const refusal = await run(folder, 'pnpm', 'exec', 'node', 'tools/release/src/changed.ts', 'main').then(
        () => undefined,
        ({ message }: Error) => message,
      );
      await run(folder, 'git', 'checkout', '--quiet', 'main');
      await run(folder, 'git', 'branch', '--quiet', '--delete', '--force', 'change');
      return refusal;
    },
    /**
     * Writes a changeset, updates the versions, and publishes. Pass `build` if sources have changed. Returns the new
     * versions.
     */
    async release(bumps: Record<string, Bump>, build?: 'build'): Promise<string[]> {
      writeChangeset(Object.entries(bumps).map(([name, bump]) => `'${name}': ${bump}\n`));
      await commit();
      await run(folder, 'pnpm', '--filter', '@x/release', 'run', 'version-packages');
      await commit();
      return publish(build);
    },
  };
}
