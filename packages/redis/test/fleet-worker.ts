import { once } from 'node:events';
import type { FencedStore } from '@x/core';
import { createStreamClient, type StreamOptions } from '@x/stream';
import { meet, type Said, type Step, type Task } from './fleet.ts';

const say = (said: Said) => process.send?.(said);

/** Reports a step to the parent, which may kill or stop this process, and continues when the parent replies. */
async function reach(step: Step): Promise<void> {
  say({ step });
  await once(process, 'message');
}

async function work({ options, meeting, userId, calls, lockTtlMs }: Task): Promise<string[]> {
  const { store, close } = await meet(meeting, { ...(lockTtlMs && { lockTtlMs }) });
  await reach('opened');
  const tokens: FencedStore = {
    ...store,
    async set(key, grant, options) {
      await reach('answered');
      await store.set(key, grant, options);
      await reach('stored');
    },
  };
  const shared = {
    tokens,
    validateTokens: false,
    retries: 0,
    fetch(input: Parameters<typeof fetch>[0], init?: RequestInit) {
      const request = new Request(input, init);
      request.headers.set('x-pid', String(process.pid));
      return fetch(request);
    },
  } satisfies Partial<StreamOptions>;
  const client =
    options.clientType === 'public'
      ? createStreamClient({ ...options, ...shared })
      : createStreamClient({ ...options, ...shared });
  const outcomes = await Promise.all(
    Array.from({ length: calls }, () =>
      client
        .withAccount('ann')
        .channels.followed({ user_id: userId, first: 1 })
        .then(
          () => 'worked',
          (error) => String(error.code),
        ),
    ),
  );
  await close();
  return outcomes;
}

process.on('message', async (message: Task | 'go on') => {
  if (message !== 'go on') say({ outcomes: await work(message) });
});
process.on('disconnect', () => process.exit());
