import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createWaitQueue, join, leave, serveFirst, type Waiter, type WaitQueue } from './wait-queue.ts';

/** The waiters of a queue, read in both directions. */
const forward = ({ first }: WaitQueue) => {
  const waiters: Waiter[] = [];
  for (let waiter = first; waiter; waiter = waiter.next) waiters.push(waiter);
  return waiters;
};
const backward = ({ last }: WaitQueue) => {
  const waiters: Waiter[] = [];
  for (let waiter = last; waiter; waiter = waiter.previous) waiters.unshift(waiter);
  return waiters;
};

it('a queue holds the callers that an array holds after the same steps, in the same order', () => {
  const step = fc.oneof(fc.constant('join' as const), fc.constant('serve' as const), fc.nat(30));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60, size: 'max' }), (steps) => {
      const queue = createWaitQueue();
      const everyone: Waiter[] = [];
      let waiting: Waiter[] = [];
      for (const step of steps) {
        if (step === 'join') {
          const waiter = join(queue, 0);
          everyone.push(waiter);
          waiting.push(waiter);
        } else if (step === 'serve') {
          serveFirst(queue);
          waiting = waiting.slice(1);
        } else {
          const waiter = everyone[step % everyone.length];
          if (!waiter) continue;
          expect(leave(queue, waiter)).toBe(waiting.includes(waiter));
          waiting = waiting.filter((other) => other !== waiter);
        }
        expect(queue.length).toBe(waiting.length);
        expect(forward(queue)).toEqual(waiting);
        expect(backward(queue)).toEqual(waiting);
      }
    }),
  );
});

it('a caller that leaves from the middle of a queue touches only its neighbors', () => {
  const queue = createWaitQueue();
  const waiters = Array.from({ length: 1000 }, () => join(queue, 0));
  const touched = new Set<Waiter>();
  for (const waiter of waiters) {
    for (const side of ['previous', 'next'] as const) {
      let value = waiter[side];
      Object.defineProperty(waiter, side, {
        get: () => value,
        set(other: Waiter | undefined) {
          touched.add(waiter);
          value = other;
        },
      });
    }
  }
  leave(queue, waiters[500] as Waiter);
  expect([...touched]).toEqual([499, 501, 500].map((index) => waiters[index]));
});
