import type { Contender } from './contender.ts';
import { anyApi, baselines } from './contenders/any-api.ts';
import { bank } from './contenders/bank.ts';
import { music } from './contenders/music.ts';
import { food, quotes } from './contenders/others.ts';
import { stream } from './contenders/stream.ts';

/** All contenders, in the order of the tables. */
export const contenders: readonly Contender[] = [...baselines, ...stream, ...music, ...bank, food, quotes, ...anyApi];

/** Returns the contenders that can call an API. */
export const speakersOf = (provider: Contender['provider']): readonly Contender[] =>
  contenders.filter((each) => !each.provider || each.provider === provider);

/** Returns the name of our client for a provider. */
export const oursFor = (provider: string): string => `@x/${provider}`;

export function contender(name: string): Contender {
  const found = contenders.find((each) => each.name === name);
  if (!found) throw new Error(`unknown contender ${name}`);
  return found;
}
