import type { SandboxOptionsOf } from './options.ts';
import { streamProvider } from './providers/stream/provider.ts';
import type { Sandbox } from './sandbox.ts';
import { startSandbox } from './start-sandbox.ts';

export { createClock } from './clock/clock.ts';
export type { Clock } from './shared/clock.ts';

/** Options of a sandbox of this API alone, all optional. */
export interface StreamOnlyOptions extends SandboxOptionsOf<'stream'> {}

/** A running sandbox of this API alone. */
export interface StreamOnlySandbox extends Sandbox<'stream'> {}

/**
 * Starts a sandbox of the live-streaming API (Twitch Helix) alone, with the options of `createSandbox` of `@x/sandbox`.
 *
 * @example
 * const sandbox = await createSandbox();
 * const stream = createStreamClient(sandbox.options.stream);
 */
export const createSandbox = (options: StreamOnlyOptions = {}): Promise<StreamOnlySandbox> =>
  startSandbox([streamProvider], options);
