import { tokenEndpoint } from '@x/core';

/** Asks for an app access token; the client does it by itself. */
export const token = tokenEndpoint(
  '/oauth2/token',
  'https://dev.twitch.tv/docs/authentication/getting-tokens-oauth/#client-credentials-grant-flow',
);
