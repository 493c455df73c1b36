import * as optionKind from '@x/core/options';
import { checkOptions, type RulesOf } from '@x/core/options';
import * as v from 'valibot';

/** Encryption of a store's entries. */
export interface EncryptionOptions {
  /**
   * Keys of 32 bytes each, as bytes or in base64 (`openssl rand -base64 32`); at least one. The first key encrypts, and
   * all of them decrypt. To change the key, put the new one first, and remove the old one once every entry has been
   * written again.
   */
  keys: readonly (string | Uint8Array)[];
  /**
   * Whether to read entries that were written before encryption was turned on; they are encrypted when they are next
   * written. Default `false`.
   */
  allowPlain?: boolean | undefined;
}

const keyList = /* @__PURE__ */ v.pipe(
  /* @__PURE__ */ v.array(
    /* @__PURE__ */ v.custom(
      (key) => decodeBytes(key)?.length === 32,
      'must be 32 bytes, or their base64, as openssl rand -base64 32 prints',
    ),
    'must be an array of 32-byte keys, as bytes or in base64. Put a single key into an array: { keys: [key] }',
  ),
  /* @__PURE__ */ v.minLength(1, 'must have at least one key, as openssl rand -base64 32 prints'),
);

/** Rules for the fields of a store's `encryption` option. */
export const encryptionRules = {
  keys: /* @__PURE__ */ optionKind.required(keyList),
  allowPlain: optionKind.boolean,
} satisfies RulesOf<EncryptionOptions>;

/** Converts the persisted form of an entry to its stored form, and back. */
export interface Sealer {
  /**
   * Encrypts an entry.
   *
   * @param text Persisted form, as returned by `serializeGrant`.
   * @param name Key of the entry in the store. The entry can be decrypted only under the same name.
   */
  seal(text: string, name: string): Promise<string>;
  /**
   * Decrypts an entry.
   *
   * @param stored Result of `seal`.
   * @param name Key of the entry in the store.
   * @throws Error when no key decrypts it, or when it is not encrypted and `allowPlain` is not set. The message shows
   * none of it.
   */
  open(stored: string, name: string): Promise<string>;
}

const mark = 'aes-256-gcm:';
const [ivBytes, tagBytes] = [12, 16];
const toBytes = (text: string) => new TextEncoder().encode(text);

/**
 * Creates a sealer that encrypts a store's entries with AES-256-GCM, for your own store. Each entry is bound to its key
 * in the store, so an entry that is copied to another user's place is refused. It uses Web Crypto, so that it runs on
 * every runtime.
 *
 * @param encryption Encryption keys. Undefined: entries are stored unencrypted, and encrypted ones are refused.
 * @throws ApiError `invalid_params` when there is no key, or a key is not 32 bytes.
 */
export function createSealer(encryption: EncryptionOptions | undefined): Sealer {
  if (!encryption) return plainSealer;
  checkOptions({ provider: 'stores', operation: 'createSealer', below: createSealer }, encryption, encryptionRules);
  const keys = encryption.keys.map(lazyKey);
  const [firstKey] = keys as [ReturnType<typeof lazyKey>];
  return {
    async seal(text, name) {
      const iv = crypto.getRandomValues(new Uint8Array(ivBytes));
      const algorithm = { name: 'AES-GCM', iv, additionalData: toBytes(name) };
      const sealed = new Uint8Array(await crypto.subtle.encrypt(algorithm, await firstKey(), toBytes(text)));
      const bodyBytes = sealed.length - tagBytes;
      const stored = new Uint8Array(ivBytes + sealed.length); // the tag is stored before the body
      stored.set(iv);
      stored.set(sealed.subarray(bodyBytes), ivBytes);
      stored.set(sealed.subarray(0, bodyBytes), ivBytes + tagBytes);
      return mark + btoa(Array.from(stored, (byte) => String.fromCharCode(byte)).join(''));
    },
    async open(stored, name) {
      if (!stored.startsWith(mark)) {
        if (encryption.allowPlain) return stored;
        throw new Error(
          'the stored grant is not encrypted. Set encryption.allowPlain: true until all entries are rewritten, or delete the entry',
        );
      }
      const bytes = decodeBytes(stored.slice(mark.length)) ?? new Uint8Array();
      const body = bytes.subarray(ivBytes + tagBytes);
      const sealed = new Uint8Array(body.length + tagBytes);
      sealed.set(body);
      sealed.set(bytes.subarray(ivBytes, ivBytes + tagBytes), body.length);
      const algorithm = { name: 'AES-GCM', iv: bytes.subarray(0, ivBytes), additionalData: toBytes(name) };
      for (const key of keys) {
        try {
          return new TextDecoder().decode(await crypto.subtle.decrypt(algorithm, await key(), sealed));
        } catch {} // another key, or corrupted
      }
      throw new Error(
        'the stored grant cannot be decrypted: it was written with another key, or changed since. Add the key it was written with to encryption.keys, or delete the entry',
      );
    },
  };
}

const plainSealer: Sealer = {
  seal: async (text) => text,
  async open(stored) {
    if (!stored.startsWith(mark)) return stored;
    throw new Error(
      'the stored grant is encrypted, and the store has no key. Set encryption.keys to the key it was written with',
    );
  },
};

/** Imports a key when it is first used, because Web Crypto does this only asynchronously. */
function lazyKey(key: string | Uint8Array): () => Promise<CryptoKey> {
  const bytes = decodeBytes(key) as Uint8Array<ArrayBuffer>;
  let imported: CryptoKey | undefined; // stores the key, not its promise, because some runtimes let only one request wait for a promise
  return async () => {
    imported ??= await crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']);
    return imported;
  };
}

/** Copies bytes, or decodes base64 of either alphabet; undefined if it is neither. */
function decodeBytes(given: unknown): Uint8Array<ArrayBuffer> | undefined {
  if (typeof given !== 'string') return given instanceof Uint8Array ? Uint8Array.from(given) : undefined;
  try {
    const binary = atob(given.replaceAll('-', '+').replaceAll('_', '/'));
    return Uint8Array.from(binary, (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
