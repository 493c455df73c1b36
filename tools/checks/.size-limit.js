/**
 * What a page pays for an import: package, what is imported, and its size with all dependencies, minified and gzipped. Limits are the
 * measured size plus a tenth: they guard against accidents. No text, name or check is shortened for them.
 */
const budgets = [
  ['core', '{ createClient }', '25.3 kB'],
  ['core', '*', '34 kB'],
  ['stream', '{ createStreamClient }', '49.6 kB'],
  ['stream', '{ createClient, streamProvider, games }', '32 kB'],
  ['stream', '{ createClient, streamProvider, streams }', '32.8 kB'],
  ['stream/webhooks', '*', '4.7 kB'],
  ['music', '{ createMusicClient }', '42.9 kB'],
  ['music', '{ createClient, musicProvider, markets }', '30.9 kB'],
  ['music', '{ createClient, musicProvider, tracks }', '32.7 kB'],
  ['bank', '{ createBankClient }', '47.1 kB'],
  ['food', '{ createFoodClient }', '31.7 kB'],
  ['quotes', '{ createQuotesClient }', '29.3 kB'],
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
