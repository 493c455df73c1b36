import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createClock, createSandbox } from '@x/sandbox';
import { expect, it, onTestFinished } from 'vitest';
import { startRedis } from '../test/redis-server.ts';
import type { Spending, Waiting } from '../test/spender.ts';

const minuteMs = 60_000;
const program = fileURLToPath(new URL('../test/spender.ts', import.meta.url));

/**
 * Starts four processes, two with each library, that call as often as they can, and a sandbox that enforces the real
 * limits.
 */
async function spend(clock = createClock(), now?: number, latencyMs: readonly number[] = []) {
  const [redis, sandbox] = await Promise.all([
    startRedis(),
    createSandbox({ clock, stream: { users: 10 }, limits: 'real' }),
  ]);
  const children = (['ioredis', 'node-redis', 'ioredis', 'node-redis'] as const).map((library) => {
    const child = fork(program, { execArgv: ['--conditions=@x/source'] });
    const options = sandbox.options.stream;
    const spending: Spending = { options, redis: redis.url, library, callers: 25, latencyMs, ...(now && { now }) };
    child.send(spending);
    return child;
  });
  onTestFinished(async () => {
    for (const child of children) child.kill('SIGKILL');
    await Promise.all([redis.stop(), sandbox.close()]);
  });
  /**
   * Returns the outcomes of the calls in the minutes since the first, and the share of the allowed calls that they
   * used.
   */
  function used(minutes = 1) {
    const calls = sandbox.requests.filter(({ path }) => path.startsWith('/helix/'));
    const endsAt = (calls[0]?.at ?? 0) + minutes * minuteMs;
    const worked = calls.filter(({ at, status }) => at < endsAt && status === 200).length;
    return { share: worked / (800 + 800 * minutes), worked, others: calls.filter(({ status = 0 }) => status > 200) };
  }
  return { children, sandbox, used };
}

function expectWell({ share, worked, others }: { share: number; worked: number; others: object[] }): void {
  expect(others).toEqual([]);
  expect(share).toBeGreaterThanOrEqual(0.95);
  console.log(`${worked} calls: ${(share * 100).toFixed(1)} % of the allowed calls`);
}

it.each([
  ['with the same latency', [50]],
  ['slowly at first, then irregularly', [...Array(25).fill(1500), ...Array(100).fill([20, 180, 60, 340, 120]).flat()]],
])(
  '4 processes use at least 95% of the calls that the provider allows in a minute, and none is refused, when requests arrive %s',
  async (_, latencyMs) => {
    const startAt = 1_800_000_000_000;
    const clock = createClock(startAt, false);
    const { children, used } = await spend(clock, startAt, latencyMs);
    const next = async (child: (typeof children)[number]) => (await once(child, 'message'))[0] as Waiting;
    let waits = await Promise.all(children.map(next));
    while (clock.now() < startAt + minuteMs + 1000) {
      const until = Math.min(...waits.map((waiting) => waiting.until));
      await clock.advance(Math.max(0, Math.ceil(until) - clock.now()));
      waits = await Promise.all(
        children.map((child, index) => {
          const waiting = waits[index] as Waiting;
          if (waiting.until > clock.now()) return waiting;
          const told = next(child);
          child.send({ now: clock.now() });
          return told;
        }),
      );
    }
    expectWell(used());
  },
);

// Set `FLEET_MINUTES=1` to run this; it takes a minute.
const minutes = Number(process.env.FLEET_MINUTES ?? 0);
if (minutes)
  it(
    '4 processes use at least 95% of the calls that the provider allows, and none is refused, in real time',
    async () => {
      const { used } = await spend();
      await setTimeout(minutes * minuteMs + 3000);
      expectWell(used(minutes));
    },
    minutes * 2 * minuteMs,
  );
