import { beforeAll, describe, expect, it } from 'vitest';
import { free, idle, playing, refusal, startMusic, unknownId } from '../../../test/music.ts';
import { scopes } from './data/source.ts';

const music = startMusic({ limits: 'off' });
const token = music.user('sandbox', ...scopes);

/** IDs by their placeholders in the requests below. ID is well-formed, but no record has it. */
const known: Record<string, string> = { ID: unknownId, TRACK: '', PLAYLIST: '', ARTIST: '', ALBUM: '' };

beforeAll(async () => {
  const { tracks } = await music.read('/v1/search?q=year:1900-2100&type=track', token);
  const [, { id }] = await music.call('POST', '/v1/me/playlists', { name: 'Mine' }, token);
  const [track] = tracks.items;
  Object.assign(known, { TRACK: track.id, PLAYLIST: id, ARTIST: track.artists[0].id, ALBUM: track.album.id });
  await music.call('POST', `/v1/playlists/${id}/items`, { uris: [track.uri] }, token);
});

const fill = (text: string) => text.replace(/\b(ID|TRACK|PLAYLIST|ARTIST|ALBUM)\b/g, (name) => known[name] ?? '');
const many = (count: number, member = 'ID') => Array(count).fill(member).join();

/** A request: its method, its path below `/v1`, and the JSON of its body. */
type Sent = string | readonly [request: string, body: unknown];

async function call(sent: Sent, as = token) {
  const [request, body] = typeof sent === 'string' ? [sent] : sent;
  const [method = '', path = ''] = request.split(' ');
  const text = body === undefined ? undefined : fill(typeof body === 'string' ? body : JSON.stringify(body));
  return music.call(method, `/v1${fill(path)}`, text, as);
}

/** Returns the same requests for each kind of saved record. */
const saved = (suffix: string, ...kinds: string[]) =>
  kinds.flatMap((kind) =>
    ['PUT /me/KINDs', 'DELETE /me/KINDs', 'GET /me/KINDs/contains'].map((each) => each.replace('KIND', kind) + suffix),
  );
const single = ['track', 'episode', 'show', 'audiobook'];
const records = ['tracks', 'albums', 'artists', 'shows', 'episodes', 'audiobooks', 'chapters'];
const following = ['PUT /me/following', 'DELETE /me/following', 'GET /me/following/contains'];
const uris = ['PUT /me/library', 'DELETE /me/library', 'GET /me/library/contains'];
/** Returns the same request with a body for both paths of a playlist's entries. */
const entries = (method: string, body: object): Sent[] =>
  ['items', 'tracks'].map((form): Sent => {
    const named = JSON.parse(JSON.stringify(body).replaceAll('"FORM"', `"${form}"`));
    return [`${method} /playlists/PLAYLIST/${form}`, named];
  });
const play = (body: object): Sent => ['PUT /me/player/play', body];

