/** Lifetime and maximum number of entries. */
export interface ExpiringOptions<Value> {
  readonly lifeMs: number;
  /** Maximum number of entries. The oldest expire early beyond it, so that visitors cannot fill the memory. */
  readonly most: number;
  readonly now: () => number;
  /** Called with entries that expire. */
  readonly onEnd?: (value: Value) => void;
}

/** Creates a map whose entries expire `lifeMs` after they were set. */
export function createExpiring<Value>({ lifeMs, most, now, onEnd }: ExpiringOptions<Value>) {
  const entries = new Map<string, { readonly value: Value; readonly endsAt: number }>();

  // All entries live equally long, so the first one in the map expires first.
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
    /** Returns a value and deletes it, so that a second call returns nothing. */
    take(key: string): Value | undefined {
      sweep();
      const value = entries.get(key)?.value;
      entries.delete(key);
      return value;
    },
  };
}
