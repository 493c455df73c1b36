import type { AsyncCloseable } from '@x/core';
import { pause } from '@x/core/provider';
import { failure } from './failure.ts';
import type { ListenerCore } from './listener-core.ts';
import type { CommonListenerOptions } from './options.ts';

/**
 * Passes events to handlers and to a loop, until it is closed. `Handled` has what the handlers receive, by their names.
 */
export abstract class EventLoop<Event extends { readonly type: string }, Handled>
  implements AsyncIterable<Event>, AsyncCloseable
{
  readonly #core: ListenerCore<Event>;
  readonly #timeoutMs: number;
  readonly #end: () => Promise<void>;
  #closed: Promise<void> | undefined;

  /** @param end Ends everything that aborting the core's signal does not end. */
  constructor(
    core: ListenerCore<Event>,
    {
      keepAlive = false,
      signal,
      timeoutMs = 60_000,
    }: Pick<CommonListenerOptions, 'keepAlive' | 'signal' | 'timeoutMs'>,
    end: () => Promise<void>,
  ) {
    this.#core = core;
    this.#timeoutMs = timeoutMs;
    this.#end = end;
    if (keepAlive) core.signal.addEventListener('abort', core.alive.hold());
    if (signal) this.#closeWith(signal);
  }

  static {
    if (Symbol.asyncDispose)
      Object.defineProperty(this.prototype, Symbol.asyncDispose, {
        value(this: EventLoop<never, never>) {
          return this.close();
        },
      });
  }

  declare readonly [Symbol.asyncDispose]: () => Promise<void>;

  on<Name extends keyof Handled & string>(name: Name, handler: (event: Handled[Name]) => unknown): () => void {
    return this.#core.on(name, handler);
  }

  // A separate function, so that it can be passed as a handler of signals.
  readonly close = (): Promise<void> => this.#close();

  #close(error?: { readonly reason: unknown }): Promise<void> {
    this.#closed ??= (async () => {
      this.#core.close(error);
      await this.#end();
    })();
    return this.#closed;
  }

  #closeWith(signal: AbortSignal): void {
    const onAbort = () => void this.#close({ reason: signal.reason }).catch((error) => this.#core.fail(error));
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true, signal: this.#core.signal });
  }

  [Symbol.asyncIterator](): AsyncIterator<Event> {
    return {
      next: async () => {
        const release = this.#core.alive.hold();
        const value = await this.#core.queue.next().finally(release);
        return value ? { value, done: false } : { value: undefined, done: true };
      },
      return: async () => {
        await this.close();
        return { value: undefined, done: true };
      },
    };
  }

  /** Returns what has not happened, when there was no progress for too long, and the reason. */
  protected abstract progress(): { readonly problem: string; readonly reason: string | undefined };

  /** Waits until the work is done. Rejects when the listener is closed, or when nothing has happened for too long. */
  protected async finish(operation: string, work: () => Promise<void>): Promise<void> {
    this.#requireOpen(operation);
    const { signal, changes, alive } = this.#core;
    const done = new AbortController();
    const release = alive.hold();
    try {
      const closed = changes.until(() => signal.aborted || done.signal.aborted);
      await Promise.race([work(), closed, this.#watchProgress(operation, done.signal)]);
      this.#requireOpen(operation);
    } catch (error) {
      this.#requireOpen(operation); // what it was waiting for has ended with the listener
      throw error;
    } finally {
      release();
      done.abort();
      changes.notify();
    }
  }

  #requireOpen(operation: string): void {
    if (this.#core.signal.aborted) throw failure(operation, 'rejected', 'the listener is closed. Create a new one');
  }

  async #watchProgress(operation: string, done: AbortSignal): Promise<void> {
    const { clock } = this.#core;
    const since = clock.now();
    for (;;) {
      const leftMs = Math.max(since, this.#core.progressAt) + this.#timeoutMs - clock.now();
      if (leftMs <= 0) break;
      await pause(leftMs, done, undefined, clock).catch(() => {}); // rejects when another side of the race ends
      if (done.aborted) return;
    }
    const { problem, reason = 'the API does not respond' } = this.progress();
    const advice = 'The listener keeps trying. Check the network, or increase timeoutMs';
    throw failure(operation, 'timeout', `${problem} for timeoutMs (${this.#timeoutMs} ms): ${reason}. ${advice}`);
  }
}
