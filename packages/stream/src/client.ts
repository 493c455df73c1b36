import { createUserClient, type UserClient } from '@x/core';
import { withExtension } from './extension.ts';
import { type StreamOptions, streamProvider } from './provider.ts';
import { channels } from './resources/channels.ts';
import { clips } from './resources/clips.ts';
import { games } from './resources/games.ts';
import { search } from './resources/search.ts';
import { streams } from './resources/streams.ts';
import { users } from './resources/users.ts';

/** Every endpoint of this package, nested as the client is. */
export const endpoints = { channels, clips, games, search, streams, users };

/** A client with all endpoints. */
export interface StreamClient extends UserClient<typeof endpoints> {}

/**
 * Makes a client for the live-streaming data API. It gets and renews its app token by itself; `withAccount` acts for a
 * user.
 *
 * @throws ApiError `unauthenticated` when an option is missing.
 * @example
 * const stream = createStreamClient({ clientId, clientSecret });
 * for await (const { user_name, viewer_count } of stream.streams.list({ language: 'en' })) {
 *   console.log(user_name, viewer_count);
 * }
 */
export const createStreamClient = (options: StreamOptions): StreamClient =>
  createUserClient(withExtension(streamProvider(options), options.extension), endpoints);
