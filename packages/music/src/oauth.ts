import type { OAuth } from '@x/oauth';
import { codeFlow, type UserProvider, type UserTools } from '@x/oauth/provider';
import type { PrivateUser } from './records/users.ts';
import { users } from './resources/users.ts';
import type { MusicScope } from './scopes.ts';

/** Sign-in of users, by redirect. */
export interface MusicOAuth extends OAuth<PrivateUser, MusicScope> {}

/**
 * Creates the sign-in of a client: by redirect, always with PKCE, with or without a secret. `GET /v1/me` identifies
 * users.
 */
export const musicOAuth = (tools: UserTools): MusicOAuth =>
  codeFlow(tools, {
    identify: (grant, operation) => tools.sendAs(grant, operation, users.me) as Promise<PrivateUser>,
    path: '/authorize',
    pkce: true,
    askAgain: 'show_dialog',
    plainHosts: ['127.0.0.1', '[::1]'], // the provider refuses `localhost`
    anyLoopbackPort: true, // https://developer.spotify.com/documentation/web-api/concepts/redirect_uri
  });

/** Lets a provider act for users. `createMusicClient` applies it automatically. */
export const withSignIn = (provider: UserProvider): UserProvider => ({
  ...provider,
  secretParams: [...(provider.secretParams ?? []), 'code', 'code_verifier'],
  consentLastsMs: 180 * 86_400_000, // Refreshing does not extend the six months
  problemOfRefusal(details) {
    const { error_description } = Object(details) as { error_description?: unknown };
    if (error_description === 'Refresh token revoked') return 'revoked';
    return error_description === 'Refresh token expired' ? 'expired' : 'refused';
  },
});
