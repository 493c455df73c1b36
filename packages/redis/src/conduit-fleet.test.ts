import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createSandbox } from '@x/sandbox';
import { expect, it, onTestFinished } from 'vitest';
import type { ListenReport, ListenTask } from '../test/conduit-fleet.ts';
import { startRedis } from '../test/redis-server.ts';

const shards = 8;
const ttlMs = 4000;
/** Long timeouts, because processes take long to start on a busy machine. */
const patience = { timeout: 100_000 };

/** A listening process, and its reports. */
interface Member {
  readonly child: ChildProcess;
  shards: readonly number[];
  isReady: boolean;
}

/** Starts a sandbox with 1,000 channels, a Redis, and processes that listen to a conduit together. */
async function startFleet() {
  const redis = await startRedis();
  const sandbox = await createSandbox({ stream: { users: 1000 } });
  const userIds = sandbox.controls.stream.users().map(({ id }) => id);
  const members = new Set<Member>();
  /** Number of times that each event was handled. */
  const handled = new Map<string, number>();
  onTestFinished(async () => {
    for (const { child } of members) child.kill('SIGKILL');
    await Promise.all([sandbox.close(), redis.stop()]);
  });

  function add(): Member {
    const worker = fileURLToPath(new URL('../test/conduit-worker.ts', import.meta.url));
    const member: Member = {
      child: fork(worker, { execArgv: ['--conditions=@x/source'] }),
      shards: [],
      isReady: false,
    };
    const { url } = sandbox.listenerOptions.stream;
    const task: ListenTask = { options: sandbox.options.stream, url, redis: redis.url, userIds, shards, ttlMs };
    member.child.send(JSON.parse(JSON.stringify(task)));
    member.child.on('message', (report: ListenReport) => {
      if ('handled' in report) handled.set(report.handled, (handled.get(report.handled) ?? 0) + 1);
      else Object.assign(member, report);
    });
    members.add(member);
    return member;
  }

  const isDivided = (count: number) =>
    members.size === count &&
    [...members].every((each) => each.isReady && each.shards.length >= Math.floor(shards / count)) &&
    new Set([...members].flatMap((each) => each.shards)).size === shards;
  return { sandbox, userIds, members, handled, add, isDivided };
}

it('4 processes that share a conduit handle every event of 1,000 subscriptions once, although some are killed and one is suspended', async () => {
  const { sandbox, userIds, members, handled, add, isDivided } = await startFleet();
  const { eventSub } = sandbox.controls.stream;
  const fired: string[] = [];
  function fire(count: number): void {
    for (let index = 0; index < count; index += 1) {
      const id = String(fired.length);
      const broadcaster_user_id = userIds[(fired.length * 37) % userIds.length] ?? '';
      // The result is 1, because there is one subscription although four processes have asked for it.
      expect(eventSub.fire('stream.online', '1', { subject: { broadcaster_user_id }, event: { id } })).toBe(1);
      fired.push(id);
    }
  }
  const openSessions = () => eventSub.sockets.sessions().map(({ id }) => id);
  const areAllHandled = () => fired.every((id) => handled.has(id));
  /** Fires events until the shards are divided. */
  async function fireUntilDivided(count: number): Promise<void> {
    while (!isDivided(count)) {
      fire(5);
      await wait(5);
    }
  }

  for (let count = 0; count < 4; count += 1) add();
  await expect.poll(() => isDivided(4), patience).toBe(true);
  fire(400);
  await expect.poll(areAllHandled, patience).toBe(true);

  for (let kill = 0; kill < 4; kill += 1) {
    const [victim] = members;
    if (!victim) throw new Error('nobody is alive');
    // With any client, an event on its way to a dying process is lost, so wait until none is on its way.
    await expect.poll(areAllHandled, patience).toBe(true);
    // Also wait until no shard is moving to another process, because it has two sessions for a moment.
    await expect.poll(openSessions, patience).toHaveLength(shards);
    members.delete(victim);
    const before = openSessions();
    victim.child.kill('SIGKILL');
    const areLeft = () => openSessions().filter((id) => before.includes(id)).length;
    await expect.poll(areLeft, patience).toBeLessThanOrEqual(shards - victim.shards.length);
    await fireUntilDivided(3);
    add();
    await fireUntilDivided(4);
  }

  // A suspended process loses its shards. It handles events sent to it earlier when it continues.
  const [stopped] = members;
  stopped?.child.kill('SIGSTOP');
  if (stopped) members.delete(stopped);
  await fireUntilDivided(3);
  stopped?.child.kill('SIGCONT');
  if (stopped) members.add(stopped);
  await fireUntilDivided(4);
  fire(400);
  await expect.poll(areAllHandled, patience).toBe(true);

  expect(handled.size).toBe(fired.length);
  expect([...handled].filter(([, times]) => times !== 1)).toEqual([]);
}, 400_000);
