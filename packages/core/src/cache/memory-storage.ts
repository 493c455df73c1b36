/** A character of a string takes two bytes at most. */
const countBytes = (key: string, value: string): number => 2 * (key.length + value.length);

/**
 * Stores strings in memory, up to about `maxBytes`. Those that were not used for longest go first; one that takes more than a quarter
 * of it is not stored.
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
      values.set(key, value); // the last of the map was used last
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
