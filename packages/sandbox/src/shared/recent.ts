/**
 * Makes values by key and remembers the `limit` that were asked for last, so that further pages of a list cost no
 * search.
 */
export function rememberRecent<T>(limit: number): (key: string, make: () => T) => T {
  const known = new Map<string, T>();
  return (key, make) => {
    const value = known.has(key) ? (known.get(key) as T) : make();
    known.delete(key); // and put it last: the first is the one that was not asked for the longest
    known.set(key, value);
    if (known.size > limit) known.delete(known.keys().next().value as string);
    return value;
  };
}
