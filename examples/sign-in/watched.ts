/** The example as `secrets.test.ts` runs it: it logs everything, and reports the secrets that must appear nowhere. */
import { readdirSync, statSync } from 'node:fs';
import files from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { inspect } from 'node:util';
import type { Grant } from '@x/core';
import { fileStore } from '@x/core/file';
import { createMusicClient, type MusicOptions } from '@x/music';
import { createStreamClient, type StreamOptions } from '@x/stream';
import { listen } from './listen.ts';
import { createApp } from './server.ts';

export interface Told {
  readonly stream: StreamOptions;
  readonly music: MusicOptions;
  /** Where tokens are stored. */
  readonly folder: string;
  /** A grant that the providers do not know. */
  readonly planted: Pick<Grant, 'accessToken' | 'refreshToken'>;
}

/** One thing each. */
export interface Said {
  readonly origin?: string;
  readonly secret?: string;
  /** Something below the folder: its name, whether it is a folder itself, and who may do what with it. */
  readonly seen?: { readonly name: string; readonly isFolder: boolean; readonly mode: number };
}

const say = (said: Said) => void process.send?.(said);

/**
 * Looks at the folder before something in it gets its rights or its name, or goes: nothing is too short-lived to be
 * seen.
 */
function watchFolder(folder: string): void {
  function look(): void {
    for (const name of ['.', ...(readdirSync(folder, { recursive: true }) as string[])]) {
      const status = statSync(join(folder, name), { throwIfNoEntry: false });
      if (status) say({ seen: { name, isFolder: status.isDirectory(), mode: status.mode & 0o777 } });
    }
  }
  for (const name of ['chmod', 'rename', 'rm'] as const) {
    const real = files[name] as (...given: unknown[]) => Promise<void>;
    files[name] = (...given: unknown[]) => {
      look();
      return real(...given);
    };
  }
  syncBuiltinESMExports();
}

const watchedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  const body = await response
    .clone()
    .json()
    .catch(() => ({}));
  for (const secret of [body.access_token, body.refresh_token]) if (secret) say({ secret });
  return response;
};

function log(what: unknown): void {
  console.log(inspect(what, { depth: 20, showHidden: true }), JSON.stringify(what), String(what));
  if (what instanceof Error) console.error(what, what.stack, what.cause);
}

process.once('message', async ({ stream, music, folder, planted }: Told) => {
  process.umask(0); // what is narrow is so because it was asked for
  watchFolder(folder);
  const common = { tokens: fileStore(folder), onEvent: log, fetch: watchedFetch, retries: 0 };
  const clients = {
    stream: createStreamClient({ ...stream, ...common }),
    music: createMusicClient({ ...music, ...common }),
  };
  for (const client of Object.values(clients)) {
    log(client);
    await client.accounts.set('planted', planted);
  }
  await clients.stream.withAccount('planted').users.list().catch(log);
  await clients.music.withAccount('planted').users.me().catch(log);
  const { origin } = await listen(0, (origin) =>
    createApp({ ...clients, sessionSecret: 's'.repeat(32), origin, onError: log }),
  );
  say({ origin });
});
process.on('disconnect', () => process.exit());
