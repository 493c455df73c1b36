import type { SandboxContext } from '../../../shared/context.ts';
import type { Call, Endpoints, Of } from '../endpoint.ts';
import { refuse } from '../errors.ts';
import { uuid } from '../ids.ts';
import { between, formatTime, type PageRequest, pageOf } from './money.ts';

/** A clock with its own time, in Unix milliseconds. */
export interface TestClock {
  readonly id: string;
  time: number;
}

/** Creates the store of the client's test clocks. */
export function createTestClocks({ clock, random }: SandboxContext) {
  const draw = random('test-clocks');
  const clocks = new Map<string, TestClock>();
  const find = (id: string) =>
    clocks.get(id) ?? refuse('INVALID_FIELD', 'test_clock_id must be the ID of a test clock');
  const present = ({ id, time }: TestClock) => ({ test_clock_id: id, virtual_time: formatTime(time) });

  const endpoints: Endpoints = {
    'POST /sandbox/transfer/test_clock/create': ({ body: { virtual_time } }: Call<Partial<Of<'virtual_time'>>>) => {
      const made = { id: uuid(draw), time: virtual_time === undefined ? clock.now() : Date.parse(virtual_time) };
      clocks.set(made.id, made);
      return { test_clock: present(made) };
    },
    'POST /sandbox/transfer/test_clock/get': ({ body: { test_clock_id } }: Call<Of<'test_clock_id'>>) => ({
      test_clock: present(find(test_clock_id)),
    }),
    'POST /sandbox/transfer/test_clock/list': ({
      body,
    }: Call<PageRequest & Partial<Of<'start_virtual_time' | 'end_virtual_time'>>>) => {
      const wanted = [...clocks.values()]
        .filter(({ time }) => between(time, body.start_virtual_time, body.end_virtual_time))
        .sort((a, b) => a.time - b.time);
      return { test_clocks: pageOf(wanted, body).map(present) };
    },
  };
  return {
    endpoints,
    find,
    /** Returns the time of a test clock, or of the sandbox if no ID is given. */
    now: (id?: string): number => (id === undefined ? clock.now() : find(id).time),
  };
}

export type TestClocks = ReturnType<typeof createTestClocks>;
