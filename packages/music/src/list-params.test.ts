import { describeListParams, type ListLimit, type ListParam } from '@x/testing';
import { endpoints } from './index.ts';

const id = (index: number) => String(index).padStart(22, '0');
const uri = (index: number) => `spotify:track:${id(index)}`;

const ids = (limit: ListLimit): ListParam => ({ param: 'ids', limit, value: id });
const uris = (limit: ListLimit): ListParam => ({ param: 'uris', limit, value: uri });
/** Long reads are split. Long writes are refused, because half of a split write could fail. */
const split = (splitBy: number) => ids({ splitBy });
const upTo = (max: number) => ids({ max });
const additionalTypes: ListParam = { param: 'additional_types', limit: { max: 2 }, value: () => 'episode' };
const seeds = (param: string): ListParam => ({ param, limit: { max: 5 }, value: id });

// Limits from https://developer.spotify.com/documentation/web-api/reference
describeListParams(endpoints, {
  'albums.list': [split(20)],
  'artists.albums': [{ param: 'include_groups', limit: { max: 4 }, value: () => 'album' }],
  'artists.list': [split(50)],
  'audioFeatures.list': [split(100)],
  'audiobooks.list': [split(50)],
  'chapters.list': [split(50)],
  'episodes.list': [split(50)],
  'following.contains': [split(50)],
  'following.follow': [upTo(50)],
  'following.unfollow': [upTo(50)],
  'library.albums.contains': [split(20)],
  'library.albums.remove': [upTo(20)],
  'library.albums.save': [upTo(20)],
  'library.audiobooks.contains': [split(50)],
  'library.audiobooks.remove': [upTo(50)],
  'library.audiobooks.save': [upTo(50)],
  'library.contains': [uris({ splitBy: 40 })],
  'library.episodes.contains': [split(50)],
  'library.episodes.remove': [upTo(50)],
  'library.episodes.save': [upTo(50)],
  'library.remove': [uris({ max: 40 })],
  'library.save': [uris({ max: 40 })],
  'library.shows.contains': [split(50)],
  'library.shows.remove': [upTo(50)],
  'library.shows.save': [upTo(50)],
  'library.tracks.contains': [split(50)],
  'library.tracks.remove': [upTo(50)],
  'library.tracks.save': [
    upTo(50),
    {
      param: 'timestamped_ids',
      limit: { max: 50 },
      value: (index) => ({ id: id(index), added_at: '2026-01-01T00:00:00Z' }),
    },
  ],
  'player.currentlyPlaying': [additionalTypes],
  'player.get': [additionalTypes],
  'player.play': [uris('no documented maximum')],
  'player.transfer': [{ param: 'device_ids', limit: { max: 1 } }],
  'playlists.addItems': [uris({ max: 100 })],
  'playlists.addTracks': [uris({ max: 100 })],
  'playlists.get': [additionalTypes],
  'playlists.items': [additionalTypes],
  'playlists.removeItems': [{ param: 'items', limit: { max: 100 }, value: (index) => ({ uri: uri(index) }) }],
  'playlists.removeTracks': [{ param: 'tracks', limit: { max: 100 }, value: (index) => ({ uri: uri(index) }) }],
  'playlists.tracks': [additionalTypes],
  'playlists.updateItems': [uris({ max: 100 })],
  'playlists.updateTracks': [uris({ max: 100 })],
  'recommendations.get': [seeds('seed_artists'), seeds('seed_tracks'), seeds('seed_genres')],
  search: [{ param: 'type', limit: { max: 7 }, value: () => 'track' }],
  'shows.list': [split(50)],
  'tracks.list': [split(50)],
});
