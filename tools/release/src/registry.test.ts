import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Registry, startRegistry } from './registry.ts';

/** Stands for the registry that everything else comes from. */
let upstream: Registry;
let registry: Registry;

before(async () => {
  upstream = await startRegistry('http://127.0.0.1:1', () => true);
  registry = await startRegistry(`${upstream.url}/`, (name) => name.startsWith('@own/'));
});
after(() => Promise.all([registry.close(), upstream.close()]));

function publish(to: Registry, name: string, version: string, tags = ['latest'], token = to.token) {
  const body = {
    name,
    'dist-tags': Object.fromEntries(tags.map((tag) => [tag, version])),
    versions: {
      [version]: { name, version, dist: { tarball: 'http://elsewhere.example/a.tgz', integrity: 'sha512-x' } },
    },
    _attachments: { 'a.tgz': { data: Buffer.from(`${name} ${version}`).toString('base64') } },
  };
  return fetch(`${to.url}/${name.replace('/', '%2f')}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
}

// biome-ignore lint/suspicious/noExplicitAny: the tests look at responses field by field
const read = async (path: string): Promise<any> => (await fetch(registry.url + path)).json();

test('publishes versions one by one, each once, and serves their tarballs', async () => {
  assert.equal((await publish(registry, '@own/a', '1.0.0')).status, 201);
  assert.equal((await publish(registry, '@own/a', '1.1.0')).status, 201);
  assert.equal((await publish(registry, '@own/a', '1.1.0')).status, 403);
  for (const path of ['/@own%2fa', '/@own/a']) {
    const { versions, 'dist-tags': tags, _attachments } = await read(path);
    assert.deepEqual([Object.keys(versions), tags, _attachments], [['1.0.0', '1.1.0'], { latest: '1.1.0' }, undefined]);
    assert.equal(versions['1.0.0'].dist.integrity, 'sha512-x');
    assert.equal(versions['1.0.0'].dist.tarball, `${registry.url}/@own/a/-/a-1.0.0.tgz`);
    assert.equal(await (await fetch(versions['1.0.0'].dist.tarball)).text(), '@own/a 1.0.0');
  }
  assert.equal(registry.tarball('@own/a', '1.1.0').toString(), '@own/a 1.1.0');
  assert.throws(() => registry.tarball('@own/a', '2.0.0'), /@own\/a@2.0.0 is not published/);
});

test('accepts nothing from clients without a token', async () => {
  assert.equal((await publish(registry, '@own/b', '1.0.0', ['latest'], 'guess')).status, 401);
  assert.equal(registry.packages.has('@own/b'), false);
});

test('moves dist-tags, to versions that exist', async () => {
  await publish(registry, '@own/tagged', '1.0.0');
  await publish(registry, '@own/tagged', '2.0.0-next.0', ['next']);
  assert.deepEqual(await read('/-/package/@own%2ftagged/dist-tags'), { latest: '1.0.0', next: '2.0.0-next.0' });
  const move = (version: string) =>
    fetch(`${registry.url}/-/package/@own%2ftagged/dist-tags/latest`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${registry.token}` },
      body: JSON.stringify(version),
    });
  assert.equal((await move('9.9.9')).status, 404);
  assert.equal((await move('2.0.0-next.0')).status, 200);
  assert.equal((await read('/@own/tagged'))['dist-tags'].latest, '2.0.0-next.0');
});

test('reads from upstream what it does not have, tarballs through its own address', async () => {
  await publish(upstream, 'plain', '1.0.0');
  await publish(upstream, '@their/scoped', '2.0.0');
  for (const [path, version, file] of [
    ['/plain', '1.0.0', '/plain/-/plain-1.0.0.tgz'],
    ['/@their%2fscoped', '2.0.0', '/@their/scoped/-/scoped-2.0.0.tgz'],
  ] as const) {
    const { tarball } = (await read(path)).versions[version].dist;
    assert.equal(tarball, registry.url + file);
    const answer = await fetch(tarball);
    assert.deepEqual([answer.status, (await answer.text()).endsWith(version)], [200, true]);
  }
  assert.equal((await fetch(`${registry.url}/missing`)).status, 404);
});

test('never asks upstream for its own names', async () => {
  await publish(upstream, '@own/outside', '1.0.0');
  assert.equal((await fetch(`${registry.url}/@own%2foutside`)).status, 404);
  assert.equal((await fetch(`${registry.url}/@own/outside/-/outside-1.0.0.tgz`)).status, 404);
});
