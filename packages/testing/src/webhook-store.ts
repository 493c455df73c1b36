import type { WebhookStore } from '@x/webhooks';
import { describe, expect, it } from 'vitest';

const minute = 60_000;
/** IDs that could confuse file names and keys. */
const ids = ['e76c6bd4', '', '{a}', '*', "'; --", 'ä\n\0🎧', 'k'.repeat(5000)];

/**
 * Tests the rules for every webhook message store. `open` opens the store as another process would; IDs are new for
 * each test.
 */
export function describeWebhookStore(name: string, open: () => WebhookStore): void {
  describe(`the ${name} webhook store`, () => {
    let count = 0;
    const newId = () => `message ${count++}`;

    it('lets one process take a message, no matter how many try at once', async () => {
      const id = newId();
      const states = await Promise.all(Array.from({ length: 20 }, () => open().take(id, minute)));
      expect(states.sort()).toEqual([...Array.from({ length: 19 }, () => 'busy'), 'taken']);
    });

    it('reports a finished message as done to every process', async () => {
      const id = newId();
      await open().take(id, minute);
      await open().finish(id, minute);
      expect([await open().take(id, minute), await open().take(id, minute)]).toEqual(['done', 'done']);
    });

    it('lets a message be taken again after its lease was released or has ended', async () => {
      const [released, ended] = [newId(), newId()];
      await open().take(released, minute);
      await open().release(released);
      expect(await open().take(released, minute)).toBe('taken');
      await open().take(ended, 1);
      await expect.poll(() => open().take(ended, minute), { interval: 5 }).toBe('taken');
      expect(await open().take(ended, minute)).toBe('busy');
    });

    it('forgets a finished message after rememberMs', async () => {
      const id = newId();
      await open().finish(id, 1);
      await expect.poll(() => open().take(id, minute), { interval: 5 }).toBe('taken');
    });

    it('accepts fractions of a millisecond, and times of many years', async () => {
      const [short, long] = [newId(), newId()];
      await open().take(short, 0.4);
      await expect.poll(() => open().take(short, minute), { interval: 5 }).toBe('taken');
      await open().finish(long, 1e15);
      expect(await open().take(long, minute)).toBe('done');
    });

    it('keeps messages apart even if their IDs contain odd characters', async () => {
      const all = ids.map((id) => newId() + id);
      for (const id of all) expect(await open().take(id, minute)).toBe('taken');
      for (const id of all) await open().finish(id, minute);
      for (const id of all) expect(await open().take(id, minute)).toBe('done');
    });
  });
}
