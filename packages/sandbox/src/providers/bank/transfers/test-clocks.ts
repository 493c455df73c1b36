import type { Clock } from '../../../clock.ts';
import type { Random } from '../../../random.ts';
import { refuse } from '../errors.ts';
import { uuid } from '../ids.ts';

/** A time of its own, Unix milliseconds, and what happens as it passes. */
export interface TestClock {
  readonly id: string;
  time: number;
  readonly followers: Set<object>;
}

/** The test clocks that the client made. */
export function createTestClocks(clock: Clock, draw: Random) {
  const clocks = new Map<string, TestClock>();
  const find = (id: string) => clocks.get(id) ?? refuse('INVALID_FIELD', 'test_clock_id must be that of a test clock');
  return {
    create(time = clock.now()): TestClock {
      const made = { id: uuid(draw), time, followers: new Set<object>() };
      clocks.set(made.id, made);
      return made;
    },
    find,
    list: () => [...clocks.values()].sort((a, b) => a.time - b.time),
    /** The time of a test clock, or of the sandbox. */
    now: (id: string | undefined): number => (id === undefined ? clock.now() : find(id).time),
  };
}
