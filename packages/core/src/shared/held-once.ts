/**
 * Creates what belongs to a key, and returns the same again for as long as something holds it. The key itself holds nothing: neither
 * the keys nor what was created of them are kept alive.
 *
 * @param create Creates what belongs to a key.
 */
export function heldOnce<Key extends object, Value extends object>(create: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, WeakRef<Value>>();
  return (key) => {
    const held = known.get(key)?.deref();
    if (held) return held;
    const created = create(key);
    known.set(key, new WeakRef(created));
    return created;
  };
}

/**
 * Creates what belongs to a name, and returns the same again for as long as something holds it, as {@link heldOnce} does for a key.
 *
 * @param create Creates what belongs to a name. A name that is not valid makes it throw.
 */
export function heldByName<Value extends object>(create: (name: string) => Value): (name: string) => Value {
  const known = new Map<string, WeakRef<Value>>();
  const forgotten = new FinalizationRegistry((name: string) => {
    if (!known.get(name)?.deref()) known.delete(name);
  });
  return (name) => {
    const held = known.get(name)?.deref();
    if (held) return held;
    const created = create(name);
    known.set(name, new WeakRef(created));
    forgotten.register(created, name);
    return created;
  };
}
