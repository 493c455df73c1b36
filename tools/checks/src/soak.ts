import { parseArgs } from 'node:util';
import { type ErrorCode, isApiError } from '@x/core';
import type { SandboxRequest } from '@x/sandbox';
import { createRandom, type Random } from '../../../packages/sandbox/src/shared/random.ts';
import { heapInUse } from '../../bench/src/heap.ts';
import { slopeOf } from '../../bench/src/statistics.ts';
import { handles } from './left-over.ts';
import { operations } from './operations.ts';
import { Lost, prepare } from './soak-calls.ts';
import { startSandbox } from './soak-sandbox.ts';

// All five clients for a long time: storms of calls at random, with random faults at the sandbox. After each storm, in
// the calm, what the server has is compared with what the calls said, and the heap is measured.

const concurrency = 64;
/** Calls after which all clocks are moved ahead by a minute, so that tokens end and limits of a minute open. */
const callsPerMinute = 50;
/** Bytes by which the heap may grow over the second half. */
const growthLimit = 2_000_000;
/** Longest time of a call: one that takes longer never ends. */
const patienceMs = 60_000;
/** Error codes that faults may cause. Any other code means that the client or the soak has a bug. */
const expected: readonly ErrorCode[] = [
  'network',
  'timeout',
  'unavailable',
  'invalid_response',
  'rate_limited',
  'unauthenticated',
  'rejected',
];

/** Requests of these endpoints must not be repeated. */
const writes = operations
  .filter(({ spec: { method, idempotent = !/POST|PATCH/.test(method) } }) => !idempotent)
  .map(({ provider, spec: { method, path } }) => ({
    provider,
    method,
    path: new RegExp(`${path.replace(/\{\w+\}/g, '[^/]+')}$`),
  }));

/** Returns the writes among these requests that were or may have been carried out twice. */
function repeatedWrites(requests: readonly SandboxRequest[]): string[] {
  const sent = requests
    // A request with one of these responses was refused unread, so sending it again is correct.
    .filter(({ status }) => status !== 429 && status !== 401)
    .filter(({ provider, method, path }) =>
      writes.some((write) => write.provider === provider && write.method === method && write.path.test(path)),
    );
  const same = Map.groupBy(
    sent,
    ({ provider, method, path, query, body }) => `${method} ${provider}${path}?${query} ${body}`,
  );
  return [...same].filter(([, { length }]) => length > 1).map(([request, { length }]) => `${length} times ${request}`);
}

