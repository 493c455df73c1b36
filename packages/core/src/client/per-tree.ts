/** Creates something once for each tree of endpoints, shared by all clients of the same endpoints. */
export function perTree<Made>(make: (tree: object) => Made): (tree: object) => Made {
  const made = new WeakMap<object, Made>();
  return (tree) => {
    const known = made.get(tree) ?? make(tree);
    made.set(tree, known);
    return known;
  };
}
