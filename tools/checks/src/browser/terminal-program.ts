// Signs in at a terminal. Arguments: the provider, how to sign in, the name of the account.
import { createBankClient } from '@x/bank';
import { linkBank } from '@x/bank/link';
import { createMusicClient, type MusicOptions } from '@x/music';
import { showAddress, signIn, type TerminalSignInOptions } from '@x/oauth/terminal';
import { accountStore } from '@x/stores/accounts';
import { createStreamClient, type StreamOptions } from '@x/stream';

const [, , provider = '', method, name = ''] = process.argv;
const options = JSON.parse(process.env.CLIENT_OPTIONS ?? '{}');
const accounts = await accountStore({ keyIn: 'file' });
const { tokens } = accounts;
const how = method as NonNullable<TerminalSignInOptions['method']>;
const ended = new AbortController();
if (name === 'careful') process.once('SIGINT', () => ended.abort(new Error('stopped by the handler')));
const { signal } = ended;
console.error(`The key is in the ${accounts.keyIn}.`);
if (provider === 'music')
  await signIn(createMusicClient({ ...(options as MusicOptions), tokens }), { account: name, method: how, signal });
if (provider === 'stream') {
  const stream = createStreamClient({ ...(options as StreamOptions), tokens, validateTokens: false });
  await signIn(stream, { account: name, method: how });
}
if (provider === 'bank') {
  const items = accounts.secrets('bank');
  await linkBank(createBankClient({ ...options, items }), { name, items, show: (address) => showAddress(address) });
}
console.log('signed in:', (await accounts.list()).map((each) => `${each.provider} ${each.name}`).join(', '));
