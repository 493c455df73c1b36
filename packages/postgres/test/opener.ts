import type { OpenStore } from '../../redis/test/fleet.ts';
import { postgresStore } from '../src/index.ts';
import { libraries } from './clients.ts';

/** Opens the store of a process of a fleet. */
export async function open(
  { url, library }: { readonly url: string; readonly library: keyof typeof libraries },
  options: { lockTtlMs?: number },
): Promise<OpenStore> {
  const { pool, close } = await libraries[library](url, 4);
  return { store: postgresStore(pool, options), close };
}
