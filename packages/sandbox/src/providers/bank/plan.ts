import type { Limits } from '../../server/limiter.ts';
import type { ProviderPlan, SandboxContext } from '../../shared/context.ts';
import { lazy } from '../../shared/lazy.ts';
import { createBankSandbox } from './index.ts';
import { type BankLimits, type BankSandboxOptions, clientOptions, resolveOptions } from './options.ts';

/** Plans the bank-data API of one sandbox. Throws an `ApiError` `invalid_params` for settings that are not valid. */
export function planBank(
  context: SandboxContext,
  options: BankSandboxOptions & { limits?: Limits<BankLimits> | undefined } = {},
): ProviderPlan<ReturnType<typeof createBankSandbox>> {
  const settings = resolveOptions(options);
  const servers = lazy(() => createBankSandbox(context, options));
  // Only the servers know whether the endpoints of these limits exist, and a mistake must be reported at once.
  if (Object.keys(settings.limits ?? {}).length > 0) servers();
  return {
    clientOptions: () => clientOptions(context, settings),
    servers,
  };
}
