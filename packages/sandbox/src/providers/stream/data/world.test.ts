import { describe, expect, it } from 'vitest';
import { testContext } from '../../../../test/sandbox.ts';
import { listEndpoints } from '../../../server/endpoints.ts';
import { createRandom } from '../../../shared/random.ts';
import type { Call, Endpoints } from '../endpoint.ts';
import { clipEndpoints } from '../endpoints/clips.ts';
import { searchEndpoints } from '../endpoints/search.ts';
import { streamEndpoints } from '../endpoints/streams.ts';
import { videoEndpoints } from '../endpoints/videos.ts';
import { resolveOptions } from '../options.ts';
import { cutPage } from '../paging.ts';
import { createQuery } from '../request/query.ts';
import { findLive } from './live-index.ts';
import type { Video } from './recordings.ts';
import { createWorld } from './world.ts';

const context = testContext('stream');
const startWorld = () =>
  createWorld(context, resolveOptions({ users: 2000, streams: 1200, games: 300, clips: 20_000, videos: 10_000 }));

/** Calls an endpoint without the gate. Returns the entries of one page. */
function ask(endpoints: Endpoints, path: string, parameters: Record<string, string>, method = 'GET') {
  const query = createQuery(new URLSearchParams(parameters));
  const token = { userId: parameters.caller } as Call['token'];
  const page: Call['page'] = (items, show) => cutPage(items, path, query, {}, show);
  const asked = listEndpoints(endpoints).find(({ name }) => name === `${method} ${path}`);
  const response = asked?.answer({ query, token, page } as Call);
  return (Array.isArray(response) ? response : (response as { data: unknown }).data) as Record<string, string>[];
}

/** Counts the reads of a field of `records`. */
function countReads<T extends object>(records: readonly T[], field: keyof T) {
  const reads = { count: 0 };
  for (const record of records) {
    const value = record[field];
    const get = () => {
      reads.count += 1;
      return value;
    };
    Object.defineProperty(record, field, { enumerable: true, get });
  }
  return reads;
}

const december = { started_at: '2025-12-01T00:00:00Z', ended_at: '2025-12-31T00:00:00Z' };

it('the first request for streams creates users, games, channels and streams, and no other part of the data', async () => {
  const labels: string[] = [];
  const random = (label: string) => {
    labels.push(label);
    return context.random(label);
  };
  const world = createWorld({ ...context, random }, resolveOptions({}));
  expect(ask(streamEndpoints(world), '/streams', {})).toHaveLength(20);
  expect(labels.sort()).toEqual(['channels', 'games', 'stream keys', 'streams', 'users']);
});

describe('lists of clips', () => {
  it("read only the dates of the game's or channel's clips, and no dates without a period", async () => {
    const world = startWorld();
    const clips = world.games().all.flatMap(({ id }) => world.clips().ofGame(id));
    expect(clips).toHaveLength(20_000);
    const [{ broadcaster_id = '', game_id = '', id = '' } = {}] = clips.slice(12_345);
    const reads = countReads(clips, 'created_at');
    const endpoints = clipEndpoints(world);
    expect(ask(endpoints, '/clips', { game_id, first: '5' }).length).toBeGreaterThan(0);
    ask(endpoints, '/clips', { broadcaster_id });
    expect(ask(endpoints, '/clips', { id }).length).toBe(1);
    expect(reads.count).toBe(0);
    ask(endpoints, '/clips', { game_id, ...december });
    expect(reads.count).toBeLessThanOrEqual(world.clips().ofGame(game_id).length);
    reads.count = 0;
    ask(endpoints, '/clips', { broadcaster_id, ...december });
    expect(reads.count).toBeLessThanOrEqual(world.clips().ofChannel(broadcaster_id).length);
  });

  it('have the same clips in the same order as a full scan', async () => {
    const world = startWorld();
    const all = world.users().all.flatMap(({ id }) => world.clips().ofChannel(id));
    for (const { id: game_id } of world.games().all.slice(0, 20)) {
      const expected = all
        .filter((clip) => clip.game_id === game_id && clip.created_at >= '2025-12-01' && clip.created_at < '2025-12-31')
        .sort((one, other) => other.view_count - one.view_count || (one.id < other.id ? -1 : 1));
      const found = ask(clipEndpoints(world), '/clips', { game_id, first: '100', ...december });
      expect(found.map(({ view_count }) => view_count)).toEqual(
        expected.slice(0, 100).map(({ view_count }) => view_count),
      );
      if (expected.length <= 100) expect(found.map(({ id }) => id).sort()).toEqual(expected.map(({ id }) => id).sort());
    }
  });
});

describe('lists of videos', () => {
  it("read only the languages of the game's or user's videos", async () => {
    const world = startWorld();
    const { initial } = world.videos();
    const reads = countReads(initial as Video[], 'language');
    const endpoints = videoEndpoints(world);
    const { user_id = '', game_id = '' } = initial[4321] ?? {};
    for (const sort of ['time', 'views', 'trending']) {
      reads.count = 0;
      ask(endpoints, '/videos', { user_id, language: 'de', sort });
      expect(reads.count).toBeLessThanOrEqual(world.videos().ofChannel(user_id).length);
      reads.count = 0;
      ask(endpoints, '/videos', { game_id, language: 'de', sort });
      expect(reads.count).toBeLessThanOrEqual(world.videos().ofGame(game_id).length);
    }
  });

  it('start with the newest, omit deleted videos, and do not change clips that are created later', async () => {
    const [world, untouched] = [startWorld(), startWorld()];
    const endpoints = videoEndpoints(world);
    const { initial } = world.videos();
    const ofUser = (id: string) => initial.filter((video) => video.user_id === id);
    const hasOnePage = ({ user_id, game_id }: Video) =>
      ofUser(user_id).length < 100 && world.videos().ofGame(game_id).length < 100;
    const { user_id = '', id = '', game_id = '' } = initial.find(hasOnePage) ?? {};
    const own = ofUser(user_id);
    const ids = async (parameters: Record<string, string>) =>
      ask(endpoints, '/videos', { first: '100', ...parameters }).map((video) => video.id);
    expect(await ids({ user_id })).toEqual(own.map((video) => video.id));
    expect(await ids({ game_id })).toContain(id);
    expect(ask(endpoints, '/videos', { id, caller: user_id }, 'DELETE')).toEqual([id]);
    expect(await ids({ user_id })).toEqual(own.map((video) => video.id).filter((each) => each !== id));
    expect(await ids({ game_id })).not.toContain(id);
    const channel = world.channels().get(user_id);
    if (channel) channel.broadcaster_language = 'tlh';
    expect(world.clips().ofChannel(user_id)).toEqual(untouched.clips().ofChannel(user_id));
  });
});

