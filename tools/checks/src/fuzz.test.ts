import { describe, expect, it } from 'vitest';
import { encodeCursor } from '../../../packages/core/src/paging/cursor.ts';
import { answers, record, serve } from './fuzz-answers.ts';
import { inputs } from './fuzz-inputs.ts';
import { clientsOf } from './fuzz-kit.ts';
import { webhooks } from './fuzz-webhooks.ts';
import { wire } from './fuzz-wire.ts';
import { server } from './fuzz-world.ts';
import { noteUnhandled } from './unhandled.ts';

noteUnhandled();
const real = await record();

describe.each([...inputs, ...answers(real), ...(await wire(real)), ...(await webhooks())])(
  '$name',
  ({ cases, run }) => {
    it(`${cases} cases`, () => run(cases));
  },
);

it('the responses are real, and good as they are', async () => {
  expect(real.length).toBeGreaterThan(100);
  for (const call of real) {
    const { status, headers, text } = call.answer;
    const error = await serve(call, status, headers, text, 1);
    expect([call.name, error]).toEqual([call.name, status < 300 ? undefined : expect.objectContaining({ status })]);
  }
});

describe('what fuzzing once found', () => {
  const ofStream = (answer: () => Response) => clientsOf({ fetch: server(answer).fetch }).stream;
  const raised = (call: PromiseLike<unknown>) =>
    call.then(
      () => undefined,
      (error: unknown) => error,
    );

  it('half of a surrogate pair is an invalid param', async () => {
    const call = ofStream(() => new Response('{}')).users.list({ login: ['\ud800'] });
    expect(await raised(call)).toMatchObject({ code: 'invalid_params' });
  });

  it.each([{}, null, 7, [{ toString: [] }, null]])('%j as a position is an invalid cursor', async (position) => {
    const cursor = encodeCursor('stream/games.top', position as never, []);
    const call = ofStream(() => Response.json({ data: [], pagination: {} })).games.top({}, { cursor });
    expect(await raised(call)).toMatchObject({ code: 'invalid_cursor' });
  });

  it('a message that is not a string hides no status', async () => {
    const call = ofStream(() => Response.json({ message: 7 }, { status: 403 })).games.top();
    expect(await raised(call)).toMatchObject({ code: 'permission_denied', status: 403 });
  });
});
