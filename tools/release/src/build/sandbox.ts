import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import { names, pascal } from '../../../providers.ts';

// Builds dist/node of @x/sandbox from its dist: one file per entry point, one for each provider's servers, and one for
// the control API. Node loads the servers and the control API when they are first used. Finding and compiling the
// hundreds of modules in dist takes longer than everything else that a short test does.

/** Providers that have an entry point of their own. */
const alone = names.filter((name) => existsSync(`dist/${name}.js`));
/** Entry points for test runners and mocking libraries, which users install themselves. */
const runners = ['msw', 'vitest'];
const inlined = ['hono', 'pure-rand'];

/**
 * Inlines browser scripts and styles in place of the calls that read them, because the published package has no
 * sources.
 */
const assetsInside: Plugin = {
  name: 'assets-inside',
  setup({ onLoad }) {
    onLoad({ filter: /(start-page|routes)\.js$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replaceAll(
        /readAsset\(new URL\('([^']+)', import\.meta\.url\)\)/g,
        (_, file) => JSON.stringify(readFileSync(new URL(file, pathToFileURL(path)), 'utf8')),
      ),
    }));
  },
};

const settings = {
  bundle: true,
  platform: 'node',
  mainFields: ['module', 'main'],
  preserveSymlinks: true, // keeps this machine's paths out of the output
  // Names stay, because stack traces show them.
  minifyWhitespace: true,
  lineLimit: 120, // Node prints the whole line of an uncaught error
  banner: { js: `/*! Contains parts of ${inlined.join(' and ')}, whose licenses are beside this file. */` },
  logLevel: 'warning',
  outdir: 'dist/node',
  write: false,
} satisfies BuildOptions;

/**
 * Loads a provider's servers from a separate file at the first call. The file is CommonJS because `sandbox.controls`
 * must load it synchronously, and `require` can do so in every version of Node that the package supports.
 */
const serversOnFirstCall: Plugin = {
  name: 'servers-on-first-call',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^\.\/index\.js$/ }, ({ importer, resolveDir }) =>
      basename(importer) === 'provider.js' ? { path: basename(resolveDir), namespace: 'servers' } : undefined,
    );
    onLoad({ filter: /./, namespace: 'servers' }, ({ path }) => {
      const create = `create${pascal(path)}Sandbox`;
      return {
        contents: `import { createRequire } from 'node:module';
const require = createRequire(import.meta.url);
export const ${create} = (context, options) => require('./${path}-servers.cjs').${create}(context, options);`,
      };
    });
  },
};

/** Keeps the control API, including the sandbox page, in a separate file beside the file that imports it. */
const controlApart: Plugin = {
  name: 'control-apart',
  setup({ onResolve }) {
    onResolve({ filter: /\/control\.js$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: './control.js', external: true } : undefined,
    );
  },
};

/** Makes the Vitest entry point import the main entry point instead of bundling a second sandbox. */
const oneSandbox: Plugin = {
  name: 'one-sandbox',
  setup({ onResolve }) {
    onResolve({ filter: /\/create-sandbox\.js$/ }, ({ importer }) =>
      basename(importer) === 'vitest.js' ? { path: './index.js', external: true } : undefined,
    );
  },
};

const servers = build({
  ...settings,
  entryPoints: Object.fromEntries(names.map((name) => [`${name}-servers`, `dist/providers/${name}/index.js`])),
  format: 'cjs',
  plugins: [assetsInside],
  outExtension: { '.js': '.cjs' },
});
const sandboxes = build({
  ...settings,
  entryPoints: [
    ...['index', 'provider', ...alone, 'cli/cli', 'control/control'].map((name) => `dist/${name}.js`),
    ...runners.map((name) => `dist/runners/${name}.js`),
  ],
  entryNames: '[name]',
  format: 'esm',
  external: ['@hono/node-server', 'ws', ...runners], // the first two are dependencies of the package, and CommonJS, which an ES module cannot contain
  plugins: [assetsInside, serversOnFirstCall, controlApart, oneSandbox],
});

mkdirSync('dist/node', { recursive: true });
for (const { outputFiles } of await Promise.all([servers, sandboxes]))
  for (const { path, text } of outputFiles) writeFileSync(path, text);
for (const name of inlined) copyFileSync(`node_modules/${name}/LICENSE`, `dist/node/${name}-license.txt`);
