import { parseQuery } from '../data/search-query.ts';
import type { Endpoints } from '../endpoint.ts';
import { invalid } from '../errors.ts';
import { page } from '../paging.ts';
import { csv, readViewer, readWindow } from '../request.ts';
import type { Service } from '../service.ts';
import { writePlaylistSummary } from '../wire/playlists.ts';

const types = ['album', 'artist', 'playlist', 'track', 'show', 'episode', 'audiobook'] as const;
type SearchType = (typeof types)[number];

/** Maximum length of a query; undocumented. */
const longestQuery = 250;

/** Last result that a page may reach. */
const lastResult = 1000;

export function searchEndpoints({ settings, wire, search }: Service): Endpoints {
  return {
    'GET /search': (call) => {
      // Links to further pages have `query` where callers send `q`.
      const q = (call.query.get('q') ?? call.query.get('query') ?? '').trim();
      if (q === '') throw invalid('No search query');
      if (q.length > longestQuery) throw invalid(`Query exceeds maximum length of ${longestQuery} characters`);
      const asked = readTypes(call.query);
      const window = readWindow(call);
      if (window.offset + window.limit > lastResult) throw invalid('Invalid offset');
      const viewer = readViewer(call);
      const market = call.query.get('market');
      const parsed = parseQuery(q);
      const find = search();

      function results<T>(type: SearchType, items: readonly T[], write: (item: T) => unknown) {
        const query: [string, string][] = [
          ['query', q],
          ['type', type],
          ...(market ? [['market', market] as [string, string]] : []),
        ];
        return page({ address: call.address, query, items, lastItem: lastResult }, window, write);
      }

      const answers: Record<SearchType, () => object> = {
        album: () => results('album', find.album(parsed, viewer.market), (album) => wire.albumSummary(album, viewer)),
        artist: () => results('artist', find.artist(parsed, viewer.market), wire.artist),
        playlist: () => {
          const items = find.playlist(parsed).map((playlist, at) => ({ playlist, at }));
          return results('playlist', items, ({ playlist, at }) =>
            settings.nullItems && at % 3 === 2 ? null : writePlaylistSummary(wire, settings, playlist),
          );
        },
        track: () => results('track', find.track(parsed, viewer.market), (track) => wire.track(track, viewer)),
        show: () => results('show', find.show(parsed, viewer.market), (show) => wire.showSummary(show, viewer)),
        episode: () =>
          results('episode', find.episode(parsed, viewer.market), (episode) => wire.episodeSummary(episode, viewer)),
        audiobook: () =>
          results('audiobook', find.audiobook(parsed, viewer.market), (book) => wire.audiobookSummary(book, viewer)),
      };
      return Object.fromEntries(asked.map((type) => [`${type}s`, answers[type]()]));
    },
  };
}

function readTypes(query: URLSearchParams): readonly SearchType[] {
  const asked = csv(query.get('type'));
  if (asked.length === 0) throw invalid('Missing parameter type');
  return [...new Set(asked)].map((name) => {
    const type = types.find((known) => known === name);
    if (!type) throw invalid(`Bad search type field ${name}`);
    return type;
  });
}
