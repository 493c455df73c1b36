import { describeEndpoints, untyped } from '@x/testing';
import { it } from 'vitest';
import { casesOf, endpointTest, givenTo } from '../test/table.ts';
import { endpoints } from './index.ts';

// Tests every endpoint again, with the quirks recorded from the real host; validation is strict.
const stage = describeEndpoints(endpoints, endpointTest('real'));

it.each(casesOf(({ auth }) => auth === 'app-or-user'))('%s works for the app itself', async (_, row) => {
  const { app } = stage();
  await row.works(untyped(app), await givenTo(row, stage()));
});