const refused: readonly (readonly [message: string, ...sent: Sent[]])[] = [
  [
    'Invalid base62 id',
    ...records.flatMap((kind) => ['short', 'ID0', '%E0%A4%A', 'a%2Fb'].map((id) => `GET /${kind}/${id}`)),
  ],
  ['Invalid base62 id', ...records.map((kind) => `GET /${kind}?ids=ID,bad`)],
  ['Invalid base62 id', ...saved('?ids=short', 'album', ...single)],
  ['Invalid base62 id', ...following.map((each) => `${each}?type=artist&ids=x`)],
  ['Invalid base62 id', 'GET /me/following?type=artist&after=x'],
  ['Invalid base62 id', ...uris.map((each) => `${each}?uris=spotify:album:short`)],
  ['Invalid base62 id', 'GET /recommendations?seed_tracks=x', ...entries('POST', { uris: ['spotify:track:x'] })],
  ['Invalid base62 id', play({ context_uri: 'spotify:album:x' })],
  ['Invalid base62 id', ['PUT /me/tracks', { timestamped_ids: [{ id: 'x', added_at: '2025-01-01T00:00:00Z' }] }]],
  ['Missing required field: ids', ...records.map((kind) => `GET /${kind}`), ...saved('', 'album', ...single)],
  ['Missing required field: ids', ...following.map((each) => `${each}?type=artist`), ['PUT /me/tracks', ['ID']]],
  ['Missing required field: ids', ['PUT /me/audiobooks', { ids: ['ID'] }], ['PUT /me/tracks', { timestamped_ids: [] }]],
  ['too many ids requested', `GET /albums?ids=${many(21)}`, ...saved(`?ids=${many(21)}`, 'album')],
  [
    'too many ids requested',
    ...['tracks', 'artists', 'shows', 'chapters'].map((kind) => `GET /${kind}?ids=${many(51)}`),
  ],
  ['too many ids requested', ...saved(`?ids=${many(51)}`, ...single), `GET /audio-features?ids=${many(101)}`],
  ['too many ids requested', ...following.map((each) => `${each}?type=artist&ids=${many(51)}`)],
  ['too many ids requested', 'GET /playlists/PLAYLIST/followers/contains?ids=sandbox,mira'],
  ['No uris provided', ...uris, ...uris.map((each) => `${each}?uris=`), play({ uris: [] }), ...entries('POST', {})],
  ['No uris provided', ...entries('POST', { uris: [] }), ...entries('PUT', {}), ...entries('DELETE', {})],
  ['No uris provided', ...entries('DELETE', { FORM: [] })],
  ['No uris provided', ['DELETE /playlists/PLAYLIST/items', { tracks: [{ uri: 'spotify:track:ID' }] }]],
  ['too many uris requested', ...uris.map((each) => `${each}?uris=${many(41, 'spotify:track:ID')}`)],
  [
    'too many uris requested',
    ...['PUT', 'POST'].flatMap((method) => entries(method, { uris: Array(101).fill('spotify:track:TRACK') })),
  ],
  ['too many uris requested', ...entries('DELETE', { FORM: Array(101).fill({ uri: 'spotify:track:TRACK' }) })],
  ['Invalid uri: nonsense', ...uris.map((each) => `${each}?uris=nonsense`)],
  ['Invalid uri: spotify:user:%E0', ...uris.map((each) => `${each}?uris=spotify:user:%25E0`)],
  [`Invalid uri: spotify:chapter:${unknownId}`, ...uris.map((each) => `${each}?uris=spotify:chapter:ID`)],
  ['Invalid track uri: x', ...entries('POST', { uris: ['x'] }), ...entries('DELETE', { FORM: [{ uri: 'x' }] })],
  [`Invalid track uri: spotify:album:${unknownId}`, ...entries('POST', { uris: ['spotify:album:ID'] })],
  [`Invalid track uri: spotify:album:${unknownId}`, play({ uris: ['spotify:album:ID'] })],
  [`Invalid track uri: spotify:album:${unknownId}`, 'POST /me/player/queue?uri=spotify:album:ID'],
  ['Invalid uris', ...entries('POST', { uris: 'spotify:track:x' }), play({ uris: 'spotify:track:ID' })],
  ['Invalid position', ...entries('POST', { uris: ['spotify:track:TRACK'], position: -1 })],
  ['Invalid position', ['POST /playlists/PLAYLIST/items?position=x', { uris: ['spotify:track:TRACK'] }]],
  ['Invalid position', play({ context_uri: 'spotify:album:ALBUM', offset: { position: -1 } })],
  ['Index out of bounds', ...entries('POST', { uris: ['spotify:track:TRACK'], position: 2 })],
  ['Index out of bounds', ...entries('PUT', { range_start: 0, insert_before: 2 })],
  ['Index out of bounds', ...entries('PUT', { range_start: 1, insert_before: 0 })],
  ['Index out of bounds', ...entries('PUT', { range_start: 0, insert_before: 0, range_length: 2 })],
  ['Invalid range_length', ...entries('PUT', { range_start: 0, insert_before: 0, range_length: 0 })],
  ['Invalid range_start', ...entries('PUT', { range_start: '0', insert_before: 0 })],
  ['Missing required field: insert_before', ...entries('PUT', { range_start: 0 })],
  ['Missing required field: range_start', ...entries('PUT', { insert_before: 0 })],
  ['Replacing and reordering exclude each other', ...entries('PUT', { range_start: 0, insert_before: 0, uris: [] })],
  ['Invalid snapshot_id', ...entries('PUT', { range_start: 0, insert_before: 0, snapshot_id: 'none' })],
  ['Invalid snapshot_id', ...entries('DELETE', { FORM: [{ uri: 'x' }], snapshot_id: 'none' })],
  ['Missing required field: name', ['POST /me/playlists', {}], ['POST /me/playlists', { name: '' }]],
  ['Missing required field: name', ['PUT /playlists/PLAYLIST', { name: '' }]],
  ['Invalid name', ['POST /me/playlists', { name: 7 }]],
  ['Invalid public', ['POST /me/playlists', { name: 'x', public: 'yes' }]],
  ['Invalid public', ['PUT /playlists/PLAYLIST/followers', { public: 1 }]],
  ['Invalid description', ['PUT /playlists/PLAYLIST', { description: 1 }]],
  ['A collaborative playlist cannot be public', ['POST /me/playlists', { name: 'x', collaborative: true }]],
  ['A collaborative playlist cannot be public', ['PUT /playlists/PLAYLIST', { collaborative: true }]],
  ['Error parsing JSON.', ['POST /me/playlists', '{'], ['PUT /me/player/play', '{']],
  ['Error parsing JSON.', ['POST /playlists/PLAYLIST/items', '['], ['PUT /me/player', '7']],
  [
    'Invalid added_at',
    ...[undefined, 'yesterday', '2025-13-01T00:00:00Z'].map(
      (added_at): Sent => ['PUT /me/tracks', { timestamped_ids: [{ id: 'ID', added_at }] }],
    ),
  ],
  ['Invalid timestamped_ids', ['PUT /me/tracks', { timestamped_ids: 'x' }]],
  ['Missing parameter type', 'GET /me/following', ...following.map((each) => `${each}?ids=ID`), 'GET /search?q=a'],
  ['Missing parameter type', 'GET /search?q=a&type='],
  ['Invalid type', 'GET /me/following?type=user', ...following.map((each) => `${each}?type=playlist&ids=ID`)],
  ['No search query', 'GET /search', 'GET /search?q=%20&type=track', 'GET /search?type=x'],
  ['Bad search type field song', 'GET /search?q=a&type=track,song'],
  ['Invalid limit', ...['0', '51', '-1', 'x', '', '1.5'].map((limit) => `GET /albums/ALBUM/tracks?limit=${limit}`)],
  ['Invalid limit', 'GET /search?q=a&type=track&limit=0'],
  [
    'Invalid limit',
    ...['/me/top/tracks?', '/me/player/recently-played?', '/browse/categories?', '/me/following?type=artist&'].map(
      (path) => `GET ${path}limit=51`,
    ),
  ],
  ['Invalid limit', 'GET /playlists/PLAYLIST/items?limit=51', 'GET /playlists/PLAYLIST/tracks?limit=101'],
  ['Invalid limit', 'GET /recommendations?seed_genres=jazz&limit=101'],
  ['Invalid offset', ...['-1', 'x', ''].map((offset) => `GET /albums/ALBUM/tracks?offset=${offset}`)],
  ['Invalid offset', 'GET /me/playlists?offset=100001'],
  ['Invalid offset', ...['-1', '981', '1001'].map((offset) => `GET /search?q=a&type=track&offset=${offset}`)],
  ['Invalid offset', 'GET /browse/featured-playlists?offset=-1'],
  ['Invalid offset', play({ context_uri: 'spotify:album:ALBUM', offset: {} })],
  ['Invalid offset', play({ context_uri: 'spotify:album:ALBUM', offset: { position: 0, uri: 'x' } })],
  ['Query exceeds maximum length of 250 characters', `GET /search?q=${'a'.repeat(251)}&type=track`],
  [
    'Invalid name',
    ...['POST /me/playlists', 'PUT /playlists/PLAYLIST'].map((at): Sent => [at, { name: 'n'.repeat(201) }]),
  ],
  [
    'Invalid description',
    ...['d'.repeat(301), 'a\nb', 'a\rb'].flatMap((description): Sent[] => [
      ['POST /me/playlists', { name: 'x', description }],
      ['PUT /playlists/PLAYLIST', { description }],
    ]),
  ],
  ['Invalid market code', 'GET /tracks/TRACK?market=XY', 'GET /search?q=a&type=track&market=xx'],
  ['Invalid include_groups', 'GET /artists/ARTIST/albums?include_groups=single,x'],
  ['Invalid time_range', 'GET /me/top/artists?time_range=all_time', 'GET /me/top/tracks?time_range=all_time'],
  ['Missing required field: seed_artists, seed_tracks or seed_genres', 'GET /recommendations'],
  ['At most 5 seeds can be given', 'GET /recommendations?seed_genres=a,b,c,d,e,f'],
  ['At most 5 seeds can be given', `GET /recommendations?seed_genres=a,b,c&seed_artists=${many(3)}`],
  [
    'Invalid min_energy',
    ...['1.1', 'high', ''].map((value) => `GET /recommendations?seed_genres=jazz&min_energy=${value}`),
  ],
  ['Invalid max_energy', 'GET /recommendations?seed_genres=jazz&max_energy=1.5'],
  ['Invalid target_energy', 'GET /recommendations?seed_genres=jazz&target_energy=high'],
  ['Invalid target_key', 'GET /recommendations?seed_genres=jazz&target_key=1.5'],
  ['Invalid context uri', play({ context_uri: 'spotify:track:ID' }), play({ context_uri: 'nonsense' })],
  ['Cannot specify both context_uri and uris', play({ uris: ['a'], context_uri: 'b' })],
  [
    "Can't have offset for context type: ARTIST",
    play({ context_uri: 'spotify:artist:ARTIST', offset: { position: 1 } }),
  ],
  ['Invalid position_ms', play({ position_ms: -1 }), 'PUT /me/player/seek?position_ms=-1'],
  ['Missing required field: position_ms', 'PUT /me/player/seek'],
  ['Missing required field: state', 'PUT /me/player/repeat', 'PUT /me/player/shuffle'],
  ['Invalid state', 'PUT /me/player/repeat?state=on', 'PUT /me/player/shuffle?state=yes'],
  ['Missing required field: volume_percent', 'PUT /me/player/volume'],
  ['Invalid volume_percent', 'PUT /me/player/volume?volume_percent=101'],
  ['Missing required field: uri', 'POST /me/player/queue'],
  ['Missing required field: device_ids', ['PUT /me/player', {}], ['PUT /me/player', { device_ids: [] }]],
  ['Only one device_id is supported', ['PUT /me/player', { device_ids: ['a', 'b'] }]],
  ['Invalid device_ids', ['PUT /me/player', { device_ids: 'a' }]],
  ['Invalid play', ['PUT /me/player', { device_ids: ['a'], play: 'yes' }]],
  ['Cannot specify both after and before', 'GET /me/player/recently-played?after=1&before=2'],
  ['Invalid after', 'GET /me/player/recently-played?after=x'],
  ['Resource not found', ...[...records, 'audio-features', 'audio-analysis'].map((kind) => `GET /${kind}/ID`)],
  ['Resource not found', 'GET /tracks/ID?market=XY', 'GET /shows/ID/episodes', 'GET /audiobooks/ID/chapters'],
  ['Resource not found', 'GET /browse/categories/nope/playlists', 'GET /users/nobody'],
  ['Resource not found', ...saved('?ids=ID', 'album', ...single).filter((each) => each.startsWith('PUT'))],
  ['Resource not found', 'PUT /me/following?type=artist&ids=ARTIST,ID', 'PUT /me/following?type=user&ids=nobody'],
  [
    'Resource not found',
    ...['playlist:ID', 'user:nobody', 'user:sandbox'].map((id) => `PUT /me/library?uris=spotify:${id}`),
  ],
  ['Resource not found', ...entries('POST', { uris: ['spotify:track:ID'] }), play({ uris: ['spotify:track:ID'] })],
  ['Resource not found', play({ context_uri: 'spotify:album:ID' }), ['PUT /playlists/ID', {}]],
  ['Resource not found', ...['POST', 'PUT', 'DELETE'].map((method): Sent => [`${method} /playlists/ID/items`, {}])],
];

