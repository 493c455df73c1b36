import { fileStore } from '@x/stores/file';
import { redisStore } from '../src/index.ts';
import { libraries } from './clients.ts';
import type { OpenStore } from './fleet.ts';

type Reservation = { readonly folder: string } | { readonly url: string; readonly library: keyof typeof libraries };

/** Opens the store of a process of a fleet: in a folder, or in Redis. */
export async function open(place: Reservation, options: { lockTtlMs?: number }): Promise<OpenStore> {
  if ('folder' in place) return { store: fileStore(place.folder, options), close() {} };
  const { client, close } = await libraries[place.library](place.url);
  return { store: redisStore(client, options), close };
}
