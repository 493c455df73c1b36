import { type LoginOptions, login, openAccounts } from '@x/mcp/apis';
import type { AccountStoreOptions } from '@x/stores/accounts';
import type { Run } from '../command.ts';
import { Problem } from '../failure.ts';
import type { CallFlags } from '../operation/flags.ts';
import { openApi } from '../operation/open.ts';
import { say } from '../terminal.ts';
import { checkApi } from './check-name.ts';

/** Flags of `x login`. */
interface LoginFlags
  extends Pick<CallFlags, 'verbose'>,
    Pick<LoginOptions, 'account' | 'scopes' | 'method' | 'institution' | 'repair'> {
  readonly store?: AccountStoreOptions['keyIn'];
}

/** Runs `x login API`. */
export const runLogin: Run<LoginFlags> = async (
  terminal,
  { store: keyIn, verbose = false, ...flags },
  [name = ''],
  secrets,
) => {
  const provider = checkApi(name);
  if (!['stream', 'music', 'bank'].includes(provider))
    throw new Problem(`${provider} has no users to sign in. See x doctor ${provider}`, 'not_supported');
  const store = await openAccounts(terminal.env, keyIn);
  const { api, close } = await openApi(terminal, provider, { verbose }, { secrets, store });
  try {
    if (api.runsOn === 'sandbox')
      throw new Problem(`sign-in needs an app of yours. See x doctor ${provider}`, 'unauthenticated');
    const tell = (text: string) => void terminal.stderr.write(`${text}\n`);
    say(terminal, await login({ ...flags, client: api.client, catalog: api.catalog, store, say: tell }));
  } finally {
    await close();
  }
};
