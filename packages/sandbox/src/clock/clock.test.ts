import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createClock } from './clock.ts';
import { createScope } from './scope.ts';

const startAt = 1_800_000_000_000;

const fail = (): void => {
  throw new Error('the job failed');
};

describe('a stopped clock', () => {
  it('runs jobs in order of time, and jobs due at the same time in order of scheduling', async () => {
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
    await expect(clock.advance(-1)).rejects.toMatchObject({ code: 'invalid_params' });
  });

  it.each([8.64e15, Number.MAX_VALUE, Number.POSITIVE_INFINITY])(
    'does not move past the last time of a Date: %j ms',
    async (ms) => {
      const clock = createClock(startAt, false);
      await expect(clock.advance(ms)).rejects.toThrow(
        'clock.advance: the time must not pass +275760-09-13T00:00:00.000Z, the last time of a Date; got ',
      );
      expect(clock.now()).toBe(startAt);
      await clock.advance(8.64e15 - startAt);
      expect(new Date(clock.now()).toISOString()).toBe('+275760-09-13T00:00:00.000Z');
    },
  );

  it('ends waits when it is advanced, and not before', async () => {
    const clock = createClock(startAt, false);
    const woken: number[] = [];
    const all = [3_600_000, 1000].map((ms) => clock.sleep(ms, undefined, ms === 1000).then(() => woken.push(ms)));
    await clock.advance(999);
    expect(woken).toEqual([]);
    await clock.advance(1);
    expect(woken).toEqual([1000]);
    await clock.advance(3_599_000);
    await Promise.all(all);
    expect(woken).toEqual([1000, 3_600_000]);
  });

  it('rejects a wait with the reason of its signal', async () => {
    const clock = createClock(startAt, false);
    const controller = new AbortController();
    const waiting = clock.sleep(1000, controller.signal);
    controller.abort('enough');
    await expect(waiting).rejects.toBe('enough');
    await expect(clock.sleep(1000, controller.signal)).rejects.toBe('enough');
  });

  it.each([undefined, Number.NaN, '1000', null])('refuses a wait of %j ms, and a job after it', async (ms) => {
    const clock = createClock(startAt, false);
    const problem = `ms must be a number of milliseconds; got ${ms}`;
    await expect(clock.sleep(ms as number)).rejects.toMatchObject({ code: 'invalid_params' });
    await expect(clock.sleep(ms as number)).rejects.toThrow(`clock.sleep: ${problem}`);
    expect(() => clock.schedule(ms as number, () => {})).toThrow(`clock.schedule: ${problem}`);
    await expect(clock.advance(ms as number)).rejects.toThrow('clock.advance: ms must be a number of milliseconds');
    const waiting = clock.sleep(1000);
    await clock.advance(1000);
    await waiting;
  });

  it('ends a wait of less than 0 ms at once, and one without end when it is stopped', async () => {
    const clock = createClock(startAt, false);
    const waits = [clock.sleep(-1), clock.sleep(Number.POSITIVE_INFINITY)];
    await clock.advance(0);
    await waits[0];
    clock.stop();
    await waits[1];
  });

  it.each([
    ['throws', () => fail()],
    ['rejects', async () => fail()],
  ])('runs the other due jobs although one %s, and then throws its error', async (_, job) => {
    const clock = createClock(startAt, false);
    const ran: string[] = [];
    clock.schedule(10, job);
    clock.schedule(20, () => void ran.push('other'));
    clock.schedule(2000, () => void ran.push('later'));
    await expect(clock.advance(1000)).rejects.toThrow('the job failed');
    expect(ran).toEqual(['other']);
    await clock.advance(1000);
    expect(ran).toEqual(['other', 'later']);
  });

  it('looks at no other jobs when it schedules or cancels one', () => {
    let looks = 0;
    const searches = ['find', 'findIndex', 'filter', 'indexOf', 'splice'] as const;
    const originals = searches.map((name) => Array.prototype[name] as (...args: unknown[]) => unknown);
    const restore = () => {
      for (const [index, name] of searches.entries()) Object.assign(Array.prototype, { [name]: originals[index] });
    };
    onTestFinished(restore);
    const clock = createClock(startAt, false);
    for (const [index, name] of searches.entries()) {
      const original = originals[index];
      Object.assign(Array.prototype, {
        [name](this: unknown[], ...args: unknown[]) {
          looks += this.length;
          return original?.apply(this, args);
        },
      });
    }
    for (let job = 0; job < 1000; job += 1) {
      const cancel = clock.schedule((job * 7919) % 1000, () => {});
      if (job % 2) cancel();
    }
    restore();
    expect(looks).toBe(0);
  });

  it('ends all waits when it is stopped', async () => {
    const clock = createClock(startAt, false);
    const waiting = clock.sleep(1000);
    clock.stop();
    await waiting;
  });
});

it('a clock is omitted from JSON, so that options with one can be sent to another process', () => {
  expect(JSON.stringify({ baseUrl: 'http://127.0.0.1', clock: createClock() })).toBe('{"baseUrl":"http://127.0.0.1"}');
});

describe('a running clock', () => {
  it('ends a wait when the time has passed', async () => {
    const clock = createClock();
    const before = clock.now();
    await clock.sleep(2);
    expect(clock.now() - before).toBeGreaterThanOrEqual(2);
  });

  it('reports a job that fails, and runs the others', async () => {
    const reported = vi.spyOn(console, 'error').mockImplementation(() => {});
    onTestFinished(() => reported.mockRestore());
    const clock = createClock();
    onTestFinished(() => clock.stop());
    clock.schedule(1, fail);
    await clock.sleep(2);
    const failed = ['sandbox: a scheduled job failed', expect.objectContaining({ message: 'the job failed' })];
    // Where both are due at once, the failure is reported after the wait has ended.
    await expect.poll(() => reported.mock.calls).toEqual([failed]);
  });

  it('keeps the process alive only for waits that are not in the background, until their signal aborts', async () => {
    const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
    const before = timers();
    const clock = createClock();
    const controller = new AbortController();
    const waits = [clock.sleep(3_600_000, controller.signal, true)];
    expect(timers() - before).toBe(0);
    waits.push(clock.sleep(7_200_000, controller.signal));
    expect(timers() - before).toBe(1);
    controller.abort();
    await Promise.allSettled(waits);
    expect(timers() - before).toBe(0);
    clock.stop();
  });
});

