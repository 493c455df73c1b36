const scopes: readonly string[] = [
  'ugc-image-upload',
  'user-read-playback-state',
  'user-modify-playback-state',
  'user-read-currently-playing',
  'app-remote-control',
  'streaming',
  'playlist-read-private',
  'playlist-read-collaborative',
  'playlist-modify-private',
  'playlist-modify-public',
  'user-follow-modify',
  'user-follow-read',
  'user-read-playback-position',
  'user-top-read',
  'user-read-recently-played',
  'user-library-modify',
  'user-library-read',
  'user-read-email',
  'user-read-private',
  'user-personalized',
];

/** The scopes of a space-separated list, each once; undefined when there is one that no user can grant. */
export function readScopes(list: string): readonly string[] | undefined {
  const asked = [...new Set(list.split(' ').filter(Boolean))];
  return asked.every((scope) => scopes.includes(scope)) ? asked : undefined;
}
