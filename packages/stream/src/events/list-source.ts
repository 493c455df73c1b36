import { pause } from '@x/core/provider';
import { failure } from './failure.ts';
import { inTurns } from './in-turns.ts';
import type { ListenerCore } from './listener-core.ts';
import type { CommonListenerOptions } from './options.ts';
import { readList, type SubscriptionList } from './wanted.ts';

/** The app's own list of subscriptions, which the option `wanted` returns. */
export class ListSource {
  readonly #core: ListenerCore;
  readonly #wanted: NonNullable<CommonListenerOptions['wanted']>;
  readonly #timeoutMs: number;
  // Reads end in the order in which they begin, so that an older list never replaces a newer one.
  readonly #inTurn = inTurns();

  constructor(core: ListenerCore, wanted: NonNullable<CommonListenerOptions['wanted']>, timeoutMs: number) {
    this.#core = core;
    this.#wanted = wanted;
    this.#timeoutMs = timeoutMs;
  }

  /** Reads the list. */
  read(): Promise<SubscriptionList> {
    return this.#inTurn(async () => readList('events.refresh', await this.#readInTime(), 'wanted()'));
  }

  async #readInTime() {
    const { clock, signal } = this.#core;
    const isRead = new AbortController();
    const late = async () => {
      await pause(this.#timeoutMs, AbortSignal.any([signal, isRead.signal]), undefined, clock);
      throw failure('events.refresh', 'timeout', `wanted() returned no list within timeoutMs (${this.#timeoutMs} ms)`);
    };
    try {
      return await Promise.race([this.#wanted(), late()]);
    } finally {
      isRead.abort();
    }
  }
}
