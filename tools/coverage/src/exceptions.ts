import type { Exception } from './compare.ts';

/** What is not as in the provider's file, on purpose; by package. */
export const exceptions: Readonly<Record<string, readonly Exception[]>> = {};
