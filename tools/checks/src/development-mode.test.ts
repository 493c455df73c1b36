import { readFileSync } from 'node:fs';
import { operationsOf } from '@x/core/provider';
import { createMusicClient, endpoints, isApiError, type MusicAccountClient, type MusicClient } from '@x/music';
import { createSandbox, type Sandbox } from '@x/sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from './readme.ts';

// docs/providers/music.md has tables of what apps in development mode cannot do. The sandbox must refuse each row.

const [, section = ''] =
  /^## Development mode\n([\s\S]*?)^## /m.exec(readFileSync(`${root}docs/providers/music.md`, 'utf8')) ?? [];
const tables = section
  .split(/\n\n/)
  .filter((part) => part.startsWith('|'))
  .map((table) =>
    table
      .split('\n')
      .slice(2)
      .map((line) => line.split('|').map((cell) => cell.trim())),
  );
const [calls = [], fields = []] = tables.map((rows) =>
  rows.map(([, first = '', second = '']) => [first, second] as const),
);
const quotesIn = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, quoted = '']) => quoted);

let sandbox: Sandbox;
let music: MusicClient;
/** Acts for the first user, with every scope. */
let user: MusicAccountClient;
const id = '0'.repeat(22);
/** A public playlist of another user. */
let playlist_id = '';

beforeAll(async () => {
  sandbox = await createSandbox({ listen: false, music: { mode: 'development' } });
  music = createMusicClient({ ...sandbox.options.music, mode: 'development', onEvent() {} });
  const scopes = operationsOf(endpoints).flatMap(([, spec]) => spec.scopes ?? []);
  const grant = sandbox.controls.music.issueUserToken({ userId: 'sandbox', scopes });
  await music.accounts.set('user', { ...grant, scopes });
  user = music.withAccount('user');
  const { items } = await music.search({ q: 'the', type: 'playlist', limit: 50 });
  playlist_id = items.find(({ owner }) => owner.id !== 'sandbox')?.id ?? '';
});
afterAll(() => sandbox.close());

type Calls = (user: MusicAccountClient) => readonly PromiseLike<unknown>[];

/** The calls of each row, by its first cell. */
const proofs: Readonly<Record<string, Calls>> = {
  '`artists.topTracks`': ({ artists }) => [artists.topTracks({ id })],
  '`artists.related`': ({ artists }) => [artists.related({ id })],
  '`audioFeatures.get`, `audioFeatures.list`': ({ audioFeatures }) => [
    audioFeatures.get({ id }),
    audioFeatures.list({ ids: [id] }),
  ],
  '`audioAnalysis.get`': ({ audioAnalysis }) => [audioAnalysis.get({ id })],
  '`browse.newReleases`': ({ browse }) => [browse.newReleases()],
  '`browse.featuredPlaylists`': ({ browse }) => [browse.featuredPlaylists()],
  '`browse.categories.list`, `browse.categories.get`': ({ browse }) => [
    browse.categories.list(),
    browse.categories.get({ category_id: 'pop' }),
  ],
  '`browse.categories.playlists`': ({ browse }) => [browse.categories.playlists({ category_id: 'pop' })],
  '`markets.list`': ({ markets }) => [markets.list()],
  '`recommendations.get`, `recommendations.genres`': ({ recommendations }) => [
    recommendations.get({ seed_tracks: id }),
    recommendations.genres(),
  ],
  '`users.get`': ({ users }) => [users.get({ user_id: 'mira' })],
  '`playlists.listOfUser`': ({ playlists }) => [playlists.listOfUser({ user_id: 'sandbox' })],
  '`playlists.createForUser`': ({ playlists }) => [playlists.createForUser({ user_id: 'sandbox', name: 'One' })],
  "`playlists.items` of someone else's playlist": ({ playlists }) => [playlists.items({ playlist_id })],
  '`playlists.followers.add` with `public: false`': ({ playlists }) => [
    playlists.followers.add({ playlist_id, public: false }),
  ],
  '`playlists.followers.contains` with `ids`': ({ playlists }) => [
    playlists.followers.contains({ playlist_id, ids: 'sandbox' }),
  ],
  '`library.tracks.save` with `timestamped_ids`': ({ library }) => [
    library.tracks.save({ timestamped_ids: [{ id, added_at: '2026-01-01T00:00:00Z' }] }),
  ],
  '`library.shows.remove` with `market`': ({ library }) => [library.shows.remove({ ids: id, market: 'US' })],
  '`library.tracks.save` or another library write with over 40 IDs': ({ library, following }) => {
    const ids = Array.from({ length: 41 }, (_, index) => String(index).padStart(22, '0'));
    return [library.tracks.save({ ids }), library.episodes.remove({ ids }), following.follow({ type: 'artist', ids })];
  },
};

