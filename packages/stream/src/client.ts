import type { Client, ClientLifecycle } from '@x/core';
import type { PublicUserClient, TokenMethods, UserClient } from '@x/oauth';
import { createTokenClient, createUserClient, hasAccessToken } from '@x/oauth/provider';
import { clipsWithWait, type StreamClips } from './clip-wait.ts';
import * as resources from './endpoints.ts';
import { withExtension } from './extension.ts';
import { type StreamAccounts, type StreamOAuth, streamAccounts, streamOAuth, withSignIn } from './oauth.ts';
import {
  type StreamOptions,
  type StreamPublicOptions,
  type StreamTokenOptions,
  streamProvider,
  streamTokenProvider,
} from './provider.ts';

/** All endpoints of this package, nested like the client. */
export const endpoints: typeof resources = { ...resources };

/** A client with all endpoints that acts for one user, as `withAccount` returns it. */
export interface StreamAccountClient extends Client<typeof endpoints> {
  /** Short parts of broadcasts: finding, creating and downloading them. */
  readonly clips: StreamClips;
}

/**
 * A client with all endpoints. Endpoints that need a user can be called only on the client that `withAccount` returns.
 */
export interface StreamClient extends UserClient<typeof endpoints, StreamOAuth, StreamAccounts, StreamAccountClient> {}

/**
 * The client of a public app, which has no app token. It signs users in, and `withAccount` returns clients that act for
 * them.
 */
export interface StreamPublicClient extends PublicUserClient<StreamAccountClient, StreamOAuth, StreamAccounts> {}

/** The client of one user whose access token you already have. It acts for that user directly. */
export interface StreamTokenClient extends StreamAccountClient, ClientLifecycle, TokenMethods<StreamAccountClient> {}

/**
 * Creates a client for the live-streaming data API. It requests and refreshes its tokens automatically. `oauth` signs
 * users in, and `withAccount` returns a client that acts for one of them. With the option `accessToken`, the client
 * itself acts for the user of that token, and stores nothing.
 *
 * @throws ApiError `unauthenticated` when an option is missing, `not_supported` in a browser without `allowBrowser`
 * unless there is no secret, `invalid_params` when an option is unknown or invalid.
 * @example
 * const stream = createStreamClient({ clientId, clientSecret });
 * for await (const { user_name, viewer_count } of stream.streams.list({ language: 'en' })) {
 *   console.log(user_name, viewer_count);
 * }
 */
export function createStreamClient(options: StreamTokenOptions): StreamTokenClient;
export function createStreamClient(options: StreamPublicOptions): StreamPublicClient;
export function createStreamClient(options: StreamOptions): StreamClient;
export function createStreamClient(options: StreamTokenOptions | StreamPublicOptions | StreamOptions): object {
  if (hasAccessToken(options))
    return createTokenClient(streamTokenProvider(options), boundEndpoints, options.accessToken);
  return createUserClient(
    withSignIn(withExtension(streamProvider(options), options.extension)),
    boundEndpoints,
    streamOAuth,
    (tools) => streamAccounts(tools, options.validateTokens),
  );
}

/** All endpoints, as a client binds them. A packed package loads each resource when it is first used. */
const boundEndpoints = {
  ...endpoints,
  get clips() {
    return clipsWithWait();
  },
};
