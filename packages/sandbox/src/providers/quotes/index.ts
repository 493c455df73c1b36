import type { ProviderSandbox, SandboxContext } from '../../shared/context.ts';
import type { Limits } from '../../shared/limits.ts';
import {
  clientOptions,
  type QuotesClientOptions,
  type QuotesLimits,
  type QuotesSandboxOptions,
  resolveOptions,
} from './options.ts';
import { createApi } from './serve.ts';
import { createService } from './service.ts';

/** Creates the quotation API. */
export function createQuotesSandbox(
  context: SandboxContext,
  options: QuotesSandboxOptions & { limits?: Limits<QuotesLimits> | undefined } = {},
): ProviderSandbox<QuotesClientOptions> {
  const service = createService(context, resolveOptions(context, options));
  return { app: createApi(service), options: () => clientOptions(context) };
}
