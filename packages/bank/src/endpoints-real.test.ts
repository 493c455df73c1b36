import { describeEndpoints } from '@x/testing';
import { endpointTest } from '../test/table.ts';
import { endpoints } from './index.ts';

// Every endpoint once more, with the odd forms that were recorded from the real host; validation is strict.
describeEndpoints(endpoints, endpointTest('real'));
