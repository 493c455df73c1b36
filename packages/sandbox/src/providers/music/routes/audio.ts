import { readIds } from '../input.ts';
import type { Track } from '../music-data.ts';
import type { Route } from '../route.ts';
import type { Service } from '../service.ts';
import { find, findAll } from './catalog.ts';

/** How tracks sound. */
export function audioRoutes({ wire, world, audio, baseUrl }: Service): readonly Route[] {
  return [
    {
      method: 'GET',
      path: '/v1/audio-features/:id',
      removed: true,
      answer: ({ param }) => writeFeatures(find(world().track, param('id'))),
    },
    {
      method: 'GET',
      path: '/v1/audio-features',
      removed: true,
      answer: ({ query }) => ({ audio_features: findAll(world().track, readIds(query, 100), writeFeatures) }),
    },
    {
      method: 'GET',
      path: '/v1/audio-analysis/:id',
      removed: true,
      answer: ({ param }) => audio.analysis(find(world().track, param('id'))),
    },
  ];

  function writeFeatures(track: Track) {
    const { href, id, uri } = wire.link('track', track.id);
    return {
      ...audio.features(track),
      type: 'audio_features',
      id,
      uri,
      track_href: href,
      analysis_url: `${baseUrl()}/v1/audio-analysis/${id}`,
    };
  }
}
