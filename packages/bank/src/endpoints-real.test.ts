import { describeEndpoints } from '@x/testing';
import { endpointTest } from '../test/table.ts';
import { endpoints } from './index.ts';

// Tests every endpoint again, with the quirks recorded from the real host; validation is strict.
describeEndpoints(endpoints, endpointTest('real'));
