import type { Limits } from '../../server/limiter.ts';
import type { ProviderSandbox, SandboxContext } from '../../shared/context.ts';
import { lazy } from '../../shared/lazy.ts';
import { createAccounts } from './accounts.ts';
import { createControls, type MusicSandboxControls } from './controls.ts';
import { createGate } from './gate.ts';
import { createGrants } from './grants.ts';
import { serveImages } from './images.ts';
import { createLibraries } from './library.ts';
import {
  clientOptions,
  type MusicClientOptions,
  type MusicLimits,
  type MusicSandboxOptions,
  resolveOptions,
} from './options.ts';
import { createPlayers } from './players.ts';
import { audioRoutes } from './routes/audio.ts';
import { browseRoutes } from './routes/browse.ts';
import { catalogRoutes } from './routes/catalog.ts';
import { followingRoutes } from './routes/following.ts';
import { libraryRoutes } from './routes/library.ts';
import { playerRoutes } from './routes/player.ts';
import { playlistChangeRoutes } from './routes/playlist-changes.ts';
import { playlistRoutes } from './routes/playlists.ts';
import { recommendationRoutes } from './routes/recommendations.ts';
import { searchRoutes } from './routes/search.ts';
import { spokenRoutes } from './routes/spoken.ts';
import { userRoutes } from './routes/users.ts';
import { createSearch } from './search.ts';
import { serveRoutes } from './serve.ts';
import type { Service } from './service.ts';
import { createWire } from './wire.ts';
import { createData } from './world.ts';

/** The music catalog API and, below `/accounts`, its auth host. */
export function createMusicSandbox(
  context: SandboxContext,
  options: MusicSandboxOptions & { limits?: Limits<MusicLimits> | undefined } = {},
): ProviderSandbox<MusicClientOptions> & {
  /** What only a test can do. */
  readonly controls: MusicSandboxControls;
} {
  const settings = resolveOptions(context, options);
  const { development, realQuirks } = settings;
  const baseUrl = () => context.baseUrl();
  const data = createData(context, settings);
  const grants = createGrants(context, settings);
  const players = createPlayers(context, data.users, data.world);
  const service: Service = {
    settings,
    clock: context.clock,
    wire: createWire(baseUrl, { development, realQuirks }),
    random: (label) => context.random(label),
    users: data.users,
    baseUrl,
    world: data.world,
    search: lazy(() => createSearch(data.world(), context.clock)),
    library: createLibraries(context, data),
    players,
  };
  const routes = {
    ...catalogRoutes(service),
    ...searchRoutes(service),
    ...playlistRoutes(service),
    ...playlistChangeRoutes(service),
    ...libraryRoutes(service),
    ...followingRoutes(service),
    ...userRoutes(service),
    ...browseRoutes(service),
    ...spokenRoutes(service),
    ...audioRoutes(service),
    ...recommendationRoutes(service),
    ...playerRoutes(service),
  };
  const app = serveRoutes(routes, {
    development,
    baseUrl,
    pass: createGate(context, grants, settings),
    heard: (user, record) => players(user).positionOf(record),
  });
  app.route('/accounts', createAccounts(context, settings, data.users, grants));
  app.route(
    '/images',
    serveImages(() => data.world().playlists),
  );

  return {
    app,
    tokens: grants.list,
    controls: createControls(settings, data, grants, players),
    options: () => clientOptions(context, settings),
  };
}
