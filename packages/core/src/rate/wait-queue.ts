/** A caller that waits in a {@link WaitQueue}. @internal */
export interface Waiter {
  /** Number of its call. */
  readonly call: number;
  /** Resolves when it is the caller's turn. */
  readonly turn: Promise<void>;
  /** When the caller was last known to wait, in Unix milliseconds; undefined where it waits until it leaves. */
  seenAt: number | undefined;
  resolve(): void;
  isWaiting: boolean;
  previous: Waiter | undefined;
  next: Waiter | undefined;
}

/** Callers in the order in which they arrived, as a linked list: each step below takes the same time, however many wait. @internal */
export interface WaitQueue {
  length: number;
  first: Waiter | undefined;
  last: Waiter | undefined;
}

/** Creates a queue in which nobody waits. @internal */
export const createWaitQueue = (): WaitQueue => ({ length: 0, first: undefined, last: undefined });

/** Adds a caller at the end of the queue, by the number of its call. @internal */
export function join(queue: WaitQueue, call: number): Waiter {
  const { promise: turn, resolve } = Promise.withResolvers<void>();
  const waiter: Waiter = {
    call,
    turn,
    seenAt: undefined,
    resolve,
    isWaiting: true,
    previous: queue.last,
    next: undefined,
  };
  if (queue.last) queue.last.next = waiter;
  else queue.first = waiter;
  queue.last = waiter;
  queue.length += 1;
  return waiter;
}

/**
 * Removes a caller from the queue, wherever it waits.
 *
 * @returns Whether it was still waiting.
 * @internal
 */
export function leave(queue: WaitQueue, waiter: Waiter): boolean {
  if (!waiter.isWaiting) return false;
  const { previous, next } = waiter;
  if (previous) previous.next = next;
  else queue.first = next;
  if (next) next.previous = previous;
  else queue.last = previous;
  // A caller that stays in memory must not keep the others there.
  waiter.previous = undefined;
  waiter.next = undefined;
  waiter.isWaiting = false;
  queue.length -= 1;
  return true;
}

/** Lets the caller go that has waited longest, if there is one. @internal */
export function serveFirst(queue: WaitQueue): void {
  const { first } = queue;
  if (!first) return;
  leave(queue, first);
  first.resolve();
}