/** Soaks until `isOver`, asked after each storm; prints as it goes. */
async function soak(seed: number, callsPerStorm: number, isOver: (storms: number) => boolean) {
  const problems: string[] = [];
  const unhandled = (reason: unknown) => void problems.push(`unhandled: ${reason}`);
  process.on('unhandledRejection', unhandled);
  process.on('warning', unhandled);
  const startedAt = performance.now();
  const sandbox = await startSandbox(seed, concurrency);
  const leftOver = handles();

  let offset = 0;
  let attempts = 0;
  let tokens = 0;
  const { callers, calls, check } = await prepare(sandbox, {
    timeoutMs: 10_000, // in the calm, and for tokens
    maxWaitMs: 5000,
    random: () => Math.random() / 5, // short pauses before retries: more calls in the same time
    clock: { now: () => Date.now() + offset },
    onEvent({ type }) {
      if (type === 'request') attempts += 1;
      if (type === 'token') tokens += 1;
    },
  });

  const random = createRandom(seed, 'calls');
  const bag = calls.flatMap((call) => Array.from({ length: call[1] }, () => call));
  const outcomes = new Map<string, number>();
  const count = (outcome: string) => outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  const figures = { storms: 0, calls: 0, requests: 0, corrupted: 0, lost: 0, doubled: 0, unsettled: 0 };
  const samples: { minute: number; bytes: number }[] = [];
  let next = 0;

  /** One call at random, as a patient caller makes it, one in a hurry, or one who aborts it. */
  async function one(caller: (typeof callers)[number], { int, pick }: Random) {
    const [name, , call] = pick(bag);
    const stop = new AbortController();
    const hurry = int(1, 100);
    const timer = hurry <= 4 ? setTimeout(() => stop.abort(), int(0, 60)) : undefined;
    const options = { signal: stop.signal, timeoutMs: 1000, deadlineMs: hurry > 95 ? int(20, 400) : 30_000 };
    next += 1;
    const key = `soak ${next}`;
    const { promise: never, resolve } = Promise.withResolvers<string>();
    const guard = setTimeout(resolve, patienceMs, 'never ends');
    const outcome = await Promise.race([Promise.resolve(call(caller, options, key)).then(() => 'works'), never]).catch(
      (error) => {
        if (isApiError(error)) {
          if (!expected.includes(error.code)) problems.push(`${name}: ${error.message}`);
          return error.code;
        }
        if (error === stop.signal.reason) return 'aborted';
        if (error instanceof Lost) figures.lost += 1;
        problems.push(`${name}: ${error}`);
        return 'other errors';
      },
    );
    clearTimeout(timer);
    clearTimeout(guard);
    if (outcome === 'never ends') {
      figures.unsettled += 1;
      problems.push(`${name} never ends`);
    }
    count(outcome);
    figures.calls += 1;
    if (figures.calls % callsPerMinute === 0) {
      await sandbox.advance(60_000);
      offset += 60_000;
    }
  }

  async function storm() {
    let left = callsPerStorm;
    await sandbox.storm();
    await Promise.all(
      callers.map(async (caller) => {
        while (left > 0) {
          left -= 1;
          await one(caller, random);
        }
      }),
    );
    const requests = await sandbox.calm();
    const failed = (error: unknown) => ({ lost: [`a check: ${error}`], doubled: [] });
    const checks = await Promise.all(callers.map((caller) => check(caller).catch(failed)));
    const lost = checks.flatMap((each) => each.lost);
    const doubled = [...repeatedWrites(requests), ...checks.flatMap((each) => each.doubled)];
    problems.push(...lost.map((what) => `lost: ${what}`), ...doubled.map((what) => `doubled: ${what}`));
    figures.storms += 1;
    figures.requests += requests.length;
    figures.corrupted += requests.filter(({ fault }) => fault).length;
    figures.lost += lost.length;
    figures.doubled += doubled.length;
    samples.push({ minute: (performance.now() - startedAt) / 60_000, bytes: await heapInUse() });
  }

  do await storm();
  while (!isOver(figures.storms));

  await sandbox.stop();
  const open = await leftOver();
  process.off('unhandledRejection', unhandled);
  process.off('warning', unhandled);
  problems.push(...open.map((kind) => `left open: ${kind}`));
  const last = samples.slice(Math.floor(samples.length / 2));
  const [minutes, bytes] = [last.map(({ minute }) => minute), last.map(({ bytes }) => bytes)];
  const slope = slopeOf(minutes, bytes) || 0;
  const trend = { slope, growth: slope * ((minutes.at(-1) ?? 0) - (minutes[0] ?? 0)) };
  if (trend.growth > growthLimit) problems.push(`the heap grows by ${trend.growth.toFixed(0)} bytes`);
  return {
    figures: { ...figures, attempts, tokens, open: open.length, seconds: (performance.now() - startedAt) / 1000 },
    outcomes,
    samples,
    trend,
    problems,
  };
}

// --seconds 600, or --storms 3, of --calls 2000 each; --seed 1
const { values } = parseArgs({
  options: {
    seconds: { type: 'string' },
    storms: { type: 'string' },
    calls: { type: 'string' },
    seed: { type: 'string' },
  },
});
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
const callsPerStorm = Number(values.calls ?? 2000);
const endsAt = performance.now() + Number(values.seconds ?? 600) * 1000;
const isOver = values.storms ? (storms: number) => storms >= Number(values.storms) : () => performance.now() >= endsAt;
console.log(`seed ${seed}`);

const { figures, outcomes, samples, trend, problems } = await soak(seed, callsPerStorm, isOver);
const kB = (bytes: number) => `${Math.round(bytes / 1000).toLocaleString('en')} kB`;
const rows: [string, string | number][] = [
  ['seconds', figures.seconds.toFixed(0)],
  ['calls', figures.calls],
  [`storms of ${callsPerStorm} calls, ${concurrency} at a time`, figures.storms],
  ['attempts of the clients', figures.attempts],
  ['requests at the sandbox during storms', figures.requests],
  ['of these corrupted', figures.corrupted],
  ['tokens obtained or refused', figures.tokens],
  ...[...outcomes].toSorted((a, b) => b[1] - a[1]),
  ['never ended', figures.unsettled],
  ['lost', figures.lost],
  ['doubled writes', figures.doubled],
  ['open handles at the end', figures.open],
  ['heap after the first storm', kB(samples[0]?.bytes ?? 0)],
  ['heap after the last storm', kB(samples.at(-1)?.bytes ?? 0)],
  ['heap over the second half, a minute', kB(trend.slope)],
  ['heap over the second half, in all', kB(trend.growth)],
  ['wrong', problems.length],
];
const width = Math.max(...rows.map(([name]) => name.length));
for (const [name, value] of rows) console.log(`${name.padEnd(width)}  ${value.toLocaleString('en').padStart(12)}`);
for (const problem of problems.slice(0, 20)) console.log(`WRONG ${problem.slice(0, 500)}`);
if (problems.length > 0) process.exitCode = 1;
