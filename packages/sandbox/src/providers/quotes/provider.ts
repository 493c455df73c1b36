import type { SandboxContext } from '../../shared/context.ts';
import { defineSandboxProvider, type WithLimits } from '../../shared/provider.ts';
import { createQuotesSandbox } from './index.ts';
import {
  clientOptions,
  type QuotesLimits,
  type QuotesSandboxOptions,
  quotesLimitRules,
  quotesRules,
  resolveOptions,
} from './options.ts';

/** The quotation API (Quotable). */
export const quotesProvider = defineSandboxProvider({
  name: 'quotes',
  rules: quotesRules,
  limits: quotesLimitRules,
  sizes: { quotes: [0, 100_000] },
  sizesOf: ({ quotes = 436 }) => ({ quotes }),
  firstCall: () => `const { content, author } = await quotes.random({ maxLength: 60 });
console.log(content, '-', author);`,
  mayChange: () => false,
  resolve: (options: WithLimits<QuotesSandboxOptions, QuotesLimits>, context: SandboxContext) =>
    resolveOptions(context, options),
  clientOptions,
  create: createQuotesSandbox,
});
