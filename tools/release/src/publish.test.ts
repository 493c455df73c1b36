import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { fileURLToPath } from 'node:url';

let place: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'x-publish-'));
});
afterEach(() => rmSync(place, { recursive: true }));

function write(file: string, text: string): string {
  mkdirSync(dirname(join(place, file)), { recursive: true });
  writeFileSync(join(place, file), text);
  return join(place, file);
}
const log = () =>
  existsSync(join(place, 'log'))
    ? readFileSync(join(place, 'log'), 'utf8').replaceAll(`${place}/`, '').trim().split('\n')
    : [];

/** Writes a package of the checkout. */
const addPackage = (name: string, version: string, more: object = {}) =>
  write(`packages/${name}/package.json`, JSON.stringify({ name: `@own/${name}`, version, ...more }));

/** Writes a stand-in for a tarball that another job has packed: the output of `npm pack --dry-run --json` for it. */
const addTarball = (name: string, version: string) =>
  write(`dist/${name}.tgz`, JSON.stringify({ id: `@own/${name}@${version}` }));

/** Shell code that handles `npm pack`: prints the contents of the given tarballs as a JSON list. */
const packed = `if [ "$1" = pack ]; then
  separator='['
  for file in "$@"; do
    case $file in *.tgz) echo "$separator"; cat "$file"; separator=,;; esac
  done
  echo ']'; exit
fi`;

/** Puts a program on the path that logs its arguments and runs `body`, except for `npm pack`. */
const standIn = (program: string, body: string) =>
  chmodSync(write(`bin/${program}`, `#!/bin/sh\n${packed}\necho "$@" >> '${place}/log'\n${body}\n`), 0o755);

function run(script: string, ...options: string[]) {
  const program = fileURLToPath(new URL(script, import.meta.url));
  const PATH = `${join(place, 'bin')}${delimiter}${process.env.PATH}`;
  const env = { ...process.env, PATH };
  const { status, stderr } = spawnSync(process.execPath, [program, ...options], { cwd: place, env, encoding: 'utf8' });
  return { status, stderr };
}

const neverPublished = `[ "$1" = view ] || exit 0; echo '{"error":{"code":"E404"}}'; exit 1`;

test('publish.ts publishes each package after its dependencies, without scripts, with the given flags', () => {
  addPackage('alpha', '1.0.0', { dependencies: { '@own/zeta': 'workspace:^' } });
  addPackage('beta', '1.0.0', { dependencies: { '@own/alpha': 'workspace:^', '@own/zeta': 'workspace:^' } });
  addPackage('zeta', '2.0.0-next.1');
  addPackage('tool', '1.0.0', { private: true });
  addTarball('alpha', '1.0.0');
  addTarball('beta', '1.0.0');
  addTarball('zeta', '2.0.0-next.1');
  standIn('npm', neverPublished);
  assert.equal(run('publish.ts', 'dist', '--provenance').status, 0);
  assert.deepEqual(
    log().filter((line) => line.startsWith('publish')),
    [
      'publish dist/zeta.tgz --access public --tag next --ignore-scripts --provenance',
      'publish dist/alpha.tgz --access public --tag latest --ignore-scripts --provenance',
      'publish dist/beta.tgz --access public --tag latest --ignore-scripts --provenance',
    ],
  );
});

test('publish.ts skips published versions, and stops if the registry is unreachable or refuses a package', () => {
  for (const add of [addPackage, addTarball]) {
    add('alpha', '1.0.0');
    add('beta', '1.1.0');
  }
  standIn('npm', `[ "$1" = view ] && echo '["1.0.0"]'`);
  run('publish.ts', 'dist');
  assert.deepEqual(
    log().map((line) => line.split(' ', 2).join(' ')),
    ['view @own/alpha', 'view @own/beta', 'publish dist/beta.tgz'],
  );

  for (const [body, message] of [
    [`echo '{"error":{"code":"E503"}}'; exit 1`, /npm view @own\/alpha failed/],
    [`[ "$1" = view ] && { echo '[]'; exit 0; }; exit 1`, /npm publish @own\/alpha@1\.0\.0 failed/],
  ] as const) {
    standIn('npm', body);
    const { status, stderr } = run('publish.ts', 'dist');
    assert.notEqual(status, 0);
    assert.match(stderr, message);
  }
});

