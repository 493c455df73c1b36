import { expect, it, onTestFinished } from 'vitest';
import { createClock } from '../clock/clock.ts';
import { fixedWindow } from './limiter.ts';

const windowMs = 60_000;

it('counts in windows that start with the first request of each key', async () => {
  const clock = createClock(0, false);
  const limiter = fixedWindow(clock, 2, windowMs);
  const take = (key: string) => {
    const { allowed, remaining, resetMs } = limiter.take(key);
    return [allowed, remaining, resetMs];
  };
  expect(take('early')).toEqual([true, 1, windowMs]);
  await clock.advance(50_000);
  expect(take('late')).toEqual([true, 1, windowMs]);
  expect([take('early'), take('early')]).toEqual([
    [true, 0, 10_000],
    [false, 0, 10_000],
  ]);
  await clock.advance(10_000);
  expect([take('early'), take('late'), take('late')]).toEqual([
    [true, 1, windowMs],
    [true, 0, 50_000],
    [false, 0, 50_000],
  ]);
  await clock.advance(50_000);
  expect([take('late'), take('early')]).toEqual([
    [true, 1, windowMs],
    [true, 0, 10_000],
  ]);
  await clock.advance(10 * windowMs);
  expect([take('late'), take('early')]).toEqual(Array(2).fill([true, 1, windowMs]));
});

it('looks at no other keys when it counts a request', async () => {
  const clock = createClock(0, false);
  const limiter = fixedWindow(clock, 1, windowMs);
  let looks = 0;
  const iterate = Map.prototype[Symbol.iterator];
  const forEach = Map.prototype.forEach;
  onTestFinished(() => {
    Object.assign(Map.prototype, { [Symbol.iterator]: iterate, forEach });
  });
  const counted = (original: (...args: never[]) => unknown) =>
    function (this: Map<unknown, unknown>, ...args: never[]) {
      looks += this.size;
      return original.apply(this, args);
    };
  Object.assign(Map.prototype, { [Symbol.iterator]: counted(iterate), forEach: counted(forEach) });
  for (let caller = 0; caller < 40_000; caller += 1) {
    if (caller % 1000 === 0) await clock.advance(2000);
    limiter.take(`address ${caller}`);
  }
  Object.assign(Map.prototype, { [Symbol.iterator]: iterate, forEach });
  expect(looks).toBe(0);
});
