import { type ProviderName, providerNames } from './context.ts';
import type { Limits } from './limiter.ts';
import type { BankLimits } from './providers/bank/options.ts';
import type { FoodLimits } from './providers/food/options.ts';
import type { MusicLimits } from './providers/music/options.ts';
import type { QuotesLimits } from './providers/quotes/options.ts';
import type { StreamLimits } from './providers/stream/options.ts';

/** Limits by provider: `real`, or numbers in place of the real ones. Providers that are left out limit nothing. */
export interface SandboxLimits {
  readonly stream?: Limits<StreamLimits>;
  readonly music?: Limits<MusicLimits>;
  readonly bank?: Limits<BankLimits>;
  readonly food?: Limits<FoodLimits>;
  readonly quotes?: Limits<QuotesLimits>;
}

/** The limits of each provider. Throws a RangeError for what is not a choice, and for names that are no provider's. */
export function resolveLimits(limits: 'off' | 'real' | SandboxLimits = 'off'): Required<SandboxLimits> {
  const choice = readChoice('limits', limits);
  const own = typeof choice === 'string' ? {} : choice;
  const unknown = Object.keys(own).find((name) => !(providerNames as readonly string[]).includes(name));
  if (unknown !== undefined)
    throw new RangeError(`limits has no provider ${unknown}; the providers are ${providerNames.join(', ')}`);
  const of = <Name extends ProviderName>(name: Name): Required<SandboxLimits>[Name] =>
    (typeof choice === 'string' ? choice : readChoice(`limits.${name}`, choice[name] ?? 'off')) as never;
  return { stream: of('stream'), music: of('music'), bank: of('bank'), food: of('food'), quotes: of('quotes') };
}

function readChoice<Choice>(name: string, choice: Choice): Choice {
  const isObject = typeof choice === 'object' && choice !== null && !Array.isArray(choice);
  if (choice === 'off' || choice === 'real' || isObject) return choice;
  throw new RangeError(`${name} must be 'off', 'real' or an object of numbers, got ${JSON.stringify(choice)}`);
}
