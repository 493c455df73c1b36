import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import type { FencedStore, SecretStore, TokenStore } from '@x/core';
import * as optionKind from '@x/core/options';
import { checkOptions, optionsError, type RulesOf } from '@x/core/options';
import { readGrantKey } from '@x/core/provider';
import { fileStore } from '../file.ts';
import { secretStore } from '../secrets.ts';
import { type AccountKeyPlace, type Keychain, openKey, systemKeychain } from './account-key.ts';

/** Options of {@link accountStore}. */
export interface AccountStoreOptions {
  /**
   * Where to keep the encryption key of a new store. Default: in the system's keychain. If there is none, nothing else
   * is used in its place, and the error asks you to choose. An existing store's key stays where it is.
   */
  keyIn?: AccountKeyPlace | undefined;
  /**
   * Path of the folder. Default: `x` in `XDG_CONFIG_HOME` or, on Windows, in `APPDATA`; otherwise `~/.config/x`. All
   * programs of a user that leave it out share their accounts.
   */
  directory?: string | undefined;
  /** Keychain to use in place of the system's. The name of the secret is the path of the folder. */
  keychain?: Keychain | undefined;
}

const accountStoreRules = {
  keyIn: optionKind.choice(['keychain', 'file']),
  directory: optionKind.string,
  keychain: optionKind.objectWith('a keychain', ['get', 'set']),
} satisfies RulesOf<AccountStoreOptions>;

/** An account whose grant or secret is stored. */
export interface StoredAccount {
  /** Name of the provider: `music`. */
  readonly provider: string;
  /** Account of the user, as given to `withAccount`; or the name of the secret, such as that of a bank login. */
  readonly name: string;
}

/** The accounts of the person who runs a program, encrypted in files. */
export interface AccountStore {
  /** Path of the folder. */
  readonly directory: string;
  /** Where the encryption key is. Tell the person, because it decides who else can decrypt the accounts. */
  readonly keyIn: AccountKeyPlace;
  /** Grants of users, for the option `tokens` of a client. Its lock works across all processes of this machine. */
  readonly tokens: TokenStore;
  /**
   * Returns the secrets of a provider whose accounts are not OAuth grants.
   *
   * @param provider Name of the provider, without spaces.
   * @example
   * const bank = createBankClient({ clientId, clientSecret, items: accounts.secrets('bank') });
   */
  secrets(provider: string): SecretStore;
  /** Returns all accounts, by provider and name. */
  list(): Promise<StoredAccount[]>;
  /**
   * Deletes an account's grant or secret here. Revoke it at the provider first, with `accounts.revoke` of the client or
   * `item.remove`.
   *
   * @returns Whether there was such an account.
   */
  remove(account: StoredAccount): Promise<boolean>;
}

/**
 * Opens the store for the accounts of the person who runs this program: grants of users, and secrets such as the access
 * tokens of bank logins. It is encrypted, and shared by all programs of that person, so that an account that one of
 * them signed in works in all of them.
 *
 * @throws ApiError `invalid_params` when an option is unknown or invalid, when there is no keychain and `keyIn` is not
 * set, and when the key is in another place than `keyIn`; `unavailable` when the key cannot be read.
 * @example
 * const accounts = await accountStore();
 * const music = createMusicClient({ clientId, clientType: 'public', tokens: accounts.tokens });
 */
export async function accountStore(options: AccountStoreOptions = {}): Promise<AccountStore> {
  checkOptions({ ...owner, below: accountStore }, options, accountStoreRules);
  const directory = resolve(options.directory ?? defaultDirectory());
  const { key, keyIn } = await openKey(directory, options.keyIn, options.keychain ?? systemKeychain);
  return new FileAccounts(directory, keyIn, key);
}

const owner = { provider: 'stores', operation: 'accountStore' };

/** Returns the folder that all programs of this system's user share. */
export function defaultDirectory(platform = process.platform, env: NodeJS.ProcessEnv = process.env): string {
  const { XDG_CONFIG_HOME: config = '', APPDATA: appData } = env;
  if (isAbsolute(config)) return join(config, 'x');
  return platform === 'win32' && appData ? join(appData, 'x') : join(homedir(), '.config', 'x');
}

/** Key of the list of all other keys. Files are named after hashes, so their names do not tell whose they are. */
const listKey = 'list';

class FileAccounts implements AccountStore {
  readonly directory: string;
  readonly keyIn: AccountKeyPlace;
  readonly tokens: FencedStore;
  readonly #files: FencedStore;

  constructor(directory: string, keyIn: AccountKeyPlace, key: string) {
    this.directory = directory;
    this.keyIn = keyIn;
    this.#files = fileStore(join(directory, 'accounts'), { encryption: { keys: [key] } });
    this.tokens = {
      ...this.#files,
      set: (name, grant, written) => this.#write(name, true, () => this.#files.set(name, grant, written)),
      delete: (name, written) => this.#write(name, false, () => this.#files.delete(name, written)),
    };
  }

  // Methods are properties, so that callers can take them apart.

  readonly secrets = (provider: string): SecretStore => {
    if (!/^\S+$/.test(provider)) throw optionsError(owner, 'provider must be the name of a provider, without spaces');
    const secrets = secretStore(this.tokens);
    // A name that is empty or no string is passed on unchanged, so that it is refused.
    const within = (name: string) => (name && typeof name === 'string' ? `${provider} ${name}` : name);
    return {
      get: (name) => secrets.get(within(name)),
      set: (name, secret) => secrets.set(within(name), secret),
      delete: (name) => secrets.delete(within(name)),
    };
  };

  readonly list = async (): Promise<StoredAccount[]> => {
    const found = new Map<string, StoredAccount>();
    for (const key of await this.#keys()) {
      const account = toAccount(key);
      if (account) found.set(`${account.provider} ${account.name}`, account);
    }
    return [...found].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, account]) => account);
  };

  readonly remove = async ({ provider, name }: StoredAccount): Promise<boolean> => {
    const own = [...(await this.#keys())].filter((key) => {
      const account = toAccount(key);
      return account?.provider === provider && account.name === name;
    });
    // Under the grant's lock, because another process that refreshes it would bring it back.
    for (const key of own) await this.#files.withLock?.(key, (lock) => this.tokens.delete(key, { lock }));
    return own.length > 0;
  };

  async #keys(): Promise<Set<string>> {
    const stored = await this.#files.get(listKey);
    return new Set<string>(stored && JSON.parse(stored.accessToken));
  }

  /**
   * Writes or deletes an entry while no other process changes the list. A key is in the list for as long as its entry
   * exists.
   */
  async #write(key: string, isKept: boolean, write: () => Promise<void>): Promise<void> {
    if (!toAccount(key)) return write();
    await this.#files.withLock?.(listKey, async (lock) => {
      const keys = await this.#keys();
      const save = () => this.#files.set(listKey, { accessToken: JSON.stringify([...keys]) }, { lock });
      if (isKept && !keys.has(key)) {
        keys.add(key);
        await save();
      }
      await write();
      if (!isKept && keys.delete(key)) await save();
    });
  }
}

/** Returns the account that a key of the store belongs to. An application's own token belongs to none. */
function toAccount(key: string): StoredAccount | undefined {
  const [kind, provider, ...name] = key.split(' ');
  if (kind === 'secret' && provider && name.length > 0) return { provider, name: name.join(' ') };
  const { account, provider: owner } = readGrantKey(key) ?? {};
  return account === undefined || owner === undefined ? undefined : { provider: owner, name: account };
}
