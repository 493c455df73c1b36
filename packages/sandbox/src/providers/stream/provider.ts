import { defineSandboxProvider, type WithLimits } from '../../shared/provider.ts';
import { mayChangeSignedIn } from '../../shared/sign-in/may-change.ts';
import { streamControls } from './control-table.ts';
import { createStreamSandbox } from './index.ts';
import {
  clientOptions,
  resolveOptions,
  type StreamLimits,
  type StreamSandboxOptions,
  streamLimitRules,
  streamRules,
} from './options.ts';

/** The live-streaming API (Twitch Helix). */
export const streamProvider = defineSandboxProvider({
  name: 'stream',
  rules: streamRules,
  limits: streamLimitRules,
  controls: streamControls,
  socketPath: '/ws',
  chatPath: '/irc',
  sizes: { users: [1, 10_000], streams: [0, 10_000], games: [1, 2_000], clips: [0, 20_000], videos: [0, 20_000] },
  firstCall: () => `const { items } = await stream.streams.list({ first: 3 });
console.log(items.map(({ user_name, viewer_count }) => \`\${user_name}: \${viewer_count}\`));`,
  mayChange: mayChangeSignedIn,
  resolve: (options: WithLimits<StreamSandboxOptions, StreamLimits>) => resolveOptions(options),
  clientOptions,
  // Only a created sandbox knows which endpoints exist, and which records others may refer to.
  isEager: ({ limits, hasOwn }) => Object.keys(limits.endpoints).length > 0 || hasOwn,
  create: createStreamSandbox,
});
