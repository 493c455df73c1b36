import { resolveOptions as resolveBank } from '../providers/bank/options.ts';
import { resolveOptions as resolveMusic } from '../providers/music/options.ts';
import { resolveOptions as resolveStream } from '../providers/stream/options.ts';
import { type ProviderName, providerNames } from '../shared/context.ts';
import { generatedOf } from '../shared/own-records.ts';
import type { Run } from '../state/run.ts';

/** What the page lets be chosen: more takes seconds to make, and is for programs. */
export const sizeRanges: Readonly<Record<ProviderName, Readonly<Record<string, readonly [number, number]>>>> = {
  stream: { users: [1, 10_000], streams: [0, 10_000], games: [1, 2_000], clips: [0, 20_000], videos: [0, 20_000] },
  music: { artists: [2, 500], users: [2, 200], playlists: [1, 500], largePlaylistItems: [0, 10_000] },
  bank: { institutions: [15, 10_000], transactionsPerItem: [0, 100_000] },
  food: { brandedFoods: [0, 100_000] },
  quotes: { quotes: [0, 100_000] },
};

/** The sizes that result from the settings of a sandbox, by provider and option. */
export function sizesOf({ options, context }: Run): Readonly<Record<string, Readonly<Record<string, number>>>> {
  const resolved: Readonly<Record<ProviderName, object>> = {
    stream: resolveStream(options.stream ?? {}),
    music: resolveMusic(context('music'), options.music ?? {}),
    bank: resolveBank(options.bank ?? {}),
    food: { brandedFoods: 200, ...options.food },
    quotes: { quotes: generatedOf(options.quotes?.quotes) ?? 436 },
  };
  const sizes = (provider: ProviderName) =>
    Object.keys(sizeRanges[provider]).map((name) => [name, (resolved[provider] as Record<string, number>)[name]]);
  return Object.fromEntries(providerNames.map((provider) => [provider, Object.fromEntries(sizes(provider))]));
}