for (const [message, ...requests] of refused)
  it(`responds ${message}`, async () => {
    const status = message === 'Resource not found' ? 404 : 400;
    for (const sent of requests)
      expect(await call(sent), JSON.stringify(sent)).toEqual([status, refusal(status, message)]);
  });

it.each([
  `GET /albums?ids=${many(20)}`,
  `GET /tracks?ids=${many(50)}`,
  `GET /audio-features?ids=${many(100)}`,
  `DELETE /me/albums?ids=${many(20)}`,
  `DELETE /me/shows?ids=${many(50)}`,
  `DELETE /me/library?uris=${many(40, 'spotify:track:ID')}`,
])('accepts the documented number of IDs: %s', async (request) => expect((await call(request))[0]).toBe(200));

describe('a command to a player', () => {
  it.each([
    'PUT /me/player/play',
    'PUT /me/player/pause',
    'POST /me/player/next',
    'POST /me/player/previous',
    'PUT /me/player/seek?position_ms=1',
    'PUT /me/player/repeat?state=off',
    'PUT /me/player/volume?volume_percent=1',
    'PUT /me/player/shuffle?state=true',
    'POST /me/player/queue?uri=spotify:track:TRACK',
  ])('%s needs Premium and an existing device', async (request) => {
    const as = (user: string, query = '') =>
      call(`${request}${request.includes('?') ? query.replace('?', '&') : query}`, music.user(user, ...scopes));
    expect(await as(playing, '?device_id=nope')).toEqual([404, refusal(404, 'Device not found')]);
    const premium = refusal(403, 'Player command failed: Premium required', 'PREMIUM_REQUIRED');
    expect(await as(free, '?device_id=nope')).toEqual([403, premium]);
    const noDevice = refusal(404, 'Player command failed: No active device found', 'NO_ACTIVE_DEVICE');
    expect(await as(idle)).toEqual([404, noDevice]);
  });
});
