import type { LinkBankClient } from '@x/bank/link';
import { type Catalog, operationsIn } from '@x/catalog';
import { codedError } from '@x/core/provider';
import type { TerminalClient, TerminalSignInOptions } from '@x/oauth/terminal';
import type { AccountStore } from '@x/stores/accounts';
import { fits } from './policy.ts';

/** Options of {@link login}. */
export interface LoginOptions extends Pick<TerminalSignInOptions, 'method' | 'say' | 'open' | 'signal'> {
  /** Client of the app, whose `tokens` are those of the store. */
  readonly client: object;
  /** Catalog of the API. */
  readonly catalog: Catalog;
  /** Store that receives the grant or the access token. */
  readonly store: AccountStore;
  /** Name for the account. Default: the user's name; `bank` for a bank login. */
  readonly account?: string | undefined;
  /** Scopes to request. Default: those that reading needs, and those of `allowWrite`. */
  readonly scopes?: readonly string[] | undefined;
  /** Writes whose scopes to request, as names with `*`: `music.playlists.*`. Default: none. */
  readonly allowWrite?: readonly string[] | undefined;
  /** Institution to log in to without a page, in Plaid's Sandbox. */
  readonly institution?: string | undefined;
  /** Whether to log in to a bank again. Default false. */
  readonly repair?: boolean | undefined;
}

/** APIs that have users or bank logins. */
export const signInApis: readonly string[] = ['stream', 'music', 'bank'];

/**
 * Signs in a person to an API, and stores the grant.
 *
 * @returns A sentence that says who signed in, and where the grant and its key are.
 */
export async function login(options: LoginOptions): Promise<string> {
  const { catalog, store } = options;
  const { provider } = catalog;
  if (!signInApis.includes(provider))
    throw codedError('not_supported', `${provider} has no users to sign in. It needs only its own credentials`);
  const name = await (provider === 'bank' ? loginToBank : loginToAccount)(options);
  const place = store.keyIn === 'keychain' ? "in the system's keychain" : 'in a file there that only you can read';
  return `signed in to ${provider} as ${name}. Stored encrypted in ${store.directory}; the key is ${place}`;
}

async function loginToBank({ client, store, account, institution, repair, ...how }: LoginOptions): Promise<string> {
  const [{ linkBank }, { showAddress }] = await Promise.all([import('@x/bank/link'), import('@x/oauth/terminal')]);
  const items = store.secrets('bank');
  const wanted = account ?? 'bank';
  // The person who reads this has a command line.
  if (!repair && wanted !== '' && (await items.get(wanted)) !== undefined)
    throw codedError('conflict', `there is a login ${wanted} already. Choose another name, or repair it with --repair`);
  const { name } = await linkBank(client as LinkBankClient, {
    name: wanted,
    items,
    institution,
    repair,
    signal: how.signal,
    show: (address) => showAddress(address, { say: how.say, open: how.open }),
  });
  return name;
}

async function loginToAccount({
  client,
  catalog,
  account,
  method,
  say,
  open,
  signal,
  ...asked
}: LoginOptions): Promise<string> {
  const { signIn } = await import('@x/oauth/terminal');
  const named = account ?? (({ login, id }: { login?: string; id?: string }) => login ?? id ?? catalog.provider);
  const scopes = asked.scopes ?? scopesOf(catalog, asked.allowWrite);
  const options = { account: named, scopes, method, say, open, signal };
  return (await signIn(client as TerminalClient, options as TerminalSignInOptions)).account;
}

/** Returns the scopes that reading and the allowed writes need. */
function scopesOf(catalog: Catalog, allowWrite: readonly string[] = []): string[] {
  const wanted = [...operationsIn(catalog).values()].filter(
    ({ access, name }) =>
      access === 'read' || allowWrite.some((pattern) => fits(pattern, `${catalog.provider}.${name}`)),
  );
  const found = wanted.flatMap(({ access, scopes = [] }) =>
    access === 'read' ? (scopes.find((scope) => /(^|[:-])read\b/.test(scope)) ?? scopes.slice(0, 1)) : scopes,
  );
  return [...new Set(found)];
}
