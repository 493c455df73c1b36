import { expect, it } from 'vitest';
import { memoryWebhookStore } from './store.ts';

const minute = 60_000;

it('a memory store treats the message that was finished last as the newest', async () => {
  const store = memoryWebhookStore({ max: 2 });
  await store.take('a', minute);
  await store.take('b', minute);
  await store.finish('a', minute);
  await store.take('c', minute);
  expect(await store.take('a', minute)).toBe('done');
});

it('a memory store forgets the oldest messages beyond its maximum, and expired ones', async () => {
  const clock = { time: 0, now: () => clock.time };
  const store = memoryWebhookStore({ max: 2, clock });
  for (const id of ['a', 'b', 'c']) {
    expect(await store.take(id, 10)).toBe('taken');
    await store.finish(id, 100);
  }
  expect(await store.take('b', 10)).toBe('done');
  expect(await store.take('c', 10)).toBe('done');
  expect(await store.take('a', 10)).toBe('taken');
  expect(await store.take('a', 10)).toBe('busy');
  await store.release('a');
  expect(await store.take('a', 10)).toBe('taken');
  clock.time = 100;
  expect(await store.take('c', 10)).toBe('taken');
});
