import type { Deprecation } from '@x/core';
import * as v from 'valibot';

const closedSince =
  (since: string) =>
  (replacement?: string): Deprecation => ({
    since,
    openTo: 'extended-quota apps',
    ...(replacement && { replacement }),
  });

/** Closed on 2024-11-27 to apps in development mode and to new ones. */
export const closed2024 = closedSince('2024-11-27');

/** Closed in February 2026 to apps in development mode. */
export const closed2026 = closedSince('2026-02-11');

/** The page of the provider's reference that documents an operation. */
export const docs = (operation: string) => `https://developer.spotify.com/documentation/web-api/reference/${operation}`;

/** Response of writes: the call resolves to nothing. Successful bodies are empty, or have text that means nothing. */
export const noResult = { as: 'none', response: v.void() } as const;
