import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { published } from './published.ts';
import { root } from './readme.ts';

/** What a package would be published with. Its `dist` must have been built. */
async function filesOf(name: string): Promise<string[]> {
  const { stdout } = await promisify(execFile)('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: `${root}packages/${name}`,
    maxBuffer: 2 ** 26,
  });
  const [{ files }] = JSON.parse(stdout) as [{ files: { path: string }[] }];
  return files.map(({ path }) => path).sort();
}

const packages = await Promise.all(published.map(async (name) => ({ name, files: await filesOf(name) })));

it.each(packages)(
  '$name: each source is published with what is built from it, and nothing else is built',
  ({ name, files }) => {
    const sources = files.filter((file) => /^src\/.*\.ts$/.test(file));
    const built = sources.flatMap((file) => {
      const base = file.replace(/^src/, 'dist').replace(/\.ts$/, '');
      return ['.d.ts', '.d.ts.map', '.js', '.js.map'].map((end) => base + end);
    });
    const ofNode = (name === 'sandbox' ? sandboxOfNode : name === 'redis' ? [] : clientOfNode).map(
      (file) => `dist/node/${file}`,
    );
    expect(files.filter((file) => file.startsWith('dist/'))).toEqual([...built, ...ofNode].sort());
  },
);

/** What Node loads of a client is one file, with a part of valibot. */
const clientOfNode = ['index.js', 'index.js.map', 'valibot-license.md'];

/** What Node loads of the sandbox is one file per entry point, and one for each part that is loaded when it is first used. */
const apis = ['stream', 'music', 'bank', 'food', 'quotes'];
const sandboxOfNode = [
  ...['index', 'cli', 'start-page', ...apis].flatMap((entry) => [`${entry}.js`, `${entry}.js.map`]),
  ...apis.flatMap((api) => [`${api}-servers.cjs`, `${api}-servers.cjs.map`]),
  'hono-license.txt',
  'pure-rand-license.txt',
];

it('the published files are those in published-files.txt; `-u` writes it anew', async () => {
  const lines = packages.flatMap(({ name, files }) =>
    files.filter((file) => !file.startsWith('dist/')).map((file) => `${name}/${file}`),
  );
  expect(lines.filter((file) => /\.test|test-kit|(^|\/)\.|\.tgz$|\.env|\.pem$/.test(file))).toEqual([]);
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('../published-files.txt');
});
