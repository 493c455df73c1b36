import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { run } from '@x/testing/programs';
import { build } from 'esbuild';
import { contenders } from '../contenders.ts';
import { type Section, shown } from '../section.ts';
import { kilobytes, megabytes } from '../table.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

/** Returns the version of an installed package. Reads the file, because not every package exports its manifest. */
export function versionOf(name: string): string {
  const manifest = new URL(`../../node_modules/${name}/package.json`, import.meta.url);
  return JSON.parse(readFileSync(manifest, 'utf8')).version;
}

/** Returns the size of a Node bundle that creates a client, in bytes, minified and gzipped. */
async function bundleSize(code: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: fileURLToPath(new URL('..', import.meta.url)) },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    legalComments: 'none',
    write: false,
    logLevel: 'silent',
  });
  return gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length;
}

/** Installs packages in an empty project. Returns their number, and their size on disk in bytes. */
async function installedSize(folder: string, specs: readonly string[]) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  await run(folder, 'npm', 'install', '--no-audit', '--no-fund', '--ignore-scripts', '--fetch-retries=0', ...specs);
  const modules = join(folder, 'node_modules');
  const { packages } = JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8'));
  const bytes = readdirSync(modules, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
  return { bytes, count: Object.keys(packages).length };
}

/** Bundle size and installed size. Needs a registry, and pnpm to pack ours. */
export const size: Section = {
  effort: { rounds: 1, seconds: 0 },
  async measure({ say }) {
    const rows: string[][] = [];
    /** Installed bytes, by client. */
    const installed: Record<string, number> = {};
    const place = mkdtempSync(join(tmpdir(), 'bench-'));
    try {
      say('size: packing ours');
      const pnpm = process.env.npm_execpath ?? 'pnpm';
      await run(root, pnpm, '--filter', './packages/*', 'pack', '--pack-destination', place);
      const specOf = (name: string) =>
        name.startsWith('@x/')
          ? join(place, `${name.slice(1).replace('/', '-')}-${versionOf(name)}.tgz`)
          : `${name}@${versionOf(name)}`;

      for (const { name, kind, imports, isVariant } of contenders) {
        if (isVariant || kind === 'baseline') continue;
        say(`size: ${name}`);
        const exported = Object.entries(imports).map(([from, names]) => `export { ${names} } from '${from}'`);
        // A registry would install core along with our clients; here core needs its own tarball.
        const packages = [...Object.keys(imports), ...(kind === 'ours' ? ['@x/core'] : [])];
        const { bytes, count } = await installedSize(join(place, name), packages.map(specOf));
        installed[name] = bytes;
        rows.push([shown(name), kilobytes(await bundleSize(exported.join(';'))), megabytes(bytes), String(count)]);
      }
    } finally {
      rmSync(place, { recursive: true, force: true });
    }
    return {
      tables: [
        {
          title: 'Size',
          note: 'The bundle is the code that creates a client on Node, minified and gzipped. The installed size counts all files that npm puts into an empty project.',
          head: ['Client', 'Bundle', 'Installed', 'Packages'],
          rows,
        },
      ],
      goals: [
        {
          what: 'Installed size: plaid, as a multiple of @x/bank',
          atLeast: 5,
          value: (installed.plaid ?? 0) / (installed['@x/bank'] ?? 0),
        },
      ],
    };
  },
};
