import { forbidden, notFound } from '../errors.ts';
import { applyFields, parseFields } from '../fields.ts';
import type { AccessToken } from '../grants.ts';
import { csv, readViewer, readWindow, usualWindow } from '../input.ts';
import { page } from '../paging.ts';
import type { Playlist } from '../playlist-data.ts';
import {
  entryWindow,
  formOf,
  type PlaylistForm,
  writeEntries,
  writePlaylist,
  writePlaylistSummary,
} from '../playlist-wire.ts';
import { type Call, type Route, requireScope } from '../route.ts';
import type { Service } from '../service.ts';
import type { User } from '../user-data.ts';
import { find } from './catalog.ts';

const playlistsWindow = { ...usualWindow, maxOffset: 100_000 };

/** Playlists, their entries, and the lists of users. */
export function playlistRoutes({ settings, wire, world, users, baseUrl }: Service): readonly Route[] {
  const entries = (form: PlaylistForm, removed: { removed?: true }): Route => ({
    method: 'GET',
    path: `/v1/playlists/:id/${form}`,
    ...removed,
    answer: (call) => {
      const viewer = readViewer(call);
      const window = readWindow(call.query, entryWindow[form]);
      const playlist = readPlaylist(call);
      if (settings.development && !isInsider(playlist, call.token.user)) throw forbidden();
      const list = { address: baseUrl() + call.path, query: call.query };
      const style = { form, viewer, episodes: wantsEpisodes(call) };
      return filterFields(call, writeEntries(wire, settings, playlist, list, window, style));
    },
  });

  return [
    {
      method: 'GET',
      path: '/v1/playlists/:id',
      answer: (call) => {
        const viewer = readViewer(call);
        const playlist = readPlaylist(call);
        const hidden = settings.development && !isInsider(playlist, call.token.user);
        const style = { form: formOf(settings), viewer, episodes: wantsEpisodes(call) };
        return filterFields(call, writePlaylist(wire, settings, playlist, hidden ? undefined : style));
      },
    },
    entries('items', {}),
    entries('tracks', { removed: true }),
    {
      method: 'GET',
      path: '/v1/me/playlists',
      user: true,
      scopes: ['playlist-read-private'],
      answer: (call) => playlistsOf(call.token.user, call),
    },
    {
      method: 'GET',
      path: '/v1/users/:id/playlists',
      removed: true,
      answer: (call) => {
        const user = users.find(({ id }) => id === call.param('id'));
        if (!user) throw notFound();
        return playlistsOf(user, call);
      },
    },
  ];

  function readPlaylist({ param, token }: Call): Playlist {
    const playlist = find(world().playlist, param('id'));
    if (playlist.public) return playlist;
    // To everybody else a private playlist does not exist.
    if (!isInsider(playlist, token.user)) throw notFound();
    requireScope(token, scopeOf(playlist));
    return playlist;
  }

  function playlistsOf(user: User, { query, path, token }: Call) {
    const window = readWindow(query, playlistsWindow);
    const items = world().playlists.filter(
      (playlist) =>
        playlist.followedBy.includes(user) && (playlist.public || (token.user === user && mayList(playlist, token))),
    );
    const list = { address: baseUrl() + path, query, items };
    return page(list, window, (playlist) => writePlaylistSummary(wire, settings, playlist));
  }
}

function isInsider({ owner, collaborators }: Playlist, user: User | undefined): boolean {
  return user !== undefined && (owner === user || collaborators.includes(user));
}

const scopeOf = ({ collaborative }: Playlist) =>
  collaborative ? 'playlist-read-collaborative' : 'playlist-read-private';
const mayList = (playlist: Playlist, token: AccessToken) => token.scopes.includes(scopeOf(playlist));
const wantsEpisodes = ({ query }: Call) => csv(query.get('additional_types')).includes('episode');

function filterFields({ query }: Call, body: object): object {
  const fields = query.get('fields');
  return fields ? Object(applyFields(body, parseFields(fields))) : body;
}
