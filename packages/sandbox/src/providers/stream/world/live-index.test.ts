import { describe, expect, it } from 'vitest';
import { createRandom } from '../../../random.ts';
import type { Channel } from './channels.ts';
import { createLiveIndex, findLive, type LiveFilter, type LiveStream } from './live-index.ts';

const games = ['', '1', '2', '3', '4'];
const languages = ['en', 'de', 'fr'];

/** Broadcasts with random games and languages. `looked` counts how often a channel's game or language was read. */
function makeBroadcasts(count: number) {
  const random = createRandom(1, 'broadcasts');
  const looked = { times: 0 };
  const channels = new Map<string, Channel>();
  const streams: LiveStream[] = [];
  for (let index = 0; index < count; index += 1) {
    const id = String(index);
    const game = random.pick(games);
    const language = random.pick(languages);
    const channel = {
      broadcaster_id: id,
      broadcaster_login: `login${id}`,
      get game_id() {
        looked.times += 1;
        return game;
      },
      get broadcaster_language() {
        looked.times += 1;
        return language;
      },
    };
    channels.set(id, channel as unknown as Channel);
    streams.push({ id: `s${id}`, user_id: id, viewer_count: count - index, started_at: '' });
  }
  return { channels, streams: random.sample(streams, count), looked, random };
}

/** What the index replaces: a look at every broadcast. */
function scan(streams: readonly LiveStream[], channels: ReadonlyMap<string, Channel>, filter: LiveFilter): string[] {
  const { users, logins, games: gameIds, languages: codes } = filter;
  const isMet = ({ broadcaster_id, broadcaster_login, game_id, broadcaster_language }: Channel) =>
    (users.length + logins.length === 0 || users.includes(broadcaster_id) || logins.includes(broadcaster_login)) &&
    (gameIds.length === 0 || gameIds.includes(game_id)) &&
    (codes.length === 0 || codes.includes(broadcaster_language));
  return streams.filter(({ user_id }) => isMet(channels.get(user_id) as Channel)).map(({ id }) => id);
}

describe('the index of broadcasts', () => {
  it('finds the same broadcasts in the same order as a look at each of them', () => {
    const { channels, streams, random } = makeBroadcasts(200);
    const index = createLiveIndex(streams, channels);
    const some = (values: readonly string[]) => {
      const count = random.int(0, 3);
      return Array.from({ length: count }, () => random.pick(values)); // repeated values included
    };
    const ids = [...streams.map(({ user_id }) => user_id), 'unknown'];
    for (let query = 0; query < 500; query += 1) {
      const filter = {
        users: some(ids),
        logins: some(ids.map((id) => `login${id}`)),
        games: some([...games, 'unknown']),
        languages: some([...languages, 'unknown']),
      };
      expect(findLive(index, filter).map(({ stream }) => stream.id)).toEqual(scan(streams, channels, filter));
    }
  });

  it('looks at no broadcast that fails the first condition', () => {
    const { channels, streams, looked } = makeBroadcasts(10_000);
    const index = createLiveIndex(streams, channels);
    const none = { users: [], logins: [], games: [], languages: [] };
    const lookedFor = (filter: Partial<LiveFilter>) => {
      looked.times = 0;
      findLive(index, { ...none, ...filter });
      return looked.times;
    };
    expect(lookedFor({})).toBe(0);
    expect(lookedFor({ users: ['7', '8'], logins: ['login9'], games: ['1'], languages: ['en'] })).toBeLessThanOrEqual(
      6,
    );
    expect(lookedFor({ games: ['1'], languages: ['en'] })).toBeLessThanOrEqual(
      2 * (index.byGame.get('1') ?? []).length,
    );
    expect(lookedFor({ languages: ['unknown'] })).toBe(0);
  });
});
