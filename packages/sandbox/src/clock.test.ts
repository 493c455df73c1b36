import { describe, expect, it } from 'vitest';
import { createClock } from './clock.ts';

const startAt = 1_800_000_000_000;

describe('a clock that stands still', () => {
  it('runs what falls due in order of time, and what is due at the same time in order of scheduling', async () => {
    const clock = createClock(startAt, false);
    const ran: string[] = [];
    for (const [ms, name] of [
      [30, 'c'],
      [10, 'a'],
      [30, 'd'],
      [20, 'b'],
      [50, 'later'],
    ] as const)
      clock.schedule(ms, () => void ran.push(name));
    const cancel = clock.schedule(15, () => void ran.push('cancelled'));
    cancel();
    await clock.advance(30);
    expect([ran, clock.now() - startAt]).toEqual([['a', 'b', 'c', 'd'], 30]);
  });

  it('wakes those who sleep when it is advanced, and not before', async () => {
    const clock = createClock(startAt, false);
    const woken: number[] = [];
    const all = [3_600_000, 1000].map((ms) => clock.sleep(ms).then(() => woken.push(ms)));
    await clock.advance(999);
    expect(woken).toEqual([]);
    await clock.advance(1);
    expect(woken).toEqual([1000]);
    await clock.advance(3_599_000);
    await Promise.all(all);
    expect(woken).toEqual([1000, 3_600_000]);
  });

  it('ends a wait with the reason of its signal', async () => {
    const clock = createClock(startAt, false);
    const controller = new AbortController();
    const waiting = clock.sleep(1000, controller.signal);
    controller.abort('enough');
    await expect(waiting).rejects.toBe('enough');
    await expect(clock.sleep(1000, controller.signal)).rejects.toBe('enough');
  });

  it('ends all waits when it is stopped', async () => {
    const clock = createClock(startAt, false);
    const waiting = clock.sleep(1000);
    clock.stop();
    await waiting;
  });
});

describe('a clock that runs', () => {
  it('ends a wait when the time has passed', async () => {
    const clock = createClock();
    const before = clock.now();
    await clock.sleep(2);
    expect(clock.now() - before).toBeGreaterThanOrEqual(2);
  });
});
