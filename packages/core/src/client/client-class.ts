import type { ClientContext } from '../call/context.ts';
import type { AnySpec, EndpointTree } from '../declare/endpoint.ts';

// A client has many properties, few of which are used, and applications create clients all the time, for example one
// per request with `withAccount` or `with`. So all clients of the same endpoints share one class. A client itself is
// one small object, and each of its properties is created when it is first read.

/**
 * Creates a property of a client: a method, or a group of methods.
 *
 * @param isListed Whether the properties of a group are its own, as the client's are.
 */
export type CreateProperty = (client: ClientContext, isListed: boolean) => unknown;

/** Functions that create a client's properties, by name. */
export type Properties = Readonly<Record<string, CreateProperty>>;

/** The class of clients, or of one of their groups of methods. */
export type ClientClass = new (client: ClientContext, isListed?: boolean) => object;

/** An object whose properties are each created when they are first read: a group of a client's methods. */
export class Group {
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
  }

  /** Returns the client of an object; undefined if it has none, as a proxy, which has no fields. */
  static clientOf(object: object): ClientContext | undefined {
    return #client in object ? object.#client : undefined;
  }

  /** Creates the value of a property. */
  static read(group: Group, create: CreateProperty): unknown {
    return create(group.#client, group.#isListed);
  }

  /** Keeps the value of a property, so that it is created once. */
  static keep(group: Group, name: string, value: unknown): void {
    define(group, name, value, group.#isListed);
  }
}

/**
 * Key of the method that `console.log` calls in Node, Bun and Deno. It needs no import, so that browsers can load this
 * module.
 */
const inspect = Symbol.for('nodejs.util.inspect.custom');

/** A client. */
export class Client extends Group {
  /** Describes the client for `console.log`. */
  [inspect](): string | undefined {
    const client = Group.clientOf(this);
    if (!client) return undefined;
    const { provider, addresses, account, lifecycle } = client;
    const { state } = lifecycle;
    const shown = Object.entries({ provider: provider.name, baseUrl: addresses.api.text, account, state })
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
    return `Client { ${shown.join(', ')} }`;
  }
}

/** A client that can be closed. */
export class RootClient extends Client {
  constructor(client: ClientContext, isListed?: boolean) {
    super(client, isListed);
    // Lets `await using` close it. Some supported runtimes lack the symbol, and some applications add it.
    const key: symbol | undefined = Symbol.asyncDispose;
    if (key) Object.defineProperty(this, key, { value: () => (this as { close?(): Promise<void> }).close?.() });
  }
}

/** Property of a client that is created again each time it is read. */
const live = 'rateLimit';

/** Creates a class whose objects have these properties, each created once, when it is first read. */
export function clientClass(properties: Properties, Base: typeof Group = Group): ClientClass {
  class Class extends Base {
    constructor(client: ClientContext, isListed?: boolean) {
      super(client, isListed);
      if (isListed) Object.defineProperties(this, descriptors);
    }
  }
  const describe = ([name, create]: [string, CreateProperty]): [string, PropertyDescriptor] => [
    name,
    {
      configurable: true,
      enumerable: true,
      get(this: unknown) {
        // `vi.spyOn` calls a getter without its object, to get the function that it later calls on the object.
        if (!(this instanceof Class))
          return function (this: Class, ...args: unknown[]) {
            return (Group.read(this, create) as (...args: unknown[]) => unknown)(...args);
          };
        const value = Group.read(this, create);
        if (name !== live) Group.keep(this, name, value);
        return value;
      },
      set(this: object, value: unknown) {
        define(this, name, value);
      },
    },
  ];
  const descriptors = Object.fromEntries(Object.entries(properties).map(describe));
  Object.defineProperties(Class.prototype, descriptors);
  return Class;
}

const define = (target: object, name: PropertyKey, value: unknown, enumerable = true) =>
  Object.defineProperty(target, name, { configurable: true, enumerable, writable: true, value });

/** Creates the method of one declared endpoint; `operation` is its name on the client: `streams.list`. */
export type CreateMethod = (client: ClientContext, operation: string, endpoint: AnySpec) => unknown;

/**
 * Returns functions that create a client's properties from a tree of declarations: a method for each endpoint, and an
 * object for each branch. A declaration is read when its property is first read, which is when a packed provider
 * evaluates the resource.
 *
 * @param prefix Start of the operation names in this branch: `streams.`. Default: empty, at the top.
 */
export function propertiesOfTree(tree: object, bind: CreateMethod, prefix = ''): Properties {
  return Object.fromEntries(
    Object.keys(tree).map((name) => {
      let node: EndpointTree | undefined;
      let Group: ClientClass | undefined;
      const create: CreateProperty = (client, isListed) => {
        node ??= (tree as EndpointTree)[name] as EndpointTree;
        // Only an endpoint has a path.
        if (typeof node.path === 'string') return bind(client, prefix + name, node as unknown as AnySpec);
        Group ??= clientClass(propertiesOfTree(node, bind, `${prefix}${name}.`));
        return new Group(client, isListed);
      };
      return [name, create];
    }),
  );
}
