import { isInsider } from '../data/playlists.ts';
import type { User } from '../data/users.ts';
import type { Call, Endpoints } from '../endpoint.ts';
import { forbidden, notFound } from '../errors.ts';
import { pageOf } from '../paging.ts';
import { csv, readViewer, readWindow } from '../request.ts';
import type { Service } from '../service.ts';
import { applyFields, parseFields } from '../wire/fields.ts';
import { type PlaylistForm, writeCover, writeEntries, writePlaylist, writePlaylistSummary } from '../wire/playlists.ts';
import { gone, withGone } from '../wire/real-forms.ts';
import { isListed, playlistToRead } from './playlist-access.ts';

/** Creates the endpoints for playlists, their entries, and users' lists of playlists. */
export function playlistEndpoints({ settings, wire, world, users }: Service): Endpoints {
  const entries = (form: PlaylistForm) => (call: Call) => {
    const viewer = readViewer(call);
    const window = readWindow(call);
    const playlist = playlistToRead(world(), call);
    if (settings.development && !isInsider(playlist, call.token.user)) throw forbidden();
    const { address, query } = call;
    const style = { viewer, episodes: wantsEpisodes(call) };
    return filterFields(call, writeEntries(wire, settings, playlist, { form, address, query }, window, style));
  };

  return {
    'GET /playlists/{playlist_id}': (call) => {
      const viewer = readViewer(call);
      const playlist = playlistToRead(world(), call);
      const hidden = settings.development && !isInsider(playlist, call.token.user);
      const style = { viewer, episodes: wantsEpisodes(call) };
      return filterFields(call, writePlaylist(wire, settings, playlist, hidden ? undefined : style));
    },
    'GET /playlists/{playlist_id}/items': entries('items'),
    'GET /playlists/{playlist_id}/tracks': entries('tracks'),
    'GET /playlists/{playlist_id}/images': (call) => writeCover(wire, playlistToRead(world(), call)) ?? [],
    'GET /me/playlists': (call) => playlistsOf(call.user, call),
    'GET /users/{user_id}/playlists': (call) => {
      const user = users.find(({ id }) => id === call.param('user_id'));
      if (!user) throw notFound();
      return playlistsOf(user, call);
    },
  };

  function playlistsOf(user: User, call: Call) {
    const listed = world().playlists.filter((playlist) => isListed(playlist, user, call.token));
    // The real host counts followed playlists of its own, but shows them only to a few apps.
    const items = settings.realQuirks ? withGone(listed) : listed;
    return pageOf(call, items, (playlist) =>
      playlist === gone ? null : writePlaylistSummary(wire, settings, playlist),
    );
  }
}

const wantsEpisodes = ({ query }: Call) => csv(query.get('additional_types')).includes('episode');

function filterFields({ query }: Call, body: object): object {
  const fields = query.get('fields');
  return fields ? Object(applyFields(body, parseFields(fields))) : body;
}
