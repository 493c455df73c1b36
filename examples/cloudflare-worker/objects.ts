import { env, waitUntil } from 'cloudflare:workers';
import { durableObjectStore } from '@x/cloudflare';
import { createMusicClient } from '@x/music';

export { TokenObject } from '@x/cloudflare';

export const music = createMusicClient({
  ...env.MUSIC,
  tokens: durableObjectStore(env.TOKENS),
  waitUntil,
});
