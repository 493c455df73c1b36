import { describeEndpoints } from '@x/testing';
import { afterAll, beforeAll } from 'vitest';
import { app, bare, close, open, recorded, sandbox, user } from '../test/stage.ts';
import { table } from '../test/table.ts';
import { endpoints } from './index.ts';

// Every endpoint once more, with the odd forms that were recorded from the real host; validation is strict.

beforeAll(() => open('real'));
afterAll(close);

describeEndpoints(endpoints, {
  table,
  client: () => user,
  appClient: () => app,
  bareClient: () => bare,
  requests: () => sandbox.requests,
  answers: () => recorded.answers,
});
