/**
 * What a page pays for an import: package, what is imported, and its size with all dependencies, minified and gzipped. Limits are the
 * measured size plus a tenth: they guard against accidents. No text, name or check is shortened for them.
 */
const budgets = [
  ['core', '{ createClient }', '18.4 kB'],
  ['core', '*', '26.9 kB'],
  ['stream', '{ createStreamClient }', '42.6 kB'],
  ['stream', '{ createClient, streamProvider, games }', '25 kB'],
  ['stream', '{ createClient, streamProvider, streams }', '25.7 kB'],
  ['stream/webhooks', '*', '4.7 kB'],
  ['music', '{ createMusicClient }', '35.8 kB'],
  ['music', '{ createClient, musicProvider, markets }', '23.9 kB'],
  ['music', '{ createClient, musicProvider, tracks }', '25.7 kB'],
  ['bank', '{ createBankClient }', '40.3 kB'],
  ['food', '{ createFoodClient }', '24.9 kB'],
  ['quotes', '{ createQuotesClient }', '22.4 kB'],
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
