import type { SandboxContext } from '../../../shared/context.ts';
import type { World } from '../data/world.ts';
import type { ChatServer } from '../irc/chat-server.ts';
import type { Settings } from '../options.ts';
import type { Tokens } from '../sign-in/tokens.ts';
import { createAuthorization } from './authorization.ts';
import { createConduits } from './conduits.ts';
import { createEventSubControls } from './controls.ts';
import { createMessenger } from './messenger.ts';
import { Sessions } from './sessions.ts';
import { Subscriptions } from './subscriptions.ts';
import { createOutlet } from './transport.ts';

/** EventSub over webhooks, WebSockets and conduits. */
export function createEventSub(
  context: SandboxContext,
  settings: Settings,
  tokens: Tokens,
  world: World,
  irc: ChatServer,
) {
  const messenger = createMessenger(context);
  const authorization = createAuthorization(settings, tokens, world);
  const sessions = new Sessions(context);
  const outlet = createOutlet(context, messenger, sessions);
  const conduits = createConduits(context, settings, world, outlet, sessions);
  const parts = { authorization, conduits, outlet, sessions };
  const subscriptions = new Subscriptions(context, settings, tokens, world, parts);
  return {
    ...parts,
    subscriptions,
    controls: createEventSubControls(context, settings, world, { subscriptions, messenger, sessions, irc }),
  };
}

export type EventSub = ReturnType<typeof createEventSub>;
