import { catalogs, testConfig } from '../../packages/testing/src/config.ts';

export default testConfig({
  hookTimeout: 600_000,
  isolate: false,
  globalSetup: catalogs,
});
