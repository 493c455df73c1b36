import { tokenEndpoint } from '@x/core';

/** Asks for an app access token; the client does it by itself. */
export const token = tokenEndpoint(
  '/api/token',
  'https://developer.spotify.com/documentation/web-api/tutorials/client-credentials-flow',
);
