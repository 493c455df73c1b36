/** A character of a string takes up at most two bytes. */
const countBytes = (key: string, value: string): number => 2 * (key.length + value.length);

/**
 * Stores strings in memory, up to about `maxBytes`. The least recently used strings are removed first, and a string
 * larger than a quarter of `maxBytes` is not stored.
 */
export function memoryStorage(maxBytes: number) {
  const values = new Map<string, string>();
  let taken = 0;

  function remove(key: string): void {
    const value = values.get(key);
    if (value === undefined) return;
    taken -= countBytes(key, value);
    values.delete(key);
  }

  return {
    async getItem(key: string): Promise<string | undefined> {
      const value = values.get(key);
      if (value === undefined) return undefined;
      values.delete(key);
      values.set(key, value); // the last entry of the map is the most recently used
      return value;
    },
    async setItem(key: string, value: string): Promise<void> {
      remove(key);
      if (countBytes(key, value) > maxBytes / 4) return;
      values.set(key, value);
      taken += countBytes(key, value);
      for (const oldest of values.keys()) {
        if (taken <= maxBytes) break;
        remove(oldest);
      }
    },
  };
}
