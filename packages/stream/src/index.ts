export {
  ApiError,
  createClient,
  createUserClient,
  type ErrorCode,
  type Grant,
  isApiError,
  type Page,
  type PagedCall,
} from '@x/core';
export { createStreamClient, endpoints, type StreamClient } from './client.ts';
export { type ExtensionOptions, withExtension } from './extension.ts';
export { type StreamOptions, streamProvider } from './provider.ts';
export { type Channel, channels } from './resources/channels.ts';
export { type Clip, clips } from './resources/clips.ts';
export { type Game, games } from './resources/games.ts';
export { type Category, type FoundChannel, search } from './resources/search.ts';
export { type Stream, streams } from './resources/streams.ts';
export { type User, users } from './resources/users.ts';
