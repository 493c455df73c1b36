import type { Limits } from '../../server/limiter.ts';
import type { ProviderPlan, SandboxContext } from '../../shared/context.ts';
import { lazy } from '../../shared/lazy.ts';
import { createMusicSandbox } from './index.ts';
import { clientOptions, type MusicLimits, type MusicSandboxOptions, resolveOptions } from './options.ts';

/** Plans the music catalog API of one sandbox. Throws an `ApiError` `invalid_params` for settings that are not valid. */
export function planMusic(
  context: SandboxContext,
  options: MusicSandboxOptions & { limits?: Limits<MusicLimits> | undefined } = {},
): ProviderPlan<ReturnType<typeof createMusicSandbox>> {
  const settings = resolveOptions(context, options);
  const servers = lazy(() => createMusicSandbox(context, options));
  // Only the servers know what records may refer to, and a mistake must be reported at once.
  if (settings.hasOwn) servers();
  return {
    clientOptions: () => clientOptions(context, settings),
    servers,
  };
}
