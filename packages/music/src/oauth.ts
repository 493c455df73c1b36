import { codeFlow, type OAuth, type UserProvider, type UserTools } from '@x/core';

/** Makes the sign-in of a client: by redirect, always with PKCE, with or without a secret. */
export const musicOAuth = (tools: UserTools): OAuth =>
  codeFlow(tools, {
    path: '/authorize',
    pkce: true,
    askAgain: 'show_dialog',
    plainHosts: ['127.0.0.1', '[::1]'], // `localhost` is refused by the provider
  });

/** Lets a provider act for users. `createMusicClient` does it by itself. */
export const withSignIn = (provider: UserProvider): UserProvider => ({
  ...provider,
  secretParams: [...(provider.secretParams ?? []), 'code', 'code_verifier'],
  consentLastsMs: 180 * 86_400_000, // six months, whether refreshed or not
});
