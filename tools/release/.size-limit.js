import { names, pascal, providers } from '../providers.ts';

/**
 * Code that a page downloads before its first call: the package, the imports, and the size with all dependencies,
 * minified and gzipped. The size includes the entry and every chunk that it imports statically. Chunks that are loaded
 * later have separate rows. Each limit is the measured size plus 10%, to catch accidents. Do not shorten strings, names
 * or checks to meet a limit. The last column names the imports from the package's entry point `endpoints`.
 */
const budgets = [
  ['core', '*', '12.6 kB'],
  ['core/provider', '{ createClient }', '31.2 kB'],
  ['core/provider', '*', '45.6 kB'],
  ['oauth', '*', '13.3 kB'],
  ...names.map((name) => [name, `{ create${pascal(name)}Client }`, providers[name].size]),
  ['stream', '{ createClient, streamProvider }', '43.2 kB', '{ games }'],
  ['stream', '{ createClient, streamProvider }', '43.8 kB', '{ streams }'],
  ['stream/webhooks', '*', '12.7 kB'],
  ['stream/events', '{ createEventListener }', '29.3 kB'],
  ['stream/irc', '{ createChatReader }', '19.3 kB'],
  ['music', '{ createClient, musicProvider }', '42.0 kB', '{ markets }'],
  ['music', '{ createClient, musicProvider }', '43.6 kB', '{ tracks }'],
  ['food', '{ panel, portions }', '3.6 kB'],
  ['otel', '{ otel }', '12.7 kB'],
];

/** Code that is downloaded during a client's first call and used for its first retry. */
const laterBudgets = [['core/provider', '{ createClient }', '9.8 kB']];

/** Limits a measurement to the output files that are loaded at the start, or to the others. */
const onlyOutputs = (when) => ({
  name: `only-${when}`,
  setup({ onEnd }) {
    onEnd(({ metafile: { outputs } }) => {
      const atStart = new Set();
      const addWithImports = (path) => {
        if (atStart.has(path)) return;
        atStart.add(path);
        for (const { path: imported, kind } of outputs[path].imports)
          if (kind === 'import-statement') addWithImports(imported);
      };
      // Dynamically imported modules are entry points of the output as well.
      const entry = Object.keys(outputs).find((path) => /(^|\/)index\.js$/.test(path));
      addWithImports(entry);
      for (const path of Object.keys(outputs)) if (atStart.has(path) !== (when === 'at-start')) delete outputs[path];
    });
  },
});

const pathOf = (name) => `../../packages/${name.includes('/') ? name.replace('/', '/dist/') : `${name}/dist/index`}.js`;

const measurement =
  (when) =>
  ([name, imported, limit, endpoints]) => ({
    name: `@x/${name} ${imported}${endpoints ? ` and ${endpoints}` : ''}${when === 'later' ? ', loaded with the first retry' : ''}`,
    path: pathOf(name),
    import: endpoints ? { [pathOf(name)]: imported, [pathOf(`${name}/endpoints`)]: endpoints } : imported,
    gzip: true,
    brotli: false,
    modifyEsbuildConfig: (config) => ({
      ...config,
      format: 'esm',
      splitting: true,
      legalComments: 'none',
      plugins: [onlyOutputs(when)],
    }),
    limit,
  });

export default [...budgets.map(measurement('at-start')), ...laterBudgets.map(measurement('later'))];
