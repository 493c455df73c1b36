import type { RootClient } from '@x/core';
import { createClient } from '@x/core/provider';
import * as resources from './endpoints.ts';
import { type ClocksOptions, clocksProvider } from './provider.ts';

/** Every endpoint of this package, nested as the client is. */
export const endpoints: typeof resources = { ...resources };

/** A client with all endpoints. */
export interface ClocksClient extends RootClient<typeof endpoints> {}

/**
 * Creates a client for the Clocks API.
 *
 * @throws ApiError `unauthenticated` when the key is missing,
 * `invalid_params` when an option is unknown or invalid.
 * @example
 * const clocks = createClocksClient({ apiKey });
 * const { now } = await clocks.time.get({ zone: 'berlin' });
 */
export const createClocksClient = (options: ClocksOptions): ClocksClient =>
  createClient(clocksProvider(options), endpoints);
