import type { TokenStore } from '@x/core';
import { parseGrant, serializeGrant } from '@x/core';
import * as optionKind from '@x/core/options';
import { checkOptions, problemOfOptions, type RulesOf } from '@x/core/options';
import { sha256 } from '@x/core/provider';
import { createSealer, type EncryptionOptions, encryptionRules } from './encryption.ts';

/** Methods of an unstorage storage that the store uses, as returned by `createStorage`. */
export interface KeyValueStorage {
  /** Reads a value; null if there is none. A JSON string may be returned already parsed. */
  getItem(key: string): Promise<unknown>;
  /** Stores a string. */
  setItem(key: string, value: string): Promise<unknown>;
  /** Deletes a value; does nothing if there is none. */
  removeItem(key: string): Promise<unknown>;
}

/** Methods of a Workers KV namespace that the store uses: the binding, such as `env.TOKENS`. */
export interface KeyValueNamespace {
  /** Reads a string; null if there is none. */
  get(key: string): Promise<string | null>;
  /** Stores a string. */
  put(key: string, value: string): Promise<unknown>;
  /** Deletes a string; does nothing if there is none. */
  delete(key: string): Promise<unknown>;
}

/** Options of {@link kvStore}. */
export interface KvStoreOptions {
  /** Prefix of all keys, without `?`. Default `x:tokens:`. */
  prefix?: string | undefined;
  /** Encryption of grants at rest. Default: they are stored in plain text. */
  encryption?: EncryptionOptions | undefined;
}

const kvStoreRules = {
  prefix: optionKind.keyPrefix,
  encryption: /* @__PURE__ */ optionKind.object(encryptionRules),
} satisfies RulesOf<KvStoreOptions>;

const storageFunctions = ['getItem', 'setItem', 'removeItem'] as const;
const storageRules = {
  storage: /* @__PURE__ */ optionKind.required(
    /* @__PURE__ */ optionKind.objectWith('a KV namespace, or an unstorage storage', storageFunctions),
  ),
};

/** Converts a Workers KV namespace to a storage. */
const toStorage = (namespace: KeyValueNamespace): KeyValueStorage => ({
  getItem: (key) => namespace.get(key),
  setItem: (key, value) => namespace.put(key, value),
  removeItem: (key) => namespace.delete(key),
});

/** Whether it has the functions of a namespace, but not the functions of a storage. */
function isNamespace(given: Partial<KeyValueStorage & KeyValueNamespace>): given is KeyValueNamespace {
  const isFunction = (value: unknown) => typeof value === 'function';
  return ![given?.getItem].some(isFunction) && [given?.get, given?.put, given?.delete].every(isFunction);
}

/**
 * Creates a store that keeps grants in Workers KV, or in any storage that `unstorage` has a driver for: Vercel, S3,
 * Azure and others.
 *
 * It has no lock, because such storages have none. Within a process, each grant is still refreshed once for all calls.
 * Two processes, however, may refresh the same grant at the same time; if a refresh token works only once, the user may
 * then have to sign in again. Share it for application tokens, secrets, and users handled by a single process.
 *
 * A write is only as atomic as the driver's: `fs` and `fs-lite` write into the file itself, so two concurrent writes of
 * one grant can corrupt it. For files, use `fileStore` of `@x/stores/file`, which also has a lock.
 *
 * Workers KV may return a grant for up to a minute after it was replaced elsewhere. On Cloudflare, prefer `d1Store` or
 * `durableObjectStore` of `@x/cloudflare`, which have a lock and no such delay.
 *
 * @param given Result of unstorage's `createStorage`, the binding of a KV namespace, or an object with the same
 * methods.
 * @throws ApiError `invalid_params` when `given` lacks a method, or an option is unknown or invalid. `get` rejects with
 * an Error when the entry is corrupted, was written by a later release, or cannot be decrypted.
 * @example
 * const tokens = kvStore(env.TOKENS);
 */
export function kvStore(given: KeyValueStorage | KeyValueNamespace, options: KvStoreOptions = {}): TokenStore {
  const storage = isNamespace(given) ? toStorage(given) : given;
  checkOptions(
    { provider: 'stores', operation: 'kvStore', below: kvStore },
    options,
    kvStoreRules,
    problemOfOptions({ storage }, storageRules),
  );
  const { prefix = 'x:tokens:' } = options;
  const sealer = createSealer(options.encryption);
  // Keys hold addresses and account names, and storages may show them and limit their length.
  const nameOf = (key: string) => prefix + sha256(key);

  return {
    async get(key) {
      const found = await storage.getItem(nameOf(key));
      if (found === null || found === undefined) return undefined;
      const text = typeof found === 'string' ? found : JSON.stringify(found);
      return parseGrant(await sealer.open(text, key));
    },
    async set(key, grant) {
      await storage.setItem(nameOf(key), await sealer.seal(serializeGrant(grant), key));
    },
    async delete(key) {
      await storage.removeItem(nameOf(key));
    },
  };
}
