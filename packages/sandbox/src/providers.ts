import { bankProvider } from './providers/bank/provider.ts';
import { foodProvider } from './providers/food/provider.ts';
import { musicProvider } from './providers/music/provider.ts';
import { quotesProvider } from './providers/quotes/provider.ts';
import { streamProvider } from './providers/stream/provider.ts';
import type { SandboxProvider } from './shared/provider.ts';
import type { ProviderName } from './shared/provider-name.ts';

/** The APIs of the sandbox: types, options, controls, the command and the control API are made from this list. */
export const providers = {
  /** The live-streaming API (Twitch Helix). */
  stream: streamProvider,
  /** The music API (Spotify). */
  music: musicProvider,
  /** The bank-data API (Plaid). */
  bank: bankProvider,
  /** The nutrition-data API (USDA FoodData Central). */
  food: foodProvider,
  /** The quotation API (Quotable). */
  quotes: quotesProvider,
} satisfies { readonly [Name in ProviderName]: SandboxProvider<Name> };

export type Providers = typeof providers;
