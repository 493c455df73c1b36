import type { ClientEvent } from '@x/core';
import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';

const key = 'fleet-sync:figures';
const names = ['jobs', 'waits', 'retries', 'refusals', 'takeovers'] as const;

/** Adds one to a figure of the whole fleet. Ignores errors, because a figure is not worth a failed job. */
export const count = (redis: Redis, name: (typeof names)[number]) => void redis.hincrby(key, name, 1).catch(() => {});

/** Counts waits for the rate limit, requests that are sent again, and Plaid's refusals. */
export const countEvent = (redis: Redis) => (event: ClientEvent) => {
  if (event.type === 'wait' && event.for === 'rate_limit') count(redis, 'waits');
  if (event.type === 'retry') count(redis, 'retries');
  if (event.type === 'response' && event.status === 429) count(redis, 'refusals');
};

/** Reads the figures of all processes since the fleet was first started, and the current numbers of jobs. */
export async function readFigures({ redis, queue }: { redis: Redis; queue: Queue }): Promise<Record<string, number>> {
  const stored = await redis.hmget(key, ...names);
  const states = await queue.getJobCounts('waiting', 'active', 'delayed', 'failed');
  return { ...Object.fromEntries(names.map((name, index) => [name, Number(stored[index])])), ...states };
}
