import { createSandbox } from '@x/sandbox';
import { expect, it, onTestFinished } from 'vitest';
import {
  type BackupEntry,
  type BackupRecord,
  backup,
  createMusicClient,
  endpoints,
  fromJsonLines,
  type MusicAccountClient,
  originalUri,
  restore,
  toCsv,
  toJsonLines,
  toM3u,
  urisIn,
} from './index.ts';

async function* each<T>(values: Iterable<T>) {
  yield* values;
}

const textOf = async (parts: AsyncIterable<string>) => (await Array.fromAsync(parts)).join('');
/** Splits a text into chunks of a byte each. */
const bytesOf = (text: string) => each([...new TextEncoder().encode(text)].map((byte) => new Uint8Array([byte])));

const scopes = [endpoints.playlists, endpoints.library].flatMap((group) =>
  Object.values(group).flatMap((spec) => ('scopes' in spec ? spec.scopes : [])),
);

async function signIn(): Promise<MusicAccountClient> {
  const sandbox = await createSandbox({ listen: false });
  onTestFinished(() => sandbox.close());
  const music = createMusicClient(sandbox.options.music);
  const all = [...scopes, 'playlist-read-collaborative', 'user-read-playback-position'];
  await music.accounts.set('ann', sandbox.controls.music.issueUserToken({ userId: 'sandbox', scopes: all }));
  return music.withAccount('ann');
}

it('a backup restores playlists and library, and the restore can be repeated', async () => {
  const ann = await signIn();
  const before = await Array.fromAsync(backup(ann));
  const own = before.find((record) => record.type === 'playlist' && record.own);
  const playlist_id = own?.type === 'playlist' ? own.id : '';
  const read = async () => (await ann.playlists.items({ playlist_id }).toArray({ limit: 1000 })).map(originalUri);
  const uris = (await read()).filter((uri) => uri !== null);
  expect(uris.length).toBeGreaterThan(200);
  const saved = before.filter(({ type }) => type === 'saved');
  expect(saved.length).toBeGreaterThan(10);

  await ann.playlists.replaceAll({ playlist_id, uris: uris.slice(150, 170) });
  await ann.library.remove({ uris: saved.slice(0, 5).flatMap((record) => ('uri' in record && record.uri) || []) });
  const lines = await textOf(toJsonLines(each(before)));
  for (const _ of [1, 2]) await restore(ann, fromJsonLines(bytesOf(lines)));

  expect(await read()).toEqual(uris);
  const after = await Array.fromAsync(backup(ann));
  const sorted = (records: BackupRecord[]) =>
    records
      .flatMap((record) => (record.type === 'saved' ? record.uri : record.type === 'playlist' ? record.name : []))
      .sort();
  expect(sorted(after)).toEqual(sorted(before));
});

it.each([
  ['whose IDs are unknown', () => 'x'.repeat(22)],
  ['of which the second still exists', (id: string) => id],
])('restores two playlists with the same name, %s, to two playlists', async (_, idOfSecond) => {
  const ann = await signIn();
  const uris = (await ann.search({ q: 'love', type: 'track', limit: 2 })).items.map(({ uri }) => uri);
  const { id } = await ann.playlists.create({ name: 'Mix', public: false });
  const description = 'R&amp;B &lt;3 &#x2F; Ann&#x27;s &quot;1&quot; &amp;lt; &amp;hearts;';
  const playlist = { type: 'playlist', description, public: false, collaborative: false, own: true } as const;
  const records = ['z'.repeat(22), idOfSecond(id)].flatMap((id, at): BackupRecord[] => [
    { ...playlist, id, name: 'Mix' },
    { ...entry, uri: uris[at] as string },
  ]);
  for (const _ of [1, 2]) await restore(ann, each(records));
  const mixes = (await ann.playlists.list().toArray({ limit: 100 })).filter(({ name }) => name === 'Mix');
  const contents = await Promise.all(
    mixes.map(async ({ id }) => (await ann.playlists.items({ playlist_id: id })).items),
  );
  expect(contents.map((items) => items.map(originalUri)).sort()).toEqual(uris.map((uri) => [uri]).sort());
  expect(mixes.map((mix) => mix.description)).toContain(description); // of the one that restore created
});

const entry: BackupEntry = {
  type: 'entry',
  uri: `spotify:track:${'a'.repeat(22)}`,
  name: 'Say "Hi", twice',
  artists: [
    { uri: 'spotify:artist:x', name: 'Emerson, Lake' },
    { uri: null, name: 'Ænima' },
  ],
  album: { uri: 'spotify:album:y', name: 'Live', artists: [], release_date: '1999', image: null },
  disc_number: 1,
  track_number: 2,
  duration_ms: 61_500,
  preview_url: null,
  explicit: true,
  popularity: 50,
  isrc: 'USX',
  added_by: 'spotify:user:ann',
  added_at: '2026-01-01T00:00:00Z',
};
const file: BackupEntry = { ...entry, uri: null, name: 'Demo', artists: [], album: null, duration_ms: null };

it('CSV has the columns of Exportify', async () => {
  const [head, row] = (await textOf(toCsv(each([entry, file])))).split('\n');
  expect(head).toBe(
    '"Track URI","Track Name","Artist URI(s)","Artist Name(s)","Album URI","Album Name","Album Artist URI(s)","Album Artist Name(s)","Album Release Date","Album Image URL","Disc Number","Track Number","Track Duration (ms)","Track Preview URL","Explicit","Popularity","ISRC","Added By","Added At"',
  );
  expect(row).toBe(
    `"${entry.uri}","Say ""Hi"", twice","spotify:artist:x, ","Emerson\\, Lake, Ænima","spotify:album:y","Live","","","1999","","1","2","61500","","true","50","USX","spotify:user:ann","2026-01-01T00:00:00Z"`,
  );
});

it('M3U has links and titles', async () => {
  expect(await textOf(toM3u(each([entry, file])))).toBe(
    `#EXTM3U\n#EXTINF:62,Emerson, Lake, Ænima - Say "Hi", twice\nhttps://open.spotify.com/track/${'a'.repeat(22)}\n#EXTINF:-1,Demo\n# not in the catalog\n`,
  );
});

it.each([toCsv, toM3u])('%o is read again, in any chunks', async (write) => {
  const text = await textOf(write(each([entry, file, { ...entry, uri: `spotify:episode:${'b'.repeat(22)}` }])));
  const uris = [entry.uri, `spotify:episode:${'b'.repeat(22)}`];
  for (const chunks of [each([text]), bytesOf(text.replaceAll('\n', '\r\n'))])
    expect(await Array.fromAsync(urisIn(chunks))).toEqual(uris);
});

it('URIs are read from links in any language, which apps copy', async () => {
  const id = 'a'.repeat(22);
  const lines = `https://open.spotify.com/intl-de/track/${id}?si=1\nhttps://open.spotify.com/intl-pt-BR/episode/${id}\n`;
  expect(await Array.fromAsync(urisIn(each([lines])))).toEqual([`spotify:track:${id}`, `spotify:episode:${id}`]);
});
