import { lazy } from '../../../shared/lazy.ts';
import { createPrefixIndex } from '../../../shared/prefix-index.ts';
import { assetHost } from '../data/values.ts';
import type { World } from '../data/world.ts';
import type { Endpoints } from '../endpoint.ts';

/** Returns the endings of a string's words. Any part of a word is the beginning of one of them. */
function endingsOf(text: string): readonly string[] {
  return text.split(' ').flatMap((word) => Array.from({ length: word.length }, (_, start) => word.slice(start)));
}

/** Search for channels and categories. */
export function searchEndpoints({ users, games, channels, live }: World): Endpoints {
  // Logins and the names of games never change, and display names differ from logins only in case.
  const logins = lazy(() => createPrefixIndex(users().all, ({ login }) => [login]));
  const namesOf = ({ name }: { readonly name: string }) => [name.toLowerCase()];
  const titles = lazy(() => createPrefixIndex(games().all, namesOf));
  const titleWords = lazy(() => createPrefixIndex(games().all, namesOf, endingsOf));
  const placeOf = lazy(() => new Map(users().all.map(({ id }, place) => [id, place])));

  /** Returns the places of the live channels among `places`, and of those whose game's name starts with an opening. */
  function onAir(places: readonly number[], openings: readonly string[]): readonly number[] {
    const { byUser, byGame } = live();
    const ofGames = openings
      .flatMap((opening) => titles().find(opening))
      .flatMap((game) => byGame.get(games().all[game]?.id ?? '') ?? []);
    return [
      ...places.filter((place) => byUser.has(users().all[place]?.id ?? '')),
      ...ofGames.flatMap(({ channel }) => placeOf().get(channel.broadcaster_id) ?? []),
    ];
  }

  return {
    'GET /search/channels'({ query, page }) {
      const phrase = query.requiredText('query').toLowerCase();
      // "amber otter" also finds names that begin with amberotter or amber_otter.
      const openings = [phrase, phrase.replaceAll(' ', ''), phrase.replaceAll(' ', '_')];
      const liveOnly = query.flag('live_only') ?? false;
      const { byUser } = live();
      const named = openings.flatMap((opening) => logins().find(opening));
      const places = new Set(liveOnly ? onAir(named, openings) : named);
      const ids = [...places].sort((one, other) => one - other).map((place) => users().all[place]?.id ?? '');
      return page(ids, (id) => {
        const channel = channels().get(id);
        return {
          broadcaster_language: channel?.broadcaster_language,
          broadcaster_login: channel?.broadcaster_login,
          display_name: channel?.broadcaster_name,
          game_id: channel?.game_id,
          game_name: channel?.game_name,
          id,
          is_live: byUser.has(id),
          tag_ids: [],
          tags: channel?.tags,
          thumbnail_url: `${assetHost}/profile/${channel?.broadcaster_login}-300x300.png`,
          title: channel?.title,
          started_at: byUser.get(id)?.stream.started_at ?? '',
        };
      });
    },
    'GET /search/categories'({ query, page }) {
      const parts = query.requiredText('query').toLowerCase().split(/\s+/);
      const { all } = games();
      const rarest = parts.reduce((best, part) => (titleWords().count(part) < titleWords().count(best) ? part : best));
      const found = titleWords()
        .find(rarest)
        .flatMap((place) => all[place] ?? [])
        .filter(({ name }) => parts.every((part) => name.toLowerCase().includes(part)));
      return page(found, ({ box_art_url, name, id }) => ({ box_art_url, name, id }));
    },
  };
}
