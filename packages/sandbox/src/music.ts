import type { SandboxOptionsOf } from './options.ts';
import { musicProvider } from './providers/music/provider.ts';
import type { Sandbox } from './sandbox.ts';
import { startSandbox } from './start-sandbox.ts';

export { createClock } from './clock/clock.ts';
export type { Clock } from './shared/clock.ts';

/** Options of a sandbox of this API alone, all optional. */
export interface MusicOnlyOptions extends SandboxOptionsOf<'music'> {}

/** A running sandbox of this API alone. */
export interface MusicOnlySandbox extends Sandbox<'music'> {}

/**
 * Starts a sandbox of the music catalog API (Spotify Web API) alone, with the options of `createSandbox` of
 * `@x/sandbox`.
 *
 * @example
 * const sandbox = await createSandbox();
 * const music = createMusicClient(sandbox.options.music);
 */
export const createSandbox = (options: MusicOnlyOptions = {}): Promise<MusicOnlySandbox> =>
  startSandbox([musicProvider], options);
