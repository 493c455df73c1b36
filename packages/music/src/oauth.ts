import { endpoint } from '@x/core';
import * as v from 'valibot';

/** Asks for an app access token; the client does it by itself. */
export const token = endpoint({
  method: 'POST',
  path: '/api/token',
  host: 'auth',
  auth: 'none',
  bodyType: 'form',
  idempotent: true, // another token does no harm: older ones stay valid
  body: v.object({ client_id: v.string(), client_secret: v.string(), grant_type: v.literal('client_credentials') }),
  response: v.object({ access_token: v.string(), expires_in: v.number(), token_type: v.string() }),
  docs: 'https://developer.spotify.com/documentation/web-api/tutorials/client-credentials-flow',
});
