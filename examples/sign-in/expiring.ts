/** How long entries live, and what becomes of them. */
export interface ExpiringOptions<Value> {
  readonly lifeMs: number;
  /** With more entries the oldest end before their time: visitors cannot fill the memory. */
  readonly most: number;
  readonly now: () => number;
  /** Called with entries that expire. */
  readonly onEnd?: (value: Value) => void;
}

/** A map whose entries end a while after they were set. */
export function createExpiring<Value>({ lifeMs, most, now, onEnd }: ExpiringOptions<Value>) {
  const entries = new Map<string, { readonly value: Value; readonly endsAt: number }>();

  // All live equally long, so the first in the map is the first to end.
  function sweep(): void {
    for (const [key, { value, endsAt }] of entries) {
      if (endsAt > now() && entries.size <= most) return;
      entries.delete(key);
      onEnd?.(value);
    }
  }

  return {
    get(key: string): Value | undefined {
      sweep();
      return entries.get(key)?.value;
    },
    set(key: string, value: Value): void {
      entries.delete(key);
      entries.set(key, { value, endsAt: now() + lifeMs });
      sweep();
    },
    /** Returns a value and deletes it: a second call gets nothing. */
    take(key: string): Value | undefined {
      sweep();
      const value = entries.get(key)?.value;
      entries.delete(key);
      return value;
    },
  };
}
