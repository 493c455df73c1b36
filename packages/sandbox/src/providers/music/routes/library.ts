import { isObjects, isText, readMember } from '../body.ts';
import { invalid, notFound } from '../errors.ts';
import {
  checkCount,
  csv,
  readId,
  readIds,
  readIdsBody,
  readSentIds,
  readViewer,
  readWindow,
  usualWindow,
  type Viewer,
} from '../input.ts';
import type { DatedShelf, Library } from '../library.ts';
import { page } from '../paging.ts';
import { removedSavedEpisode } from '../real-forms.ts';
import type { Call, Route } from '../route.ts';
import type { Service } from '../service.ts';
import { timestamp } from '../timestamp.ts';
import { parseUri, type SpotifyUri } from '../uri.ts';
import type { World } from '../world.ts';

const mostUris = 40;

const modifyScopes = ['user-library-modify', 'user-follow-modify', 'playlist-modify-public'];

/** What is listed of a user's library. */
interface Entry {
  /** When it was saved, in Unix milliseconds. */
  readonly at: number;
  write(viewer: Viewer): object | null;
}

/** Saved items: by URI, of all kinds at once, and by id, one kind each. */
export function libraryRoutes({ settings, wire, library, world, baseUrl }: Service): readonly Route[] {
  /** The entries of a list as the real host has them: some in another form, some gone, and audiobooks among the shows. */
  function realEntries(kind: string, shelves: Library, entries: readonly Entry[]): readonly Entry[] {
    const books = shelves.audiobook.list();
    switch (kind) {
      case 'episode':
        return [...entries, { at: 0, write: () => removedSavedEpisode(baseUrl()) }];
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
        return [...entries, ...asShows].sort((a, b) => b.at - a.at);
      }
      default:
        return entries;
    }
  }

  /** The four routes of a kind. `max`: most ids in one call. */
  function saved<Item>(
    kind: Exclude<keyof Library, 'playlist'>,
    shelfOf: (library: Library) => DatedShelf<Item>,
    write: (item: Item, viewer: Viewer) => object,
    rules: { readonly max: number; readonly readScopes?: readonly string[]; readonly body?: 'none' | 'dated' },
  ): readonly Route[] {
    const { max, readScopes = [], body } = rules;
    const path = `/v1/me/${kind}s`;
    return [
      {
        method: 'GET',
        path,
        user: true,
        scopes: ['user-library-read', ...readScopes],
        answer: (call) => {
          const viewer = readViewer(call);
          const window = readWindow(call.query, usualWindow);
          const shelves = library(call.token.user);
          const entries = shelfOf(shelves)
            .list()
            .map(
              ({ item, at }): Entry => ({
                at,
                write: (viewer) => ({ added_at: timestamp(at), [kind]: write(item, viewer) }),
              }),
            );
          const items = settings.realQuirks ? realEntries(kind, shelves, entries) : entries;
          return page({ address: baseUrl() + call.path, query: call.query, items }, window, (entry) =>
            entry.write(viewer),
          );
        },
      },
      {
        method: 'PUT',
        path,
        user: true,
        status: 200,
        scopes: ['user-library-modify'],
        removed: true,
        answer: (call) => {
          const shelf = shelfOf(library(call.token.user));
          const items =
            (body === 'dated' && readDated(call, max)) || sentIds(call).map((id) => ({ id, at: undefined }));
          if (!items.every(({ id }) => shelf.exists(id))) throw notFound();
          for (const { id, at } of items.toReversed()) shelf.add(id, at);
          return undefined;
        },
      },
      {
        method: 'DELETE',
        path,
        user: true,
        status: 200,
        scopes: ['user-library-modify'],
        removed: true,
        answer: (call) => {
          const shelf = shelfOf(library(call.token.user));
          for (const id of sentIds(call)) shelf.remove(id);
          return undefined;
        },
      },
      {
        method: 'GET',
        path: `${path}/contains`,
        user: true,
        scopes: ['user-library-read'],
        removed: true,
        answer: (call) => readIds(call.query, max).map(shelfOf(library(call.token.user)).has),
      },
    ];

    function sentIds(call: Call): readonly string[] {
      return body === 'none' ? readIds(call.query, max) : readSentIds(call, max).map(readId);
    }
  }

  return [
    {
      method: 'PUT',
      path: '/v1/me/library',
      status: 200,
      user: true,
      scopes: modifyScopes,
      answer: (call) => {
        const shelves = library(call.token.user);
        const uris = readUris(call, world());
        if (!uris.every(({ kind, id }) => shelves[kind].exists(id))) throw notFound();
        for (const { kind, id } of uris.toReversed()) shelves[kind].add(id);
        return undefined;
      },
    },
    {
      method: 'DELETE',
      path: '/v1/me/library',
      status: 200,
      user: true,
      scopes: modifyScopes,
      answer: (call) => {
        const shelves = library(call.token.user);
        for (const { kind, id } of readUris(call, world())) shelves[kind].remove(id);
        return undefined;
      },
    },
    {
      method: 'GET',
      path: '/v1/me/library/contains',
      user: true,
      scopes: ['user-library-read', 'user-follow-read', 'playlist-read-private'],
      answer: (call) => {
        const shelves = library(call.token.user);
        return readUris(call, world()).map(({ kind, id }) => shelves[kind].has(id));
      },
    },
    ...saved('track', (shelves) => shelves.track, wire.track, { max: 50, body: 'dated' }),
    ...saved('album', (shelves) => shelves.album, wire.album, { max: 20 }),
    ...saved('episode', (shelves) => shelves.episode, wire.episode, {
      max: 50,
      readScopes: ['user-read-playback-position'],
    }),
    ...saved('show', (shelves) => shelves.show, wire.showSummary, { max: 50 }),
    ...saved('audiobook', (shelves) => shelves.audiobook, wire.audiobook, { max: 50, body: 'none' }),
  ];
}

const kinds = ['track', 'album', 'episode', 'show', 'audiobook', 'artist', 'user', 'playlist'] as const;

function readUris({ query }: Call, { audiobook }: World): readonly (SpotifyUri & { readonly kind: keyof Library })[] {
  const uris = csv(query.get('uris'));
  if (uris.length === 0) throw invalid('No uris provided');
  if (uris.length > mostUris) throw invalid('too many uris requested');
  return uris.map((text) => {
    const uri = parseUri(text);
    const kind = kinds.find((known) => known === uri?.kind);
    if (!uri || !kind) throw invalid(`Invalid uri: ${text}`);
    // The real host addresses audiobooks as shows.
    return { ...uri, kind: kind === 'show' && audiobook.has(uri.id) ? 'audiobook' : kind };
  });
}

/** Ids with the times to save them under; undefined when the body has none. */
function readDated(call: Call, max: number) {
  const items = readMember(readIdsBody(call), 'timestamped_ids', isObjects);
  return (
    items &&
    checkCount(items, max).map((item) => {
      const at = readMember(item, 'added_at', isText);
      if (!at || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(at) || Number.isNaN(Date.parse(at)))
        throw invalid('Invalid added_at');
      return { id: readId(readMember(item, 'id', isText) ?? ''), at: Date.parse(at) };
    })
  );
}
