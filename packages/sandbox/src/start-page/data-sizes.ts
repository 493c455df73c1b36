import type { ProviderName, SandboxContext } from '../context.ts';
import type { ProviderOptions } from '../options.ts';
import { generatedOf } from '../own-records.ts';
import { resolveOptions as resolveBank } from '../providers/bank/options.ts';
import { resolveOptions as resolveMusic } from '../providers/music/options.ts';
import { resolveOptions as resolveStream } from '../providers/stream/options.ts';

/** Sizes by provider and option. */
export type Sizes = Readonly<Record<ProviderName, Readonly<Record<string, number>>>>;

/** What the page lets be chosen: more takes seconds to make, and is for programs. */
export const sizeRanges: Readonly<Record<ProviderName, Readonly<Record<string, readonly [number, number]>>>> = {
  stream: { users: [1, 10_000], streams: [0, 10_000], games: [1, 2_000], clips: [0, 20_000], videos: [0, 20_000] },
  music: { artists: [2, 500], users: [2, 200], playlists: [1, 500], largePlaylistItems: [0, 10_000] },
  bank: { institutions: [15, 10_000], transactionsPerItem: [0, 100_000] },
  food: { brandedFoods: [0, 100_000] },
  quotes: { quotes: [0, 100_000] },
};

/** The sizes that result from the settings of a sandbox. */
export function sizesOf(settings: ProviderOptions, music: SandboxContext): Sizes {
  const resolved: Record<ProviderName, object> = {
    stream: resolveStream(settings.stream ?? {}),
    music: resolveMusic(music, settings.music ?? {}),
    bank: resolveBank(settings.bank ?? {}),
    food: { brandedFoods: 200, ...settings.food },
    quotes: { quotes: generatedOf(settings.quotes?.quotes) ?? 436 },
  };
  return fill((provider, name) => (resolved[provider] as Record<string, number>)[name] as number);
}

function fill(value: (provider: ProviderName, name: string) => number): Sizes {
  const of = (provider: ProviderName) =>
    Object.fromEntries(Object.keys(sizeRanges[provider]).map((name) => [name, value(provider, name)]));
  return { stream: of('stream'), music: of('music'), bank: of('bank'), food: of('food'), quotes: of('quotes') };
}