it('the ranking of games does not depend on whether channels changed before its first use', () => {
  const [world, untouched] = [startWorld(), startWorld()];
  const last = world.games().all.at(-1)?.id ?? '';
  for (const channel of world.channels().values()) channel.game_id = last;
  expect(world.topGames()).toEqual(untouched.topGames());
});

describe('lists of broadcasts', () => {
  const none = { users: [], logins: [], games: [], languages: [] };

  it('have the same broadcasts in the same order as a full scan', () => {
    const index = startWorld().live();
    const random = createRandom(1, 'broadcasts');
    for (let round = 0; round < 500; round += 1) {
      const some = (value: (live: (typeof index.all)[number]) => string) =>
        Array.from({ length: random.int(0, 3) }, () => random.pick([value(random.pick(index.all)), 'unknown']));
      const users = some(({ stream }) => stream.user_id);
      const logins = some(({ channel }) => channel.broadcaster_login);
      const games = some(({ channel }) => channel.game_id);
      const languages = some(({ channel }) => channel.broadcaster_language);
      const expected = index.all.filter(
        ({ stream, channel }) =>
          (users.length + logins.length === 0 ||
            users.includes(stream.user_id) ||
            logins.includes(channel.broadcaster_login)) &&
          (games.length === 0 || games.includes(channel.game_id)) &&
          (languages.length === 0 || languages.includes(channel.broadcaster_language)),
      );
      expect(findLive(index, { users, logins, games, languages })).toEqual(expected);
    }
  });

  it('look at no broadcast that fails the first condition', () => {
    const index = startWorld().live();
    const [{ stream, channel } = expect.unreachable('nothing is live')] = index.all;
    const { game_id } = channel;
    const reads = countReads(
      index.all.map((live) => live.channel),
      'broadcaster_language',
    );
    findLive(index, { ...none, users: [stream.user_id], languages: ['en'] });
    expect(reads.count).toBeLessThanOrEqual(1);
    findLive(index, { ...none, games: [game_id], languages: ['en'] });
    expect(reads.count).toBeLessThanOrEqual(1 + (index.byGame.get(game_id) ?? []).length);
  });
});

describe('searches', () => {
  it('find the same channels in the same order as a full scan', async () => {
    const world = startWorld();
    const endpoints = searchEndpoints(world);
    const random = createRandom(1, 'phrases');
    const { byUser } = world.live();
    let hits = 0;
    for (let round = 0; round < 200; round += 1) {
      const source = random.pick([random.pick(world.users().all).login, random.pick(world.games().all).name]);
      const query = source.slice(0, random.int(1, 9)).trim();
      const openings = [query, query.replaceAll(' ', ''), query.replaceAll(' ', '_')].map((each) => each.toLowerCase());
      const begins = (name: string) => openings.some((opening) => name.toLowerCase().startsWith(opening));
      for (const live_only of ['true', 'false']) {
        const expected = [...world.channels().values()].filter((channel) =>
          live_only === 'true'
            ? byUser.has(channel.broadcaster_id) &&
              [channel.broadcaster_login, channel.broadcaster_name, channel.game_name].some(begins)
            : begins(channel.broadcaster_login),
        );
        hits += expected.length;
        const found = ask(endpoints, '/search/channels', { query, live_only, first: '100' });
        expect(found.map(({ id }) => id)).toEqual(expected.slice(0, 100).map((channel) => channel.broadcaster_id));
      }
    }
    expect(hits).toBeGreaterThan(1000);
  });

  it('find the same categories in the same order as a full scan, and read few names', async () => {
    const world = startWorld();
    const { all } = world.games();
    const endpoints = searchEndpoints(world);
    const random = createRandom(1, 'categories');
    ask(endpoints, '/search/categories', { query: 'a' }); // creates the index
    const names = all.map(({ name }) => name);
    const reads = countReads([...all], 'name');
    for (let round = 0; round < 200; round += 1) {
      const words = random.pick(names).split(' ');
      const query = words.map((word) => word.slice(random.int(0, 2), random.int(3, 6))).join(' ');
      const parts = query.toLowerCase().split(/\s+/);
      const containing = (part: string) => names.filter((name) => name.toLowerCase().includes(part)).length;
      const expected = all.filter((_, at) => parts.every((part) => names[at]?.toLowerCase().includes(part)));
      reads.count = 0;
      const found = ask(endpoints, '/search/categories', { query, first: '100' });
      const looked = reads.count;
      expect(found.map(({ id }) => id)).toEqual(expected.slice(0, 100).map(({ id }) => id));
      // A name is read once for each part that is searched for in it, and once to return it.
      expect(looked).toBeLessThanOrEqual(Math.max(...parts.map(containing)) * parts.length + found.length);
    }
  });
});
