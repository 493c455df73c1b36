import { setTimeout } from 'node:timers/promises';
import { offer } from './child.ts';
import type { Opened, Target } from './contender.ts';
import { contender } from './contenders.ts';
import { collectGarbage, heapInUse } from './heap.ts';
import { type CallName, throughputLanes, type WalkName, walks } from './scenarios.ts';

// Runs one contender in its own process, so that its effects on `fetch`, the heap or compiled code do not affect
// others.

const { open } = contender(process.argv[2] ?? '');

/**
 * Milliseconds of many concurrent calls, after which code stays compiled. The compiled code also serves single calls,
 * but code compiled for single calls does not serve concurrent ones.
 */
const warmUpMs = 3000;
/** Milliseconds of the calls before a turn, because other contenders used the caches in the meantime. */
const leadMs = 50;

let isWarm = false;
let opened: Opened | undefined;

function callNamed(name: CallName): () => Promise<number> {
  const call = opened?.calls[name];
  if (!call) throw new Error(`the contender has no call ${name}`);
  return call;
}

/** Repeats a call as long as `more` returns true, `atOnce` at a time. Returns times and records per call. */
async function repeat(call: () => Promise<number>, more: () => boolean, atOnce: number) {
  let made = 0;
  let records = 0;
  const lane = async () => {
    while (more()) {
      made += 1;
      const came = await call(); // not in one line with the sum, which other lanes change meanwhile
      records += came;
    }
  };
  const startedAt = performance.now();
  const before = process.cpuUsage();
  await Promise.all(Array.from({ length: atOnce }, lane));
  const { user, system } = process.cpuUsage(before);
  const wallMs = performance.now() - startedAt;
  return { cpuUs: (user + system) / made, wallUs: (wallMs * 1000) / made, records: records / made };
}

function during(ms: number): () => boolean {
  const end = performance.now() + ms;
  return () => performance.now() < end;
}

const functions = {
  /** Creates a new client, so that its next call is its first. */
  async open(target: Target): Promise<void> {
    opened = await open(target);
  },

  /** Makes a number of calls. */
  calls(name: CallName, times: number, atOnce = 1) {
    let left = times;
    return repeat(callNamed(name), () => left-- > 0, atOnce);
  },

  /** Makes calls with compiled code for `ms` milliseconds. */
  async turn(name: CallName, ms: number, atOnce: number) {
    const call = callNamed(name);
    if (!isWarm) await repeat(call, during(warmUpMs), throughputLanes);
    isWarm = true;
    await repeat(call, during(leadMs), atOnce);
    collectGarbage({ type: 'minor', execution: 'sync' }); // the measured calls do not pay for earlier garbage
    return repeat(call, during(ms), atOnce);
  },

  /** Reads a list to its end. Returns the heap without garbage after each `heapEvery` pages. */
  async walk(name: WalkName, heapEvery = 0) {
    const read = opened?.walks?.[name];
    if (!read) throw new Error(`the contender has no walk ${name}`);
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
  },

  /** Returns the heap in use with a new client, once closed connections are gone. */
  async heap(target: Target) {
    opened = await open(target);
    await setTimeout(300);
    return heapInUse();
  },
};

export type Worker = typeof functions;

offer(functions);
