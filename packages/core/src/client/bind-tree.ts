import type { CallSpec, EndpointTree, ListSpec } from '../declare/endpoint.ts';

/** Makes the method of one declared endpoint; `operation` is its name on the client: `streams.list`. @internal */
export type BindEndpoint = (operation: string, endpoint: CallSpec | ListSpec) => unknown;

/**
 * Binds a tree of declarations: adds to `target` a method for each endpoint and an object for each branch. Each is made when
 * it is first used, since few programs use all of a tree.
 *
 * @param prefix What the operations of this branch start with: `streams.`; empty at the top.
 * @internal
 */
export function bindTree<Target extends object>(
  target: Target,
  tree: object,
  prefix: string,
  bindEndpoint: BindEndpoint,
): Target {
  for (const name of Object.keys(tree)) {
    let bound: unknown;
    Object.defineProperty(target, name, {
      configurable: true,
      enumerable: true,
      get() {
        // The declarations are read no earlier: a packed provider evaluates each resource when it is first read.
        bound ??= bindNode((tree as EndpointTree)[name] as EndpointTree, prefix + name, bindEndpoint);
        return bound;
      },
    });
  }
  return target;
}

/** Binds an endpoint, or a branch of more of them. Only an endpoint has a path. */
function bindNode(node: EndpointTree, operation: string, bindEndpoint: BindEndpoint): unknown {
  if (typeof node.path === 'string') return bindEndpoint(operation, node as unknown as CallSpec | ListSpec);
  return bindTree({}, node, `${operation}.`, bindEndpoint);
}
