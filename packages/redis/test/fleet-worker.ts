import { clientOf, meet, type Task } from './fleet.ts';

/** Tells the parent, who kills this process. */
function stop(): Promise<never> {
  process.send?.('stopped');
  return new Promise(() => {});
}

/** Does a task; gives how each of its calls ended. */
async function work({ url, path, calls, meeting, stopsAt }: Task): Promise<string[]> {
  const { close, ...shared } = await meet(meeting);
  const client = clientOf(url, {
    ...shared,
    retries: 0,
    async fetch(input, init) {
      const refreshes = String(input).endsWith('/token');
      if (refreshes && stopsAt === 'refresh unsent') return stop();
      const response = await fetch(input, init);
      return refreshes && stopsAt === 'refresh answered' ? stop() : response;
    },
    onEvent({ type }) {
      if (type !== 'token' || stopsAt !== 'grant stored') return;
      void stop();
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0); // nothing else happens here until it is killed
    },
  });
  const acting = path === '/mine' ? client.withAccount('ann') : client;
  const outcomes = await Promise.all(
    Array.from({ length: calls }, () =>
      acting.request({ path, auth: path === '/mine' ? 'user' : 'none' }).then(
        () => 'worked',
        (error) => String(error.code),
      ),
    ),
  );
  close();
  return outcomes;
}

process.on('message', async (task: Task) => process.send?.(await work(task)));
process.on('disconnect', () => process.exit());
