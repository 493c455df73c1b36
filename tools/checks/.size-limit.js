/** What a page pays for an import: package, what is imported, minified and gzipped size with all dependencies. */
const budgets = [
  ['core', '{ createClient }', '12 kB'],
  ['core', '*', '17.7 kB'],
  ['stream', '{ createStreamClient }', '32 kB'],
  ['stream', '{ createClient, streamProvider, games }', '16 kB'],
  ['stream', '{ createClient, streamProvider, streams }', '16.5 kB'],
  ['stream/webhooks', '*', '5 kB'],
  ['music', '{ createMusicClient }', '26 kB'],
  ['music', '{ createClient, musicProvider, markets }', '16 kB'],
  ['music', '{ createClient, musicProvider, tracks }', '17 kB'],
  ['bank', '{ createBankClient }', '32 kB'],
  ['food', '{ createFoodClient }', '18.5 kB'],
  ['quotes', '{ createQuotesClient }', '16.5 kB'],
];

export default budgets.map(([name, imported, limit]) => ({
  name: `@x/${name} ${imported}`,
  path: `../../packages/${name.includes('/') ? name.replace('/', '/dist/') : `${name}/dist/index`}.js`,
  import: imported,
  gzip: true,
  brotli: false,
  modifyEsbuildConfig: (config) => ({ ...config, legalComments: 'none' }),
  limit,
}));
