import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createProject, startSandbox } from './project.ts';
import { startRegistry } from './registry.ts';
import { run } from './run.ts';
import { holds, manifestIn } from './tarball.ts';
import { type Bump, copyRepository } from './workspace.ts';

// Releases the packages of this working tree to a registry of its own, again and again, and installs them as strangers do.

const place = mkdtempSync(join(tmpdir(), 'x-rehearsal-'));
const upstream = (await run(place, 'npm', 'config', 'get', 'registry')).trim();
// The environment outdoes the files in which the rehearsal names its registry.
for (const name of Object.keys(process.env))
  if (/^p?npm_config_.*(registry|provenance)$/i.test(name)) delete process.env[name];
const registry = await startRegistry(upstream, (name) => name.startsWith('@x/'));
const ends: (() => Promise<void>)[] = [registry.close];

let failure: Error | undefined;
/** Does one step and prints its row; after one that failed, none is done. `prove` gives what it saw, in a few words. */
async function step(name: string, prove: () => Promise<string> | string): Promise<void> {
  const row = (result: string, seconds: string, seen: string) =>
    console.log(`${name.padEnd(58)} ${result.padEnd(7)} ${seconds.padStart(5)}  ${seen}`.trimEnd());
  if (failure) return row('not run', '', '');
  const start = performance.now();
  const seen = await (async () => prove())().catch((error: Error) => {
    failure = error;
    return '';
  });
  row(failure ? 'FAILED' : 'ok', `${((performance.now() - start) / 1000).toFixed(1)}s`, seen);
}

let workspace: Awaited<ReturnType<typeof copyRepository>>;
/** Names of the packages that need core, as their manifests say. */
let dependants: string[];
let all: string[];

const core = '@x/core';
const at = (names: string[], version: string) => names.map((name) => `${name}@${version}`).sort();
/** The newest version that is published of a package. */
const latest = (name: string) => registry.packages.get(name)?.['dist-tags'].latest ?? '';

/** Releases core by `bump` and expects exactly core at `version` and, where its old range ends, every dependant's next patch. */
async function releaseCore(bump: Bump, version: string, outOfRange: boolean): Promise<string> {
  const next = (name: string) => latest(name).replace(/\d+$/, (patch) => String(Number(patch) + 1));
  const expected = [`${core}@${version}`, ...(outOfRange ? dependants.map((name) => `${name}@${next(name)}`) : [])];
  assert.deepEqual(await workspace.release({ [core]: bump }), expected.sort());
  for (const name of dependants) {
    const range = registry.packages.get(name)?.versions[latest(name)]?.dependencies?.[core];
    if (outOfRange) assert.equal(range, `^${version}`, `${name} needs ${core}`);
  }
  return outOfRange ? `${core}@${version} and its ${dependants.length} dependants` : `${core}@${version} alone`;
}

