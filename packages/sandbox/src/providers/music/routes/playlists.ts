import { forbidden, notFound } from '../errors.ts';
import { applyFields, parseFields } from '../fields.ts';
import { csv, readViewer, readWindow, usualWindow } from '../input.ts';
import { page } from '../paging.ts';
import { isInsider } from '../playlist-data.ts';
import {
  entryWindow,
  formOf,
  type PlaylistForm,
  writeCover,
  writeEntries,
  writePlaylist,
  writePlaylistSummary,
} from '../playlist-wire.ts';
import { gone, withGone } from '../real-forms.ts';
import type { Call, Route } from '../route.ts';
import type { Service } from '../service.ts';
import type { User } from '../user-data.ts';
import { isListed, playlistToRead } from './playlist-access.ts';

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
      const playlist = playlistToRead(world(), call);
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
        const playlist = playlistToRead(world(), call);
        const hidden = settings.development && !isInsider(playlist, call.token.user);
        const style = { form: formOf(settings), viewer, episodes: wantsEpisodes(call) };
        return filterFields(call, writePlaylist(wire, settings, playlist, hidden ? undefined : style));
      },
    },
    entries('items', {}),
    entries('tracks', { removed: true }),
    {
      method: 'GET',
      path: '/v1/playlists/:id/images',
      answer: (call) => writeCover(wire, playlistToRead(world(), call)) ?? [],
    },
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

  function playlistsOf(user: User, { query, path, token }: Call) {
    const window = readWindow(query, playlistsWindow);
    const listed = world().playlists.filter((playlist) => isListed(playlist, user, token));
    // The real host counts followed playlists of its own, but shows them to few apps.
    const items = settings.realQuirks ? withGone(listed) : listed;
    const list = { address: baseUrl() + path, query, items };
    return page(list, window, (playlist) =>
      playlist === gone ? null : writePlaylistSummary(wire, settings, playlist),
    );
  }
}

const wantsEpisodes = ({ query }: Call) => csv(query.get('additional_types')).includes('episode');

function filterFields({ query }: Call, body: object): object {
  const fields = query.get('fields');
  return fields ? Object(applyFields(body, parseFields(fields))) : body;
}