describe('the table of calls that development mode refuses', () => {
  it('has every deprecated call without a development variant, and some params of other calls', () => {
    expect(calls.map(([call]) => call)).toEqual(Object.keys(proofs));
    const closed = operationsOf(endpoints).filter(([, spec]) => spec.deprecated && !('development' in spec));
    const whole = calls.filter(([call]) => /^(`[\w.]+`(, )?)+$/.test(call)).flatMap(([call]) => quotesIn(call));
    expect(whole.toSorted()).toEqual(closed.map(([name]) => name).toSorted());
  });

  it.each(calls)(
    'is right about %s: the sandbox refuses it, and the error names what to call instead',
    async (call, instead) => {
      const [replacement, code = 'not_supported'] = instead.startsWith('–')
        ? [undefined, ...quotesIn(instead)]
        : [quotesIn(instead)[0]];
      for (const refused of proofs[call]?.(user) ?? []) {
        const error = await refused.then(
          () => expect.unreachable(`${call} succeeded`),
          (reason: unknown) => reason,
        );
        expect(isApiError(error) && [error.code, error.status]).toEqual([code, expect.any(Number)]);
        if (code !== 'not_supported') continue;
        if (!replacement) expect(String(error)).toContain('Nothing replaces it');
        // The period makes sure that no error suggests the mode, which the client already has.
        else expect(quotesIn(instead)).toContain(/Call ([\w.]+) instead\./.exec(String(error))?.[1] ?? String(error));
      }
    },
  );
});

describe('the table of fields that responses lack in development mode', () => {
  const first = async (type: 'track' | 'album' | 'artist' | 'show' | 'audiobook' | 'episode') =>
    (await music.search({ q: type === 'episode' ? 'what' : 'the', type, market: 'US' })).items[0]?.id ?? '';
  const market = { market: 'US' };
  const records: Readonly<Record<string, () => Promise<object>>> = {
    track: async () => music.tracks.get({ id: await first('track') }),
    album: async () => music.albums.get({ id: await first('album') }),
    artist: async () => music.artists.get({ id: await first('artist') }),
    user: () => user.users.me(),
    show: async () => user.shows.get({ id: await first('show') }),
    audiobook: async () => user.audiobooks.get({ id: await first('audiobook'), ...market }),
    chapter: async () => {
      const { items } = await user.audiobooks.chapters({ id: await first('audiobook'), ...market, limit: 1 });
      return user.chapters.get({ id: items[0]?.id ?? '', ...market });
    },
    episode: async () => user.episodes.get({ id: await first('episode') }),
    playlist: () => user.playlists.get({ playlist_id }),
  };

  it('has a row for every kind of record', () => {
    expect(fields.map(([record]) => record)).toEqual(Object.keys(records));
  });

  it.each(fields)('is right about %s: it lacks %s', async (name, lacking) => {
    const record = (await records[name]?.()) ?? {};
    expect(Object.keys(record).length).toBeGreaterThan(3);
    for (const field of quotesIn(lacking)) expect(record).not.toHaveProperty(field);
  });
});
