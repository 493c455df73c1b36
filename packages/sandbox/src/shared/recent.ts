/**
 * Creates values by key and remembers the `limit` most recently used, so that further pages of a list need no search.
 */
export function rememberRecent<T>(limit: number): (key: string, make: () => T) => T {
  const known = new Map<string, T>();
  return (key, make) => {
    const value = known.has(key) ? (known.get(key) as T) : make();
    known.delete(key); // so that it becomes the last: the first is the least recently used
    known.set(key, value);
    if (known.size > limit) known.delete(known.keys().next().value as string);
    return value;
  };
}
