import { invalid } from '../../../shared/check-fields.ts';
import { lazy } from '../../../shared/lazy.ts';
import type { StreamGameReference } from '../own-data.ts';
import { type Base, type User, words } from './base.ts';
import { createLiveIndex, type LiveStream } from './live-index.ts';
import { type Games, mergeNamed, namedGame, namedUser, ownId, type Placed, placed } from './own.ts';
import data from './stream.json' with { type: 'json' };
import { assetHost, indexBy, pickEarly, setFields, timestamp } from './values.ts';

const gameOpenings = words(data.gameOpenings);
const gameEndings = words(data.gameEndings);
const tags = words(data.tags);
const contentLabels = words(data.contentLabels);

/** A game or category as the API returns it. `igdb_id` is empty if no games database knows it. */
export type Game = ReturnType<typeof createGames>[number];

/** A channel as `GET /channels` returns it. Its stream has the same title, game, language and tags. */
export type Channel = ReturnType<typeof createChannel>;

/** Games, channels and broadcasts. */
export type Channels = ReturnType<typeof createChannels>;

function createGames({ random, settings }: Base) {
  const draw = random('games');
  const names = new Set<string>();
  while (names.size < settings.games) {
    const pastime = names.size % 20 === 0 ? data.pastimes[names.size / 20] : undefined;
    const name = pastime ?? `${draw.pick(gameOpenings)} ${draw.pick(gameEndings)}`;
    names.add(names.has(name) ? `${name} ${names.size}` : name);
  }
  const all = [...names].map((name, index) => {
    const id = String(500_000 + index * 613);
    return {
      id,
      name,
      box_art_url: boxArtOf(id),
      igdb_id: data.pastimes.includes(name) ? '' : String(7_000 + index * 11),
    };
  });
  return mergeNamed(all, placed('games', settings.own.games), 'name', ({ id: ownGameId, name, ...record }, knownId) => {
    const id = knownId ?? ownGameId ?? ownId(random, `games/${name}`);
    return { id, name, box_art_url: boxArtOf(id), igdb_id: '', ...setFields(record) };
  });
}

const boxArtOf = (id: string) => `${assetHost}/boxart/${id}-{width}x{height}.jpg`;

function createChannel(draw: ReturnType<Base['random']>, user: User, games: readonly Game[]) {
  const voice = draw.pick(data.titles);
  const game = draw.int(1, 30) === 1 ? undefined : pickEarly(draw, games, 3);
  return {
    broadcaster_id: user.id,
    broadcaster_login: user.login,
    broadcaster_name: user.display_name,
    broadcaster_language: voice.language,
    game_id: game?.id ?? '',
    game_name: game?.name ?? '',
    title: draw.pick(voice.titles),
    delay: user.broadcaster_type === 'partner' && draw.int(1, 4) === 1 ? draw.int(1, 30) * 5 : 0,
    tags: draw.sample(tags, draw.int(0, 5)),
    content_classification_labels: draw.int(1, 6) === 1 ? draw.sample(contentLabels, draw.int(1, 2)) : [],
    is_branded_content: draw.int(1, 20) === 1,
  };
}

/** Puts `settings.streams` of the users on air, the most watched first. */
function createStreams(base: Base): LiveStream[] {
  const { random, settings, users, epoch } = base;
  const draw = random('streams');
  const { generated } = users();
  const live = generated.slice(0, settings.streams);
  // Otherwise only the least popular channels would be offline, but tests need a popular one too.
  for (const [index, user] of generated.slice(settings.streams).entries()) {
    if (index % 2 === 0 && live.length > 0) live[draw.int(0, live.length - 1)] = user;
  }
  const seeded = live.map((user, rank) => ({
    id: String(41_000_000_000 + rank * 1009),
    user_id: user.id,
    viewer_count: Math.floor(60_000 / (rank + 1) ** 0.9) + draw.int(0, 30),
    started_at: timestamp(epoch - draw.int(60, 12 * 3600) * 1000),
  }));
  const own = new Map<string, LiveStream>();
  for (const entry of placed('streams', settings.own.streams)) {
    const { record, place } = entry;
    const user = namedUser(base, entry, 'user');
    if (own.has(user.id)) throw invalid(`${place} must be the only stream of ${user.login}; there is another one`);
    const drawn = random(`own-streams/${user.id}`);
    own.set(user.id, {
      id: record.id ?? ownId(random, `streams/${user.id}`),
      user_id: user.id,
      viewer_count: record.viewer_count ?? drawn.int(1, 1000),
      started_at: record.started_at ?? timestamp(epoch - drawn.int(60, 12 * 3600) * 1000),
      shown: { is_mature: record.is_mature, thumbnail_url: record.thumbnail_url },
    });
  }
  return [...seeded.filter(({ user_id }) => !own.has(user_id)), ...own.values()].sort(
    (one, other) => other.viewer_count - one.viewer_count,
  );
}

