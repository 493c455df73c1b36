import type { Clock } from '../../clock/clock.ts';
import type { Random } from '../../shared/random.ts';
import type { Library } from './data/library.ts';
import type { Search } from './data/search.ts';
import type { User } from './data/users.ts';
import type { Data, World } from './data/world.ts';
import type { Settings } from './options.ts';
import type { Players } from './player/players.ts';
import type { Wire } from './wire/records.ts';

/** Parts that the endpoints work with. */
export interface Service {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly wire: Wire;
  /** The seed's stream of a label. */
  random(label: string): Random;
  readonly users: Data['users'];
  baseUrl(): string;
  /** The catalog, made on first use. */
  world(): World;
  search(): Search;
  library(user: User): Library;
  readonly players: Players;
}
