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
