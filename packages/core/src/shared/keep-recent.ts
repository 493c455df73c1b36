/**
 * Sets the newest entry of a map, and removes the oldest one if there are more than `max`. A map keeps its entries in
 * the order in which they were set.
 */
export function keepRecent<Key, Value>(entries: Map<Key, Value>, key: Key, value: Value, max: number): void {
  entries.delete(key);
  entries.set(key, value);
  if (entries.size > max) entries.delete(entries.keys().next().value as Key);
}
