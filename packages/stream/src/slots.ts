import type { Clock } from '@x/core';
import { pause } from '@x/core/provider';
import type { WebhookStore } from '@x/webhooks';

/** Milliseconds between two looks for a free slot. */
export const pollMs = 250;

/**
 * Limits how often something happens, to `limit` times in any `windowMs` milliseconds, for all processes with the same
 * store. Each time takes one of `limit` slots, which is then free again after that time.
 */
export function slots(store: WebhookStore, name: string, { limit, windowMs }: { limit: number; windowMs: number }) {
  let next = 0;
  const take = async (): Promise<boolean> => {
    for (let tries = 0; tries < limit; tries += 1) {
      next = (next + 1) % limit; // the slot that was taken first is free first
      if ((await store.take(`${name} ${next}`, windowMs)) === 'taken') return true;
    }
    return false;
  };
  return {
    /** Takes a slot. Resolves to false if none is free. */
    take,
    /** Takes a slot as soon as one is free. */
    async wait({ signal, clock }: { signal?: AbortSignal | undefined; clock?: Clock | undefined }): Promise<void> {
      while (!(await take())) await pause(pollMs, signal, undefined, clock);
    },
  };
}
