import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';

// Builds dist/node from the dist of the package in the working directory. Code on servers is rarely bundled, so an
// import costs the time to find files and compile code. dist/node has one file for each entry point with the condition
// `node`, without whitespace and with the parts of valibot that the package needs. Each resource is evaluated when it
// is first used. Entry points share common files, so that importing two of them loads each module once.

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, { readonly node?: string; readonly default?: string }>>;
}
const {
  dependencies = {},
  peerDependencies = {},
  exports,
}: Manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const entries = Object.values(exports).flatMap(({ node, default: whole }) => (node && whole ? [whole] : []));
/** The client's file already contains the groups of endpoints. */
const ofEndpoints = './dist/endpoints.js';
const entryPoints = entries.filter((path) => path !== ofEndpoints);
const inlined = 'valibot';

const lazily = `
export const lazily = (names, load) => {
  let made;
  const get = (name) => (made ??= load())[name];
  return Object.defineProperties(
    {},
    Object.fromEntries(names.map((name) => [name, { enumerable: true, get: () => get(name) }])),
  );
};
`;

const isTree = (value: unknown) => Object.getPrototypeOf(value ?? 0) === Object.prototype;

/**
 * Replaces each resource with a module that only names the members of its trees. The resource itself is evaluated when
 * the first member is read.
 */
const lazyResources: Plugin = {
  name: 'lazy-resources',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\/resources\/[^/]+\.js$/ }, ({ path, resolveDir, kind, namespace }) => {
      const file = resolve(resolveDir, path);
      // Resources import each other directly.
      const inside = /\/dist\/(resources|records)$/.test(resolveDir) && namespace === 'file';
      return kind === 'require-call' || inside ? { path: file } : { path: file, namespace: 'lazy' };
    });
    onResolve({ filter: /^lazily$/ }, ({ path }) => ({ path, namespace: 'lazily' }));
    onLoad({ filter: /./, namespace: 'lazily' }, () => ({ contents: lazily }));
    onLoad({ filter: /./, namespace: 'lazy' }, async ({ path }) => {
      const members = Object.entries(await import(pathToFileURL(path).href));
      const file = JSON.stringify(path);
      const lines = members.map(([name, value]) =>
        isTree(value)
          ? `export const ${name} = /* @__PURE__ */ lazily(${JSON.stringify(Object.keys(value as object))}, () => require(${file}).${name});`
          : `export const ${name} = require(${file}).${name};`,
      );
      return { contents: ["import { lazily } from 'lazily';", ...lines].join('\n'), resolveDir: process.cwd() };
    });
  },
};

const { outputFiles } = await build({
  entryPoints,
  outdir: 'dist/node',
  bundle: true,
  splitting: entryPoints.length > 1,
  chunkNames: 'shared-[hash]',
  platform: 'node',
  format: 'esm',
  mainFields: ['module', 'main'],
  tsconfigRaw: {}, // without it, the order in which files are read decides which of them get "use strict"
  preserveSymlinks: true, // keeps this machine's paths out of the output
  external: Object.keys({ ...dependencies, ...peerDependencies }).filter((name) => name !== inlined),
  plugins: [lazyResources],
  // Names stay, because stack traces show them.
  minifyWhitespace: true,
  lineLimit: 120, // Node prints the whole line of an uncaught error
  banner: {
    js: inlined in dependencies ? '/*! Contains a part of valibot, whose license is beside this file. */' : '',
  },
  logLevel: 'warning',
  write: false,
});
mkdirSync('dist/node', { recursive: true });
for (const { path, text } of outputFiles) writeFileSync(path, text);
if (entries.includes(ofEndpoints)) {
  const names = Object.keys(await import(pathToFileURL(resolve(ofEndpoints)).href));
  const text = `import { endpoints } from './index.js';\nexport const { ${names.join(', ')} } = endpoints;\n`;
  writeFileSync('dist/node/endpoints.js', text);
}
if (inlined in dependencies) copyFileSync(`node_modules/${inlined}/LICENSE.md`, 'dist/node/valibot-license.md');
