import type { SandboxOptionsOf } from './options.ts';
import { quotesProvider } from './providers/quotes/provider.ts';
import type { Sandbox } from './sandbox.ts';
import { startSandbox } from './start-sandbox.ts';

export { createClock } from './clock/clock.ts';
export type { Clock } from './shared/clock.ts';

/** Options of a sandbox of this API alone, all optional. */
export interface QuotesOnlyOptions extends SandboxOptionsOf<'quotes'> {}

/** A running sandbox of this API alone. */
export interface QuotesOnlySandbox extends Sandbox<'quotes'> {}

/**
 * Starts a sandbox of the quotation API (Quotable) alone, with the options of `createSandbox` of `@x/sandbox`.
 *
 * @example
 * const sandbox = await createSandbox();
 * const quotes = createQuotesClient(sandbox.options.quotes);
 */
export const createSandbox = (options: QuotesOnlyOptions = {}): Promise<QuotesOnlySandbox> =>
  startSandbox([quotesProvider], options);
