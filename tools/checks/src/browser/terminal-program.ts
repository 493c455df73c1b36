// Signs in at a terminal, with a handler of its own for Ctrl-C.
import { createMusicClient } from '@x/music';
import { signIn } from '@x/oauth/terminal';

const { MUSIC_CLIENT_ID: clientId = '', MUSIC_CLIENT_SECRET: clientSecret = '' } = process.env;
const music = createMusicClient({ clientId, clientSecret });
const ended = new AbortController();
process.once('SIGINT', () => ended.abort(new Error('stopped by the handler')));
await signIn(music, { account: 'ann', method: 'paste', signal: ended.signal });
