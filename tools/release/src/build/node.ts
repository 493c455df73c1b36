import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';

// Makes dist/node of the package it is run in, from the dist that is there. On a server nobody bundles, so that what an
// import costs is files to find and code to compile: this is one file per entry point with a condition `node`, without
// blanks, with the part of valibot that the package needs, and each resource is made when it is first asked for.
// Several entry points share a file, so that an import of two of them loads each module once.

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, { readonly node?: string; readonly default?: string }>>;
}
const { dependencies = {}, exports }: Manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const entries = Object.values(exports).flatMap(({ node, default: whole }) => (node && whole ? [whole] : []));
/** The groups of endpoints are in the client's file already. */
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
 * Puts what names the members of a resource's trees in place of the resource, which is evaluated with the first of
 * them.
 */
const lazyResources: Plugin = {
  name: 'lazy-resources',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\/resources\/[^/]+\.js$/ }, ({ path, resolveDir, kind, namespace }) => {
      const file = resolve(resolveDir, path);
      // Resources know each other as they are.
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
  tsconfigRaw: {}, // or it depends on the order in which files are read which of them say that they are strict
  preserveSymlinks: true, // paths of this machine stay out of it
  external: Object.keys(dependencies).filter((name) => name !== inlined),
  plugins: [lazyResources],
  // Not names, which stacks show.
  minifyWhitespace: true,
  lineLimit: 120, // an uncaught error prints its whole line
  banner: { js: '/*! Contains a part of valibot, whose license is beside this file. */' },
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
copyFileSync(`node_modules/${inlined}/LICENSE.md`, 'dist/node/valibot-license.md');