await step('copy the working tree, install', async () => {
  workspace = await copyRepository(join(place, 'repository'), registry);
  all = workspace.packages.map(({ name }) => name);
  dependants = workspace.packages.filter(({ dependencies }) => core in dependencies).map(({ name }) => name);
  return `${all.length} public packages, ${dependants.length} on core`;
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

await step('change the source of one provider: it alone', async () => {
  workspace.append('packages/quotes/src/index.ts', 'export const rehearsed: boolean = true;\n');
  assert.deepEqual(await workspace.release({ '@x/quotes': 'patch' }, 'build'), ['@x/quotes@0.1.1']);
  for (const [version, changed] of [
    ['0.1.0', false],
    ['0.1.1', true],
  ] as const)
    assert.equal(
      holds(registry.tarball('@x/quotes', version), 'export const rehearsed = true;'),
      changed,
      `the code of ${version}`,
    );
  return '@x/quotes@0.1.1, with the change built';
});

await step('change the sandbox, which only tests need: it alone', async () => {
  assert.deepEqual(await workspace.release({ '@x/sandbox': 'minor' }), ['@x/sandbox@0.2.0']);
  return '@x/sandbox@0.2.0';
});

// `^0.1.0` ends at 0.2.0: below 1.0, a minor version is the breaking one.
await step('core, patch: core alone', () => releaseCore('patch', '0.1.1', false));
await step('core, minor below 1.0: core and all that need it', () => releaseCore('minor', '0.2.0', true));
await step('core, major: core and all that need it', () => releaseCore('major', '1.0.0', true));
await step('core, minor from 1.0 on: core alone', () => releaseCore('minor', '1.1.0', false));

await step('no manifest names a range that only this workspace knows', () => {
  const manifests = [...registry.packages.values()].flatMap(({ versions }) => Object.values(versions));
  for (const manifest of manifests) assert.doesNotMatch(JSON.stringify(manifest), /workspace:|catalog:/);
  for (const name of all)
    for (const version of Object.keys(registry.packages.get(name)?.versions ?? {}))
      assert.doesNotMatch(manifestIn(registry.tarball(name, version)), /workspace:|catalog:/);
  return `${manifests.length} manifests, as published and as packed`;
});

let sandbox = '';
/** Code that binds `options` to what the sandbox's clients take. */
const options = () => `const options = ${sandbox};\n`;

await step('npm install the sandbox in an empty project, start it', async () => {
  const project = createProject(place, 'servers', registry.url);
  await project.install('@x/sandbox');
  const started = await startSandbox(project);
  sandbox = started.options;
  ends.push(started.stop);
  return project.installed().join(' ');
});

await step('npm install one provider in an empty project, call it', async () => {
  const project = createProject(place, 'one', registry.url);
  await project.install('@x/stream');
  const installed = project.installed();
  assert.deepEqual(
    installed.map((each) => each.replace(/@[^@]+$/, '')),
    [core, '@x/stream', 'ky', 'valibot'],
  );
  const printed = await project.run(`${options()}
import { createStreamClient } from '@x/stream';
const { items } = await createStreamClient(options.stream).streams.list({ first: 3 });
console.log(items.length, items.every(({ viewer_count }) => viewer_count > 0));`);
  assert.equal(printed, '3 true');
  return installed.join(' ');
});

await step('compose all five: one core, one way to catch', async () => {
  const project = createProject(place, 'five', registry.url);
  const providers = ['stream', 'music', 'bank', 'food', 'quotes'];
  await project.install(...providers.map((name) => `@x/${name}`));
  const cores = project.installed().filter((each) => each.startsWith(`${core}@`));
  assert.deepEqual(cores, [`${core}@${latest(core)}`]);
  const printed = await project.run(`${options()}
import { createStreamClient, isApiError } from '@x/stream';
import { createMusicClient } from '@x/music';
import { createBankClient } from '@x/bank';
import { createFoodClient } from '@x/food';
import { createQuotesClient } from '@x/quotes';
const calls = (change) => [
  createStreamClient({ ...options.stream, ...change }).games.top({ first: 1 }),
  createMusicClient({ ...options.music, ...change }).search({ q: 'love', type: 'track', limit: 1 }),
  createBankClient({ ...options.bank, ...change }).institutions.get({ count: 1, offset: 0, country_codes: ['US'] }),
  createFoodClient({ ...options.food, ...change }).foods.search({ query: 'cheddar' }),
  createQuotesClient({ ...options.quotes, ...change }).random(),
];
await Promise.all(calls({}));
for (const { reason } of await Promise.allSettled(calls({ baseUrl: 'http://127.0.0.1:1', retries: 0 })))
  console.log(isApiError(reason) && reason.provider, reason?.code);`);
  assert.deepEqual(
    printed.split('\n'),
    providers.map((name) => `${name} network`),
  );
  return `${cores.join()}, 5 answers, 5 errors`;
});

await step('pin two providers whose cores differ: both errors caught', async () => {
  const project = createProject(place, 'pinned', registry.url);
  await project.install('@x/stream@0.1.0', `@x/music@${latest('@x/music')}`);
  const cores = project.installed().filter((each) => each.startsWith(`${core}@`));
  assert.deepEqual(cores, [`${core}@0.1.1`, `${core}@1.1.0`]);
  const printed = await project.run(`${options()}
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
    console.log(isApiError(error) && error.provider, error instanceof ApiError);`);
  assert.deepEqual(printed.split('\n'), ['false', 'stream true', 'stream true', 'music true', 'music true']);
  return cores.join(' and ');
});

for (const end of ends.reverse()) await end();
rmSync(place, { recursive: true, force: true });
if (failure) {
  console.error(`\n${failure.message}`);
  process.exitCode = 1;
}
