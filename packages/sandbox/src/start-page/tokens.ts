import { type GivenToken, type ProviderName, type ProviderSandbox, providerNames } from '../context.ts';

/** A token, and whose API it is for. */
export type ProviderToken = GivenToken & { readonly provider: ProviderName };

/** What the providers know of tokens, in the order in which they were given. */
export const tokensOf = (providers: Readonly<Record<ProviderName, ProviderSandbox<object>>>): ProviderToken[] =>
  providerNames
    .flatMap((provider) => (providers[provider].tokens?.() ?? []).map((token) => ({ ...token, provider })))
    .sort((a, b) => a.givenAt - b.givenAt);
