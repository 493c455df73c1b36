import { expect, it, vi } from 'vitest';
import { sleepWith } from './clock.ts';

it('a wait by a clock uses no timer, and is over when the clock says so', async () => {
  const timers = vi.spyOn(globalThis, 'setTimeout');
  let wake = () => {};
  const asked: number[] = [];
  const sleep = sleepWith({
    now: () => 0,
    sleep(ms) {
      asked.push(ms);
      return new Promise((resolve) => {
        wake = resolve;
      });
    },
  });
  const waited = sleep(5000);
  wake();
  await waited;
  expect(asked).toEqual([5000]);
  expect(timers).not.toHaveBeenCalled();
  timers.mockRestore();
});

it('a wait ends with its signal, also when the clock ignores the signal', async () => {
  for (const clock of [undefined, { now: () => 0 }, { now: () => 0, sleep: () => new Promise<void>(() => {}) }]) {
    const sleep = sleepWith(clock);
    const controller = new AbortController();
    const waited = sleep(3_600_000, controller.signal);
    controller.abort(new Error('gone'));
    await expect(waited).rejects.toThrow('gone');
    await expect(sleep(3_600_000, controller.signal)).rejects.toThrow('gone');
  }
});

it('a wait fails when the sleep of its clock does', async () => {
  const sleep = sleepWith({ now: () => 0, sleep: () => Promise.reject(new Error('no timers left')) });
  await expect(sleep(1)).rejects.toThrow('no timers left');
});
