import type { Album } from '../data/catalog.ts';
import type { Endpoints } from '../endpoint.ts';
import { pageOf } from '../paging.ts';
import { readViewer } from '../request.ts';
import type { Service } from '../service.ts';
import { find, lookups } from './lookups.ts';

/** Creates the endpoints for albums and their tracks. */
export function albumEndpoints({ wire, world }: Service): Endpoints {
  return {
    ...lookups('albums', () => world().album, wire.album),
    'GET /albums/{id}/tracks': (call) => {
      const viewer = readViewer(call);
      return pageOf(call, find(world().album, call.param('id')).tracks, (track) => wire.trackSummary(track, viewer));
    },
  };
}

/** Compares two albums by release date, newest first. */
export function byRelease(a: Album, b: Album): number {
  return b.released.date.localeCompare(a.released.date);
}
