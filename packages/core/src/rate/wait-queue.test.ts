import { expect, it } from 'vitest';
import { fc } from '../../test/properties.ts';
import { type Waiter, WaitQueue } from './wait-queue.ts';

it('a queue holds the same callers in the same order as an array after the same steps', () => {
  const step = fc.oneof(fc.constant('join' as const), fc.constant('serve' as const), fc.nat(30));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60, size: 'max' }), (steps) => {
      const queue = new WaitQueue();
      const everyone: Waiter[] = [];
      let waiting: Waiter[] = [];
      for (const step of steps) {
        if (step === 'join') {
          const waiter = queue.join(0);
          everyone.push(waiter);
          waiting.push(waiter);
        } else if (step === 'serve') {
          if (queue.first) queue.leave(queue.first);
          waiting = waiting.slice(1);
        } else {
          const waiter = everyone[step % everyone.length];
          if (!waiter) continue;
          expect(queue.leave(waiter)).toBe(waiting.includes(waiter));
          waiting = waiting.filter((other) => other !== waiter);
          expect(queue.has(waiter)).toBe(false);
        }
        expect(queue.length).toBe(waiting.length);
        expect(queue.first).toBe(waiting[0]);
      }
    }),
  );
});

it('a long queue is served in one pass, without visiting callers that have left', () => {
  const callers = 10_000;
  let looks = 0;
  const values = Set.prototype.values;
  Set.prototype.values = function <T>(this: Set<T>): SetIterator<T> {
    const iterator = values.call(this) as SetIterator<T>;
    const next = iterator.next.bind(iterator);
    iterator.next = () => {
      looks += 1;
      return next();
    };
    return iterator;
  };
  try {
    const queue = new WaitQueue();
    const waiters = Array.from({ length: callers }, () => queue.join(0));
    for (const [index, waiter] of waiters.entries()) if (index % 3 === 1) queue.leave(waiter);
    while (queue.first) queue.leave(queue.first);
    for (let index = 0; index < callers; index += 1) queue.leave(queue.first ?? queue.join(0));
    expect(looks).toBeLessThan(2 * callers);
  } finally {
    Set.prototype.values = values;
  }
});
