import { timestamp } from '../data/catalog.ts';
import type { DatedShelf, Library } from '../data/library.ts';
import type { World } from '../data/world.ts';
import type { Call, Endpoints } from '../endpoint.ts';
import { invalid, notFound } from '../errors.ts';
import { pageOf } from '../paging.ts';
import {
  checkCount,
  csv,
  parseUri,
  readId,
  readIds,
  readIdsBody,
  readSentIds,
  readViewer,
  type SpotifyUri,
  type Viewer,
} from '../request.ts';
import type { Service } from '../service.ts';
import { removedSavedEpisode } from '../wire/real-forms.ts';

/** Entry in a user's library. */
interface Entry {
  /** When it was saved, in Unix milliseconds. */
  readonly at: number;
  write(viewer: Viewer): object | null;
}

/** Creates the endpoints for saved items: by URI for all kinds at once, and by ID for each kind. */
export function libraryEndpoints(service: Service): Endpoints {
  const { wire, library, world } = service;

  return {
    'PUT /me/library': (call) => {
      const shelves = library(call.user);
      const uris = readUris(call, world());
      if (!uris.every(({ kind, id }) => shelves[kind].exists(id))) throw notFound();
      for (const { kind, id } of uris.toReversed()) shelves[kind].add(id);
      return undefined;
    },
    'DELETE /me/library': (call) => {
      const shelves = library(call.user);
      for (const { kind, id } of readUris(call, world())) shelves[kind].remove(id);
      return undefined;
    },
    'GET /me/library/contains': (call) => {
      const shelves = library(call.user);
      return readUris(call, world()).map(({ kind, id }) => shelves[kind].has(id));
    },
    ...saved(service, 'track', (shelves) => shelves.track, wire.track),
    ...saved(service, 'album', (shelves) => shelves.album, wire.album),
    ...saved(service, 'episode', (shelves) => shelves.episode, wire.episode),
    ...saved(service, 'show', (shelves) => shelves.show, wire.showSummary),
    ...saved(service, 'audiobook', (shelves) => shelves.audiobook, wire.audiobook),
  };
}

/** Creates the four operations of a kind. */
function saved<Item>(
  service: Service,
  kind: Exclude<keyof Library, 'playlist'>,
  shelfOf: (library: Library) => DatedShelf<Item>,
  write: (item: Item, viewer: Viewer) => object,
): Endpoints {
  const { library, settings } = service;
  const sentIds = (call: Call) => (call.operation.body ? readSentIds(call).map(readId) : readIds(call));
  return {
    [`GET /me/${kind}s`]: (call) => {
      const viewer = readViewer(call);
      const shelves = library(call.user);
      const entries = shelfOf(shelves)
        .list()
        .map(
          ({ item, at }): Entry => ({
            at,
            write: (viewer) => ({ added_at: timestamp(at), [kind]: write(item, viewer) }),
          }),
        );
      const items = settings.realQuirks ? realEntries(service, kind, shelves, entries) : entries;
      return pageOf(call, items, (entry) => entry.write(viewer));
    },
    [`PUT /me/${kind}s`]: (call) => {
      const shelf = shelfOf(library(call.user));
      const items = readDated(call) ?? sentIds(call).map((id) => ({ id, at: undefined }));
      if (!items.every(({ id }) => shelf.exists(id))) throw notFound();
      for (const { id, at } of items.toReversed()) shelf.add(id, at);
      return undefined;
    },
    [`DELETE /me/${kind}s`]: (call) => {
      const shelf = shelfOf(library(call.user));
      for (const id of sentIds(call)) shelf.remove(id);
      return undefined;
    },
    [`GET /me/${kind}s/contains`]: (call) => readIds(call).map(shelfOf(library(call.user)).has),
  };
}

/**
 * Returns a list's entries as the real host has them: some in another form, one removed, and audiobooks among the
 * shows.
 */
function realEntries(
  { wire, baseUrl }: Service,
  kind: string,
  shelves: Library,
  entries: readonly Entry[],
): readonly Entry[] {
  const books = shelves.audiobook.list();
  const gone: Entry = { at: 0, write: () => ({ added_at: timestamp(0), [kind]: null }) };
  switch (kind) {
    case 'episode':
      return [...entries, { at: 0, write: () => removedSavedEpisode(baseUrl()) }, gone];
    case 'audiobook':
      return [
        ...books.map(({ item, at }) => ({ at, write: (viewer: Viewer) => wire.audiobookSummary(item, viewer) })),
        { at: 0, write: () => null },
      ];
    case 'show': {
      const asShows = books.map(({ item, at }) => ({
        at,
        write: (viewer: Viewer) => ({ added_at: timestamp(at), show: wire.audiobookAsShow(item, viewer) }),
      }));
      return [...entries, ...asShows, gone].sort((a, b) => b.at - a.at);
    }
    default:
      return [...entries, gone];
  }
}

const kinds = ['track', 'album', 'episode', 'show', 'audiobook', 'artist', 'user', 'playlist'] as const;

function readUris(
  { query, operation }: Call,
  { audiobook }: World,
): readonly (SpotifyUri & { readonly kind: keyof Library })[] {
  const uris = csv(query.get('uris'));
  if (uris.length === 0) throw invalid('No uris provided');
  if (uris.length > (operation.query.uris?.maxItems ?? 1)) throw invalid('too many uris requested');
  return uris.map((text) => {
    const uri = parseUri(text);
    const kind = kinds.find((known) => known === uri?.kind);
    if (!uri || !kind) throw invalid(`Invalid uri: ${text}`);
    // The real host addresses audiobooks as shows.
    return { ...uri, kind: kind === 'show' && audiobook.has(uri.id) ? 'audiobook' : kind };
  });
}

/** Reads IDs with the times at which they count as saved; undefined when the body has none. */
function readDated(call: Call) {
  const { timestamped_ids: items } = readIdsBody<{ timestamped_ids: readonly DatedId[] }>(call);
  return (
    items &&
    checkCount(call, items).map(({ id = '', added_at: at = '' }) => {
      if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(at) || Number.isNaN(Date.parse(at)))
        throw invalid('Invalid added_at');
      return { id: readId(id), at: Date.parse(at) };
    })
  );
}

interface DatedId {
  readonly id?: string;
  readonly added_at?: string;
}
