import { randomBytes } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ApiError, type ErrorCode, type SecretStore } from '@x/core';
import { reasonOf } from '@x/core/provider';
import { writeFileAtomically } from '../file-drafts.ts';
import { createFolder, inFolder, unlessMissing } from '../file-folder.ts';
import { FileLock } from '../file-lock.ts';

/** Where the encryption key of an account store is: in the system's keychain, or in a file beside the accounts. */
export type AccountKeyPlace = 'keychain' | 'file';

/** A place for secrets that the system protects. */
export type Keychain = Pick<SecretStore, 'get' | 'set'>;

/** The key of an account store, and where it was found. */
export interface AccountKey {
  /** 32 bytes in base64. Secret. */
  readonly key: string;
  readonly keyIn: AccountKeyPlace;
}

/** Contents of the file `key.json`. It always says where the key is, so that no other place is used by mistake. */
interface KeyFile {
  readonly version: 1;
  readonly keyIn: AccountKeyPlace;
  /** The key, if it is in this file. */
  readonly key?: string;
}

const lockTimes = { ttlMs: 30_000, waitMs: 60_000, pollMs: 20 };

/**
 * Reads the key of the store in a folder, or creates it in the chosen place.
 *
 * @param chosen Undefined: where the key already is; a new key goes to the keychain.
 * @throws ApiError `invalid_params` when the key is in another place than the chosen one, and when nothing was chosen
 * and there is no keychain; `unavailable` when the key cannot be read or written.
 */
export async function openKey(
  folder: string,
  chosen: AccountKeyPlace | undefined,
  keychain: Keychain,
): Promise<AccountKey> {
  const path = join(folder, 'key.json');
  const known = await readKeyFile(path);
  if (known) return findKey(folder, known, chosen, keychain);
  const lock = await inFolder(folder, 'write', async () => {
    await createFolder(folder);
    return FileLock.take(`${path}.lock`, lockTimes, undefined, undefined);
  });
  try {
    const created = await readKeyFile(path); // by another process in the meantime
    if (created) return await findKey(folder, created, chosen, keychain);
    const keyIn = chosen ?? 'keychain';
    const key = randomBytes(32).toString('base64');
    if (keyIn === 'keychain') await keychain.set(folder, key).catch(cannotUseKeychain(chosen));
    const file: KeyFile = { version: 1, keyIn, ...(keyIn === 'file' && { key }) };
    await writeFileAtomically(path, `${JSON.stringify(file)}\n`, async () => true);
    return { key, keyIn };
  } finally {
    await lock.release();
  }
}

async function findKey(
  folder: string,
  { keyIn, key: inFile }: KeyFile,
  chosen: AccountKeyPlace | undefined,
  keychain: Keychain,
): Promise<AccountKey> {
  if (chosen !== undefined && chosen !== keyIn)
    throw failure(
      'invalid_params',
      `keyIn is '${chosen}', but the key of the accounts in ${folder} is in the ${keyIn}. Leave keyIn out, or delete the folder and sign in again`,
    );
  const key = keyIn === 'file' ? inFile : await keychain.get(folder).catch(cannotUseKeychain(keyIn));
  if (key !== undefined) return { key, keyIn };
  throw failure(
    'unavailable',
    `the ${keyIn} no longer has the key of the accounts in ${folder}, so nothing can decrypt them. Delete the folder and sign in again`,
  );
}

/** For `catch`: explains why the keychain does not work, and the choice that is left. */
const cannotUseKeychain = (chosen: AccountKeyPlace | undefined) => (error: unknown) => {
  throw chosen === undefined
    ? failure(
        'invalid_params',
        `the system's keychain cannot be used: ${reasonOf(error)}. Set keyIn: 'file' to keep the key in a file that only you can read, or keyIn: 'keychain' once there is a keychain`,
      )
    : failure(
        'unavailable',
        `the system's keychain cannot be used: ${reasonOf(error)}. Unlock it, or run the program where it is available`,
      );
};

async function readKeyFile(path: string): Promise<KeyFile | undefined> {
  const text = await readFile(path, 'utf8').catch(unlessMissing);
  if (text === undefined) return undefined;
  const mode = (await stat(path)).mode & 0o777;
  if (process.platform !== 'win32' && mode & 0o077)
    throw failure('unavailable', `other users can read the key file ${path}. Run: chmod 600 ${path}`);
  try {
    const file = JSON.parse(text) as KeyFile;
    if (file.version === 1 && (file.keyIn === 'keychain' || file.keyIn === 'file')) return file;
  } catch {} // not JSON
  throw failure('unavailable', `the key file ${path} is corrupted, or a later release wrote it. Update this package`);
}

/**
 * The system's keychain: Keychain on macOS, Credential Manager on Windows, Secret Service on Linux. On Linux, the
 * binding would otherwise fall back to the kernel's keyring, which is lost at the next restart.
 */
export const systemKeychain: Keychain = {
  get: async (name) => (await (await openEntry(name)).getPassword()) ?? undefined,
  set: async (name, secret) => (await openEntry(name)).setPassword(secret),
};

async function openEntry(name: string) {
  let keyring: typeof import('@napi-rs/keyring');
  try {
    keyring = await import('@napi-rs/keyring');
  } catch {
    throw new Error('the package @napi-rs/keyring is not installed, or has no binary for this system');
  }
  return new keyring.AsyncEntry('x accounts', name, { linux: { store: 'secret-service' } });
}

const failure = (code: ErrorCode, problem: string): ApiError =>
  new ApiError(`accountStore: ${problem}`, {
    code,
    provider: 'stores',
    operation: 'accountStore',
    retryable: false,
  });
