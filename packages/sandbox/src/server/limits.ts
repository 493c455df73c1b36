import { type BankLimits, bankLimitsRule } from '../providers/bank/options.ts';
import { type FoodLimits, foodLimitRules } from '../providers/food/options.ts';
import { type MusicLimits, musicLimitRules } from '../providers/music/options.ts';
import { type QuotesLimits, quotesLimitRules } from '../providers/quotes/options.ts';
import { type StreamLimits, streamLimitRules } from '../providers/stream/options.ts';
import { type Filled, offRealOrObjectWith, type Rule, type RulesOf } from '../shared/check-fields.ts';
import type { Limits } from './limiter.ts';

/** Limits by provider: `real`, or numbers in place of the real ones. Providers that are left out limit nothing. */
export interface SandboxLimits {
  readonly stream?: Limits<StreamLimits> | undefined;
  readonly music?: Limits<MusicLimits> | undefined;
  readonly bank?: Limits<BankLimits> | undefined;
  readonly food?: Limits<FoodLimits> | undefined;
  readonly quotes?: Limits<QuotesLimits> | undefined;
}

/** What the option `limits` must be. */
export const limitsRule: Rule = offRealOrObjectWith({
  stream: offRealOrObjectWith(streamLimitRules),
  music: offRealOrObjectWith(musicLimitRules),
  bank: bankLimitsRule,
  food: offRealOrObjectWith(foodLimitRules),
  quotes: offRealOrObjectWith(quotesLimitRules),
} satisfies RulesOf<SandboxLimits>);

/** The limits of each provider, from a valid option `limits`. */
export function resolveLimits(limits: 'off' | 'real' | SandboxLimits = 'off'): Filled<SandboxLimits> {
  if (typeof limits === 'string') return { stream: limits, music: limits, bank: limits, food: limits, quotes: limits };
  const { stream = 'off', music = 'off', bank = 'off', food = 'off', quotes = 'off' } = limits;
  return { stream, music, bank, food, quotes };
}
