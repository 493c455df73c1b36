import type { BankClient } from '@x/bank';
import { operationsIn } from '@x/catalog';
import { openExistingAccounts, type Secrets } from '@x/mcp/apis';
import type { SyncItem } from '@x/sync';
import { catalogOf } from '../apis.ts';
import type { CallFlags } from '../operation/flags.ts';
import { openApi } from '../operation/open.ts';
import type { Terminal } from '../terminal.ts';

/** Bank logins that a command reads, and the client for them. */
interface Banks {
  readonly bank: BankClient;
  readonly items: readonly SyncItem[];
  close(): Promise<void>;
}

/** Opens the bank login that the flags or the environment name; otherwise all that are stored; otherwise a sandbox. */
export async function openBanks(terminal: Terminal, flags: CallFlags, secrets: Secrets): Promise<Banks> {
  const { account, token, sandbox } = flags;
  const isNamed = account !== undefined || token || sandbox || terminal.env.BANK_ACCESS_TOKEN;
  const store = isNamed ? undefined : await openExistingAccounts(terminal.env);
  const logins = ((await store?.list()) ?? []).filter(({ provider }) => provider === 'bank');
  const operation = operationsIn(catalogOf('bank')).get('item.get');
  const all = logins.length > 1 ? store : undefined;
  const settings = all ? { store: all } : operation && { operation: { ...operation, auth: 'user' as const } };
  const { api, close } = await openApi(terminal, 'bank', flags, { secrets, ...settings });
  const client = api.client as BankClient;
  // Invented data is another person's, so that no own account adopts its rows.
  const user = api.runsOn === 'sandbox' ? 'sandbox' : 'me';
  if (!all) {
    const bank = { withItem: () => client } as object as BankClient; // the client has its login already
    return { bank, items: [{ id: account ?? 'bank', user }], close };
  }
  return { bank: client, items: logins.map(({ name }) => ({ id: name, user })), close };
}
