import { type LinkBankClient, linkBank } from '@x/bank/link';
import { operationsIn } from '@x/catalog';
import { showAddress, signIn, type TerminalClient } from '@x/oauth/terminal';
import { type KeyPlace, openStore } from '../accounts.ts';
import { catalogOf, type Provider } from '../apis.ts';
import type { Run } from '../command.ts';
import { Problem } from '../failure.ts';
import type { CallFlags } from '../operation/flags.ts';
import { openApi } from '../operation/open.ts';
import { say } from '../terminal.ts';
import { checkApi } from './check-name.ts';

/** Flags of `x login`. */
interface LoginFlags extends Pick<CallFlags, 'verbose'> {
  readonly account?: string;
  readonly scopes?: readonly string[];
  readonly method?: 'browser' | 'device' | 'paste';
  readonly store?: KeyPlace;
  readonly institution?: string;
  readonly repair?: boolean;
}

/** Runs `x login API`. */
export const runLogin: Run<LoginFlags> = async (terminal, flags, [name = ''], secrets) => {
  const provider = checkApi(name);
  if (!['stream', 'music', 'bank'].includes(provider))
    throw new Problem(`${provider} has no users to sign in. See x doctor ${provider}`, 'not_supported');
  const { account, scopes = readScopes(provider), method, institution, repair, verbose = false } = flags;
  const store = await openStore(terminal, flags.store);
  const { api, close } = await openApi(terminal, provider, { verbose }, { secrets, store });
  try {
    if (api.runsOn === 'sandbox')
      throw new Problem(`sign-in needs an app of yours. See x doctor ${provider}`, 'unauthenticated');
    const { client } = api;
    const tell = (text: string) => void terminal.stderr.write(`${text}\n`);
    let signedIn: string;
    if (provider === 'bank') {
      const show = (address: string) => showAddress(address, { say: tell });
      const items = store.secrets('bank');
      const linked = { name: account ?? 'bank', items, institution, repair, show };
      ({ name: signedIn } = await linkBank(client as LinkBankClient, linked));
    } else {
      const named = account ?? (({ login, id }: { login?: string; id?: string }) => login ?? id ?? provider);
      const options = { account: named as string, scopes: scopes as never, method, say: tell };
      ({ account: signedIn } = await signIn(client as TerminalClient, options));
    }
    const place = store.keyIn === 'keychain' ? "in the system's keychain" : 'in a file there that only you can read';
    say(
      terminal,
      `signed in to ${provider} as ${signedIn}. Stored encrypted in ${store.directory}; the key is ${place}`,
    );
  } finally {
    await close();
  }
};

/** Returns the scopes that reading needs. */
function readScopes(provider: Provider): string[] {
  const reads = [...operationsIn(catalogOf(provider)).values()].filter(({ access }) => access === 'read');
  const scopes = reads.flatMap(({ scopes: [first, ...others] = [] }) =>
    first === undefined ? [] : [others.find((scope) => /(^|[:-])read\b/.test(scope)) ?? first],
  );
  return [...new Set(scopes)];
}
