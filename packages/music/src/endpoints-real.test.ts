import { describeEndpoints } from '@x/testing';
import { afterAll, beforeAll, it } from 'vitest';
import { app, bare, open, recorded, sandbox, user } from '../test/stage.ts';
import { casesOf, givenTo, table } from '../test/table.ts';
import { endpoints } from './index.ts';

// Every endpoint once more, with the odd forms that were recorded from the real host; validation is strict.

beforeAll(() => open('real'));
afterAll(() => sandbox.close());

describeEndpoints(endpoints, {
  table,
  client: () => user,
  appClient: () => app,
  bareClient: () => bare,
  requests: () => sandbox.requests,
  answers: () => recorded.answers,
});

it.each(casesOf(({ auth }) => auth === 'app-or-user'))('%s works for the app itself', async (_, row) => {
  await row.works(app, await givenTo(row));
});
