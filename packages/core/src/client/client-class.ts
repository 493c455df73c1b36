import type { ClientContext } from '../call/context.ts';

// Applications create clients all the time, for example one per request with `withAccount` or `with`, and use few of
// their methods. So all clients of the same endpoints share a class, and a member is created when it is first read.

/** Functions that create the members of a client, by name. Those of a group also receive the group. */
export type Members = Readonly<Record<string, (client: ClientContext, group?: object) => unknown>>;

/**
 * Key of the method that `console.log` calls in Node, Bun and Deno. It needs no import, so that browsers can load this
 * module.
 */
const inspect = Symbol.for('nodejs.util.inspect.custom');

/** A client. */
export class Client {
  // Private, so that no log shows it.
  readonly #context: ClientContext;

  constructor(context: ClientContext) {
    this.#context = context;
    Object.assign(this, context.ownMembers?.(context));
  }

  /** The last rate limit the client saw. */
  get rateLimit(): unknown {
    return this.#context.limiter.state();
  }

  /** Describes the client for `console.log`. */
  [inspect](): string | undefined {
    if (!(#context in this)) return undefined; // a proxy has no fields
    const { provider, addresses, account, lifecycle } = this.#context;
    const { state } = lifecycle;
    const shown = Object.entries({ provider: provider.name, baseUrl: addresses.api.text, account, state })
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
    return `Client { ${shown.join(', ')} }`;
  }

  /** Makes the members of a client its own properties, so that they can be listed and spread. */
  static list(client: Client): Client {
    return client;
  }

  /** Creates a class of clients that have these members. */
  static withMembers(members: Members): typeof Client {
    const describe = ([name, create]: [string, Members[string]]): [string, PropertyDescriptor] => [
      name,
      {
        configurable: true,
        enumerable: true,
        get(this: unknown) {
          // `vi.spyOn` calls a getter without its object, to get the method that it later calls on the object.
          if (!(this instanceof Class))
            return function (this: Client, ...args: unknown[]) {
              return (create(this.#context) as (...args: unknown[]) => unknown)(...args);
            };
          const value = create(this.#context);
          define(this, name, value);
          return value;
        },
        set(this: object, value: unknown) {
          define(this, name, value);
        },
      },
    ];
    const descriptors = Object.fromEntries(Object.entries(members).map(describe));
    class Class extends Client {
      static override list(client: Client): Client {
        return Object.defineProperties(client, descriptors);
      }
    }
    Object.defineProperties(Class.prototype, descriptors);
    return Class;
  }
}

const define = (client: object, name: string, value: unknown) =>
  Object.defineProperty(client, name, { configurable: true, enumerable: true, writable: true, value });
