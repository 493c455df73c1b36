import { isInsider, type Playlist } from '../data/playlists.ts';
import type { User } from '../data/users.ts';
import type { World } from '../data/world.ts';
import { type Call, requireScope } from '../endpoint.ts';
import { forbidden, notFound } from '../errors.ts';
import type { AccessToken } from '../sign-in/grants.ts';
import { find } from './lookups.ts';

/** The playlist of the path. To all but its people a private one does not exist. */
export function findPlaylist(world: World, { param, token }: Call): Playlist {
  const playlist = find(world.playlist, param('playlist_id'));
  if (!playlist.public && !isInsider(playlist, token.user)) throw notFound();
  return playlist;
}

/** The playlist of the path, for who may see what is in it. */
export function playlistToRead(world: World, call: Call): Playlist {
  const playlist = findPlaylist(world, call);
  if (!playlist.public) requireScope(call.token, readScope(playlist));
  return playlist;
}

/** The playlist of the path, for those who `may` change it; `message` is for the others. */
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

/** The scope to change a playlist, or to follow one, in public or not. */
export const changeScope = (isPublic: boolean) => (isPublic ? 'playlist-modify-public' : 'playlist-modify-private');

const readScope = ({ collaborative }: Playlist) =>
  collaborative ? 'playlist-read-collaborative' : 'playlist-read-private';

/** Whether the list of `user`'s playlists has this one for who asks with `token`. */
export function isListed(playlist: Playlist, user: User, token: AccessToken): boolean {
  const shown = playlist.followedBy.get(user);
  if (shown === undefined || !(playlist.public || isInsider(playlist, user))) return false;
  return (playlist.public && shown) || (token.user === user && token.scopes.includes(readScope(playlist)));
}
