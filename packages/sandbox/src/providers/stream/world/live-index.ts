import type { Channel } from './channels.ts';
import type { LiveStream } from './live-stream.ts';

/** A broadcast and its channel. */
export interface LiveChannel {
  readonly stream: LiveStream;
  readonly channel: Channel;
  /** Place in the list of all broadcasts. */
  readonly place: number;
}

/** The broadcasts by what requests ask for, each list in the order of all broadcasts. */
export interface LiveIndex {
  readonly all: readonly LiveChannel[];
  readonly byUser: ReadonlyMap<string, LiveChannel>;
  readonly byLogin: ReadonlyMap<string, LiveChannel>;
  readonly byGame: ReadonlyMap<string, readonly LiveChannel[]>;
  readonly byLanguage: ReadonlyMap<string, readonly LiveChannel[]>;
}

/** Which broadcasts a request asks for. An empty list sets no condition. */
export interface LiveFilter {
  readonly users: readonly string[];
  readonly logins: readonly string[];
  readonly games: readonly string[];
  readonly languages: readonly string[];
}

/** Indexes `streams`. */
export function createLiveIndex(streams: readonly LiveStream[], channels: ReadonlyMap<string, Channel>): LiveIndex {
  const all: LiveChannel[] = [];
  const byGame = new Map<string, LiveChannel[]>();
  const byLanguage = new Map<string, LiveChannel[]>();
  const put = (lists: Map<string, LiveChannel[]>, key: string, live: LiveChannel) => {
    const list = lists.get(key);
    if (list) list.push(live);
    else lists.set(key, [live]);
  };
  for (const stream of streams) {
    const channel = channels.get(stream.user_id);
    if (!channel) continue;
    const live = { stream, channel, place: all.length };
    all.push(live);
    put(byGame, channel.game_id, live);
    put(byLanguage, channel.broadcaster_language, live);
  }
  return {
    all,
    byUser: new Map(all.map((live) => [live.stream.user_id, live])),
    byLogin: new Map(all.map((live) => [live.channel.broadcaster_login, live])),
    byGame,
    byLanguage,
  };
}

/** The broadcasts that `filter` asks for, in the order of all. Looks only at those that meet its first condition. */
export function findLive(index: LiveIndex, { users, logins, games, languages }: LiveFilter): readonly LiveChannel[] {
  if (users.length + logins.length + games.length + languages.length === 0) return index.all;
  const meetsRest = ({ channel }: LiveChannel) =>
    (games.length === 0 || games.includes(channel.game_id)) &&
    (languages.length === 0 || languages.includes(channel.broadcaster_language));
  return inOrder(candidates()).filter(meetsRest);

  function candidates(): (LiveChannel | undefined)[] {
    if (users.length + logins.length > 0)
      return [...users.map((id) => index.byUser.get(id)), ...logins.map((login) => index.byLogin.get(login))];
    if (games.length > 0) return games.flatMap((id) => index.byGame.get(id) ?? []);
    return languages.flatMap((language) => index.byLanguage.get(language) ?? []);
  }
}

/** Each of `found` once, in the order of all broadcasts. */
export function inOrder(found: readonly (LiveChannel | undefined)[]): LiveChannel[] {
  const known = new Set(found.filter((live) => live !== undefined));
  return [...known].sort((one, other) => one.place - other.place);
}
