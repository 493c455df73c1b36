import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type AccountStore, accountStore, defaultDirectory, type StoredAccount } from '@x/stores/accounts';
import type { Provider } from './apis.ts';
import { checkName } from './commands/check-name.ts';
import { describeFailure, Problem } from './failure.ts';
import type { Terminal } from './terminal.ts';

/** Places of the key that encrypts the accounts. */
export type KeyPlace = NonNullable<NonNullable<Parameters<typeof accountStore>[0]>['keyIn']>;

/** Opens the store of accounts, which all programs of this person share. */
export const openStore = ({ env }: Terminal, keyIn?: KeyPlace): Promise<AccountStore> =>
  accountStore({ directory: defaultDirectory(process.platform, env), keyIn }).catch((error) => {
    // The remedy names the store's option, which is a flag here.
    const { code, message } = describeFailure(error);
    throw new Problem(
      message.replaceAll(/\bkeyIn(?:: '(\w+)')?/g, (_, place = '') => `--store ${place}`.trim()),
      code,
    );
  });

/** Opens the store of accounts; undefined if nobody ever signed in, because opening it creates it. */
export const openExistingStore = async (terminal: Terminal): Promise<AccountStore | undefined> =>
  existsSync(join(defaultDirectory(process.platform, terminal.env), 'key.json')) ? openStore(terminal) : undefined;

/**
 * Finds the account that a call is made for: the one with this name, or the only one.
 *
 * @throws Problem if there is no such account, or several and no name.
 */
export async function findAccount(
  terminal: Terminal,
  provider: Provider,
  name: string | undefined,
): Promise<(StoredAccount & { readonly store: AccountStore }) | undefined> {
  const store = await openExistingStore(terminal);
  const accounts = ((await store?.list()) ?? []).filter((each) => each.provider === provider);
  const names = accounts.map((each) => each.name);
  if (name !== undefined && names.length === 0)
    throw new Problem(`there is no account of ${provider}. Run x login ${provider}`, 'unauthenticated');
  if (name === undefined && names.length > 1)
    throw new Problem(`there are several accounts of ${provider}. Choose with --account: ${names.join(', ')}`);
  const [first] = accounts;
  const found = name === undefined ? first : { provider, name: checkName('account', name, names) };
  return store && found && { ...found, store };
}