describe('settings of a clock', () => {
  it.each([
    [{ now: startAt, frozen: true }, startAt],
    [{ now: '2026-01-31T12:00:00Z', frozen: true }, Date.UTC(2026, 0, 31, 12)],
    [{ now: '2026-01-31', frozen: true }, Date.UTC(2026, 0, 31)],
  ])('%j start it at %d', (settings, expected) => {
    expect(createClock(settings).now()).toBe(expected);
  });

  it('start it at SANDBOX_NOW by default', () => {
    onTestFinished(() => void vi.unstubAllEnvs());
    vi.stubEnv('SANDBOX_NOW', '2028-02-29T23:58:00Z');
    expect(new Date(createClock({ frozen: true }).now()).toISOString()).toBe('2028-02-29T23:58:00.000Z');
    expect(createClock(startAt, false).now()).toBe(startAt);
    vi.stubEnv('SANDBOX_NOW', 'a Saturday');
    expect(() => createClock()).toThrow(
      'SANDBOX_NOW: clock.now must be Unix milliseconds, or a time such as "2026-01-31T12:00:00Z"; got "a Saturday"',
    );
  });

  it('start it ahead of the real time, or behind it', () => {
    const real = vi.spyOn(Date, 'now').mockReturnValue(startAt);
    onTestFinished(() => real.mockRestore());
    for (const offsetMs of [-86_400_000, 86_400_000])
      expect(createClock({ offsetMs, frozen: true }).now()).toBe(startAt + offsetMs);
  });

  it('change its speed or freeze it without a jump in time', async () => {
    const passed = vi.spyOn(performance, 'now').mockReturnValue(1000);
    onTestFinished(() => passed.mockRestore());
    const clock = createClock({ now: startAt, speed: 60 });
    passed.mockReturnValue(2000);
    expect(clock.now() - startAt).toBe(60_000);
    await clock.set({ speed: 0.5 });
    expect(clock.now() - startAt).toBe(60_000);
    passed.mockReturnValue(4000);
    expect(clock.now() - startAt).toBe(61_000);
    await clock.set({ frozen: true });
    passed.mockReturnValue(9000);
    expect(clock.state()).toEqual({ now: startAt + 61_000, speed: 0.5, frozen: true });
    await clock.set({ frozen: false });
    passed.mockReturnValue(11_000);
    expect(clock.now() - startAt).toBe(62_000);
    clock.stop();
  });

  it('move it ahead and run the jobs that fall due', async () => {
    const clock = createClock({ now: startAt, frozen: true });
    const ran: number[] = [];
    clock.schedule(1000, () => void ran.push(clock.now()));
    await clock.set({ now: startAt + 999 });
    expect(ran).toEqual([]);
    await clock.set({ now: startAt + 5000 });
    expect(ran).toEqual([startAt + 5000]);
  });

  it('shorten real waits at a higher speed', async () => {
    const clock = createClock({ now: startAt, speed: 1e6 });
    await clock.sleep(60_000_000); // 60 real milliseconds
    expect(clock.now() - startAt).toBeGreaterThanOrEqual(60_000_000);
    clock.stop();
  });

  it.each<[object, string]>([
    [{ now: 'tomorrow' }, 'clock.now must be Unix milliseconds, or a time such as "2026-01-31T12:00:00Z"'],
    [{ now: 1.5 }, 'clock.now must be'],
    [{ speed: 0 }, 'clock.speed must be a number above 0, at most 1000000; got 0'],
    [{ frozn: true }, 'unknown option clock.frozn; did you mean clock.frozen?'],
    [{ now: 0, offsetMs: 5 }, 'clock.now and clock.offsetMs both set the time'],
  ])('%j are refused, at the start and later', async (settings, message) => {
    expect(() => createClock(settings)).toThrow(`createClock: ${message}`);
    await expect(createClock(startAt, false).set(settings)).rejects.toMatchObject({
      code: 'invalid_params',
      operation: 'clock.set',
      message: expect.stringContaining(message),
    });
  });

  it('do not set it back', async () => {
    const clock = createClock({ now: startAt, frozen: true });
    await expect(clock.set({ now: startAt - 1 })).rejects.toMatchObject({ code: 'invalid_params' });
    expect(clock.now()).toBe(startAt);
  });
});

it('a scope of a clock runs its jobs until it is stopped, and no new ones after that', async () => {
  const clock = createClock(0, false);
  const scope = createScope(clock);
  const ran: string[] = [];
  scope.schedule(10, () => void ran.push('scope'));
  scope.schedule(10, () => void ran.push('called off'))();
  await scope.advance(10);
  clock.schedule(10, () => void ran.push('clock'));
  scope.schedule(10, () => void ran.push('stopped'));
  scope.stop();
  scope.schedule(10, () => void ran.push('too late'));
  await clock.advance(10);
  expect([ran, scope.now()]).toEqual([['scope', 'clock'], 20]);
});

it('a replay runs the next job although one fails', () => {
  const scope = createScope(createClock(0, false), undefined, 0);
  scope.schedule(10, fail);
  expect([scope.runNext(), scope.runNext()]).toEqual([true, false]);
});
