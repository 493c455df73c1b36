import { type Attribute, type Audio, attributes } from './audio.ts';
import { isPlayable } from './availability.ts';
import type { Viewer } from './input.ts';
import type { Artist, Track } from './music-data.ts';
import type { World } from './world.ts';

/** What recommendations start from. */
export interface Seed {
  readonly type: 'artist' | 'track' | 'genre';
  readonly id: string;
}

/** A bound or a wish for what a track measures. */
export interface Wish {
  readonly kind: 'min' | 'max' | 'target';
  readonly attribute: Attribute;
  readonly value: number;
}

/** Genres as seeds: in one word. */
export const genreSeed = (genre: string) => genre.replaceAll(' ', '-');

/** The 20 artists that share most genres with one, those who are about as popular first. */
export function relatedArtists({ artists }: World, artist: Artist): readonly Artist[] {
  const shared = ({ genres }: Artist) => genres.filter((genre) => artist.genres.includes(genre)).length;
  const distance = ({ popularity }: Artist) => Math.abs(popularity - artist.popularity);
  return artists
    .filter((other) => other !== artist)
    .sort((a, b) => shared(b) - shared(a) || distance(a) - distance(b))
    .slice(0, 20);
}

/** What the seeds lead to: of each its pool at every stage, and the tracks of all, best first. */
export function recommend(
  world: World,
  audio: Audio,
  { seeds, wishes, viewer }: { seeds: readonly Seed[]; wishes: readonly Wish[]; viewer: Viewer },
) {
  const measure = (track: Track, attribute: Attribute) =>
    attribute === 'popularity' ? track.popularity : audio.features(track)[attribute];
  const asked = new Set(seeds.map(({ id }) => id));
  const pools = seeds.map((seed) => {
    const initial = poolOf(world, seed).filter(({ id }) => !asked.has(id));
    const filtered = initial.filter((track) =>
      wishes.every(({ kind, attribute, value }) => {
        const measured = measure(track, attribute);
        return kind === 'target' || (kind === 'min' ? measured >= value : measured <= value);
      }),
    );
    const relinked = [...new Map(filtered.map((track) => [track.isrc, track])).values()].filter((track) =>
      isPlayable(track, viewer),
    );
    return { seed, initial, filtered, relinked };
  });

  const hits = new Map<Track, number>();
  for (const track of pools.flatMap(({ relinked }) => relinked)) hits.set(track, (hits.get(track) ?? 0) + 1);
  const targets = wishes.filter(({ kind }) => kind === 'target');
  const miss = (track: Track) =>
    targets.reduce((sum, { attribute, value }) => {
      const { min, max } = attributes[attribute];
      return sum + Math.abs(measure(track, attribute) - value) / (max - min);
    }, 0);
  const tracks = [...hits]
    .map(([track, count]) => ({ track, count, miss: miss(track) }))
    .sort((a, b) => a.miss - b.miss || b.count - a.count || b.track.popularity - a.track.popularity)
    .map(({ track }) => track);
  return { pools, tracks };
}

/** An unknown seed leads to nothing. */
function poolOf(world: World, { type, id }: Seed): readonly Track[] {
  const around = (artist: Artist) => [artist, ...relatedArtists(world, artist)].flatMap(world.tracksOf);
  const unique = (tracks: readonly Track[]) => [...new Set(tracks)];
  switch (type) {
    case 'artist': {
      const artist = world.artist.get(id);
      return artist ? unique(around(artist)) : [];
    }
    case 'track':
      return unique(world.track.get(id)?.artists.flatMap(around) ?? []);
    case 'genre':
      return world.tracks.filter(({ artists }) => artists.some(({ genres }) => genres.map(genreSeed).includes(id)));
  }
}
