import * as optionKind from '@x/core/options';
import { checkOptions, type RulesOf } from '@x/core/options';
import { keepRecent } from '@x/core/provider';

/**
 * Remembers messages, so that none is handled twice. The default store is this process's memory. If several processes
 * receive at the same address, they need a shared store: `redisWebhookStore` of `@x/redis`, `postgresWebhookStore` of
 * `@x/postgres`, or one of your own.
 */
export interface WebhookStore {
  /**
   * Takes a message for `leaseMs` milliseconds, in one atomic step. Resolves to `taken` if the caller should handle the
   * message, to `busy` while another caller's lease lasts, and to `done` if the message is finished.
   */
  take(id: string, leaseMs: number): Promise<'taken' | 'busy' | 'done'>;
  /** Marks a message as handled, so that it is `done` for `rememberMs` milliseconds. */
  finish(id: string, rememberMs: number): Promise<void>;
  /** Ends the lease of a message whose handler failed, so that it can be taken again. */
  release(id: string): Promise<void>;
}

/** Options of {@link memoryWebhookStore}. */
export interface MemoryWebhookStoreOptions {
  /**
   * Maximum number of messages, at least 1. Beyond it the oldest are forgotten, and could be handled again. Default
   * 100,000.
   */
  max?: number | undefined;
  /** Returns the current time in Unix milliseconds. Default: the system's clock. */
  clock?: { now(): number } | undefined;
}

const memoryWebhookStoreRules = {
  max: optionKind.countFrom1OrInfinity,
  clock: optionKind.clock,
} satisfies RulesOf<MemoryWebhookStoreOptions>;

/**
 * Creates a store in this process's memory.
 *
 * @throws ApiError `invalid_params` when an option is unknown or invalid.
 */
export function memoryWebhookStore(options: MemoryWebhookStoreOptions = {}): WebhookStore {
  checkOptions(
    { provider: 'webhooks', operation: 'memoryWebhookStore', below: memoryWebhookStore },
    options,
    memoryWebhookStoreRules,
  );
  const { max = 100_000, clock = Date } = options;
  const known = new Map<string, { state: 'busy' | 'done'; until: number }>();

  const put = (id: string, state: 'busy' | 'done', forMs: number) =>
    keepRecent(known, id, { state, until: clock.now() + forMs }, max);

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
