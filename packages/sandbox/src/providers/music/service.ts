import type { Clock } from '../../clock.ts';
import type { Settings } from './options.ts';
import type { Search } from './search.ts';
import type { Wire } from './wire.ts';
import type { Data, World } from './world.ts';

/** What the routes work with. */
export interface Service {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly wire: Wire;
  readonly users: Data['users'];
  baseUrl(): string;
  /** The catalog, made on first use. */
  world(): World;
  search(): Search;
}
