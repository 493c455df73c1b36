import { callOperation, operationsIn } from '@x/catalog';
import { openExistingAccounts } from '@x/mcp/apis';
import { findAccount } from '../accounts.ts';
import { catalogOf, type Provider } from '../apis.ts';
import type { Run } from '../command.ts';
import { describeFailure, Problem } from '../failure.ts';
import type { CallFlags, Given } from '../operation/flags.ts';
import { openApi, outputOf } from '../operation/open.ts';
import { runOperation } from '../operation/run.ts';
import { ListOutput } from '../output/output.ts';
import { say } from '../terminal.ts';
import { checkApi } from './check-name.ts';

/** Runs `x accounts`. */
export const runAccounts: Run<CallFlags> = async (terminal, flags, _, secrets) => {
  const store = await openExistingAccounts(terminal.env);
  const output = new ListOutput(terminal, outputOf(terminal, flags, secrets));
  await output.page((await store?.list()) ?? []);
  await output.end();
  if (store) say(terminal, `${store.directory}, with the key in ${store.keyIn === 'file' ? 'a file' : 'the keychain'}`);
};

/** Operations that return the user or the bank login of a token. */
const whoIs: Readonly<Partial<Record<Provider, string>>> = {
  stream: 'users.list',
  music: 'users.me',
  bank: 'item.get',
};

/** Runs `x whoami API`. */
export const runWhoami: Run<CallFlags> = async (terminal, flags, [name = ''], secrets) => {
  const provider = checkApi(name);
  const catalog = catalogOf(provider);
  const operation = operationsIn(catalog).get(whoIs[provider] ?? '');
  if (!operation) throw new Problem(`${provider} has no users`, 'not_supported');
  await runOperation(terminal, catalog, { ...operation, auth: 'user' }, flags as Given, secrets);
};

/** Members of the clients that are used here. */
interface RevokingClient {
  readonly accounts?: { revoke?(account: string): Promise<unknown> };
  withItem?(name: string): object;
}

/** Runs `x logout API`. */
export const runLogout: Run<CallFlags> = async (terminal, { account, verbose = false }, [name = ''], secrets) => {
  const provider = checkApi(name);
  const found = await findAccount(terminal, provider, account);
  if (!found) throw new Problem(`there is no account of ${provider}`, 'not_found');
  const { store } = found;
  const { api, close } = await openApi(terminal, provider, { verbose }, { secrets, store });
  try {
    const client = api.client as RevokingClient;
    if (api.runsOn === 'sandbox') throw new Problem(`the app's credentials are not set, so ${provider} was not told`);
    if (provider === 'bank') await callOperation(client.withItem?.(found.name) ?? {}, 'item.remove');
    else await client.accounts?.revoke?.(found.name);
  } catch (error) {
    say(terminal, `not revoked: ${secrets.hide(describeFailure(error).message)}`);
  } finally {
    await close();
    await store.remove(found);
  }
  say(terminal, `${found.name} of ${provider} is no longer stored`);
};
