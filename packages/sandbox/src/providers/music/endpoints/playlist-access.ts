import { isInsider, type Playlist } from '../data/playlists.ts';
import type { User } from '../data/users.ts';
import type { World } from '../data/world.ts';
import { type Call, requireScope } from '../endpoint.ts';
import { forbidden, notFound } from '../errors.ts';
import type { AccessToken } from '../sign-in/grants.ts';
import { find } from './lookups.ts';

/** Returns the playlist in the path. A private one exists only for its owner and collaborators. */
export function findPlaylist(world: World, { param, token }: Call): Playlist {
  const playlist = find(world.playlist, param('playlist_id'));
  if (!playlist.public && !isInsider(playlist, token.user)) throw notFound();
  return playlist;
}

/** Returns the playlist in the path, if the caller may see its contents. */
export function playlistToRead(world: World, call: Call): Playlist {
  const playlist = findPlaylist(world, call);
  if (!playlist.public) requireScope(call.token, readScope(playlist));
  return playlist;
}

/** Returns the playlist in the path, if the user `may` change it; refuses other users with `message`. */
export function playlistToChange(
  world: World,
  call: Call,
  may: (playlist: Playlist, user: User) => boolean,
  message?: string,
): Playlist {
  const playlist = findPlaylist(world, call);
  requireScope(call.token, changeScope(playlist.public));
  if (!may(playlist, call.user)) throw forbidden(message);
  return playlist;
}

export const isOwner = ({ owner }: Playlist, user: User) => owner === user;

/** Returns the scope needed to change or follow a playlist, publicly or privately. */
export const changeScope = (isPublic: boolean) => (isPublic ? 'playlist-modify-public' : 'playlist-modify-private');

const readScope = ({ collaborative }: Playlist) =>
  collaborative ? 'playlist-read-collaborative' : 'playlist-read-private';

/** Returns whether `user`'s list of playlists shows this one to a caller with `token`. */
export function isListed(playlist: Playlist, user: User, token: AccessToken): boolean {
  const shown = playlist.followedBy.get(user);
  if (shown === undefined || !(playlist.public || isInsider(playlist, user))) return false;
  return (playlist.public && shown) || (token.user === user && token.scopes.includes(readScope(playlist)));
}
