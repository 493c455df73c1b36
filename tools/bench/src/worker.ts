import { setTimeout } from 'node:timers/promises';
import { answer } from './child.ts';
import type { Opened, Target } from './contender.ts';
import { contender } from './contenders.ts';
import { collectGarbage, heapInUse } from './heap.ts';
import { type CallName, throughputLanes, type WalkName, walks } from './scenarios.ts';

// Runs one contender in its own process, so that its effects on `fetch`, the heap or compiled code do not affect
// others.

/** Task for a worker. */
export type Task =
  | { readonly task: 'open'; readonly target: Target }
  | { readonly task: 'calls'; readonly call: CallName; readonly times: number; readonly atOnce?: number }
  | { readonly task: 'turn'; readonly call: CallName; readonly ms: number; readonly atOnce: number }
  | { readonly task: 'walk'; readonly walk: WalkName; readonly heapEvery?: number }
  | { readonly task: 'heap' };

/** Times and records per call. */
export type CallsTook = Readonly<Record<'cpuUs' | 'wallUs' | 'records', number>>;

export interface WalkTook {
  readonly ms: number;
  readonly records: number;
  /** Heap after each measured number of pages, without garbage. */
  readonly heaps: number[];
}

const { open } = contender(process.argv[2] ?? '');

/**
 * Milliseconds of many concurrent calls, after which code stays compiled. The compiled code also serves single calls,
 * but code compiled for single calls does not serve concurrent ones.
 */
const warmUpMs = 3000;
/** Milliseconds of the calls before a turn, because other contenders used the caches in the meantime. */
const leadMs = 50;

let warm = false;
let target: Target | undefined;
let opened: Opened | undefined;

/** Recreates the client, so that its next call is its first. */
async function start(at = target): Promise<void> {
  if (!at) throw new Error('it does not know the address of the stub');
  target = at;
  opened = await open(at);
}

function callNamed(name: CallName): () => Promise<number> {
  const call = opened?.calls[name];
  if (!call) throw new Error(`it has no call ${name}`);
  return call;
}

/** Calls as long as `more` is true; returns how many calls, and their records. */
async function repeat(call: () => Promise<number>, more: () => boolean, atOnce: number) {
  let made = 0;
  let records = 0;
  const lane = async () => {
    while (more()) {
      made += 1;
      const came = await call(); // not in one line with the sum, which other lanes change in the meantime
      records += came;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return { made, records };
}

function times(count: number): () => boolean {
  let left = count;
  return () => {
    left -= 1;
    return left >= 0;
  };
}

function during(ms: number): () => boolean {
  const end = performance.now() + ms;
  return () => performance.now() < end;
}

async function calls(call: () => Promise<number>, more: () => boolean, atOnce: number): Promise<CallsTook> {
  const startedAt = performance.now();
  const before = process.cpuUsage();
  const { made, records } = await repeat(call, more, atOnce);
  const { user, system } = process.cpuUsage(before);
  const wallMs = performance.now() - startedAt;
  return { cpuUs: (user + system) / made, wallUs: (wallMs * 1000) / made, records: records / made };
}

async function walk(name: WalkName, heapEvery: number): Promise<WalkTook> {
  const read = opened?.walks?.[name];
  if (!read) throw new Error(`it has no walk ${name}`);
  const { consumerMs } = walks[name];
  const heaps: number[] = [];
  let pages = 0;
  let records = 0;
  const startedAt = performance.now();
  for await (const count of read()) {
    pages += 1;
    records += count;
    if (heapEvery && pages % heapEvery === 0) {
      collectGarbage();
      heaps.push(process.memoryUsage().heapUsed);
    }
    if (consumerMs) await setTimeout(consumerMs);
  }
  return { ms: performance.now() - startedAt, records, heaps };
}

answer<Task>(async (asked) => {
  switch (asked.task) {
    case 'open':
      return start(asked.target);
    case 'calls':
      return calls(callNamed(asked.call), times(asked.times), asked.atOnce ?? 1);
    case 'turn': {
      const call = callNamed(asked.call);
      if (!warm) await repeat(call, during(warmUpMs), throughputLanes);
      warm = true;
      await repeat(call, during(leadMs), asked.atOnce);
      collectGarbage({ type: 'minor', execution: 'sync' }); // nobody pays for the garbage of the turn before
      return calls(call, during(asked.ms), asked.atOnce);
    }
    case 'walk':
      return walk(asked.walk, asked.heapEvery ?? 0);
    case 'heap':
      await start();
      await setTimeout(300); // connections that were closed are gone
      return heapInUse();
  }
});
