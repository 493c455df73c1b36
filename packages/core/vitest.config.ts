import { testConfig } from '../testing/src/config.ts';

export default testConfig();
