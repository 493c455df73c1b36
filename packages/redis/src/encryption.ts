import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { type OptionRule, optionKind, type RulesOf } from '@x/core';

/** How entries are encrypted. */
export interface EncryptionOptions {
  /**
   * Keys of 32 bytes each, as bytes or in base64 (`openssl rand -base64 32`); at least one. The first key encrypts, all of
   * them decrypt. To change the key, put the new one first, and remove the old one once every entry has been written again.
   */
  keys: readonly (string | Uint8Array)[];
  /** Reads entries that were written before encryption was turned on; they are encrypted when they are next written. Default `false`. */
  allowPlain?: boolean | undefined;
}

const keyList: OptionRule = {
  expected: 'an array of keys of 32 bytes, as bytes or in base64',
  isValid: Array.isArray,
  shown: false,
};

/** What each field of the option `encryption` must be. */
export const encryptionRules = {
  keys: optionKind.required(keyList),
  allowPlain: optionKind.boolean,
} satisfies RulesOf<EncryptionOptions>;

/** Turns the persisted form of an entry into what is kept, and back. */
export interface Sealer {
  seal(text: string, name: string): string;
  open(kept: string, name: string): string;
}

const mark = 'aes-256-gcm:';
const [ivBytes, tagBytes] = [12, 16];

/**
 * Encrypts with AES-256-GCM. An entry opens only under the name it was sealed for: one that is copied to another user's
 * place is refused.
 *
 * @throws Error when there is no key, or a key is not 32 bytes.
 */
export function createSealer(encryption: EncryptionOptions | undefined): Sealer {
  if (!encryption)
    return {
      seal: (text) => text,
      open(kept) {
        if (!kept.startsWith(mark)) return kept;
        throw new Error('The stored grant is encrypted. Give the store its key.');
      },
    };

  if (!Array.isArray(encryption.keys))
    // callers without TypeScript may pass anything
    throw new TypeError('encryption.keys must be an array of keys. Put a single key into an array: { keys: [key] }');
  const keys = encryption.keys.map((given: string | Uint8Array, index) => {
    const key = typeof given === 'string' ? Buffer.from(given, 'base64') : given;
    if (key.length === 32) return key;
    throw new Error(`encryption.keys[${index}]: expected 32 bytes, or their base64; got ${key.length} bytes`);
  });
  const [current] = keys;
  if (!current)
    throw new Error('encryption.keys must contain at least one key. Create one with: openssl rand -base64 32');

  return {
    seal(text, name) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', current, iv).setAAD(Buffer.from(name));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return mark + Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64');
    },
    open(kept, name) {
      if (!kept.startsWith(mark)) {
        if (encryption.allowPlain) return kept;
        throw new Error(
          'The stored grant is not encrypted. Set encryption.allowPlain for a while, or delete the entry.',
        );
      }
      const bytes = Buffer.from(kept.slice(mark.length), 'base64');
      const [iv, tag] = [bytes.subarray(0, ivBytes), bytes.subarray(ivBytes, ivBytes + tagBytes)];
      for (const key of keys) {
        try {
          const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes });
          decipher.setAAD(Buffer.from(name)).setAuthTag(tag);
          return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]).toString();
        } catch {} // another key, or damaged
      }
      throw new Error(
        'The stored grant cannot be decrypted: none of the keys fits, or it was changed. Check the keys.',
      );
    },
  };
}
