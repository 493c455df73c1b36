import type { Limits } from '../../server/limiter.ts';
import type { ProviderPlan, SandboxContext } from '../../shared/context.ts';
import { lazy } from '../../shared/lazy.ts';
import { createQuotesSandbox } from './index.ts';
import { clientOptions, type QuotesLimits, type QuotesSandboxOptions, resolveOptions } from './options.ts';

/** Plans the quotation API of one sandbox. Throws an `ApiError` `invalid_params` for settings that are not valid. */
export function planQuotes(
  context: SandboxContext,
  options: QuotesSandboxOptions & { limits?: Limits<QuotesLimits> | undefined } = {},
): ProviderPlan<ReturnType<typeof createQuotesSandbox>> {
  resolveOptions(context, options);
  return {
    clientOptions: () => clientOptions(context),
    servers: lazy(() => createQuotesSandbox(context, options)),
  };
}
