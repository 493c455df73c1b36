import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type BuildOptions, build, type Plugin } from 'esbuild';

// Makes dist/node of @x/sandbox from the dist that is there: one file per entry point, and one for the servers of each
// provider and for the control API, which Node loads when they are first used. The hundreds of modules of dist cost
// more to find and compile than everything else that a short test does.

const providers = ['stream', 'music', 'bank', 'food', 'quotes'];
/** Entry points for test runners and mocks, which the caller installs. */
const runners = ['msw', 'vitest'];
const inlined = ['hono', 'pure-rand'];

/**
 * Puts scripts and styles for browsers in the place of the calls that read them: the published package has no sources.
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
  preserveSymlinks: true, // paths of this machine stay out of it
  // Not names, which stacks show.
  minifyWhitespace: true,
  lineLimit: 120, // an uncaught error prints its whole line
  banner: { js: `/*! Contains parts of ${inlined.join(' and ')}, whose licenses are beside this file. */` },
  logLevel: 'warning',
  outdir: 'dist/node',
  write: false,
} satisfies BuildOptions;

/**
 * Loads the servers of a provider from a file of their own, at the first call. The file is CommonJS: `require` of it
 * works while a program waits, as `sandbox.controls` has to, in every version of Node that the package supports.
 */
const serversOnFirstCall: Plugin = {
  name: 'servers-on-first-call',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^\.\/index\.js$/ }, ({ importer, resolveDir }) =>
      basename(importer) === 'provider.js' ? { path: basename(resolveDir), namespace: 'servers' } : undefined,
    );
    onLoad({ filter: /./, namespace: 'servers' }, ({ path }) => {
      const create = `create${path[0]?.toUpperCase()}${path.slice(1)}Sandbox`;
      return {
        contents: `import { createRequire } from 'node:module';
const require = createRequire(import.meta.url);
export const ${create} = (context, options) => require('./${path}-servers.cjs').${create}(context, options);`,
      };
    });
  },
};

/** The control API, with the page, stays a file of its own, beside the file that imports it. */
const controlApart: Plugin = {
  name: 'control-apart',
  setup({ onResolve }) {
    onResolve({ filter: /\/control\.js$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: './control.js', external: true } : undefined,
    );
  },
};

/** Vitest tests use the sandbox of the main entry point. */
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
  entryPoints: Object.fromEntries(providers.map((name) => [`${name}-servers`, `dist/providers/${name}/index.js`])),
  format: 'cjs',
  plugins: [assetsInside],
  outExtension: { '.js': '.cjs' },
});
const sandboxes = build({
  ...settings,
  entryPoints: [
    ...['index', 'provider', ...providers, 'cli/cli', 'control/control'].map((name) => `dist/${name}.js`),
    ...runners.map((name) => `dist/runners/${name}.js`),
  ],
  entryNames: '[name]',
  format: 'esm',
  external: ['@hono/node-server', 'ws', ...runners], // the first two come with the package, and are CommonJS, which a file of ES modules cannot contain
  plugins: [assetsInside, serversOnFirstCall, controlApart, oneSandbox],
});

mkdirSync('dist/node', { recursive: true });
for (const { outputFiles } of await Promise.all([servers, sandboxes]))
  for (const { path, text } of outputFiles) writeFileSync(path, text);
for (const name of inlined) copyFileSync(`node_modules/${name}/LICENSE`, `dist/node/${name}-license.txt`);
