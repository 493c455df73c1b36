import type { Playlist, PlaylistEntry } from '../data/playlists.ts';
import type { Episode } from '../data/spoken.ts';
import type { Settings } from '../options.ts';
import { page } from '../paging.ts';
import type { PageWindow, Viewer } from '../request.ts';
import { nobody } from './real-forms.ts';
import type { Wire } from './records.ts';

/** The two wire forms of playlist contents: `tracks` of `track` until February 2026, `items` of `item` since. */
export type PlaylistForm = 'tracks' | 'items';

/**
 * Returns the forms that playlist objects have: apps with extended quota also get the old one. The form of a list of
 * entries depends on its path.
 */
const formsOf = ({ development }: Settings): readonly PlaylistForm[] => (development ? ['items'] : ['items', 'tracks']);

const entryWindow = {
  tracks: { max: 100, fallback: 20 },
  items: { max: 50, fallback: 20 },
} as const;

export interface EntryStyle {
  readonly viewer: Viewer;
  /** Whether the caller supports episodes; otherwise they are written as tracks. */
  readonly episodes: boolean;
}

const escapes: Readonly<Record<string, string>> = {
  ...{ '&': '&amp;', '<': '&lt;', '>': '&gt;' },
  ...{ '"': '&quot;', "'": '&#x27;', '/': '&#x2F;' },
};

/** Escapes a description, which the real host returns as HTML: https://github.com/spotify/web-api/issues/980. */
const inHtml = (text: string): string => text.replaceAll(/[&<>"'/]/g, (character) => escapes[character] as string);

function playlistFields(wire: Wire, playlist: Playlist) {
  const { id, owner } = playlist;
  return {
    ...wire.link('playlist', id),
    collaborative: playlist.collaborative,
    description: playlist.description && inHtml(playlist.description),
    images: writeCover(wire, playlist),
    name: playlist.name,
    owner: { ...wire.link('user', owner.id), display_name: owner.displayName },
    public: playlist.public,
    snapshot_id: playlist.snapshotId,
  };
}

/** Writes the owner's picture, of unknown size, or a generated one; null for an empty playlist without a picture. */
export function writeCover(wire: Wire, { id, cover, entries }: Playlist) {
  if (cover) return [wire.uploadedImage(cover.id)];
  return entries.length > 0 ? wire.images(id) : null;
}

export function writePlaylistSummary(wire: Wire, settings: Settings, playlist: Playlist) {
  const fields = playlistFields(wire, playlist);
  // The real host does not always report the size of its own playlists.
  const total = settings.realQuirks && playlist.owner.id === 'spotify' ? null : playlist.entries.length;
  const contents = formsOf(settings).map((form) => [form, { href: `${fields.href}/${form}`, total }]);
  return { ...fields, ...Object.fromEntries(contents) };
}

/** Writes the whole playlist. Without `style`, the caller may not see its contents. */
export function writePlaylist(wire: Wire, settings: Settings, playlist: Playlist, style: EntryStyle | undefined) {
  const fields = playlistFields(wire, playlist);
  // Owners do not count as followers of their own playlists.
  const total = playlist.followedBy.size - Number(playlist.followedBy.has(playlist.owner));
  const followers = { href: null, total };
  if (!style) return { ...fields, followers };
  const query = style.episodes ? [['additional_types', 'track,episode'] as const] : [];
  const contents = formsOf(settings).map((form) => {
    const list = { form, address: `${fields.href}/${form}`, query };
    const first = { limit: entryWindow[form].max, offset: 0 };
    return [form, writeEntries(wire, settings, playlist, list, first, style)];
  });
  return { ...fields, followers, ...Object.fromEntries(contents) };
}

export function writeEntries(
  wire: Wire,
  settings: Settings,
  playlist: Playlist,
  { form, ...list }: { form: PlaylistForm; address: string; query: Iterable<readonly [string, string]> },
  window: PageWindow,
  style: EntryStyle,
) {
  const items = playlist.entries;
  let at = window.offset;
  return page({ ...list, items }, window, (entry) => {
    const gone = settings.nullItems && at++ % 10 === 9;
    const item = gone ? null : writeItem(wire, settings, entry.item, style);
    const addedBy = entry.addedBy && wire.link('user', entry.addedBy.id);
    return {
      added_at: entry.addedAt,
      added_by: addedBy ?? (settings.realQuirks ? nobody(wire.baseUrl()) : null),
      is_local: 'local' in entry.item,
      ...(form === 'items' && { item }),
      ...(!(form === 'items' && settings.development) && { track: item }),
    };
  });
}

export function itemUri(item: PlaylistEntry['item']): string {
  if (!('local' in item)) return `spotify:${'show' in item ? 'episode' : 'track'}:${item.id}`;
  const words = [item.artist, '', item.name, Math.round(item.durationMs / 1000)].map((word) =>
    encodeURIComponent(word).replaceAll('%20', '+'),
  );
  return `spotify:local:${words.join(':')}`;
}

function writeItem(wire: Wire, settings: Settings, item: PlaylistEntry['item'], { viewer, episodes }: EntryStyle) {
  if ('local' in item) {
    const { name, artist, durationMs } = item;
    return {
      ...wire.trim(trackShape),
      artists: [{ ...nowhere, name: artist, type: 'artist' }],
      album: {
        ...nowhere,
        album_type: null,
        artists: [],
        available_markets: [],
        images: [],
        name: '',
        release_date: null,
        release_date_precision: null,
        type: 'album',
      },
      duration_ms: durationMs,
      is_local: true,
      name,
      uri: itemUri(item),
    };
  }
  if (!('show' in item)) return wire.track(item, viewer);
  if (!episodes) return writeEpisodeAsTrack(wire, settings, item, viewer);
  return wire.embeddedEpisode(item, viewer);
}

function writeEpisodeAsTrack(wire: Wire, { realQuirks }: Settings, episode: Episode, viewer: Viewer) {
  const { show } = episode;
  // The real host presents the show as the artist, but without a name: it puts the name where the type belongs.
  const artist = realQuirks
    ? { ...wire.link('show', show.id), name: null, type: show.name }
    : { ...nowhere, name: show.publisher, type: 'artist' };
  return {
    ...wire.trim(trackShape),
    ...wire.link('episode', episode.id),
    artists: [artist],
    album: {
      ...wire.link('show', show.id),
      album_type: realQuirks ? 'compilation' : null,
      artists: realQuirks ? [artist] : [],
      images: wire.images(show.id),
      name: show.name,
      release_date: null,
      ...(realQuirks && { release_date_precision: null }),
    },
    duration_ms: episode.durationMs,
    explicit: show.explicit,
    ...(viewer.market && { is_playable: show.markets.includes(viewer.market) }),
    name: episode.name,
  };
}

const nowhere = { external_urls: {}, href: null, id: null, uri: null };

const trackShape = {
  ...nowhere,
  available_markets: [],
  disc_number: 0,
  explicit: false,
  external_ids: {},
  is_local: false,
  popularity: 0,
  preview_url: null,
  track_number: 0,
  type: 'track',
};
