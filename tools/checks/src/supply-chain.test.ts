import { globSync, readFileSync, realpathSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { names } from '../../providers.ts';
import { type Manifest, manifestIn, published } from './published.ts';
import { root } from './readme.ts';

const read = (file: string) => readFileSync(root + file, 'utf8');

/** Dependencies that are installed with each package. */
const dependencies: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(names.map((name) => [name, ['@x/core', 'valibot']])),
  bank: ['@x/core', '@x/webhooks', 'jose', 'valibot'],
  cache: ['@x/core'],
  catalog: ['@x/core', 'valibot'],
  cloudflare: ['@x/core', '@x/stores'],
  cli: [
    '@bomb.sh/tab',
    '@clack/prompts',
    '@stricli/core',
    '@x/bank',
    '@x/catalog',
    '@x/core',
    '@x/food',
    '@x/mcp',
    '@x/music',
    '@x/sandbox',
    '@x/stores',
    '@x/stream',
    '@x/sync',
    'csv-parse',
    'jsonc-parser',
    'smol-toml',
    'string-width',
  ],
  core: ['ky', 'valibot'],
  mcp: [
    '@modelcontextprotocol/node',
    '@modelcontextprotocol/server',
    '@napi-rs/keyring',
    ...['catalog', 'core', 'oauth', 'sandbox', 'stores', 'sync', ...names].map((name) => `@x/${name}`).sort(),
    'open',
    'postgres',
  ],
  music: ['@x/core', '@x/oauth', 'valibot'],
  oauth: ['@x/core', '@x/stores', 'valibot'],
  otel: ['@x/core'],
  postgres: ['@x/core', '@x/stores', '@x/webhooks'],
  redis: ['@x/core', '@x/stores', '@x/webhooks'],
  sandbox: [
    '@hono/node-server',
    '@valibot/to-json-schema',
    '@x/core',
    'hono',
    'pure-rand',
    'tinyqueue',
    'valibot',
    'ws',
  ],
  stores: ['@x/core', 'valibot'],
  stream: ['@x/core', '@x/oauth', '@x/webhooks', 'jose', 'valibot'],
  sync: ['@x/bank', '@x/core'],
  webhooks: ['@x/core'],
};
/** Packages that an application installs itself and shares with the package. */
const peers: Readonly<Record<string, readonly string[]>> = {
  food: ['csv-parse'],
  mcp: ['ai'],
  oauth: ['open'],
  otel: ['@opentelemetry/api', '@opentelemetry/semantic-conventions'],
  sandbox: ['msw', 'vitest'],
  stores: ['@napi-rs/keyring'],
  sync: ['@duckdb/node-api'],
};
/** Dependencies that have dependencies, of programs only: they never run in a browser or a bundle. */
const withOthers = new Set([
  '@clack/prompts',
  '@modelcontextprotocol/node',
  '@modelcontextprotocol/server',
  'open',
  'string-width',
]);
/** Scripts that npm runs when it installs a package or its folder. */
const onInstall = ['preinstall', 'install', 'postinstall', 'prepublish', 'preprepare', 'prepare', 'postprepare'];
const runsOnInstall = ({ scripts = {} }: Manifest) => onInstall.filter((name) => name in scripts);

it('the table lists every published package', () => {
  expect(published).toEqual(Object.keys(dependencies).sort());
});

it('the registry has every provider', () => {
  const folders = globSync('packages/*/provider.json', { cwd: root }).map((file) => file.split('/')[1]);
  expect(folders.sort()).toEqual([...names].sort());
});

describe.each(published)('@x/%s', (name) => {
  const folder = `${root}packages/${name}`;
  const manifest = manifestIn(folder);

  it('runs nothing when it is installed, and neither do its dependencies', () => {
    expect(runsOnInstall(manifest)).toEqual([]);
    for (const each of dependencies[name] ?? []) {
      const other = manifestIn(realpathSync(`${folder}/node_modules/${each}`));
      // `prepare` of a dependency runs where it is developed, not where it comes from a registry.
      expect([each, runsOnInstall(other).filter((script) => !/prep/.test(script))]).toEqual([each, []]);
    }
  });

  it('has exactly the dependencies in the table, which have none themselves', () => {
    expect(Object.keys(manifest.dependencies ?? {}).sort()).toEqual(dependencies[name]);
    expect(Object.keys(manifest.peerDependencies ?? {})).toEqual(peers[name] ?? []);
    expect(manifest).not.toHaveProperty('optionalDependencies');
    expect(manifest).not.toHaveProperty('bundleDependencies');
    for (const [each, range] of Object.entries(manifest.dependencies ?? {})) {
      expect([each, range]).toEqual([each, each.startsWith('@x/') ? 'workspace:^' : 'catalog:']);
      if (each.startsWith('@x/') || withOthers.has(each)) continue;
      expect([each, manifestIn(realpathSync(`${folder}/node_modules/${each}`)).dependencies ?? {}]).toEqual([each, {}]);
    }
  });
});

describe('the lockfile', () => {
  const lockfile = read('pnpm-lock.yaml');
  const entries = lockfile
    .slice(lockfile.indexOf('\npackages:\n'), lockfile.indexOf('\nsnapshots:\n'))
    .split(/\n\n {2}/);

  it("pins every package by the hash of its registry's tarball", () => {
    const resolutions = entries.slice(1).map((entry) => entry.slice(0, entry.indexOf('}') + 1));
    expect(resolutions.length).toBeGreaterThan(100);
    // Only a hash: no tarball URL, no repository, no folder.
    const odd = resolutions.filter((each) => !/^\S+:\n {4}resolution: \{integrity: sha512-[\w+/]{86}==\}$/.test(each));
    expect(odd).toEqual([]);
    expect(lockfile).not.toMatch(/(git\+|https?:|file:|codeload)[^\s]*\/\//);
  });

  it('is installed without running scripts, except for Node itself', () => {
    expect(read('pnpm-workspace.yaml')).toMatch(/^allowBuilds:\s+\{\s+node: true(,\s+[^:\n]+: false)+,?\s+\}$/m);
  });
});
