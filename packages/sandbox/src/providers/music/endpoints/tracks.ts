import type { Endpoints } from '../endpoint.ts';
import type { Service } from '../service.ts';
import { lookups } from './lookups.ts';

export const trackEndpoints = ({ wire, world }: Service): Endpoints =>
  lookups('tracks', () => world().track, wire.track);
