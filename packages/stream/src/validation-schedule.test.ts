import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createSandbox } from '@x/sandbox';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createStreamClient } from './index.ts';
import { ValidationSchedule } from './validation-schedule.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Creates a schedule, with methods that need no object. */
function createSchedule(...[validate, clock]: ConstructorParameters<typeof ValidationSchedule>) {
  const schedule = new ValidationSchedule(validate, clock);
  return {
    use: (...use: Parameters<ValidationSchedule['use']>) => schedule.use(...use),
    stop: () => schedule.stop(),
  };
}

/** Waits for 20 turns of the event loop. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** Creates a schedule with its own clock, and validations that the test ends. */
function setup() {
  let now = 0;
  const started: string[] = [];
  const underWay: PromiseWithResolvers<void>[] = [];
  const { use, stop } = createSchedule(
    (account) => {
      const validation = Promise.withResolvers<void>();
      started.push(account);
      underWay.push(validation);
      return validation.promise;
    },
    { now: () => now },
  );
  return {
    use,
    stop,
    underWay,
    /** Returns the accounts whose validation started since the last call. */
    taken: () => started.splice(0),
    async endAll() {
      while (underWay.length > 0) {
        underWay.shift()?.resolve();
        await settle();
      }
    },
    async pass(ms: number) {
      now += ms;
      await vi.advanceTimersByTimeAsync(ms);
      await settle();
    },
  };
}

