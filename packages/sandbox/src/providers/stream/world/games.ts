import { gameEndings, gameOpenings, pastimes } from '../../../data/stream-words.ts';
import type { WorldContext } from './context.ts';
import { assetHost, indexBy } from './values.ts';

/** A game or category as the API answers it; `igdb_id` is empty for what no games database knows. */
export interface Game {
  readonly id: string;
  readonly name: string;
  readonly box_art_url: string;
  readonly igdb_id: string;
}

/** Every game, the most played first. */
export interface Games {
  readonly all: readonly Game[];
  readonly byId: Map<string, Game>;
  readonly byName: Map<string, Game>;
  readonly byIgdbId: Map<string, Game>;
}

/** Makes the games. */
export function createGames({ random, settings }: WorldContext): Games {
  const draw = random('games');
  const names = new Set<string>();
  while (names.size < settings.games) {
    const pastime = names.size % 20 === 0 ? pastimes[names.size / 20] : undefined;
    const name = pastime ?? `${draw.pick(gameOpenings)} ${draw.pick(gameEndings)}`;
    names.add(names.has(name) ? `${name} ${names.size}` : name);
  }
  const all = [...names].map((name, index): Game => {
    const id = String(500_000 + index * 613);
    return {
      id,
      name,
      box_art_url: `${assetHost}/boxart/${id}-{width}x{height}.jpg`,
      igdb_id: pastimes.includes(name) ? '' : String(7_000 + index * 11),
    };
  });
  return {
    all,
    byId: indexBy(all, (game) => game.id),
    byName: indexBy(all, (game) => game.name),
    byIgdbId: indexBy(
      all.filter((game) => game.igdb_id),
      (game) => game.igdb_id,
    ),
  };
}
