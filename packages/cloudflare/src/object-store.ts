import type { FencedStore } from '@x/core';
import * as optionKind from '@x/core/options';
import { checkOptions, problemOfOptions } from '@x/core/options';
import {
  type Acquisition,
  type EntryStorage,
  type LeasedStoreOptions,
  leasedStore,
  leasedStoreRules,
  type StoredEntry,
} from '@x/stores';
import { nameOf } from './digest.ts';
import type { ObjectRequest } from './token-object.ts';

/** The parts of a Durable Object namespace that are used here: the binding, `env.TOKENS`. */
export interface ObjectNamespace {
  /** Returns the ID of the object with a name. */
  idFromName(name: string): unknown;
  /** Returns an object. */
  get(id: never): {
    /** Sends a request to the object. */
    fetch(url: string, init: { readonly method: string; readonly body: string }): Promise<ObjectResponse>;
  };
}

/** The parts of a Durable Object's response that are used here. */
export interface ObjectResponse {
  /** Whether the status is 2xx. */
  readonly ok: boolean;
  /** HTTP status. */
  readonly status: number;
  /** Reads the body. */
  json(): Promise<unknown>;
}

/** Options of {@link durableObjectStore}. */
export interface DurableObjectStoreOptions extends LeasedStoreOptions {}

const namespaceRules = {
  namespace: /* @__PURE__ */ optionKind.required(
    /* @__PURE__ */ optionKind.objectWith('a Durable Object namespace, such as env.TOKENS', ['idFromName', 'get']),
  ),
};

/**
 * Creates a store that keeps each grant in its own Durable Object, for every request and isolate of a worker.
 * `withLock` works across all of them: each refresh token is used once. A refresh makes two round trips, or one if
 * another request has already refreshed the grant. Objects of different accounts share nothing, so any number of
 * accounts can be refreshed at the same time.
 *
 * @param namespace The binding of `TokenObject`, `env.TOKENS`.
 * @throws ApiError `invalid_params` when `namespace` is not a Durable Object namespace, or an option is unknown or
 * invalid. Error from every method when the object cannot be reached; from `get` when the entry is corrupted, was
 * written by a later release, or cannot be decrypted; from `withLock` when the lock is not free in time. A client's
 * calls then fail with `unavailable`; nobody is logged out.
 * @example
 * export { TokenObject } from '@x/cloudflare';
 * const stream = createStreamClient({ clientId, clientSecret, tokens: durableObjectStore(env.TOKENS) });
 */
export function durableObjectStore(namespace: ObjectNamespace, options: DurableObjectStoreOptions = {}): FencedStore {
  checkOptions(
    { provider: 'cloudflare', operation: 'durableObjectStore', below: durableObjectStore },
    options,
    leasedStoreRules,
    problemOfOptions({ namespace }, namespaceRules),
  );
  return leasedStore(objectEntries(namespace), options);
}

/** Returns the entries of a namespace, one in each object. */
function objectEntries(namespace: ObjectNamespace): EntryStorage {
  async function ask(key: string, request: ObjectRequest): Promise<unknown> {
    const id = namespace.idFromName(await nameOf(key));
    try {
      // A stub belongs to the request that created it, so each step creates its own.
      const response = await namespace
        .get(id as never)
        .fetch('https://tokens/', { method: 'POST', body: JSON.stringify(request) });
      if (!response.ok) throw new Error(`it responded with status ${response.status}`);
      return await response.json();
    } catch (error) {
      throw new Error(`Durable Object: ${(error as Error).message}`);
    }
  }

  return {
    read: (key) => ask(key, { step: 'read' }) as Promise<StoredEntry>,
    write: (key, write) => ask(key, { step: 'write', write }) as ReturnType<EntryStorage['write']>,
    acquire: (key, owner, ttlMs, seen) => ask(key, { step: 'acquire', owner, ttlMs, seen }) as Promise<Acquisition>,
    extend: (key, owner, ttlMs) => ask(key, { step: 'extend', owner, ttlMs }),
    release: (key, owner) => ask(key, { step: 'release', owner }),
  };
}
