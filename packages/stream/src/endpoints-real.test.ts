import { describeEndpoints } from '@x/testing';
import { endpointTest } from '../test/table.ts';
import { endpoints } from './index.ts';

// Calls every endpoint again, with the odd forms that were recorded from the real host. Validation is strict.
describeEndpoints(endpoints, endpointTest('real'));
