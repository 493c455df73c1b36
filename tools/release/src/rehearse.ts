import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { run } from '@x/testing/programs';
import { createProject, installedIn, quiet, runIn, startSandbox } from './project.ts';
import { startRegistry } from './registry.ts';
import { type Bump, copyRepository, type Workspace } from './workspace.ts';

// Releases the packages of this working tree to a local registry, several times, and installs them as users do.

const place = mkdtempSync(join(tmpdir(), 'x-rehearsal-'));
// These variables would override the files in which the rehearsal names its registry.
for (const name of Object.keys(process.env))
  if (/^p?npm_config_(@x:registry|provenance)$/i.test(name)) delete process.env[name];
// Set as in the workflow that publishes.
Object.assign(process.env, { GITHUB_SERVER_URL: 'https://git.example', GITHUB_REPOSITORY: 'owner/clients' });
const registry = await startRegistry();
let stopSandbox: (() => Promise<void>) | undefined;
process.on('exit', () => {
  stopSandbox?.();
  rmSync(place, { recursive: true, force: true });
});

/** Runs one step and prints its row, with the short summary that `prove` returns. A failure ends the rehearsal. */
async function step(name: string, prove: () => Promise<string> | string): Promise<void> {
  const start = performance.now();
  try {
    const seen = await prove();
    const seconds = `${((performance.now() - start) / 1000).toFixed(1)}s`;
    console.log(`${name.padEnd(61)} ok ${seconds.padStart(7)}  ${seen}`);
  } catch (error) {
    console.log(`${name.padEnd(61)} FAILED\n\n${(error as Error).message}`);
    process.exit(1);
  }
}

let workspace: Workspace;
let all: string[];

const core = '@x/core';
/** Returns the names of the packages whose manifests list `name` as a dependency. */
const dependantsOf = (name: string) =>
  workspace.packages.filter(({ dependencies = {} }) => name in dependencies).map(({ name }) => name);
const at = (names: string[], version: string) => names.map((name) => `${name}@${version}`).sort();
/** Returns the latest published version of a package. */
const latest = (name: string) => registry.packages.get(name)?.['dist-tags'].latest ?? '';
/** Returns the next patch version of each package, as `name@version`. */
const nextPatches = (names: string[]) =>
  names.map((name) => `${name}@${latest(name).replace(/\d+$/, (patch) => String(Number(patch) + 1))}`);

/** Installs packages in an empty project, as a user would. Returns its folder. */
async function install(name: string, ...packages: string[]): Promise<string> {
  const folder = createProject(place, name);
  // Uses a separate cache, because the last rehearsal published other content under the same versions.
  const settings = [`--@x:registry=${registry.url}`, '--cache', join(place, 'npm-cache')];
  await run(folder, 'npm', 'install', ...quiet, ...settings, ...packages);
  return folder;
}

/**
 * Releases core by `bump`. Expects core at `version`, the next patch of every dependent if `outOfRange`, and nothing
 * else.
 */
async function releaseCore(bump: Bump, version: string, outOfRange: boolean): Promise<string> {
  const dependants = dependantsOf(core);
  const expected = [`${core}@${version}`, ...(outOfRange ? nextPatches(dependants) : [])];
  assert.deepEqual(await workspace.release({ [core]: bump }), expected.sort());
  for (const name of dependants) {
    const range = registry.packages.get(name)?.versions[latest(name)]?.dependencies?.[core];
    if (outOfRange) assert.equal(range, `^${version}`, `${name} needs ${core}`);
  }
  return outOfRange ? `${core}@${version} and its ${dependants.length} dependents` : `${core}@${version} alone`;
}

await step('copy the working tree and install', async () => {
  workspace = await copyRepository(join(place, 'repository'), registry);
  all = workspace.packages.map(({ name }) => name);
  return `${all.length} public packages, ${dependantsOf(core).length} on core`;
});

