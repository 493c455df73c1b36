import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createSandbox } from '@x/sandbox';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { BotTask } from '../test/bot-worker.ts';
import { startRedis, withoutRedis } from '../test/redis-server.ts';

it.skipIf(withoutRedis())(
  'a bot of two processes answers 60 of 60 commands once, with a kill -9, reconnects and repeated deliveries',
  { timeout: 120_000 },
  async () => {
    const redis = await startRedis();
    const sandbox = await createSandbox();
    const { eventSub, issueUserToken } = sandbox.controls.stream;
    const { accessToken, userId } = issueUserToken({ scopes: ['user:read:chat', 'user:write:chat'] });
    const { clientId, baseUrl, authUrl } = sandbox.options.stream;
    const url = sandbox.listenerOptions.stream.url ?? '';
    const options = { accessToken, clientId, baseUrl, authUrl };
    const task: BotTask = { options, url, redis: redis.url, userId, diesAt: '20' };

    const started = async () => {
      const child = fork(new URL('../test/bot-worker.ts', import.meta.url), { execArgv: ['--conditions=@x/source'] });
      onTestFinished(() => void child.kill('SIGKILL'));
      child.send(task);
      await once(child, 'message');
      return child;
    };
    onTestFinished(async () => {
      await sandbox.close();
      await redis.stop();
    });
    const exits = (await Promise.all([started(), started()])).map((child) => once(child, 'exit'));
    const answers = () =>
      sandbox.requests
        .filter(({ method, path }) => method === 'POST' && path.endsWith('/chat/messages'))
        .map(({ body }) => JSON.parse(String(body)).message as string);
    const fire = (from: number, to: number) => {
      for (let number = from; number <= to; number += 1)
        eventSub.fire('channel.chat.message', undefined, {
          event: { chatter_user_id: '1', badges: [], reply: null, message: { text: `!ping ${number}`, fragments: [] } },
        });
    };
    const answered = (count: number) =>
      vi.waitFor(() => expect(answers().length).toBeGreaterThanOrEqual(count), 30_000);

    fire(1, 19);
    await answered(19);
    fire(20, 20); // the process that takes it dies before it answers
    expect(await Promise.race(exits)).toEqual([null, 'SIGKILL']);
    fire(21, 40);
    await answered(40);
    await started();
    eventSub.sockets.repeat(2);
    eventSub.sockets.reconnect();
    fire(41, 60);
    await answered(60);
    fire(61, 61); // everything before it has been handled
    await answered(61);
    const expected = Array.from({ length: 61 }, (_, at) => `pong ${at + 1}`);
    expect(answers().sort()).toEqual(expected.sort());
  },
);
