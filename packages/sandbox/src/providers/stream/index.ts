import { createApp } from '../../server/app.ts';
import type { ProviderSandbox, SandboxContext } from '../../shared/context.ts';
import type { Limits } from '../../shared/limits.ts';
import { createControls, type StreamControls } from './controls.ts';
import type { Events } from './data/base.ts';
import { createWorld } from './data/world.ts';
import { createFeatures } from './endpoints/features.ts';
import { createEventSub } from './events/event-sub.ts';
import { ChatServer } from './irc/chat-server.ts';
import {
  clientOptions,
  resolveOptions,
  type StreamClientOptions,
  type StreamLimits,
  type StreamSandboxOptions,
} from './options.ts';
import { createApi } from './serve.ts';
import { createAuthHost } from './sign-in/auth-host.ts';
import { createDevices } from './sign-in/devices.ts';
import { Tokens } from './sign-in/tokens.ts';

/** The sandbox of the live-streaming API. */
export interface StreamSandbox extends ProviderSandbox<StreamClientOptions> {
  readonly controls: StreamControls;
  readonly events: Events;
}

/** Creates the live-streaming API: its auth host under `/id`, its resources under `/helix`. */
export function createStreamSandbox(
  context: SandboxContext,
  options: StreamSandboxOptions & { limits?: Limits<StreamLimits> | undefined } = {},
): StreamSandbox {
  const settings = resolveOptions(options);
  const tokens = new Tokens(context, settings);
  const world = createWorld(context, settings);
  const features = createFeatures(world);
  const devices = createDevices(context, tokens);
  const irc = new ChatServer(settings, world);
  const eventSub = createEventSub(context, settings, tokens, world, irc);
  const app = createApp();
  app.route('/id', createAuthHost(context, settings, tokens, world, devices));
  app.route('/helix', createApi(context, settings, tokens, world, features, eventSub));
  return {
    app,
    connect: (query, connection) => eventSub.sessions.open(query, connection),
    chat: (connection) => irc.open(connection),
    options: () => clientOptions(context, settings),
    tokens: () =>
      tokens.list().map((token) => ({ ...token, user: token.user && world.users().byId.get(token.user)?.login })),
    events: world.events,
    controls: createControls(tokens, world, features, devices, { eventSub: eventSub.controls, irc: irc.controls }),
  };
}