await step('check pull requests: each changed package has a changeset', async () => {
  assert.match((await workspace.refusal(['packages/food'])) ?? '', /no changesets were found/);
  assert.match((await workspace.refusal(['packages/core', 'packages/food'], ['@x/food'])) ?? '', /names @x\/core/);
  assert.equal(await workspace.refusal(['packages/food'], ['@x/food']), undefined);
  assert.equal(await workspace.refusal(['packages/food'], []), undefined);
  assert.equal(await workspace.refusal(['docs']), undefined);
  return 'refused without a changeset or with the wrong one; accepted with the right one or an empty one';
});

await step('build and publish all packages', async () => {
  const bumps = Object.fromEntries(all.map((name) => [name, 'minor' as const]));
  assert.deepEqual(await workspace.release(bumps, 'build'), at(all, '0.1.0'));
  return 'all at 0.1.0';
});

await step('publish again: nothing is left to publish', async () => {
  assert.deepEqual(await workspace.publish(), []);
  return 'nothing published';
});

await step('change one provider and one store: only those two', async () => {
  workspace.append('packages/quotes/src/index.ts', 'export const rehearsed: boolean = true;\n');
  const bumps = { '@x/quotes': 'patch', '@x/redis': 'minor' } as const;
  assert.deepEqual(await workspace.release(bumps, 'build'), ['@x/quotes@0.1.1', '@x/redis@0.2.0']);
  const project = await install('changed', '@x/quotes');
  assert.equal(await runIn(project, "import { rehearsed } from '@x/quotes'; console.log(rehearsed);"), 'true');
  return '@x/quotes@0.1.1, with the change built, and @x/redis@0.2.0';
});

// `^0.1.0` excludes 0.2.0: below 1.0, minor versions are breaking; from 1.0 on, major versions are.
await step('core, patch below 1.0: only core', () => releaseCore('patch', '0.1.1', false));
await step('core, minor below 1.0: core and all its dependents', () => releaseCore('minor', '0.2.0', true));
await step('core, major to 1.0: core and all its dependents', () => releaseCore('major', '1.0.0', true));
await step('core, minor above 1.0; quotes, major: dependents of quotes', async () => {
  const bumps = { [core]: 'minor', '@x/quotes': 'major' } as const;
  const expected = [`${core}@1.1.0`, '@x/quotes@1.0.0', ...nextPatches(dependantsOf('@x/quotes'))];
  assert.deepEqual(await workspace.release(bumps), expected.sort());
  assert.equal(registry.packages.get('@x/quotes')?.versions['1.0.0']?.dependencies?.[core], '^1.1.0');
  return '@x/core@1.1.0 and @x/quotes@1.0.0, which needs it';
});

await step('published manifests have no workspace: or catalog: versions', () => {
  let count = 0;
  for (const { name, folder } of workspace.packages)
    for (const manifest of Object.values(registry.packages.get(name)?.versions ?? {})) {
      assert.doesNotMatch(JSON.stringify(manifest), /workspace:|catalog:/);
      const directory = `packages/${basename(folder)}`;
      assert.deepEqual(manifest.repository, {
        type: 'git',
        url: 'git+https://git.example/owner/clients.git',
        directory,
      });
      count += 1;
    }
  return `${count} versions`;
});

let sandbox = '';
/** Returns code that declares `options`, the sandbox's options for the clients. */
const options = () => `const options = ${sandbox};\n`;

await step('npm install the sandbox in an empty project and start it', async () => {
  const project = await install('servers', '@x/sandbox');
  const { options, stop } = await startSandbox(project);
  sandbox = JSON.stringify(options);
  stopSandbox = stop;
  return installedIn(project).join(' ');
});

