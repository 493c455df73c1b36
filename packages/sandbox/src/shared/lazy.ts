/** Makes a value when it is first asked for, and once: an idle provider of the sandbox costs nothing. */
export function lazy<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
