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
    // What Node loads is one file made of them, with a part of valibot.
    const ofNode = ['index.js', 'index.js.map', 'valibot-license.md'].map((file) => `dist/node/${file}`);
    const together = name === 'redis' || name === 'sandbox' ? [] : ofNode;
    expect(files.filter((file) => file.startsWith('dist/'))).toEqual([...built, ...together].sort());
  },
);

it('the published files are those in published-files.txt; `-u` writes it anew', async () => {
  const lines = packages.flatMap(({ name, files }) =>
    files.filter((file) => !file.startsWith('dist/')).map((file) => `${name}/${file}`),
  );
  expect(lines.filter((file) => /\.test|test-kit|(^|\/)\.|\.tgz$|\.env|\.pem$/.test(file))).toEqual([]);
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('../published-files.txt');
});
