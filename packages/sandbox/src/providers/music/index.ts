import type { ProviderSandbox, SandboxContext } from '../../context.ts';
import { createAccounts } from './accounts.ts';
import { createControls, type MusicSandboxControls } from './controls.ts';
import { createGate } from './gate.ts';
import { createGrants } from './grants.ts';
import { serveImages } from './images.ts';
import { type MusicSandboxOptions, resolveOptions } from './options.ts';
import { serveRoutes } from './route.ts';
import { browseRoutes } from './routes/browse.ts';
import { catalogRoutes } from './routes/catalog.ts';
import { playlistRoutes } from './routes/playlists.ts';
import { searchRoutes } from './routes/search.ts';
import { userRoutes } from './routes/users.ts';
import { createSearch, type Search } from './search.ts';
import type { Service } from './service.ts';
import { createWire } from './wire.ts';
import { createData } from './world.ts';

export type { MusicSandboxControls, MusicSandboxUser, MusicUserGrant, MusicUserTokens } from './controls.ts';
export type { MusicSandboxApp, MusicSandboxOptions } from './options.ts';

/** The music catalog API and, below `/accounts`, its auth host. */
export function createMusicSandbox(
  context: SandboxContext,
  options: MusicSandboxOptions = {},
): ProviderSandbox<{ baseUrl: string; authUrl: string; clientId: string; clientSecret: string }> & {
  /** What only a test can do. */
  readonly controls: MusicSandboxControls;
} {
  const settings = resolveOptions(context, options);
  const { development } = settings;
  const baseUrl = () => context.baseUrl();
  const data = createData(context, settings);
  const grants = createGrants(context, settings);
  let search: Search | undefined;
  const service: Service = {
    settings,
    clock: context.clock,
    wire: createWire(baseUrl, development),
    users: data.users,
    baseUrl,
    world: data.world,
    search() {
      search ??= createSearch(data.world(), context.clock);
      return search;
    },
  };
  const routes = [catalogRoutes, searchRoutes, playlistRoutes, userRoutes, browseRoutes].flatMap((of) => of(service));
  const app = serveRoutes(routes, { development, pass: createGate(context, grants, settings) });
  app.route('/accounts', createAccounts(grants, settings));
  app.route('/images', serveImages());

  return {
    app,
    controls: createControls(settings, data.users, grants),
    options: () => ({ baseUrl: baseUrl(), authUrl: `${baseUrl()}/accounts`, ...settings.app }),
  };
}
