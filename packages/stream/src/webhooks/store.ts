import { optionKind, problemOfOptions, type RulesOf } from '@x/core';

/**
 * Remembers messages, so that none is handled twice. The default keeps them in this process; several processes behind
 * one address need one that they share, for which each method is one command of Redis 7: `SET id busy NX GET PX`,
 * `SET id done PX` and `DEL`.
 */
export interface WebhookStore {
  /**
   * Takes a message for `leaseMs` in one atomic step, unless that was done before: then it is `busy`, or `done` when it was
   * finished.
   */
  take(id: string, leaseMs: number): Promise<'taken' | 'busy' | 'done'>;
  /** The message was handled: it is `done` for `rememberMs`. */
  finish(id: string, rememberMs: number): Promise<void>;
  /** Handling failed: the message may be taken again. */
  release(id: string): Promise<void>;
}

/** Settings of {@link memoryWebhookStore}. */
export interface MemoryWebhookStoreOptions {
  /** Messages kept at most; beyond it the oldest are forgotten, and could be handled again. At least 1; default 100,000. */
  max?: number | undefined;
  /** Tells the time. Default: the system's. */
  clock?: { now(): number } | undefined;
}

const memoryWebhookStoreRules = {
  max: optionKind.countFrom1OrInfinity,
  clock: optionKind.clock,
} satisfies RulesOf<MemoryWebhookStoreOptions>;

/**
 * Remembers messages in this process.
 *
 * @throws TypeError when an option is unknown or not valid.
 */
export function memoryWebhookStore(options: MemoryWebhookStoreOptions = {}): WebhookStore {
  const problem = problemOfOptions(options, memoryWebhookStoreRules);
  if (problem !== undefined) throw new TypeError(`memoryWebhookStore: ${problem}`);
  const { max = 100_000, clock = Date } = options;
  const known = new Map<string, { state: 'busy' | 'done'; until: number }>();

  function put(id: string, state: 'busy' | 'done', forMs: number): void {
    known.delete(id); // to come last: the map stays in the order of writing
    known.set(id, { state, until: clock.now() + forMs });
    const [oldest = id] = known.keys();
    if (known.size > max) known.delete(oldest);
  }

  return {
    async take(id, leaseMs) {
      const found = known.get(id);
      if (found && found.until > clock.now()) return found.state;
      put(id, 'busy', leaseMs);
      return 'taken';
    },
    async finish(id, rememberMs) {
      put(id, 'done', rememberMs);
    },
    async release(id) {
      known.delete(id);
    },
  };
}
