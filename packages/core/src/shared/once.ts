/** Creates something once for each object, and returns it again for as long as the object exists. */
// @__NO_SIDE_EFFECTS__
export function oncePer<Key extends object, Value>(create: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, Value>();
  return (key) => {
    let value = known.get(key);
    if (value === undefined) {
      value = create(key);
      known.set(key, value);
    }
    return value;
  };
}

/**
 * Creates a value for each key, and returns the same value again for as long as something holds it. The cache itself
 * keeps neither keys nor values alive.
 *
 * @param create Creates the value for a key, from further arguments that are the same for all calls.
 */
// @__NO_SIDE_EFFECTS__
export function heldOnce<Key extends object, More extends unknown[], Value extends object>(
  create: (key: Key, ...more: More) => Value,
): (key: Key, ...more: More) => Value {
  const known = new WeakMap<Key, WeakRef<Value>>();
  return (key, ...more) => {
    const held = known.get(key)?.deref();
    if (held) return held;
    const created = create(key, ...more);
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
