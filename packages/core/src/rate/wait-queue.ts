/** A caller that waits in a {@link WaitQueue}. @internal */
export interface Waiter {
  /** Number of its call. */
  readonly call: number;
  /** Resolves when it is the caller's turn. */
  readonly turn: Promise<void>;
  /** When the caller was last known to wait, in Unix milliseconds; undefined where it waits until it leaves. */
  seenAt: number | undefined;
  resolve(): void;
}

/** Callers in the order in which they arrived. Each step takes the same time, no matter how many wait. @internal */
export class WaitQueue {
  readonly #waiting = new Set<Waiter>();
  // An iterator goes on behind whatever was deleted. A new one would pass the callers that have left again.
  readonly #order = this.#waiting.values();
  #first: Waiter | undefined;

  get length(): number {
    return this.#waiting.size;
  }

  /** The caller that has waited longest. */
  get first(): Waiter | undefined {
    // Whoever the iterator has returned has left, or is the first: whoever waits comes later.
    if (this.#waiting.size > 0) this.#first ??= this.#order.next().value;
    return this.#first;
  }

  has(waiter: Waiter): boolean {
    return this.#waiting.has(waiter);
  }

  /** Adds a caller at the end of the queue, by the number of its call. */
  join(call: number): Waiter {
    const { promise: turn, resolve } = Promise.withResolvers<void>();
    const waiter: Waiter = { call, turn, seenAt: undefined, resolve };
    this.#waiting.add(waiter);
    return waiter;
  }

  /** Removes a caller, wherever it waits. Returns whether it was still waiting. */
  leave(waiter: Waiter): boolean {
    if (waiter === this.#first) this.#first = undefined;
    return this.#waiting.delete(waiter);
  }
}
