import { createSandbox } from '@x/sandbox';
import { failure } from '@x/testing';
import { expect, it, onTestFinished } from 'vitest';
import { createStreamClient } from './index.ts';

it.each([
  ['is ready after a few', true],
  ['is never ready', false],
])('createAndWait when the clip %s', async (_, isReady) => {
  const sandbox = await createSandbox({ listen: false });
  onTestFinished(() => sandbox.close());
  // Every wait that somebody awaits ends at once, and moves the sandbox's time.
  const clock = {
    now: sandbox.clock.now,
    sleep: (ms: number, _?: AbortSignal, background?: boolean) =>
      background ? new Promise<void>(() => {}) : sandbox.clock.advance(ms),
  };
  const stream = createStreamClient({ ...sandbox.options.stream, clock });
  const [live] = (await stream.streams.list({ first: 1 })).items;
  const broadcaster_id = live?.user_id ?? '';
  await stream.accounts.set('ann', sandbox.controls.stream.issueUserToken({ scopes: ['clips:edit'] }));
  const { clips } = stream.withAccount('ann');
  const lookups = { method: 'GET', path: '/helix/clips' } as const;
  if (!isReady) sandbox.faults.add({ ...lookups, body: '{"data":[],"pagination":{}}', times: 'always' });
  const created = clips.createAndWait({ broadcaster_id, title: 'what a save' });
  if (isReady) expect(await created).toMatchObject({ broadcaster_id, title: 'what a save' });
  else expect(await failure(created)).toMatchObject({ code: 'unavailable', operation: 'clips.createAndWait' });
  const { length } = sandbox.requests.expectReceived(lookups);
  expect(isReady ? length > 1 : length === 16).toBe(true);
});
