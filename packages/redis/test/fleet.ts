import type { TokenStore } from '@x/core';
import { fileStore } from '@x/core/file';
import type { PublicStreamOptions, StreamOptions } from '@x/stream';
import { redisStore } from '../src/index.ts';
import { libraries } from './clients.ts';

/** Where a fleet meets: a folder, or a Redis with one of the libraries. */
export type Meeting =
  | { readonly folder: string }
  | { readonly redis: string; readonly library: keyof typeof libraries };

/** Where a refresh has got to: with the provider, done there, answered, stored. */
export type Step = 'asked' | 'rotated' | 'answered' | 'stored';

/** What a process of the fleet is told to do: calls for one user, all at once. */
export interface Task {
  readonly options: StreamOptions | PublicStreamOptions;
  readonly meeting: Meeting;
  readonly userId: string;
  readonly calls: number;
  readonly lockTtlMs?: number;
}

/** What a process says: a step that it goes on from when it is told to, or how each of its calls ended. */
export type Said = { readonly step: Step } | { readonly outcomes: readonly string[] };

/** Opens the store where the fleet meets. */
export async function meet(
  meeting: Meeting,
  options: { lockTtlMs?: number } = {},
): Promise<{ store: TokenStore; close(): void }> {
  if ('folder' in meeting) return { store: fileStore(meeting.folder, options), close() {} };
  const { client, close } = await libraries[meeting.library](meeting.redis);
  return { store: redisStore(client, options), close };
}
