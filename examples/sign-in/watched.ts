/** Runs the example for `secrets.test.ts`. It logs everything, and reports the secrets that must appear nowhere. */
import { readdirSync, statSync } from 'node:fs';
import files from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { inspect } from 'node:util';
import type { Grant } from '@x/core';
import { createMusicClient, type MusicOptions } from '@x/music';
import { fileStore } from '@x/stores/file';
import { createStreamClient, type StreamOptions } from '@x/stream';
import { listen } from './listen.ts';
import { createApp } from './server.ts';

export interface Told {
  readonly stream: StreamOptions;
  readonly music: MusicOptions;
  /** Folder that stores tokens. */
  readonly folder: string;
  /** A grant that the providers do not know. */
  readonly planted: Pick<Grant, 'accessToken' | 'refreshToken'>;
}

/** Message to the test. Each has one of the fields. */
export interface Said {
  readonly origin?: string;
  readonly secret?: string;
  /** Something in the folder: its name, whether it is a folder itself, and its permissions. */
  readonly seen?: { readonly name: string; readonly isFolder: boolean; readonly mode: number };
}

const say = (said: Said) => void process.send?.(said);

/**
 * Reports the folder's contents before something in it gets its permissions or name or is removed, so that even
 * short-lived files are seen.
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
  process.umask(0); // so that only permissions that were asked for are narrow
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
