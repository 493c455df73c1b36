import { catalogs, testConfig } from '../testing/src/config.ts';

export default testConfig({ globalSetup: catalogs });
