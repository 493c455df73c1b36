import type { ClientContext } from '../call/context.ts';
import type { AnySpec, EndpointTree } from '../declare/endpoint.ts';

// A client has many properties, few of which are used, and applications create clients all the time, for example one
// per request with `withAccount` or `with`. So all clients of the same endpoints share one class. A client itself is
// one small object, and each of its properties is created when it is first read.

/**
 * Creates a property of a client: a method, or a group of methods.
 *
 * @param isListed Whether the properties of a group are its own, as the client's are.
 * @internal
 */
export type CreateProperty = (client: ClientContext, isListed: boolean) => unknown;

/** Functions that create a client's properties, by name. @internal */
export type Properties = Readonly<Record<string, CreateProperty>>;

/** The class of clients, or of one of their groups of methods. @internal */
export type ClientClass = new (client: ClientContext, isListed?: boolean) => object;

/** What a client has that its groups of methods do not have. @internal */
export interface ClientTraits {
  /** Name of a property that is created again each time it is read. */
  readonly live: string;
  /** Describes a client for `console.log`. */
  describe(client: ClientContext): string;
}

/** The method that `console.log` calls in Node, Bun and Deno. It needs no import, so that browsers can load this. */
const inspect = Symbol.for('nodejs.util.inspect.custom');

/**
 * Creates a class whose objects have these properties, each created once, when it is first read.
 *
 * @param traits Those of a client. Default: it is the class of a group of methods.
 * @internal
 */
export function clientClass(properties: Properties, traits?: ClientTraits): ClientClass {
  class Client {
    // Private, so that no log shows it.
    readonly #client: ClientContext;
    readonly #isListed: boolean;

    /**
     * @param isListed Whether the properties are its own, so that they can be listed and spread. Default: they are
     * inherited.
     */
    constructor(client: ClientContext, isListed = false) {
      this.#client = client;
      this.#isListed = isListed;
      if (isListed) Object.defineProperties(this, descriptors);
    }

    static inspected(this: Client): string | undefined {
      return #client in this ? traits?.describe(this.#client) : undefined; // a proxy has no fields
    }

    static describe(name: string, create: CreateProperty): PropertyDescriptor {
      return {
        configurable: true,
        enumerable: true,
        get(this: unknown) {
          // `vi.spyOn` calls a getter without its object, to get the function that it later calls on the object.
          if (!(this instanceof Client))
            return function (this: Client, ...args: unknown[]) {
              return (create(this.#client, this.#isListed) as (...args: unknown[]) => unknown)(...args);
            };
          const value = create(this.#client, this.#isListed);
          if (name !== traits?.live) define(this, name, value, this.#isListed);
          return value;
        },
        set(this: object, value: unknown) {
          define(this, name, value);
        },
      };
    }
  }
  const descriptors = Object.fromEntries(
    Object.entries(properties).map(([name, create]) => [name, Client.describe(name, create)]),
  );
  Object.defineProperties(Client.prototype, descriptors);
  if (traits) define(Client.prototype, inspect, Client.inspected, false);
  return Client;
}

const define = (target: object, name: PropertyKey, value: unknown, enumerable = true) =>
  Object.defineProperty(target, name, { configurable: true, enumerable, writable: true, value });

/** Creates the method of one declared endpoint; `operation` is its name on the client: `streams.list`. @internal */
export type CreateMethod = (client: ClientContext, operation: string, endpoint: AnySpec) => unknown;

/**
 * Returns functions that create a client's properties from a tree of declarations: a method for each endpoint, and an
 * object for each branch. A declaration is read when its property is first read, which is when a packed provider
 * evaluates the resource.
 *
 * @param prefix Start of the operation names in this branch: `streams.`. Default: empty, at the top.
 * @internal
 */
export function propertiesOfTree(tree: object, bind: CreateMethod, prefix = ''): Properties {
  return Object.fromEntries(
    Object.keys(tree).map((name) => {
      let Group: ClientClass | undefined;
      const create: CreateProperty = (client, isListed) => {
        const node = (tree as EndpointTree)[name] as EndpointTree;
        // Only an endpoint has a path.
        if (typeof node.path === 'string') return bind(client, prefix + name, node as unknown as AnySpec);
        Group ??= clientClass(propertiesOfTree(node, bind, `${prefix}${name}.`));
        return new Group(client, isListed);
      };
      return [name, create];
    }),
  );
}