/** A first call to each provider, as code. */
const firstCalls = {
  stream: 'createStreamClient({ ...options.stream, ...change }).games.top({ first: 1 })',
  music: "createMusicClient({ ...options.music, ...change }).search({ q: 'love', type: 'track', limit: 1 })",
  bank: "createBankClient({ ...options.bank, ...change }).institutions.get({ count: 1, offset: 0, country_codes: ['US'] })",
  food: "createFoodClient({ ...options.food, ...change }).foods.search({ query: 'cheddar' })",
  quotes: 'createQuotesClient({ ...options.quotes, ...change }).quotes.list({ limit: 1 })',
};
const providers = Object.keys(firstCalls) as (keyof typeof firstCalls)[];
/**
 * Returns code that makes the first call to each provider, then makes it again at an address where nothing responds,
 * and prints the errors.
 */
const callsOf = (...names: typeof providers) => `${options()}
import { isApiError } from '@x/${names[0]}';
${names.map((name) => `import { ${firstCalls[name].replace(/\(.*/, '')} } from '@x/${name}';`).join('\n')}
const calls = (change) => [${names.map((name) => firstCalls[name]).join(', ')}];
for (const { items, institutions = items } of await Promise.all(calls({}))) console.log(institutions.length > 0);
for (const { reason } of await Promise.allSettled(calls({ baseUrl: 'http://127.0.0.1:1', retries: 0 })))
  console.log(isApiError(reason) && reason.provider, reason?.code);`;
const printedBy = (...names: typeof providers) =>
  [...names.map(() => 'true'), ...names.map((name) => `${name} network`)].join('\n');

await step('npm install each provider in an empty project and call it', async () => {
  const versions: string[] = [];
  for (const name of providers) {
    const project = await install(name, `@x/${name}`);
    const installed = installedIn(project);
    assert.deepEqual(
      installed.map((each) => each.replace(/@[^@]+$/, '')),
      [core, `@x/${name}`, 'ky', 'valibot', ...(name === 'bank' ? ['jose'] : [])].sort(),
    );
    assert.equal(await runIn(project, callsOf(name)), printedBy(name));
    for (const each of [`@x/${name}`, core]) {
      const changelog = readFileSync(join(project, 'node_modules', each, 'CHANGELOG.md'), 'utf8');
      assert.match(changelog, RegExp(`^## ${latest(each)}$`, 'm'));
    }
    versions.push(...installed.filter((each) => each.startsWith(`@x/${name}@`)));
  }
  return versions.join(' ');
});

await step('npm install all five together: one core, one way to catch', async () => {
  const project = await install('five', ...providers.map((name) => `@x/${name}`));
  const cores = installedIn(project).filter((each) => each.startsWith(`${core}@`));
  assert.deepEqual(cores, [`${core}@${latest(core)}`]);
  assert.equal(await runIn(project, callsOf(...providers)), printedBy(...providers));
  return `${cores.join()}, 5 results, 5 errors`;
});

await step('pin two providers with different cores: both errors caught', async () => {
  const project = await install('pinned', '@x/stream@0.1.0', `@x/music@${latest('@x/music')}`);
  const cores = installedIn(project).filter((each) => each.startsWith(`${core}@`));
  assert.deepEqual(cores, [`${core}@0.1.1`, `${core}@${latest(core)}`]);
  const printed = await runIn(
    project,
    `${options()}
import * as old from '@x/stream';
import * as fresh from '@x/music';
const dead = { baseUrl: 'http://127.0.0.1:1', retries: 0 };
const errors = await Promise.all([
  old.createStreamClient({ ...options.stream, ...dead }).games.top().catch((error) => error),
  fresh.createMusicClient({ ...options.music, ...dead }).search({ q: 'love', type: 'track' }).catch((error) => error),
]);
console.log(old.ApiError === fresh.ApiError);
for (const error of errors)
  for (const { isApiError, ApiError } of [old, fresh])
    console.log(isApiError(error) && error.provider, error instanceof ApiError);`,
  );
  assert.deepEqual(printed.split('\n'), ['false', 'stream true', 'stream true', 'music true', 'music true']);
  return cores.join(' and ');
});

process.exit();
