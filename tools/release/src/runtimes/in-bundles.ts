import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { findChromium, howToInstall, launchChromium } from '@x/testing/chromium';
import { run } from '@x/testing/programs';
import * as esbuild from 'esbuild';
import { rollup, VERSION as rollupVersion } from 'rollup';
import { build as vite, version as viteVersion } from 'vite';
import { judge, Missing, mainOf, type Row, withSandbox } from './project.ts';
import type { SmokeOptions } from './smoke/subjects.ts';
import type { Check } from './smoke/suite.ts';

type Target = 'node' | 'browser';

/** Files of a bundle, by name. `smoke.mjs` is the suite, which loads the other files at the start or later. */
type Bundle = ReadonlyMap<string, string>;

/** Bundlers. Each bundles a project's suite and its dependencies into minified modules, split in its own way. */
const bundlers: Record<string, { version: string; bundle(project: string, target: Target): Promise<Bundle> }> = {
  esbuild: {
    version: esbuild.version,
    async bundle(project, platform) {
      const { outputFiles } = await esbuild.build({
        entryPoints: [join(project, 'smoke.mjs')],
        outdir: project,
        outExtension: { '.js': '.mjs' },
        platform,
        bundle: true,
        splitting: true,
        format: 'esm',
        minify: true,
        write: false,
      });
      return new Map(outputFiles.map(({ path, text }) => [basename(path), text]));
    },
  },
  rollup: {
    version: rollupVersion,
    async bundle(project, target) {
      // Rollup itself neither resolves packages nor minifies.
      const plugin = createRequire(join(project, 'package.json'))('@rollup/plugin-node-resolve');
      const resolve = plugin.nodeResolve({ browser: target === 'browser', preferBuiltins: true });
      const build = await rollup({ input: join(project, 'smoke.mjs'), plugins: [resolve] });
      const { output } = await build.generate({ format: 'es', ...fileNames });
      const chunks = output.filter((file) => file.type === 'chunk');
      const minify = async (code: string) => (await esbuild.transform(code, { minify: true })).code;
      return new Map(
        await Promise.all(chunks.map(async ({ fileName, code }) => [fileName, await minify(code)] as const)),
      );
    },
  },
  vite: {
    version: viteVersion,
    async bundle(project, target) {
      const input = join(project, 'smoke.mjs');
      const built = await vite({
        root: project,
        configFile: false,
        logLevel: 'error',
        ssr: { noExternal: true },
        build: {
          write: false,
          minify: true,
          ssr: target === 'node',
          rolldownOptions: { input, preserveEntrySignatures: 'strict', output: fileNames },
        },
      });
      const [result] = [built].flat();
      if (!result || !('output' in result)) throw new Error('Vite returned no bundle');
      const chunks = result.output.filter((file) => file.type === 'chunk');
      return new Map(chunks.map(({ fileName, code }) => [fileName, code]));
    },
  },
};

const fileNames = { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' };

/** Rows that run the suite from every bundler, for Node and for browsers. */
export const bundlerRows: readonly Row[] = Object.entries(bundlers).flatMap(([name, { version, bundle }]) =>
  (['node', 'browser'] as const).map((target) => ({
    name: `${name}-${target}`,
    version,
    async prove(project) {
      const files = await bundle(project, target);
      if (files.size < 2) throw new Error('the bundle must have several files, with ky in its own chunk; got one file');
      const proven = await withSandbox(project, (options) =>
        target === 'node' ? onNode(join(project, '..', name), files, options) : inChromium(files, options),
      );
      const kilobytes = (size: (code: string) => number) =>
        `${([...files.values()].reduce((sum, code) => sum + size(code), 0) / 1000).toFixed(1)} kB`;
      const [minified, gzipped] = [kilobytes(Buffer.byteLength), kilobytes((code) => gzipSync(code).length)];
      return `${proven}, ${files.size} files, ${minified} minified, ${gzipped} gzipped`;
    },
  })),
);

/** Runs a bundle in a folder where nothing is installed. */
async function onNode(folder: string, files: Bundle, options: SmokeOptions): Promise<string> {
  mkdirSync(folder);
  for (const [name, code] of files) writeFileSync(join(folder, name), code);
  writeFileSync(join(folder, 'main.mjs'), mainOf(options));
  return judge(JSON.parse(await run(folder, process.execPath, 'main.mjs')));
}

/**
 * Runs a bundle in a page on the sandbox's origin, because neither the food API nor the control API lets pages of other
 * origins read its responses.
 */
async function inChromium(files: Bundle, options: SmokeOptions): Promise<string> {
  if (!findChromium()) throw new Missing(howToInstall);
  const browser = await launchChromium();
  try {
    const page = await browser.newPage({ bypassCSP: true });
    const folder = `${options.url}/bundle/`;
    await page.route(`${folder}*`, (route) => {
      const body = files.get(basename(route.request().url())) ?? '';
      return route.fulfill({ contentType: 'text/javascript', body });
    });
    await page.goto(options.url);
    const checks = page.evaluate(async ({ suite, options }): Promise<Check[]> => (await import(suite)).smoke(options), {
      suite: `${folder}smoke.mjs`,
      options,
    });
    const late = setTimeout(180_000, undefined, { ref: false }).then(() =>
      Promise.reject(new Error('the suite did not finish within three minutes')),
    );
    return judge(await Promise.race([checks, late]));
  } finally {
    await browser.close();
  }
}
