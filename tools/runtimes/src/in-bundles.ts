import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, get } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { findChromium, howToInstall, launchChromium } from '@x/testing/chromium';
import { run } from '@x/testing/programs';
import * as esbuild from 'esbuild';
import { rollup } from 'rollup';
import { build as vite } from 'vite';
import { Missing } from './install.ts';
import { judge, judgeChecks, mainOf, withSandbox } from './project.ts';
import type { Row } from './rows.ts';
import type { SmokeOptions } from './smoke/options.ts';
import type { Check } from './smoke/suite.ts';

type Target = 'node' | 'browser';

/** Each bundles a project's suite with all that it needs; gives one minified module. */
const bundlers: Record<string, { version: string; bundle(project: string, target: Target): Promise<string> }> = {
  esbuild: {
    version: esbuild.version,
    async bundle(project, platform) {
      const entryPoints = [join(project, 'smoke.mjs')];
      const { outputFiles } = await esbuild.build({
        entryPoints,
        platform,
        bundle: true,
        format: 'esm',
        minify: true,
        write: false,
      });
      return outputFiles[0]?.text ?? '';
    },
  },
  rollup: {
    version: versionOf('rollup'),
    async bundle(project, target) {
      // It resolves and minifies nothing by itself.
      const plugin = createRequire(join(project, 'package.json'))('@rollup/plugin-node-resolve');
      const resolve = plugin.nodeResolve({ browser: target === 'browser', preferBuiltins: true });
      const build = await rollup({ input: join(project, 'smoke.mjs'), plugins: [resolve] });
      const { output } = await build.generate({ format: 'es' });
      return (await esbuild.transform(output[0].code, { minify: true })).code;
    },
  },
  vite: {
    version: versionOf('vite'),
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
          rolldownOptions: { input, preserveEntrySignatures: 'strict', output: { codeSplitting: false } },
        },
      });
      const [result] = [built].flat();
      if (!result || !('output' in result)) throw new Error('vite made no bundle');
      return result.output[0].code;
    },
  },
};

function versionOf(name: string): string {
  return JSON.parse(readFileSync(new URL(`../node_modules/${name}/package.json`, import.meta.url), 'utf8')).version;
}

/** The suite out of every bundler, for Node and for browsers. */
export const bundlerRows: readonly Row[] = Object.entries(bundlers).flatMap(([name, { version, bundle }]) =>
  (['node', 'browser'] as const).map((target) => ({
    name: `${name}-${target}`,
    version,
    async prove(project) {
      const code = await bundle(project, target);
      const proven = await withSandbox(project, (options) =>
        target === 'node' ? onNode(join(project, '..', name), code, options) : inChromium(code, options),
      );
      const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
      return `${proven}, ${kilobytes(Buffer.byteLength(code))} minified, ${kilobytes(gzipSync(code).length)} gzipped`;
    },
  })),
);

/** Runs a bundle in a folder where nothing is installed. */
async function onNode(folder: string, code: string, options: SmokeOptions): Promise<string> {
  mkdirSync(folder);
  writeFileSync(join(folder, 'smoke.mjs'), code);
  writeFileSync(join(folder, 'main.mjs'), mainOf(options));
  return judge(await run(folder, process.execPath, 'main.mjs'));
}

/**
 * Runs a bundle in a page. It comes from this machine too: other pages may not ask what is on it. The food API does not
 * promise to let pages read its answers, so the page's own server hands them on.
 */
async function inChromium(code: string, { clients, ...others }: SmokeOptions): Promise<string> {
  if (!findChromium()) throw new Missing(howToInstall);
  const server = createServer(({ url = '', headers }, response) => {
    if (url === '/') response.setHeader('content-type', 'text/html').end();
    else if (url === '/smoke.mjs') response.setHeader('content-type', 'text/javascript').end(code);
    else {
      const key = { 'x-api-key': headers['x-api-key'] ?? '' };
      const answered = get(new URL(url, clients.food.baseUrl), { headers: key }, (answer) =>
        answer.pipe(response.writeHead(answer.statusCode ?? 502, answer.headers)),
      );
      answered.on('error', () => response.destroy());
      response.on('close', () => answered.destroy()); // a page may leave before there is an answer
    }
  });
  const browser = await launchChromium();
  try {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const food = { ...clients.food, baseUrl: `${origin}/food` };
    const page = await browser.newPage();
    await page.goto(origin);
    const proven = page.evaluate(
      async (options) => {
        const { smoke } = await import(new URL('/smoke.mjs', location.href).href);
        const checks: Check[] = [];
        for await (const check of smoke(options)) checks.push(check);
        return checks;
      },
      { ...others, clients: { ...clients, food } },
    );
    const late = setTimeout(60_000, undefined, { ref: false }).then(() =>
      Promise.reject(new Error('no end in a minute')),
    );
    return judgeChecks(await Promise.race([proven, late]));
  } finally {
    await browser.close();
    server.close().closeAllConnections();
  }
}
