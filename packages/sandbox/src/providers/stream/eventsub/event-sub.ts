import type { SandboxContext } from '../../../context.ts';
import type { Endpoint } from '../endpoint.ts';
import type { Settings } from '../options.ts';
import type { Tokens } from '../tokens.ts';
import type { World } from '../world/world.ts';
import { createAuthorization } from './authorization.ts';
import { conduitEndpoints } from './conduit-endpoints.ts';
import { createConduits } from './conduits.ts';
import { createEventSubControls, type EventSubControls } from './controls.ts';
import { createMessenger } from './messenger.ts';
import { subscriptionEndpoints } from './subscription-endpoints.ts';
import { createSubscriptions } from './subscriptions.ts';

/** What tells apps what has happened. */
export interface EventSub {
  readonly endpoints: readonly Endpoint[];
  readonly controls: EventSubControls;
}

/** EventSub over webhooks and conduits. */
export function createEventSub(context: SandboxContext, settings: Settings, tokens: Tokens, world: World): EventSub {
  const messenger = createMessenger(context);
  const authorization = createAuthorization(settings, tokens, world);
  const conduits = createConduits(context, settings, world, messenger);
  const parts = { authorization, conduits, messenger };
  const subscriptions = createSubscriptions(context, settings, tokens, world, parts);
  return {
    endpoints: [
      ...subscriptionEndpoints(settings, world, { subscriptions, conduits, authorization }),
      ...conduitEndpoints(settings, { subscriptions, conduits }),
    ],
    controls: createEventSubControls(settings, world, { subscriptions, messenger }),
  };
}
