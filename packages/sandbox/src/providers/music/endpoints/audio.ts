import { analysisOf, featuresOf } from '../data/audio.ts';
import type { Track } from '../data/catalog.ts';
import type { Endpoints } from '../endpoint.ts';
import { readIds } from '../request.ts';
import type { Service } from '../service.ts';
import { find, findAll } from './lookups.ts';

/** Creates the endpoints for audio features and audio analyses. */
export function audioEndpoints({ wire, world, random, baseUrl }: Service): Endpoints {
  const write = (track: Track) => {
    const { href, id, uri } = wire.link('track', track.id);
    const analysis_url = `${baseUrl()}/v1/audio-analysis/${id}`;
    return { ...featuresOf(random, track), type: 'audio_features', id, uri, track_href: href, analysis_url };
  };
  return {
    'GET /audio-features/{id}': ({ param }) => write(find(world().track, param('id'))),
    'GET /audio-features': (call) => ({ audio_features: findAll(world().track, readIds(call), write) }),
    'GET /audio-analysis/{id}': ({ param }) => analysisOf(random, find(world().track, param('id'))),
  };
}
