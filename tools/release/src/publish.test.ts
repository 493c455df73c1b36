import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { fileURLToPath } from 'node:url';

let place: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'x-publish-'));
});
afterEach(() => rmSync(place, { recursive: true }));

const scriptAt = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const log = () => {
  try {
    return readFileSync(join(place, 'log'), 'utf8').trim().split('\n');
  } catch {
    return [];
  }
};

/** Writes a package of the checkout. */
function addPackage(name: string, version: string, more: object = {}): void {
  const folder = join(place, 'packages', name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: `@own/${name}`, version, ...more }));
}

/** Writes a tarball to `dist`, as another job has packed it. */
function addTarball(name: string, version: string, more: object = {}): void {
  const folder = join(place, 'packed', name, 'package');
  mkdirSync(folder, { recursive: true });
  mkdirSync(join(place, 'dist'), { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: `@own/${name}`, version, ...more }));
  execFileSync('tar', ['-czf', join(place, 'dist', `${name}.tgz`), '-C', join(place, 'packed', name), 'package']);
}

/** Puts a program on the path that logs how it was called and runs `body`. */
function standIn(program: string, body: string): void {
  mkdirSync(join(place, 'bin'), { recursive: true });
  const file = join(place, 'bin', program);
  writeFileSync(file, `#!/bin/sh\necho "$@" >> '${place}/log'\n${body}\n`);
  chmodSync(file, 0o755);
}

function run(script: string, ...options: string[]) {
  const PATH = `${join(place, 'bin')}${delimiter}${process.env.PATH}`;
  const { status, stderr } = spawnSync(process.execPath, [scriptAt(script), ...options], {
    cwd: place,
    env: { ...process.env, PATH },
    encoding: 'utf8',
  });
  return { status, stderr };
}

const neverPublished = `[ "$1" = view ] || exit 0; echo '{"error":{"code":"E404"}}'; exit 1`;

test('publishes each package after those that it depends on, without scripts, with the flags it was given', () => {
  for (const add of [addPackage, addTarball]) {
    add('alpha', '1.0.0', { dependencies: { '@own/zeta': '^2.0.0' } });
    add('beta', '1.0.0', { dependencies: { '@own/alpha': '^1.0.0', '@own/zeta': '^2.0.0' } });
    add('zeta', '2.0.0-next.1');
  }
  addPackage('tool', '1.0.0', { private: true });
  standIn('npm', neverPublished);
  assert.equal(run('publish.ts', 'dist', '--provenance').status, 0);
  const published = log().filter((line) => line.startsWith('publish'));
  assert.deepEqual(
    published.map((line) => line.replace(`${place}/`, '')),
    [
      'publish dist/zeta.tgz --access public --tag next --ignore-scripts --provenance',
      'publish dist/alpha.tgz --access public --tag latest --ignore-scripts --provenance',
      'publish dist/beta.tgz --access public --tag latest --ignore-scripts --provenance',
    ],
  );
});

test('leaves alone what the registry has, and stops when it cannot be asked or refuses', () => {
  for (const add of [addPackage, addTarball]) {
    add('alpha', '1.0.0');
    add('beta', '1.1.0');
  }
  standIn('npm', `[ "$1" = view ] && echo '["1.0.0"]'`);
  run('publish.ts', 'dist');
  assert.deepEqual(
    log().map((line) => line.split(' ', 2)[0]),
    ['view', 'view', 'publish'],
  );
  assert.match(log().at(-1) ?? '', /beta\.tgz/);

  standIn('npm', `echo '{"error":{"code":"E503"}}'; exit 1`);
  const down = run('publish.ts', 'dist');
  assert.notEqual(down.status, 0);
  assert.match(down.stderr, /npm view @own\/alpha failed/);

  standIn('npm', `[ "$1" = view ] && { echo '[]'; exit 0; }; exit 1`);
  const refused = run('publish.ts', 'dist');
  assert.notEqual(refused.status, 0);
  assert.match(refused.stderr, /npm publish @own\/alpha@1\.0\.0 failed/);
});

for (const [what, tarballs] of [
  [
    'one too many',
    [
      ['alpha', '1.0.0'],
      ['stranger', '1.0.0'],
    ],
  ],
  ['another version', [['alpha', '9.0.0']]],
  ['another name', [['stranger', '1.0.0']]],
  ['none', []],
] as [string, [string, string][]][])
  test(`publishes nothing when what was packed is not what the checkout has: ${what}`, () => {
    addPackage('alpha', '1.0.0');
    for (const [name, version] of tarballs) addTarball(name, version);
    standIn('npm', neverPublished);
    const { status, stderr } = run('publish.ts', 'dist');
    assert.notEqual(status, 0);
    assert.match(stderr, /are not those of this checkout: expected @own\/alpha@1\.0\.0; got/);
    assert.deepEqual(log(), []);
  });

test('refuses an option that it does not know', () => {
  assert.match(run('publish.ts', 'dist', '--registry=http://elsewhere.example').stderr, /unknown option --registry/);
});

test('creates a release with the notes of its version for each package that has none, and leaves others alone', () => {
  addPackage('alpha', '1.1.0');
  addPackage('beta', '2.0.0-next.0');
  addPackage('gamma', '3.0.0');
  addPackage('tool', '1.0.0', { private: true });
  const changelog = '# @own/alpha\n\n## 1.1.0\n\n### Minor Changes\n\n- New.\n\n## 1.0.0\n\n- Old.\n';
  writeFileSync(join(place, 'packages/alpha/CHANGELOG.md'), changelog);
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

test('creates no release when GitHub cannot be asked, or without a commit', () => {
  addPackage('alpha', '1.1.0');
  standIn('gh', `echo 'HTTP 502' >&2; exit 1`);
  assert.match(
    run('github-releases.ts', 'a'.repeat(40)).stderr,
    /gh release view @own\/alpha@1\.1\.0 failed: HTTP 502/,
  );
  assert.deepEqual(log(), ['release view @own/alpha@1.1.0 --json tagName']);
  assert.match(run('github-releases.ts').stderr, /COMMIT must be a full commit id/);
});
