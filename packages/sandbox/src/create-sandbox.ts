import type { SandboxOptions } from './options.ts';
import { providers } from './providers.ts';
import type { Sandbox } from './sandbox.ts';
import { startSandbox } from './start-sandbox.ts';

/**
 * Starts the five APIs and their auth servers. Each is loaded, and generates its data, on first use; all data is dated
 * from the start of the sandbox.
 *
 * @example
 * const sandbox = await createSandbox();
 * const music = createMusicClient(sandbox.options.music);
 */
export const createSandbox = (options: SandboxOptions = {}): Promise<Sandbox> =>
  startSandbox(Object.values(providers), options);
