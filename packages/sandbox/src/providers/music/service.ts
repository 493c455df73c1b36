import type { Clock } from '../../shared/clock.ts';
import type { Random } from '../../shared/random.ts';
import type { Library } from './data/library.ts';
import type { Search } from './data/search.ts';
import type { User } from './data/users.ts';
import type { Data, World } from './data/world.ts';
import type { Settings } from './options.ts';
import type { Players } from './player/players.ts';
import type { Wire } from './wire/records.ts';

/** Parts that the endpoints share. */
export interface Service {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly wire: Wire;
  /** Returns the random stream of a label, made from the seed. */
  random(label: string): Random;
  readonly users: Data['users'];
  baseUrl(): string;
  /** Returns the catalog, which is created on first use. */
  world(): World;
  search(): Search;
  library(user: User): Library;
  readonly players: Players;
}
