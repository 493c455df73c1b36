import { groupBy, indexBy } from './values.ts';

/** Fields of a broadcast besides its channel's. */
export interface LiveStream {
  readonly id: string;
  readonly user_id: string;
  viewer_count: number;
  readonly started_at: string;
  /** Fields set for a broadcast of your own; others are derived from the channel. */
  readonly shown?: { readonly is_mature?: boolean | undefined; readonly thumbnail_url?: string | undefined };
}

/** Parts of a channel that the index reads. */
interface Indexed {
  readonly broadcaster_login: string;
  readonly game_id: string;
  readonly broadcaster_language: string;
}

/** Conditions of a request for broadcasts. An empty list sets no condition. */
export type LiveFilter = Readonly<Record<'users' | 'logins' | 'games' | 'languages', readonly string[]>>;

/** Indexes the broadcasts by what requests ask for, each list in the order of all broadcasts. */
export function createLiveIndex<C extends Indexed>(streams: readonly LiveStream[], channels: ReadonlyMap<string, C>) {
  const live = streams.flatMap((stream) => {
    const channel = channels.get(stream.user_id);
    return channel ? [{ stream, channel }] : [];
  });
  const all = live.map((each, place) => ({ ...each, place }));
  return {
    all,
    byUser: indexBy(all, ({ stream }) => stream.user_id),
    byLogin: indexBy(all, ({ channel }) => channel.broadcaster_login),
    byGame: groupBy(all, ({ channel }) => channel.game_id),
    byLanguage: groupBy(all, ({ channel }) => channel.broadcaster_language),
  };
}

type LiveIndex<C extends Indexed> = ReturnType<typeof createLiveIndex<C>>;

/**
 * Returns the broadcasts that a filter asks for, in the order of all. Looks only at those that meet its first
 * condition.
 */
export function findLive<C extends Indexed>(
  index: LiveIndex<C>,
  { users, logins, games, languages }: LiveFilter,
): LiveIndex<C>['all'] {
  if (users.length + logins.length + games.length + languages.length === 0) return index.all;
  return inOrder(candidates()).filter(
    ({ channel }) =>
      (games.length === 0 || games.includes(channel.game_id)) &&
      (languages.length === 0 || languages.includes(channel.broadcaster_language)),
  );

  function candidates() {
    if (users.length + logins.length > 0)
      return [...users.map((id) => index.byUser.get(id)), ...logins.map((login) => index.byLogin.get(login))];
    if (games.length > 0) return games.flatMap((id) => index.byGame.get(id) ?? []);
    return languages.flatMap((language) => index.byLanguage.get(language) ?? []);
  }
}

/** Returns `found` without duplicates, in the order of all broadcasts. */
export function inOrder<L extends { readonly place: number }>(found: readonly (L | undefined)[]): L[] {
  const known = new Set(found.filter((live) => live !== undefined));
  return [...known].sort((one, other) => one.place - other.place);
}
