import { execFile } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { names, providers } from '../../providers.ts';
import { manifestIn, published } from './published.ts';
import { root } from './readme.ts';

interface PublishedFile {
  readonly path: string;
  /** Bytes. */
  readonly size: number;
}

/** Returns the files that would be published with a package. Its `dist` must be built. */
async function publishedFilesOf(name: string): Promise<PublishedFile[]> {
  const cwd = `${root}packages/${name}`;
  const pack = ['pack', '--dry-run', '--json', '--ignore-scripts'];
  const { stdout } = await promisify(execFile)('pnpm', pack, { cwd, maxBuffer: 2 ** 26 });
  const { files } = JSON.parse(stdout) as { files: { path: string }[] };
  return files
    .map(({ path }) => ({ path, size: statSync(`${cwd}/${path}`, { throwIfNoEntry: false })?.size ?? 0 }))
    .toSorted((one, other) => (one.path < other.path ? -1 : 1));
}

const packages = await Promise.all(
  published.map(async (name) => {
    const published = await publishedFilesOf(name);
    return { name, published, files: published.map(({ path }) => path) };
  }),
);

it.each(packages)(
  '$name is published without sources, source maps or modules that contain only types',
  async (each) => {
    const built = each.files.filter((file) => file.startsWith('dist/'));
    expect(built.filter((file) => !/\.(d\.ts|js|cjs)$|^dist\/catalog\.json$|license\.(md|txt)$/.test(file))).toEqual(
      [],
    );
    expect(each.files.filter((file) => /^src\/|\.map$/.test(file))).toEqual([]);
    const modules = each.published.filter(({ path }) => /\.js$/.test(path));
    expect(modules.filter(({ size }) => size <= 'export {};\n'.length)).toEqual([]);
    const ofNode = filesOfNode[each.name] ?? (names.includes(each.name) ? clientOfNode : []);
    const withoutHash = (file: string) => file.replace(/shared-\w+/, 'shared');
    expect(built.filter((file) => file.startsWith('dist/node/')).map(withoutHash)).toEqual(
      ofNode.map((file) => `dist/node/${file}`).sort(),
    );
  },
);

it.each(packages)('$name is published with every file that its manifest refers to', ({ name, files }) => {
  const { exports, bin } = manifestIn(`${root}packages/${name}`);
  const pathsIn = (value: unknown): string[] =>
    typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap(pathsIn);
  const paths = pathsIn([exports, bin])
    .map((path) => path.replace('./', ''))
    .filter((path) => !/^(src|\.generated)\//.test(path)); // for the condition `@x/source`, which packing removes
  expect(paths.length).toBeGreaterThan(1);
  expect(files).toEqual(expect.arrayContaining([...paths, 'LICENSE'])); // pnpm packs the license of the repository
});

// Users' compilers read every declaration that an import leads to. Those of other packages may have types that an older
// compiler cannot read, as Hono's do.
it('declarations import only from our packages, valibot, and packages that users install themselves', () => {
  const imported = packages.flatMap(({ name, files }) =>
    files
      .filter((file) => file.endsWith('.d.ts'))
      .flatMap((file) => [
        ...readFileSync(`${root}packages/${name}/${file}`, 'utf8').matchAll(
          /(?:from|import\() ?['"]([^.'"][^'"]*)['"]/g,
        ),
      ])
      .map(([, specifier]) => `${name} ${specifier}`)
      .filter((line) => !/ (@x\/.*|valibot)$/.test(line)),
  );
  expect([...new Set(imported)].sort()).toEqual([
    'mcp @modelcontextprotocol/server',
    'otel @opentelemetry/api',
    'sandbox msw',
    'sandbox vitest',
  ]);
});

// A catalog is text for programs and agents; no client loads it.
it.each(packages.filter(({ files }) => files.includes('dist/catalog.json')))(
  'the catalog of $name is at most a sixth of the published bytes',
  ({ published }) => {
    const size = (files: typeof published) => files.reduce((sum, file) => sum + file.size, 0);
    const catalog = published.filter(({ path }) => path === 'dist/catalog.json');
    expect(size(catalog) / size(published)).toBeLessThan(1 / 6);
  },
);

/** Node loads one file per client, which includes part of valibot. `endpoints.js` exports the groups from it. */
const clientOfNode = ['endpoints.js', 'index.js', 'valibot-license.md'];

/** Node loads one core file per entry point for clients, and files that these share. */
const coreOfNode = ['index.js', 'options.js', 'provider.js', 'shared.js', 'shared.js', 'valibot-license.md'];

/** Node loads one sandbox file per entry point, and one for each part that is loaded on first use. */
const alone = names.filter((name) => `./${name}` in Object(manifestIn(`${root}packages/sandbox`).exports));
const sandboxOfNode = [
  ...['index', 'cli', 'control', 'msw', 'provider', 'vitest', ...alone].map((entry) => `${entry}.js`),
  ...names.map((name) => `${name}-servers.cjs`),
  'hono-license.txt',
  'pure-rand-license.txt',
];

/** Files that Node loads of packages other than clients; packages that are not listed have one build for all. */
const filesOfNode: Readonly<Record<string, readonly string[]>> = {
  core: coreOfNode,
  food: [...clientOfNode, 'local.js', 'shared.js'],
  oauth: ['index.js', 'provider.js', 'shared.js', 'valibot-license.md'],
  sandbox: sandboxOfNode,
  stores: ['index.js', 'valibot-license.md'],
  webhooks: ['index.js'],
};

const listLoaded = `
import { registerHooks } from 'node:module';
registerHooks({ load: (url, context, next) => (console.log(url), next(url, context)) });
await import(process.argv[1]);`;

it.each(names)('an import of %s loads only files built for Node', async (name) => {
  const program = ['--input-type=module', '-e', listLoaded, `@x/${name}`];
  const { stdout } = await promisify(execFile)(process.execPath, program, { cwd: `${root}tools/checks` });
  const loaded = stdout.split('\n').filter((url) => url.startsWith('file:'));
  expect(loaded.length).toBeLessThanOrEqual(8); // with users, two more
  expect(loaded.filter((url) => !url.includes('/dist/node/'))).toEqual([]);
});

/** Returns the kilobytes that files take on a disk with blocks of 4 KB, as `du` counts them, without folders. */
const onDisk = (sizes: readonly number[]): number => sizes.reduce((sum, size) => sum + 4 * Math.ceil(size / 4096), 0);

it.each(Object.entries(providers))('%s and core take no more space than the registry says', (client, { installed }) => {
  const files = packages.filter(({ name }) => name === client || name === 'core').flatMap((each) => each.published);
  const taken = onDisk(files.map(({ size }) => size));
  expect(taken).toBeGreaterThan(installed / 2);
  expect(taken).toBeLessThanOrEqual(installed);
});

it('the published files are those in published-files.txt; `-u` regenerates it', async () => {
  const lines = packages.flatMap(({ name, files }) =>
    files.filter((file) => !file.startsWith('dist/')).map((file) => `${name}/${file}`),
  );
  expect(lines.filter((file) => /\.test|test-kit|(^|\/)\.|\.tgz$|\.env|\.pem$/.test(file))).toEqual([]);
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('../published-files.txt');
});
