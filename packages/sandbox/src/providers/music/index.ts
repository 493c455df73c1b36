import type { ProviderSandbox, SandboxContext } from '../../shared/context.ts';
import { lazy } from '../../shared/lazy.ts';
import type { Limits } from '../../shared/limits.ts';
import { createControls, type MusicSandboxControls } from './controls.ts';
import { createLibraries } from './data/library.ts';
import { createSearch } from './data/search.ts';
import { createData } from './data/world.ts';
import { albumEndpoints } from './endpoints/albums.ts';
import { artistEndpoints } from './endpoints/artists.ts';
import { audioEndpoints } from './endpoints/audio.ts';
import { browseEndpoints } from './endpoints/browse.ts';
import { followingEndpoints } from './endpoints/following.ts';
import { libraryEndpoints } from './endpoints/library.ts';
import { playerEndpoints } from './endpoints/player.ts';
import { playlistItemEndpoints } from './endpoints/playlist-items.ts';
import { playlistEndpoints } from './endpoints/playlists.ts';
import { recommendationEndpoints } from './endpoints/recommendations.ts';
import { searchEndpoints } from './endpoints/search.ts';
import { showEndpoints } from './endpoints/shows.ts';
import { trackEndpoints } from './endpoints/tracks.ts';
import { userEndpoints } from './endpoints/users.ts';
import { createGate } from './gate.ts';
import {
  clientOptions,
  type MusicClientOptions,
  type MusicLimits,
  type MusicSandboxOptions,
  resolveOptions,
} from './options.ts';
import { createPlayers } from './player/players.ts';
import { createApi } from './serve.ts';
import type { Service } from './service.ts';
import { createAccounts } from './sign-in/accounts.ts';
import { Grants } from './sign-in/grants.ts';
import { serveImages } from './wire/images.ts';
import { createWire } from './wire/records.ts';

/** The music API's sandbox. */
export interface MusicSandbox extends ProviderSandbox<MusicClientOptions> {
  readonly controls: MusicSandboxControls;
}

/** Creates the music catalog API and, below `/accounts`, its auth host. */
export function createMusicSandbox(
  context: SandboxContext,
  options: MusicSandboxOptions & { limits?: Limits<MusicLimits> | undefined } = {},
): MusicSandbox {
  const settings = resolveOptions(context, options);
  const { development, realQuirks } = settings;
  const baseUrl = () => context.baseUrl();
  const data = createData(context, settings);
  const grants = new Grants(context, settings);
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
  const endpoints = {
    ...trackEndpoints(service),
    ...albumEndpoints(service),
    ...artistEndpoints(service),
    ...searchEndpoints(service),
    ...playlistEndpoints(service),
    ...playlistItemEndpoints(service),
    ...libraryEndpoints(service),
    ...followingEndpoints(service),
    ...userEndpoints(service),
    ...browseEndpoints(service),
    ...showEndpoints(service),
    ...audioEndpoints(service),
    ...recommendationEndpoints(service),
    ...playerEndpoints(service),
  };
  const app = createApi(endpoints, {
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
    tokens: () => grants.list(),
    controls: createControls(settings, data, grants, players),
    options: () => clientOptions(context, settings),
  };
}
