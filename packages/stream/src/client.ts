import type { UserClient } from '@x/core';
import { createUserClient } from '@x/core/provider';
import * as resources from './endpoints.ts';
import { withExtension } from './extension.ts';
import { type StreamAccounts, type StreamOAuth, streamAccounts, streamOAuth, withSignIn } from './oauth.ts';
import { type StreamOptionsOf, streamProvider } from './provider.ts';

/** Every endpoint of this package, nested as the client is. */
export const endpoints: typeof resources = { ...resources };

/** A client with all endpoints. */
export interface StreamClient extends UserClient<typeof endpoints, StreamOAuth, StreamAccounts> {}

/**
 * Creates a client for the live-streaming data API. It requests and refreshes its tokens automatically. `oauth` signs
 * users in, and `withAccount` returns a client that acts for one of them.
 *
 * @throws ApiError `unauthenticated` when an option is missing,
 * `invalid_params` when an option is unknown or not valid.
 * @example
 * const stream = createStreamClient({ clientId, clientSecret });
 * for await (const { user_name, viewer_count } of stream.streams.list({ language: 'en' })) {
 *   console.log(user_name, viewer_count);
 * }
 */
export const createStreamClient = <Type extends 'confidential' | 'public' = 'confidential'>(
  options: StreamOptionsOf<Type>,
): StreamClient =>
  createUserClient(
    withSignIn(withExtension(streamProvider(options), options.extension)),
    endpoints,
    streamOAuth,
    (tools) => streamAccounts(tools, options.validateTokens),
  );
