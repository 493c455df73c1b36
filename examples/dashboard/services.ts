import type { Logger } from 'pino';
import type { Clients, Redis } from './clients.ts';
import type { Settings } from './settings.ts';

/** Services of a process, shared by all requests. */
export interface Services {
  readonly redis: Redis;
  readonly clients: Clients;
  readonly settings: Settings;
  readonly log: Logger;
}

/** Services for one visitor's request. Its clients end their calls when the visitor leaves. */
export interface Visit {
  Variables: { clients: Clients; origin: string; sessionId: string; user: string | undefined };
}
