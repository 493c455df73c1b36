import nock from 'nock';
import { createMusicClient, type MusicAccountClient, type MusicOptions } from '../src/index.ts';

/** Address that the client sends its calls to. */
export const api = 'https://api.spotify.com';
/** Current time on the client's clock. */
export const now = Date.UTC(2026, 7, 1);
/** A well-formed ID. */
export const id = 'a'.repeat(22);
/** Returns the URI of the track with this number. */
export const uriOf = (index: number) => `spotify:track:${String(index).padStart(22, '0')}`;

/** Creates a client that acts for a user whose grant has `scopes`. */
export async function user(scopes?: string[], options: Partial<MusicOptions> = {}): Promise<MusicAccountClient> {
  const music = createMusicClient({
    clientId: 'the-client',
    clientSecret: 'the-secret',
    retries: 0,
    clock: { now: () => now },
    ...options,
  });
  await music.accounts.set('ann', { accessToken: 'her-token', ...(scopes && { scopes }) });
  return music.withAccount('ann');
}

/** Intercepts API requests sent with the user's token. */
export const asUser = () => nock(api, { reqheaders: { authorization: 'Bearer her-token' } });
/** Returns the fields that identify a record. */
export const link = (type: string, letter = 'a') => ({
  type,
  id: letter.repeat(22),
  uri: `spotify:${type}:${letter.repeat(22)}`,
  href: `${api}/v1/${type}s/${letter.repeat(22)}`,
  external_urls: { spotify: `https://open.spotify.com/${type}/${letter.repeat(22)}` },
  name: `${type} ${letter}`,
});
/** Returns a complete track. */
export const track = (letter: string) => ({
  ...link('track', letter),
  album: {
    ...link('album'),
    album_type: 'album',
    artists: [link('artist')],
    images: [],
    release_date: '1999',
    release_date_precision: 'year',
    total_tracks: 1,
  },
  artists: [link('artist')],
  disc_number: 1,
  duration_ms: 1000,
  explicit: false,
  is_local: false,
  track_number: 1,
});
