import type { ProviderSandbox, SandboxContext } from '../../context.ts';
import type { Limits } from '../../limiter.ts';
import { createApp } from './app.ts';
import { type QuotesLimits, type QuotesSandboxOptions, resolveOptions } from './options.ts';
import { createService } from './service.ts';

export type { QuotesLimits, QuotesSandboxOptions } from './options.ts';

/** The quotation API, at the root as the server itself has it, and below `/api`. */
export function createQuotesSandbox(
  context: SandboxContext,
  options: QuotesSandboxOptions & { limits?: Limits<QuotesLimits> | undefined } = {},
): ProviderSandbox<{ baseUrl: string }> {
  // Records without the members that came later were recorded from the real host.
  const quirks = context.realQuirks ? { minimalRecords: true } : {};
  const service = createService(context, resolveOptions({ ...quirks, ...options }));
  return { app: createApp(service), options: () => ({ baseUrl: context.baseUrl() }) };
}
