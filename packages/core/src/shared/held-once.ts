/**
 * Creates a value for each key, and returns the same value again for as long as something holds it. The cache itself
 * keeps neither keys nor values alive.
 *
 * @param create Creates the value for a key.
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
 * Creates a value for each name, and returns the same value again for as long as something holds it, as
 * {@link heldOnce} does for keys.
 *
 * @param create Creates the value for a name. Throws for an invalid name.
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
