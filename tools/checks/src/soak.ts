import { parseArgs } from 'node:util';
import { type ErrorCode, isApiError } from '@x/core';
import type { SandboxRequest } from '@x/sandbox';
import { createRandom } from '../../../packages/sandbox/src/shared/random.ts';
import { heapInUse } from '../../bench/src/heap.ts';
import { slopeOf } from '../../bench/src/statistics.ts';
import { handles } from './left-over.ts';
import { operations } from './operations.ts';
import { Lost, prepare } from './soak-calls.ts';
import { startSandbox } from './soak-sandbox.ts';

// Runs all five clients for a long time, in storms of random calls with random faults in the sandbox. After each storm,
// compares the server's state with the results of the calls, and measures the heap.

const concurrency = 64;
/** Number of calls after which all clocks advance by a minute, so that tokens expire and rate limits open. */
const callsPerMinute = 50;
/** Bytes by which the heap may grow over the second half of the run. */
const growthLimit = 2_000_000;
/** Maximum duration of a call. A call that takes longer counts as one that never ends. */
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

/** Lists the writes among these requests that were or may have been carried out twice. */
function repeatedWrites(requests: readonly SandboxRequest[]): string[] {
  const sent = requests
    // A request with one of these responses was refused unread, so sending it again is correct.
    .filter(({ status }) => status !== 429 && status !== 425 && status !== 401)
    .filter(({ provider, method, path }) =>
      writes.some((write) => write.provider === provider && write.method === method && write.path.test(path)),
    );
  const same = Map.groupBy(
    sent,
    ({ provider, method, path, query, body }) => `${method} ${provider}${path}?${query} ${body}`,
  );
  return [...same]
    .filter(([, { length }]) => length > 1)
    .map(([request, { length }]) => `doubled: ${length} times ${request}`);
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
const startedAt = performance.now();
const seconds = () => (performance.now() - startedAt) / 1000;
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
const callsPerStorm = Number(values.calls ?? 2000);
const isOver = () => (values.storms ? storms >= Number(values.storms) : seconds() >= Number(values.seconds ?? 600));
console.log(`seed: ${seed}`);

/** Everything that happened but must not. Problems that are counted start with their kind. */
const problems: string[] = [];
const unhandled = (reason: unknown) => void problems.push(`unhandled: ${reason}`);
process.on('unhandledRejection', unhandled);
process.on('warning', unhandled);

const sandbox = await startSandbox(seed, concurrency);
const leftOver = handles();

let offset = 0;
let attempts = 0;
let tokens = 0;
const { callers, calls, check } = await prepare(sandbox, {
  timeoutMs: 10_000, // for checks after a storm, and for tokens
  maxWaitMs: 5000,
  random: () => Math.random() / 5, // short pauses before retries: more calls in the same time
  clock: { now: () => Date.now() + offset },
  onEvent({ type }) {
    if (type === 'request') attempts += 1;
    if (type === 'token') tokens += 1;
  },
});

const { int, pick } = createRandom(seed, 'calls');
const bag = calls.flatMap((call) => Array.from({ length: call[1] }, () => call));
const outcomes = new Map<string, number>();
const samples: { minute: number; bytes: number }[] = [];
let made = 0;
let storms = 0;
let requests = 0;
let corrupted = 0;

/** Makes a random call for a caller who is patient, in a hurry, or aborts it. */
async function one(caller: (typeof callers)[number]): Promise<void> {
  const [name, , call] = pick(bag);
  const stop = new AbortController();
  const hurry = int(1, 100);
  const timer = hurry <= 4 ? setTimeout(() => stop.abort(), int(0, 60)) : undefined;
  const options = { signal: stop.signal, timeoutMs: 1000, deadlineMs: hurry > 95 ? int(20, 400) : 30_000 };
  made += 1;
  const key = `soak ${made}`;
  const endsMinute = made % callsPerMinute === 0;
  const { promise: never, resolve } = Promise.withResolvers<string>();
  const guard = setTimeout(resolve, patienceMs, 'never ends');
  const outcome = await Promise.race([Promise.resolve(call(caller, options, key)).then(() => 'works'), never]).catch(
    (error) => {
      if (isApiError(error)) {
        if (!expected.includes(error.code)) problems.push(`${name}: ${error.message}`);
        return error.code;
      }
      if (error === stop.signal.reason) return 'aborted';
      problems.push(error instanceof Lost ? `lost: ${error.message}` : `${name}: ${error}`);
      return 'other errors';
    },
  );
  clearTimeout(timer);
  clearTimeout(guard);
  if (outcome === 'never ends') problems.push(`never ends: ${name}`);
  outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  if (endsMinute) {
    await sandbox.advance(60_000);
    offset += 60_000;
  }
}

async function storm(): Promise<void> {
  let left = callsPerStorm;
  await sandbox.storm();
  await Promise.all(
    callers.map(async (caller) => {
      while (left > 0) {
        left -= 1;
        await one(caller);
      }
    }),
  );
  const received = await sandbox.calm();
  storms += 1;
  requests += received.length;
  corrupted += received.filter(({ fault }) => fault).length;
  problems.push(...repeatedWrites(received));
  const checks = callers.map((caller) => check(caller).catch((error) => [`lost: a check: ${error}`]));
  problems.push(...(await Promise.all(checks)).flat());
}

do {
  await storm();
  samples.push({ minute: seconds() / 60, bytes: await heapInUse() }); // a storm's requests are freed by now
} while (!isOver());

await sandbox.stop();
problems.push(...(await leftOver()).map((kind) => `left open: ${kind}`));
process.off('unhandledRejection', unhandled);
process.off('warning', unhandled);

const last = samples.slice(Math.floor(samples.length / 2));
const [minutes, bytes] = [last.map(({ minute }) => minute), last.map(({ bytes }) => bytes)];
const slope = slopeOf(minutes, bytes) || 0;
const growth = slope * ((minutes.at(-1) ?? 0) - (minutes[0] ?? 0));
if (growth > growthLimit) problems.push(`the heap grows by ${growth.toFixed(0)} bytes`);

const counted = (kind: string) => problems.filter((problem) => problem.startsWith(`${kind}: `)).length;
const kB = (bytes = 0) => `${Math.round(bytes / 1000).toLocaleString('en')} kB`;
const figures = {
  seconds: Math.round(seconds()),
  calls: made,
  [`storms of ${callsPerStorm} calls, ${concurrency} at a time`]: storms,
  'attempts of the clients': attempts,
  'requests at the sandbox during storms': requests,
  'of these corrupted': corrupted,
  'tokens obtained or refused': tokens,
  ...Object.fromEntries([...outcomes].toSorted((a, b) => b[1] - a[1])),
  'never ended': counted('never ends'),
  lost: counted('lost'),
  'doubled writes': counted('doubled'),
  'open handles at the end': counted('left open'),
  'heap after the first storm': kB(samples[0]?.bytes),
  'heap after the last storm': kB(samples.at(-1)?.bytes),
  'heap over the second half, a minute': kB(slope),
  'heap over the second half, in all': kB(growth),
  wrong: problems.length,
};
for (const [name, value] of Object.entries(figures)) console.log(`${name}: ${value.toLocaleString('en')}`);
for (const problem of problems.slice(0, 20)) console.log(`WRONG ${problem.slice(0, 500)}`);
if (problems.length > 0) process.exitCode = 1;
