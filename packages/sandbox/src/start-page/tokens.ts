import type { GivenToken, ProviderName, ProviderSandbox } from '../context.ts';

/** A token, and whose API it is for. */
export type ProviderToken = GivenToken & { readonly provider: ProviderName };

/** What the providers know of tokens, in the order in which they were given. */
export const tokensOf = (providers: readonly (readonly [ProviderName, ProviderSandbox<object>])[]): ProviderToken[] =>
  providers
    .flatMap(([provider, servers]) => (servers.tokens?.() ?? []).map((token) => ({ ...token, provider })))
    .sort((a, b) => a.givenAt - b.givenAt);
