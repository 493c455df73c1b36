import type { Clock } from '../shared/clock.ts';
import type { Connection, ConnectionEvents } from './connection.ts';
import type { Random } from './random.ts';

/** Throws the error for a provider that this sandbox does not serve. */
export function notServed(name: string): never {
  throw new Error(`this sandbox does not serve ${name}; use createSandbox of @x/sandbox or @x/sandbox/${name}`);
}

/**
 * Forms of a sandbox's responses. `off`: only documented forms. `real`: also quirks recorded from the real hosts, such
 * as null entries in lists and documented fields that are missing or null.
 */
export type Quirks = 'off' | 'real';

/** Context that the sandbox gives each provider. */
export interface SandboxContext {
  /** Clock for everything that expires, refills or is due. Never use `Date.now()`. */
  readonly clock: Clock;
  /**
   * Time at which the sandbox was started or reset, in Unix milliseconds of `clock`. Date records that exist from the
   * start by it, because a provider is only created on its first request.
   */
  readonly startedAt: number;
  /** Creates a seeded stream of random values. Never use `Math.random()`. */
  random(label: string): Random;
  /** Returns the absolute address of this provider's prefix, without a trailing slash, for links in responses. */
  baseUrl(): string;
  /** `fetch` for requests that the provider sends on its own, such as webhooks. */
  readonly fetch: typeof globalThis.fetch;
  /**
   * Whether the sandbox runs with `quirks: 'real'`. Responses then include the quirks recorded from the provider's real
   * host, wherever that host was seen to send them.
   */
  readonly realQuirks: boolean;
}

/**
 * Parts of a Hono app that the sandbox uses. Hono's own type would include its declarations, which TypeScript before
 * 5.7 does not compile.
 */
export interface Routes {
  /** Responds to a request, whose path is relative to the provider's prefix. */
  fetch(request: Request, bindings?: object): Response | Promise<Response>;
}

/** A token that a provider has issued and still knows. It does not know tokens that were revoked or used up. */
export interface GivenToken {
  /** `app`, `user` or `refresh`; of the bank-data API `access`, `public`, `link` or `processor`. */
  readonly kind: string;
  readonly value: string;
  /** Login or ID of the user it acts for. */
  readonly user?: string | undefined;
  readonly scopes?: readonly string[];
  /** Unix milliseconds. */
  readonly givenAt: number;
  /** Unix milliseconds; undefined if it does not expire on its own. */
  readonly expiresAt?: number | undefined;
  /** The provider's code for why the token does not work at the moment. */
  readonly problem?: string | undefined;
}

/** The servers of a provider. */
export interface ProviderServers {
  /** Routes below the provider's prefix, as a Hono app or any object with such a `fetch`. */
  readonly app: Routes;
  /** Controls with which tests act on the provider's side, `sandbox.controls.<name>`. */
  readonly controls?: object;
  /** Returns all tokens that the provider knows, and changes nothing. Default: the API has no tokens. */
  tokens?(): readonly GivenToken[];
  /** Accepts a WebSocket at the `socketPath` of the definition. */
  connect?(query: URLSearchParams, connection: Connection): ConnectionEvents;
  /** Accepts a WebSocket at the `chatPath` of the definition. */
  chat?(connection: Connection): ConnectionEvents;
}

/** The servers of a provider with its client's options, for the provider's own tests. */
export interface ProviderSandbox<Options extends object> extends ProviderServers {
  readonly app: Routes & { request(path: string | Request, init?: RequestInit): Response | Promise<Response> };
  /** Returns the options for the client's factory; called once the sandbox's address is known. */
  options(): Options;
}

/**
 * A provider of one sandbox before its first request. Its client's options are known, but its servers are not created
 * yet.
 */
export interface ProviderPlan<Client extends object = object, Servers extends ProviderServers = ProviderServers> {
  /** Returns the client's options; called once the sandbox's address is known. */
  clientOptions(): Client;
  /** Returns the sizes of its data, by option. */
  sizes(): Readonly<Record<string, number>>;
  /** Returns the servers, which are loaded and created on the first call. */
  servers(): Servers;
}
