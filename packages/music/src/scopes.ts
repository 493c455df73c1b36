/**
 * A scope of the API. The provider documents what each scope allows; the description of a call names the scopes that it
 * needs. Other strings are also accepted.
 *
 * @see https://developer.spotify.com/documentation/web-api/concepts/scopes
 */
export type MusicScope =
  | 'app-remote-control'
  | 'playlist-modify-private'
  | 'playlist-modify-public'
  | 'playlist-read-collaborative'
  | 'playlist-read-private'
  | 'streaming'
  | 'ugc-image-upload'
  | 'user-follow-modify'
  | 'user-follow-read'
  | 'user-library-modify'
  | 'user-library-read'
  | 'user-modify-playback-state'
  | 'user-read-currently-playing'
  | 'user-read-email'
  | 'user-read-playback-position'
  | 'user-read-playback-state'
  | 'user-read-private'
  | 'user-read-recently-played'
  | 'user-top-read';
