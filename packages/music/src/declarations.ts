import type { Deprecation } from '@x/core/provider';
import * as v from 'valibot';

const closedSince =
  (since: string) =>
  (replacement?: string): Deprecation => ({
    since,
    openTo: 'extended-quota apps',
    ...(replacement && { replacement }),
  });

/** Closed on 2024-11-27 to apps in development mode and to apps created since. */
export const closed2024 = closedSince('2024-11-27');

/** Closed in February 2026 to apps in development mode. */
export const closed2026 = closedSince('2026-02-11');

/** Returns the address of the page in the provider's reference that documents an operation. */
export const docs = (operation: string) => `https://developer.spotify.com/documentation/web-api/reference/${operation}`;

/**
 * Authorization of writes to playlists. Which of the two scopes a call needs depends on whether the playlist is public;
 * only the API knows that.
 */
export const playlistWriteAuth = {
  auth: 'user',
  scopes: ['playlist-modify-public', 'playlist-modify-private'],
} as const;

/** Response of writes: the call resolves to undefined. Successful bodies are empty or contain a meaningless string. */
export const noResult = { as: 'none', response: v.void() } as const;
