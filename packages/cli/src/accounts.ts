import { openExistingAccounts } from '@x/mcp/apis';
import type { AccountStore, StoredAccount } from '@x/stores/accounts';
import type { Provider } from './apis.ts';
import { checkName } from './commands/check-name.ts';
import { Problem } from './failure.ts';
import type { Terminal } from './terminal.ts';

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
  const store = await openExistingAccounts(terminal.env);
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