/** Applies your own records to the channels: first channel records, then broadcasts. */
function applyOwn(base: Base, channels: ReadonlyMap<string, Channel>, games: Games): void {
  const { channels: own, streams } = base.settings.own;
  const changed = new Set<string>();
  for (const entry of placed('channels', own)) {
    const { game_id: _, game_name: __, tags, content_classification_labels: labels, ...fields } = entry.record;
    const { id, login, display_name } = namedUser(base, entry, 'broadcaster');
    if (changed.has(id)) throw invalid(`${entry.place} must be the only channel of ${login}; there is another one`);
    changed.add(id);
    const names = { broadcaster_id: id, broadcaster_login: login, broadcaster_name: display_name };
    const lists = { ...(tags && { tags: [...tags] }), ...(labels && { content_classification_labels: [...labels] }) };
    Object.assign(channels.get(id) ?? {}, setFields(fields), lists, names, gameFields(games, entry));
  }
  for (const entry of placed('streams', streams)) {
    const { title, tags, language } = entry.record;
    const { id } = namedUser(base, entry, 'user');
    const fields = setFields({ title, tags: tags && [...tags], broadcaster_language: language });
    Object.assign(channels.get(id) ?? {}, fields, gameFields(games, entry));
  }
}

function gameFields(games: Games, entry: Placed<StreamGameReference>): Partial<Channel> {
  const game = namedGame(games, entry);
  return game === undefined ? {} : { game_id: game?.id ?? '', game_name: game?.name ?? '' };
}

function overtake<T>(list: T[], from: number, onTop: (moved: T, top: T) => void): void {
  const top = list[0];
  const [moved] = list.splice(from, 1);
  if (top === undefined || moved === undefined) return;
  if (moved !== top) onTop(moved, top);
  list.unshift(moved);
}

/** Creates the games, one channel per user, and the broadcasts, each on first use. */
export function createChannels(base: Base) {
  const { random, settings, users, now } = base;
  const games = lazy(() => {
    const all = createGames(base);
    const listed = all.filter(({ igdb_id }) => igdb_id);
    return {
      all,
      // Only these feed the generated data, so your own games do not change it.
      generated: all.slice(0, settings.games),
      byId: indexBy(all, ({ id }) => id),
      byName: indexBy(all, ({ name }) => name),
      byIgdbId: indexBy(listed, ({ igdb_id }) => igdb_id),
    };
  });
  const makeChannels = () => {
    const draw = random('channels');
    const made = new Map(users().all.map((user) => [user.id, createChannel(draw, user, games().generated)]));
    applyOwn(base, made, games());
    return made;
  };
  const channels = lazy(makeChannels);
  const initialChannels = lazy(makeChannels);
  const streams = lazy(() => createStreams(base));
  const moves = lazy(() => random('moves'));
  let index: ReturnType<typeof createLiveIndex<Channel>> | undefined;

  const topGames = lazy(() => {
    const viewers = new Map(games().all.map(({ id }) => [id, 0]));
    for (const { user_id, viewer_count } of streams()) {
      const game = initialChannels().get(user_id)?.game_id ?? '';
      if (viewers.has(game)) viewers.set(game, (viewers.get(game) ?? 0) + viewer_count);
    }
    return [...viewers].sort(([, one], [, other]) => other - one).map(([id]) => id);
  });

  const world = {
    games,
    /** Channels by broadcaster ID. Every user has one. */
    channels,
    /**
     * The channels as they were when the sandbox started. Parts that are created later use these, so that they do not
     * show changes made by earlier requests.
     */
    initialChannels,
    /** IDs of the games, most watched first. */
    topGames,
    /** Broadcasts, most watched first. Code that changes them calls `liveChanged`. */
    streams,
    /** Returns the index of the broadcasts, which is created on first use after a change. */
    live() {
      index ??= createLiveIndex(streams(), channels());
      return index;
    },
    /** Discards the index after a change to the broadcasts, or to a channel's game or language. */
    liveChanged(): void {
      index = undefined;
    },
    /** Returns a channel's broadcast, or undefined if the channel is not live. */
    streamOf: (broadcasterId: string) => world.live().byUser.get(broadcasterId)?.stream,
    /** Whether a channel is live. */
    isOnAir: (broadcasterId: string): boolean => world.live().byUser.has(broadcasterId),
    /** Puts a channel on air, with nobody watching yet. */
    startStream(broadcasterId: string): void {
      const id = `${Math.floor(now() / 1000)}${broadcasterId}`;
      const started_at = timestamp(now());
      streams().push({ id, user_id: broadcasterId, viewer_count: 0, started_at });
      world.liveChanged();
      base.publish(broadcasterId, 'stream.online', { id, type: 'live', started_at });
    },
    /** Takes a channel off the air. */
    endStream(broadcasterId: string): void {
      const place = streams().findIndex((stream) => stream.user_id === broadcasterId);
      const [ended] = place < 0 ? [] : streams().splice(place, 1);
      world.liveChanged();
      base.publish(broadcasterId, 'stream.offline', { id: ended?.id });
    },
    /** Moves as many entries of the live lists to the top as the settings say. */
    moveOn(): void {
      const pick = (list: readonly unknown[]) => moves().int(Math.floor(list.length / 2), list.length - 1);
      for (let count = 0; count < settings.overtakesPerPage; count += 1) {
        if (streams().length > 1)
          overtake(streams(), pick(streams()), (moved, top) => {
            moved.viewer_count = top.viewer_count + moves().int(1, 50);
          });
        if (topGames().length > 1) overtake(topGames(), pick(topGames()), () => {});
      }
      if (settings.overtakesPerPage > 0) world.liveChanged();
    },
  };
  return world;
}