for (const [what, ...tarballs] of [
  ['an extra tarball', 'alpha@1.0.0', 'stranger@1.0.0'],
  ['another version', 'alpha@9.0.0'],
  ['another name', 'stranger@1.0.0'],
  ['no tarballs'],
])
  test(`publish.ts publishes nothing if the tarballs do not match the checkout: ${what}`, () => {
    addPackage('alpha', '1.0.0');
    for (const [name = '', version = ''] of tarballs.map((each) => each.split('@'))) addTarball(name, version);
    standIn('npm', neverPublished);
    const { status, stderr } = run('publish.ts', 'dist');
    assert.notEqual(status, 0);
    assert.match(stderr, /do not match this checkout: expected @own\/alpha@1\.0\.0; got/);
    assert.deepEqual(log(), []);
  });

test('publish.ts refuses an unknown option', () => {
  assert.match(run('publish.ts', 'dist', '--registry=http://elsewhere.example').stderr, /unknown option --registry/);
});

test('address.ts writes the repository into manifests, and makes the links in READMEs absolute', () => {
  addPackage('alpha', '1.0.0');
  write(
    'packages/alpha/README.md',
    '[guide](../../docs/guide.md#a) [below](#below) [npm](https://npm.example) `[a](b)`',
  );
  Object.assign(process.env, { GITHUB_SERVER_URL: 'https://git.example', GITHUB_REPOSITORY: 'owner/clients' });
  try {
    assert.equal(run('address.ts').status, 0);
  } finally {
    delete process.env.GITHUB_SERVER_URL;
    delete process.env.GITHUB_REPOSITORY;
  }
  const read = (file: string) => readFileSync(join(place, 'packages/alpha', file), 'utf8');
  assert.equal(
    read('README.md'),
    '[guide](https://git.example/owner/clients/blob/HEAD/docs/guide.md#a) [below](#below) [npm](https://npm.example) `[a](b)`',
  );
  const url = 'git+https://git.example/owner/clients.git';
  assert.deepEqual(JSON.parse(read('package.json')).repository, { type: 'git', url, directory: 'packages/alpha' });
});

test('github-releases.ts creates releases with notes for versions that have none, and leaves other releases alone', () => {
  addPackage('alpha', '1.1.0');
  addPackage('beta', '2.0.0-next.0');
  addPackage('gamma', '3.0.0');
  addPackage('tool', '1.0.0', { private: true });
  write(
    'packages/alpha/CHANGELOG.md',
    '# @own/alpha\n\n## 1.1.0\n\n### Minor Changes\n\n- New.\n\n## 1.0.0\n\n- Old.\n',
  );
  standIn(
    'gh',
    `case "$2 $3" in
view*gamma*) exit 0;;
view*) echo 'release not found' >&2; exit 1;;
create*) cat >> '${place}/log';;
esac`,
  );
  const commit = 'a'.repeat(40);
  assert.deepEqual(run('github-releases.ts', commit), { status: 0, stderr: '' });
  assert.deepEqual(log(), [
    'release view @own/alpha@1.1.0 --json tagName',
    `release create @own/alpha@1.1.0 --target ${commit} --title @own/alpha@1.1.0 --notes-file -`,
    '### Minor Changes',
    '',
    '- New.release view @own/beta@2.0.0-next.0 --json tagName',
    `release create @own/beta@2.0.0-next.0 --target ${commit} --title @own/beta@2.0.0-next.0 --notes-file - --prerelease`,
    'Version 2.0.0-next.0.release view @own/gamma@3.0.0 --json tagName',
  ]);
});

