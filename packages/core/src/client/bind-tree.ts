import type { CallSpec, EndpointTree, ListSpec } from '../declare/endpoint.ts';
import { type CreatorsOf, declareProperties, inheritProperties, ownProperties } from './lazy-properties.ts';

/** Whose methods are bound. @internal */
export interface TreeOwner {
  /** Whether groups of endpoints have their methods as own properties, or inherit them. */
  readonly listed: boolean;
}

/** Creates the method of one declared endpoint; `operation` is its name on the client: `streams.list`. @internal */
export type BindEndpoint<Owner> = (owner: Owner, operation: string, endpoint: CallSpec | ListSpec) => unknown;

/**
 * What creates the properties that a client has by a tree of declarations: a method for each endpoint, and an object for each
 * branch. A declaration is read when its property is first read: a packed provider evaluates each resource then.
 *
 * @param prefix What the operations of this branch start with: `streams.`; empty at the top.
 * @internal
 */
export function creatorsOfTree<Owner extends TreeOwner>(
  tree: object,
  prefix: string,
  bindEndpoint: BindEndpoint<Owner>,
): CreatorsOf<Owner> {
  return Object.fromEntries(
    Object.keys(tree).map((name) => {
      let create: ((owner: Owner) => unknown) | undefined;
      return [
        name,
        (owner: Owner) => {
          create ??= creatorOfNode((tree as EndpointTree)[name] as EndpointTree, prefix + name, bindEndpoint);
          return create(owner);
        },
      ];
    }),
  );
}

/** What creates an endpoint's method, or the object of a branch. Only an endpoint has a path. */
function creatorOfNode<Owner extends TreeOwner>(
  node: EndpointTree,
  operation: string,
  bindEndpoint: BindEndpoint<Owner>,
): (owner: Owner) => unknown {
  if (typeof node.path === 'string')
    return (owner) => bindEndpoint(owner, operation, node as unknown as CallSpec | ListSpec);
  const properties = declareProperties(creatorsOfTree(node, `${operation}.`, bindEndpoint));
  return (owner) => (owner.listed ? ownProperties(properties, owner) : inheritProperties(properties, owner));
}
