import type { Logger } from 'pino';
import type { Clients, Redis } from './clients.ts';
import type { Settings } from './settings.ts';

/** What a process has, for all requests. */
export interface Services {
  readonly redis: Redis;
  readonly clients: Clients;
  readonly settings: Settings;
  readonly log: Logger;
}

/** What the request of a visitor has. Its clients end their calls when the visitor leaves. */
export interface Visit {
  Variables: { clients: Clients; origin: string; sessionId: string; user: string | undefined };
}
