export type { Endpoint, ListEndpoint, WithMethods } from '@x/core/provider';
export {
  /** The current time. */
  time,
} from './resources/time.ts';
export {
  /** Time zones. */
  zones,
} from './resources/zones.ts';
