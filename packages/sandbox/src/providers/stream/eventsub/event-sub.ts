import type { SandboxContext } from '../../../context.ts';
import type { Handlers } from '../endpoint.ts';
import type { Settings } from '../options.ts';
import type { Tokens } from '../tokens.ts';
import type { World } from '../world/world.ts';
import { createAuthorization } from './authorization.ts';
import { conduitEndpoints } from './conduit-endpoints.ts';
import { createConduits } from './conduits.ts';
import { createEventSubControls, type EventSubControls } from './controls.ts';
import { createMessenger } from './messenger.ts';
import { createSessions, type Sessions } from './sessions.ts';
import { subscriptionEndpoints } from './subscription-endpoints.ts';
import { createSubscriptions } from './subscriptions.ts';

/** The part that notifies apps of events. */
export interface EventSub {
  readonly endpoints: Handlers;
  readonly controls: EventSubControls;
  /** Its WebSocket server, without the sockets. */
  readonly sessions: Sessions;
}

/** EventSub over webhooks, WebSockets and conduits. */
export function createEventSub(context: SandboxContext, settings: Settings, tokens: Tokens, world: World): EventSub {
  const messenger = createMessenger(context);
  const authorization = createAuthorization(settings, tokens, world);
  const sessions = createSessions(context);
  const conduits = createConduits(context, settings, world, messenger, sessions);
  const parts = { authorization, conduits, messenger, sessions };
  const subscriptions = createSubscriptions(context, settings, tokens, world, parts);
  return {
    endpoints: {
      ...subscriptionEndpoints(settings, world, { subscriptions, conduits, authorization, sessions }),
      ...conduitEndpoints(settings, { subscriptions, conduits, sessions }),
    },
    controls: createEventSubControls(context, settings, world, { subscriptions, messenger, sessions }),
    sessions,
  };
}
