/** A caller waiting in a {@link WaitQueue}. */
export interface Waiter {
  /** Number of its call. */
  readonly call: number;
  /** Resolves when it is the caller's turn. */
  readonly turn: Promise<void>;
  /**
   * Time at which the caller was last known to be waiting, in Unix milliseconds; undefined if it waits until it leaves.
   */
  seenAt: number | undefined;
  resolve(): void;
}

/** Callers in order of arrival. Each step takes the same time, no matter how many are waiting. */
export class WaitQueue {
  readonly #waiting = new Set<Waiter>();
  // An iterator continues after deleted entries. A new one would pass the callers that have left again.
  readonly #order = this.#waiting.values();
  #first: Waiter | undefined;

  get length(): number {
    return this.#waiting.size;
  }

  /** The caller that has waited longest. */
  get first(): Waiter | undefined {
    // Every caller that the iterator has returned has left or is the first; waiting callers come later.
    if (this.#waiting.size > 0) this.#first ??= this.#order.next().value;
    return this.#first;
  }

  has(waiter: Waiter): boolean {
    return this.#waiting.has(waiter);
  }

  /** Adds a caller to the end of the queue, by its call number. */
  join(call: number): Waiter {
    const { promise: turn, resolve } = Promise.withResolvers<void>();
    const waiter: Waiter = { call, turn, seenAt: undefined, resolve };
    this.#waiting.add(waiter);
    return waiter;
  }

  /** Removes a caller from any place in the queue. Returns whether it was still waiting. */
  leave(waiter: Waiter): boolean {
    if (waiter === this.#first) this.#first = undefined;
    return this.#waiting.delete(waiter);
  }
}
