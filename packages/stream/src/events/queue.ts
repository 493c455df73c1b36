/** A queue of bounded length that one loop reads. */
export class Queue<Item> {
  readonly #maxItems: number;
  // A ring: taking an item from the front of an array would move all others.
  #items: (Item | undefined)[] = [];
  #first = 0;
  #reader: { resolve(item: Item | undefined): void; reject(reason: unknown): void } | undefined;
  #isOver = false;
  #failure: { readonly reason: unknown } | undefined;

  /** @param maxItems Maximum number of items, at least 1. */
  constructor(maxItems: number) {
    this.#maxItems = maxItems;
  }

  /** Whether the next item that is added drops another one. */
  get isFull(): boolean {
    return !this.#reader && this.#items.length - this.#first >= this.#maxItems;
  }

  /** Adds an item. If the queue is full, drops the oldest one. Returns whether it did. */
  add(item: Item): boolean {
    if (this.#isOver) return false;
    if (this.#reader) {
      this.#reader.resolve(item);
      this.#reader = undefined;
      return false;
    }
    const drops = this.isFull;
    if (drops) this.#take();
    this.#items.push(item);
    return drops;
  }

  /** Resolves to the next item, or to undefined when the queue has ended and is empty. */
  next(): Promise<Item | undefined> {
    if (this.#failure) return Promise.reject(this.#failure.reason);
    if (this.#items.length > this.#first) return Promise.resolve(this.#take());
    if (this.#isOver) return Promise.resolve(undefined);
    if (this.#reader) return Promise.reject(new TypeError('only one loop can read the events of a listener'));
    return new Promise((resolve, reject) => {
      this.#reader = { resolve, reject };
    });
  }

  /** Ends the queue. Items in it can still be read. With `error`, reading rejects with it at once. */
  end(error?: { readonly reason: unknown }): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#failure = error;
    if (error) this.#reader?.reject(error.reason);
    else this.#reader?.resolve(undefined);
    this.#reader = undefined;
  }

  #take(): Item | undefined {
    const item = this.#items[this.#first];
    this.#items[this.#first] = undefined;
    this.#first += 1;
    if (this.#first * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#first);
      this.#first = 0;
    }
    return item;
  }
}
