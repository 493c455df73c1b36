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

interface Size {
  /** Bytes, minified and gzipped. */
  readonly bundle: number;
  readonly installed?: Installed;
}
interface Installed {
  readonly bytes: number;
  readonly packages: number;
}
interface Sizes {
  readonly sizes: Readonly<Record<string, Size>>;
  /** Packages that could not be installed. */
  readonly skipped: readonly string[];
}

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

/** Installs packages in an empty project, and returns their size on disk. */
async function installedSize(folder: string, specs: readonly string[]): Promise<Installed> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  const flags = ['--no-audit', '--no-fund', '--ignore-scripts', '--fetch-retries=0'];
  await run(folder, 'npm', 'install', ...flags, ...specs);
  const modules = join(folder, 'node_modules');
  const { packages } = JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8'));
  const bytes = readdirSync(modules, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
  return { bytes, packages: Object.keys(packages).length };
}

/** Bundle size and installed size. Without a registry, or without pnpm to pack ours, only the bundle size. */
export const size: Section<Sizes> = {
  effort: { rounds: 1, seconds: 0 },
  async measure(bench) {
    const place = mkdtempSync(join(tmpdir(), 'bench-'));
    /** Paths of our tarballs, by package. */
    const packed = new Map<string, string>();
    async function specOf(name: string): Promise<string> {
      if (!name.startsWith('@x/')) return `${name}@${versionOf(name)}`;
      if (!packed.has(name)) {
        const folder = join(place, 'packed', name);
        mkdirSync(folder, { recursive: true });
        const pnpm = process.env.npm_execpath ?? 'pnpm';
        await run(join(root, name.replace('@x', 'packages')), pnpm, 'pack', '--pack-destination', folder);
        packed.set(name, join(folder, readdirSync(folder)[0] as string));
      }
      return packed.get(name) as string;
    }

    const sizes: Record<string, Size> = {};
    const skipped: string[] = [];
    try {
      for (const { name, kind, imports, isVariant } of contenders) {
        if (isVariant || kind === 'baseline') continue;
        bench.say(`size: ${name}`);
        const exported = Object.entries(imports).map(([from, names]) => `export { ${names} } from '${from}'`);
        const bundle = await bundleSize(exported.join(';'));
        let installed: Installed | undefined;
        try {
          // A registry would install core along with our clients; here core needs its own tarball.
          const specs = await Promise.all(
            [...Object.keys(imports), ...(kind === 'ours' ? ['@x/core'] : [])].map(specOf),
          );
          installed = await installedSize(join(place, 'installed', name), specs);
        } catch (error) {
          skipped.push(name);
          bench.say(`it could not be installed: ${(error as Error).message}`);
        }
        sizes[name] = { bundle, ...(installed && { installed }) };
      }
    } finally {
      rmSync(place, { recursive: true, force: true });
    }
    return { sizes, skipped };
  },
  tables: ({ sizes, skipped }) => [
    {
      title: 'Size',
      note:
        'The bundle creates a client for Node, minified and gzipped. The installed size counts all files that npm puts into an empty project.' +
        (skipped.length > 0 ? ` Could not be installed: ${skipped.join(', ')}.` : ''),
      head: ['Client', 'Bundle', 'Installed', 'Packages'],
      rows: Object.entries(sizes).map(([name, { bundle, installed }]) => [
        shown(name),
        kilobytes(bundle),
        installed ? megabytes(installed.bytes) : '–',
        installed ? String(installed.packages) : '–',
      ]),
    },
  ],
  goals({ sizes }) {
    const [mine, theirs] = [sizes['@x/bank']?.installed, sizes.plaid?.installed];
    const value = mine && theirs && theirs.bytes / mine.bytes;
    return [{ what: 'Installed size: plaid, as a multiple of @x/bank', atLeast: 5, value }];
  },
};
