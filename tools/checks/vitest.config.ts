import { catalogs, testConfig } from '../../packages/testing/src/config.ts';

export default testConfig({
  globalSetup: catalogs,
  deps: { interopDefault: false },
});
