import type { Limits } from '../../server/limiter.ts';
import type { ProviderPlan, SandboxContext } from '../../shared/context.ts';
import { lazy } from '../../shared/lazy.ts';
import { createStreamSandbox } from './index.ts';
import { clientOptions, resolveOptions, type StreamLimits, type StreamSandboxOptions } from './options.ts';

/** Plans the live-streaming API of one sandbox. Throws an `ApiError` `invalid_params` for settings that are not valid. */
export function planStream(
  context: SandboxContext,
  options: StreamSandboxOptions & { limits?: Limits<StreamLimits> | undefined } = {},
): ProviderPlan<ReturnType<typeof createStreamSandbox>> {
  const settings = resolveOptions(options);
  const servers = lazy(() => createStreamSandbox(context, options));
  // Only the servers know which endpoints exist, and what records may refer to; a mistake must be reported at once.
  if (Object.keys(settings.limits.endpoints).length > 0 || settings.hasOwn) servers();
  return {
    clientOptions: () => clientOptions(context, settings),
    socketPath: '/ws',
    servers,
  };
}
