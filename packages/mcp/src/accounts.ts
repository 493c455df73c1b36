import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isApiError } from '@x/core';
import { codedError } from '@x/core/provider';
import type { AccountStore, AccountStoreOptions } from '@x/stores/accounts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Opens the store of accounts, which all programs of this person share. */
export async function openAccounts(env: Environment, keyIn?: AccountStoreOptions['keyIn']): Promise<AccountStore> {
  const { accountStore, defaultDirectory } = await import('@x/stores/accounts');
  try {
    return await accountStore({ directory: defaultDirectory(process.platform, env), keyIn });
  } catch (error) {
    if (!isApiError(error)) throw error;
    // The person who reads this has a command line.
    const { code, message } = error;
    throw codedError(
      code,
      message
        .replaceAll(/\bkeyIn(?:: '(\w+)')?/g, (_, place = '') => `--store ${place}`.trim())
        .replace('Set --store', 'Pass --store'),
    );
  }
}

/** Opens the store of accounts; undefined if nobody ever signed in, because opening it creates it. */
export async function openExistingAccounts(env: Environment): Promise<AccountStore | undefined> {
  const { defaultDirectory } = await import('@x/stores/accounts');
  return existsSync(join(defaultDirectory(process.platform, env), 'key.json')) ? openAccounts(env) : undefined;
}
