import type { SandboxContext } from '../../shared/context.ts';
import { defineSandboxProvider, type WithLimits } from '../../shared/provider.ts';
import { mayChangeSignedIn } from '../../shared/sign-in/may-change.ts';
import { musicControls } from './control-table.ts';
import { createMusicSandbox } from './index.ts';
import {
  clientOptions,
  type MusicLimits,
  type MusicSandboxOptions,
  musicLimitRules,
  musicRules,
  resolveOptions,
} from './options.ts';

/** The music catalog API (Spotify). */
export const musicProvider = defineSandboxProvider({
  name: 'music',
  rules: musicRules,
  limits: musicLimitRules,
  controls: musicControls,
  sizes: { artists: [2, 500], users: [2, 200], playlists: [1, 500], largePlaylistItems: [0, 10_000] },
  firstCall: () => `const { items } = await music.search({ q: 'love', type: 'track', limit: 3 });
console.log(items.map(({ name }) => name));`,
  mayChange: mayChangeSignedIn,
  resolve: (options: WithLimits<MusicSandboxOptions, MusicLimits>, context: SandboxContext) =>
    resolveOptions(context, options),
  clientOptions,
  // Mistakes in references between records show only when the servers are created.
  isEager: ({ hasOwn }) => hasOwn,
  create: createMusicSandbox,
});