describe('the validation schedule', () => {
  it('validates each account once an hour, each at a different time', async () => {
    const { use, taken, endAll, pass } = setup();
    const useBoth = () => ['ann', 'ben'].map((name) => use(name));
    use('ann');
    await endAll();
    await pass(20 * minuteMs);
    use('ben');
    await endAll();
    expect(taken()).toEqual(['ann', 'ben']);
    for (let hour = 1; hour <= 3; hour += 1) {
      useBoth();
      await pass(40 * minuteMs - 1);
      expect(taken()).toEqual([]);
      await pass(1);
      expect(taken()).toEqual(['ann']);
      await endAll();
      useBoth();
      await pass(20 * minuteMs);
      expect(taken()).toEqual(['ben']);
      await endAll();
    }
  });

  it('skips accounts that were not used within the last hour, and validates an account that comes back at once', async () => {
    const { use, taken, endAll, pass } = setup();
    use('ann');
    await endAll();
    await pass(hourMs);
    await pass(24 * hourMs);
    expect(taken()).toEqual(['ann']);
    expect(vi.getTimerCount()).toBe(0);
    use('ann');
    expect(taken()).toEqual(['ann']);
  });

  it('runs at most 8 validations at a time, even when 10,000 accounts are first used at the same moment', async () => {
    const { use, underWay, taken, pass } = setup();
    for (let index = 0; index < 10_000; index += 1) use(`user ${index}`);
    expect(underWay).toHaveLength(8);
    let most = 0;
    let validated = taken().length;
    while (underWay.length > 0) {
      underWay.shift()?.resolve();
      for (let turn = 0; turn < 5; turn += 1) await Promise.resolve(); // the next one takes its place
      most = Math.max(most, underWay.length);
      validated += taken().length;
    }
    expect([most, validated]).toEqual([8, 10_000]);
    await pass(hourMs - 1);
    expect(underWay).toHaveLength(0);
  });

  it('keeps accounts that were validated at different times apart in the next hour', async () => {
    const { use, underWay, taken, pass } = setup();
    const names = Array.from({ length: 24 }, (_, index) => `user ${index}`);
    names.map((name) => use(name));
    const end = async () => {
      for (const validation of underWay.splice(0)) validation.resolve();
      await settle();
    };
    for (let minute = 0; minute < 3; minute += 1) {
      await pass(minuteMs);
      await end();
    }
    expect(taken()).toEqual(names);
    await pass(57 * minuteMs);
    names.map((name) => use(name));
    const perMinute: number[] = [];
    for (let minute = 0; minute < 4; minute += 1) {
      perMinute.push(taken().length);
      await end();
      await pass(minuteMs);
    }
    expect(perMinute).toEqual([8, 8, 8, 0]);
  });

  it('continues with other accounts after a failed validation', async () => {
    const { use, underWay, taken } = setup();
    const names = Array.from({ length: 9 }, (_, index) => `user ${index}`);
    names.map((name) => use(name));
    underWay[0]?.reject(new Error('refused'));
    await settle();
    expect(taken()).toEqual(names);
  });

  it('skips accounts that were not used for an hour while they waited, and queues none of them twice', async () => {
    const { use, underWay, taken, pass } = setup();
    const names = Array.from({ length: 12 }, (_, index) => `user ${index}`);
    names.map((name) => use(name));
    await pass(59 * minuteMs);
    use('user 8');
    await pass(2 * minuteMs);
    use('user 8');
    for (const validation of underWay.splice(0, 8)) validation.resolve();
    await settle();
    expect(taken()).toEqual([...names.slice(0, 8), 'user 8']);
  });

  it('waits for an hour at most when the clock is set back', async () => {
    let now = 10 * hourMs;
    let validations = 0;
    const { use } = createSchedule(
      async () => {
        validations += 1;
      },
      { now: () => now },
    );
    use('ann');
    now = hourMs;
    await vi.advanceTimersByTimeAsync(hourMs);
    expect([validations, vi.getTimerCount()]).toEqual([1, 1]);
    await vi.advanceTimersByTimeAsync(20 * hourMs);
    expect(vi.getTimerCount()).toBe(1);
  });

  it('waits by its clock, in the background, and stops waiting once it is stopped', async () => {
    let now = 0;
    const waits: { readonly ms: number; readonly background: boolean | undefined; end(): void }[] = [];
    const signals: AbortSignal[] = [];
    const validated: string[] = [];
    const { use, stop } = createSchedule(async (account) => void validated.push(account), {
      now: () => now,
      sleep: (ms, signal, background) => {
        if (signal) signals.push(signal);
        return new Promise((end) => void waits.push({ ms, background, end }));
      },
    });
    use('ann');
    expect(waits).toMatchObject([{ ms: hourMs, background: true }]);
    now += hourMs - 1;
    use('ann');
    now += 1;
    waits[0]?.end();
    await settle();
    expect([validated, waits.length, vi.getTimerCount()]).toEqual([['ann', 'ann'], 2, 0]);
    stop();
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, true]);
    now += hourMs;
    waits[1]?.end();
    use('ann');
    await settle();
    expect([validated.length, waits.length]).toEqual([2, 2]);
  });

  it('starts no waiting validation once it is stopped', async () => {
    const { use, stop, underWay, taken } = setup();
    for (let index = 0; index < 9; index += 1) use(`user ${index}`);
    stop();
    underWay[0]?.resolve();
    await settle();
    expect(taken()).toHaveLength(8);
  });

  it('starts a wait only when an account is used, even if its clock ends waits immediately', async () => {
    let sleeps = 0;
    const { use } = createSchedule(async () => {}, {
      now: () => 0,
      sleep: async () => {
        sleeps += 1;
      },
    });
    use('ann');
    await settle();
    use('ann');
    await settle();
    expect(sleeps).toBe(2);
  });

  it('continues without a timer if its clock cannot wait', async () => {
    const validated: string[] = [];
    const sleep = () => Promise.reject(new Error('no timers left'));
    const { use } = createSchedule(async (account) => void validated.push(account), { now: () => 0, sleep });
    use('ann');
    await settle();
    use('ben');
    expect(validated).toEqual(['ann', 'ben']);
  });

  it('does not keep its client in memory by its timer', async () => {
    setFlagsFromString('--expose-gc');
    const collectGarbage: () => void = runInNewContext('gc');
    let owner: object | undefined = {};
    const weak = new WeakRef(owner);
    let use: ((account: string) => void) | undefined = ((kept: object) =>
      createSchedule(async () => void kept, { now: () => 0 }).use)(owner);
    use('ann');
    await settle();
    use = undefined;
    owner = undefined;
    await settle();
    collectGarbage();
    expect([weak.deref(), vi.getTimerCount()]).toEqual([undefined, 1]);
    await vi.advanceTimersByTimeAsync(hourMs);
    expect(vi.getTimerCount()).toBe(0);
  });
});

