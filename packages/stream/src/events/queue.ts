/** A queue of bounded length that one loop reads. */
export interface Queue<Item> {
  /** Adds an item. When the queue is full, the oldest item is dropped: returns whether that happened. */
  add(item: Item): boolean;
  /** Whether the next item that is added drops another one. */
  isFull(): boolean;
  /** Resolves to the next item, or to undefined when the queue has ended and is empty. */
  next(): Promise<Item | undefined>;
  /** Ends the queue: items that are in it can still be read. With `error`, reading rejects with it at once. */
  end(error?: { readonly reason: unknown }): void;
}

/**
 * Creates a queue.
 *
 * @param maxItems Most items that it holds, at least 1.
 */
export function createQueue<Item>(maxItems: number): Queue<Item> {
  // A ring: taking an item from the front of an array would move all others.
  let items: (Item | undefined)[] = [];
  let first = 0;
  let waiting: { resolve(item: Item | undefined): void; reject(reason: unknown): void } | undefined;
  let isOver = false;
  let failure: { readonly reason: unknown } | undefined;

  function take(): Item | undefined {
    const item = items[first];
    items[first] = undefined;
    first += 1;
    if (first * 2 > items.length) {
      items = items.slice(first);
      first = 0;
    }
    return item;
  }

  return {
    add(item) {
      if (isOver) return false;
      if (waiting) {
        waiting.resolve(item);
        waiting = undefined;
        return false;
      }
      items.push(item);
      if (items.length - first <= maxItems) return false;
      take();
      return true;
    },
    isFull: () => !waiting && items.length - first >= maxItems,
    next() {
      if (failure) return Promise.reject(failure.reason);
      if (items.length > first) return Promise.resolve(take());
      if (isOver) return Promise.resolve(undefined);
      if (waiting) return Promise.reject(new TypeError('only one loop can read the events of a listener'));
      return new Promise((resolve, reject) => {
        waiting = { resolve, reject };
      });
    },
    end(error) {
      if (isOver) return;
      isOver = true;
      failure = error;
      if (error) waiting?.reject(error.reason);
      else waiting?.resolve(undefined);
      waiting = undefined;
    },
  };
}