test('github-releases.ts creates no release if its request to GitHub fails, or without a commit', () => {
  addPackage('alpha', '1.1.0');
  standIn('gh', `echo 'HTTP 502' >&2; exit 1`);
  const { stderr } = run('github-releases.ts', 'a'.repeat(40));
  assert.match(stderr, /gh release view @own\/alpha@1\.1\.0 failed: HTTP 502/);
  assert.deepEqual(log(), ['release view @own/alpha@1.1.0 --json tagName']);
  assert.match(run('github-releases.ts').stderr, /COMMIT must be a full commit hash/);
});

/** Runs git in the checkout. */
const git = (...options: string[]) => {
  const author = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.com'];
  const { status, stdout, stderr } = spawnSync('git', [...author, ...options], { cwd: place, encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  return stdout;
};

/** Creates a checkout with a remote repository, and a patch of another job that writes `text` into `files`. */
function addPatch(...files: string[]): void {
  addPackage('alpha', '1.0.0');
  git('init', '--quiet', '--bare', 'remote.git');
  git('init', '--quiet', '--initial-branch=main');
  git('add', 'packages');
  git('commit', '--quiet', '--message', 'First');
  git('remote', 'add', 'origin', join(place, 'remote.git'));
  for (const file of files) write(file, 'new');
  git('add', ...files);
  write('versions.patch', git('diff', '--cached', '--no-renames'));
  git('reset', '--quiet', '--hard');
}

test('pull-request.ts pushes the versions to a branch, and opens a pull request unless one is open', () => {
  addPatch('packages/alpha/CHANGELOG.md', 'packages/alpha/package.json', 'pnpm-lock.yaml');
  standIn('gh', '[ "$2" = list ] && echo 0; exit 0');
  assert.deepEqual(run('pull-request.ts', 'versions.patch'), { status: 0, stderr: '' });
  const pushed = git('--git-dir=remote.git', 'show', '--format=%an %s', '--name-only', 'changeset-release/main');
  assert.deepEqual(pushed.trim().split(/\n+/), [
    'github-actions[bot] Version packages',
    'packages/alpha/CHANGELOG.md',
    'packages/alpha/package.json',
    'pnpm-lock.yaml',
  ]);
  const created = () => log().filter((line) => line.startsWith('pr create --base main --head changeset-release/main'));
  assert.equal(created().length, 1);
  git('switch', '--quiet', 'main');
  standIn('gh', '[ "$2" = list ] && echo 1; exit 0');
  assert.equal(run('pull-request.ts', 'versions.patch').status, 0);
  assert.equal(created().length, 1);
});

for (const file of ['.github/workflows/release.yml', 'packages/alpha/src/index.ts', 'package.json'])
  test(`pull-request.ts refuses a patch that changes ${file}, and pushes nothing`, () => {
    addPatch('packages/alpha/CHANGELOG.md', file);
    standIn('gh', 'exit 0');
    const { status, stderr } = run('pull-request.ts', 'versions.patch');
    assert.notEqual(status, 0);
    assert.match(stderr, new RegExp(`no release changes these files of versions.patch: ${file}\\n`));
    assert.equal(git('--git-dir=remote.git', 'branch'), '');
  });

test('version-packages.ts makes versions of changesets that are not released, and otherwise changes nothing', () => {
  for (const program of ['changeset', 'pnpm']) standIn(program, 'exit 0');
  write('.changeset/README.md', '');
  assert.equal(run('version-packages.ts').status, 0);
  write('.changeset/old.md', '');
  write('.changeset/pre.json', JSON.stringify({ changesets: ['old'] }));
  assert.equal(run('version-packages.ts').status, 0);
  assert.deepEqual(log(), []);
  write('.changeset/new.md', '');
  assert.equal(run('version-packages.ts').status, 0);
  assert.deepEqual(log(), ['version', 'install --lockfile-only']);
});
