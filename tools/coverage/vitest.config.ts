import { testConfig } from '../../packages/testing/src/config.ts';

export default testConfig({ globalSetup: '../../packages/testing/src/catalogs.ts' });
