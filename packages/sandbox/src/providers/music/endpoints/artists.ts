import type { Artist } from '../data/catalog.ts';
import type { Endpoints } from '../endpoint.ts';
import { invalid } from '../errors.ts';
import { pageOf } from '../paging.ts';
import { csv, readViewer } from '../request.ts';
import type { Service } from '../service.ts';
import { byRelease } from './albums.ts';
import { find, lookups } from './lookups.ts';
import { relatedArtists } from './recommendations.ts';

const groups = ['album', 'single', 'compilation', 'appears_on'] as const;

/** Creates the endpoints for artists, their albums and top tracks, and related artists. */
export function artistEndpoints({ wire, world }: Service): Endpoints {
  return {
    ...lookups('artists', () => world().artist, wire.artist),
    'GET /artists/{id}/albums': (call) => {
      const viewer = readViewer(call);
      const wanted = readGroups(call.query);
      const artist = find(world().artist, call.param('id'));
      const items = discography(artist).filter(
        ({ album, group }) => wanted.includes(group) && (!viewer.market || album.markets.includes(viewer.market)),
      );
      return pageOf(call, items, ({ album, group }) => wire.discographyAlbum(album, group, viewer));
    },
    'GET /artists/{id}/top-tracks': (call) => {
      const viewer = readViewer(call);
      const { market } = viewer;
      const top = world()
        .tracksOf(find(world().artist, call.param('id')))
        .filter(({ album }) => !market || album.markets.includes(market))
        .toSorted((a, b) => b.popularity - a.popularity)
        .slice(0, 10);
      return { tracks: top.map((track) => wire.track(track, viewer)) };
    },
    'GET /artists/{id}/related-artists': ({ param }) => ({
      artists: relatedArtists(world(), find(world().artist, param('id'))).map(wire.artist),
    }),
  };

  /** Returns the artist's albums by group, each group newest first. */
  function discography(artist: Artist) {
    return world()
      .albumsOf(artist)
      .map((album) => ({ album, group: album.artists.includes(artist) ? album.type : ('appears_on' as const) }))
      .sort((a, b) => groups.indexOf(a.group) - groups.indexOf(b.group) || byRelease(a.album, b.album));
  }
}

function readGroups(query: URLSearchParams): readonly string[] {
  const wanted = csv(query.get('include_groups'));
  if (wanted.some((group) => !groups.some((known) => known === group))) throw invalid('Invalid include_groups');
  return wanted.length > 0 ? wanted : groups;
}