it('a client validates the tokens of 100 accounts in use, at most 8 at the same time', async () => {
  const sandbox = await createSandbox({ listen: false, stream: { users: 100 } });
  let [underWay, most] = [0, 0];
  const counting: typeof fetch = async (input, init) => {
    if (!String(input).endsWith('/oauth2/validate')) return sandbox.fetch(input, init);
    underWay += 1;
    most = Math.max(most, underWay);
    await new Promise((resolve) => setImmediate(resolve));
    return sandbox.fetch(input, init).finally(() => {
      underWay -= 1;
    });
  };
  const client = createStreamClient({ ...sandbox.options.stream, clock: sandbox.clock, fetch: counting });
  const users = sandbox.controls.stream.users().slice(0, 100);
  for (const { id } of users) {
    const { accessToken, refreshToken } = sandbox.controls.stream.issueUserToken({ userId: id });
    await client.accounts.set(id, { accessToken, refreshToken });
  }
  const validations = () => sandbox.requests.filter(({ path }) => path === '/id/oauth2/validate').length;
  const useAll = () => Promise.all(users.map(({ id }) => client.withAccount(id).users.list()));
  await useAll();
  await expect.poll(validations).toBe(100);
  expect(most).toBe(8);
  await useAll();
  await sandbox.clock.advance(hourMs - 1);
  await useAll();
  expect(validations()).toBe(100);
  await sandbox.clock.advance(1);
  await expect.poll(validations).toBe(200);
  expect(most).toBe(8);
});

it('a closed client validates no more tokens, and ends running validations', async () => {
  const sandbox = await createSandbox({ listen: false });
  const validations: AbortSignal[] = [];
  const silent: typeof fetch = (input, init) => {
    if (!String(input).endsWith('/oauth2/validate')) return sandbox.fetch(input, init);
    if (init?.signal) validations.push(init.signal);
    return new Promise(() => {});
  };
  const client = createStreamClient({ ...sandbox.options.stream, fetch: silent });
  const [user] = sandbox.controls.stream.users();
  const { accessToken, refreshToken } = sandbox.controls.stream.issueUserToken({ userId: user?.id ?? '' });
  await client.accounts.set('ann', { accessToken, refreshToken });
  await client.withAccount('ann').users.list();
  await expect.poll(() => validations.length).toBe(1);
  await client.close();
  expect([validations[0]?.aborted, client.health().callsInProgress, vi.getTimerCount()]).toEqual([true, 0, 0]);
  await sandbox.clock.advance(hourMs);
  await settle();
  expect(validations.length).toBe(1);
});

describe('on Cloudflare Workers', () => {
  beforeEach(() => {
    vi.stubGlobal('navigator', { userAgent: 'Cloudflare-Workers' });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it('hands a validation per account and hour to waitUntil, and starts none without it', async () => {
    let now = 0;
    const started: string[] = [];
    const validate = async (account: string) => void started.push(account);
    const { use, stop } = createSchedule(validate, { now: () => now });
    const works: Promise<unknown>[] = [];
    const waitUntil = (work: Promise<unknown>) => void works.push(work);
    use('ann');
    expect(started).toEqual([]);
    for (const account of ['ann', 'ben', 'ann']) use(account, waitUntil);
    now += hourMs - 1;
    use('ann', waitUntil);
    expect(started).toEqual(['ann', 'ben']);
    now += 1;
    use('ann', waitUntil);
    expect(started).toEqual(['ann', 'ben', 'ann']);
    expect(works).toHaveLength(3);
    expect(vi.getTimerCount()).toBe(0);
    stop();
    now += hourMs;
    use('ann', waitUntil);
    expect(started).toHaveLength(3);
  });
});
