import { endpoint } from '@x/core/provider';
import * as v from 'valibot';

/** Returns the address of a page of the sign-in documentation. */
export const docs = (page: string) => `https://dev.twitch.tv/docs/authentication/${page}/`;

/** The provider's report about a token. */
export const validatedSchema = v.object({
  /** Client ID of the app that the token was issued to. */
  client_id: v.string(),
  /** Login of the token's user, in lower case. Absent for app tokens. */
  login: v.optional(v.string()),
  /** ID of the token's user. Absent for app tokens. */
  user_id: v.optional(v.string()),
  /** Scopes that the user has granted. Null, absent or empty for app tokens. */
  scopes: v.nullish(v.array(v.string())),
  /** Seconds until the token expires; 0 for tokens that never expire. */
  expires_in: v.number(),
});

/** App, user and scopes that a token is valid for. */
export interface ValidatedToken extends v.InferOutput<typeof validatedSchema> {}

/** Asks the provider what a token is valid for. */
export const validate = endpoint({
  method: 'GET',
  host: 'auth',
  path: '/oauth2/validate',
  auth: 'user',
  response: validatedSchema,
  essential: ['client_id'],
  docs: docs('validate-tokens'),
});
