import { type ClientOptions, isApiError, type Page } from '@x/core';
import type { Sandbox } from '@x/sandbox';
import * as v from 'valibot';
import { createClients, type Provider } from './clients.ts';
import type { Kind } from './fault-rules.ts';

/** One kind of call of one provider. */
export interface Subject {
  /** Path of the requests that are corrupted. */
  readonly path: string;
  /** Number of requests that pass before the first corrupted one. Default 0. */
  readonly after?: number;
  run(client: Clients): PromiseLike<unknown>;
  /** Returns how often a write took effect, and undoes it. Only for writes whose effect can be counted. */
  done?(): Promise<number>;
}
export type Subjects = Partial<Record<Kind, Subject>>;
export type Clients = Awaited<ReturnType<typeof clientsOf>>;

// `rateLimiter`: the sandbox limits nothing, but the clients count their calls as they do for the real hosts.
const common = { rateLimiter: undefined, random: () => 0, maxBodyBytes: 1_000_000, retries: 2, maxWaitMs: 1000 };

/** Creates the clients of a sandbox. Calls of `kind` go to `origin` instead of the sandbox. */
export function clientsOf(sandbox: Sandbox, options: ClientOptions, kind?: Kind, origin = sandbox.url) {
  // Only token calls request tokens from `origin`. Other calls find the tokens that the sandbox issued by its URL.
  const moved = kind === 'token' ? 'authUrl' : 'baseUrl';
  const own = JSON.parse(JSON.stringify(sandbox.options), (name, value) =>
    name === moved ? value.replace(sandbox.url, origin) : value,
  );
  const clients = createClients(own, { ...common, ...options });
  return { ...clients, viewer: clients.stream.withAccount('ann'), user: clients.music.withAccount('ann') };
}

/** Returns functions that prepare each provider's calls: they get the tokens and first pages that the calls need. */
export function subjectsOf(sandbox: Sandbox, warm: Clients): Partial<Record<Provider, () => Promise<Subjects>>> {
  const { controls } = sandbox;
  const access_token = controls.bank.accessTokens[0] ?? '';
  const next = async (page: Promise<Page<unknown>>) => ({ cursor: String((await page).nextCursor) });
  return {
    async stream() {
      const page = await next(warm.stream.games.top({ first: 5 }));
      const { conduits } = warm.stream.eventSub;
      await warm.stream.accounts.set('ann', controls.stream.issueUserToken({ scopes: ['user:edit'] }));
      return {
        read: { path: '/helix/games', run: ({ stream }) => stream.games.list({ id: ['1'] }) },
        write: {
          path: '/helix/eventsub/conduits',
          run: ({ stream }) => stream.eventSub.conduits.create({ shard_count: 1 }),
          async done() {
            const { items } = await conduits.list();
            for (const { id } of items) await conduits.delete({ id });
            return items.length;
          },
        },
        put: { path: '/helix/users', run: ({ viewer }) => viewer.users.update({ description: 'one' }) },
        token: { path: '/id/oauth2/token', run: ({ stream }) => stream.games.top() },
        page: { path: '/helix/games/top', run: ({ stream }) => stream.games.top({ first: 5 }, page) },
      };
    },
    async music() {
      const search = { q: 'love', type: 'track', limit: 2 } as const;
      const page = await next(warm.music.search(search));
      const [user] = controls.music.users();
      const grant = controls.music.issueUserToken({
        userId: user?.id ?? '',
        scopes: ['playlist-modify-public', 'playlist-read-private'],
      });
      await warm.music.accounts.set('ann', grant);
      const { id: playlist_id } = await warm.user.playlists.create({ name: 'another' });
      const [{ uri = '' } = {}] = (await warm.music.search(search)).items;
      return {
        read: { path: '/v1/search', run: ({ music }) => music.search(search) },
        write: {
          path: '/v1/me/playlists',
          run: ({ user }) => user.playlists.create({ name: 'one' }),
          async done() {
            const all = await warm.user.playlists.list({ limit: 50 }).toArray({ limit: 1000 });
            const made = all.filter((each) => each?.name === 'one');
            for (const each of made) await warm.user.playlists.followers.remove({ playlist_id: each?.id ?? '' });
            return made.length;
          },
        },
        put: {
          path: `/v1/playlists/${playlist_id}/items`,
          run: ({ user }) => user.playlists.removeItems({ playlist_id, items: [{ uri }] }),
        },
        token: { path: '/accounts/api/token', run: ({ music }) => music.search(search) },
        page: { path: '/v1/search', run: ({ music }) => music.search(search, page) },
      };
    },
    async bank() {
      const sync = { access_token, count: 100 };
      const page = await next(warm.bank.transactions.sync(sync));
      let client_user_id = crypto.randomUUID() as string;
      return {
        read: { path: '/accounts/get', run: ({ bank }) => bank.accounts.get({ access_token }) },
        write: {
          path: '/user/create',
          run: ({ bank }) => bank.user.create({ client_user_id }),
          async done() {
            // Two users cannot have the same ID, so a refusal shows that the user is there.
            const isNew = await warm.bank.user.create({ client_user_id }).then(
              () => true,
              (error) => !isApiError(error) || error.providerCode !== 'INVALID_FIELD',
            );
            client_user_id = crypto.randomUUID();
            return Number(!isNew);
          },
        },
        put: {
          path: '/item/webhook/update',
          run: ({ bank }) => bank.item.updateWebhook({ access_token, webhook: 'https://hooks.invalid/' }),
        },
        page: { path: '/transactions/sync', run: ({ bank }) => bank.transactions.sync(sync, page) },
        sync: { path: '/transactions/sync', after: 1, run: ({ bank }) => bank.transactions.syncAll(sync) },
      };
    },
    async food() {
      const search = { query: 'cheddar', pageSize: 2 };
      const page = await next(warm.food.foods.search(search));
      const path = '/fdc/v1/foods/search';
      return {
        read: { path, run: ({ food }) => food.foods.search(search) },
        page: { path, run: ({ food }) => food.foods.search(search, page) },
        // This API has no writes, but a POST that is not declared counts as one.
        write: {
          path,
          run: ({ food }) =>
            food.request(`POST ${path}`, search, { response: v.object({ foods: v.array(v.unknown()) }) }),
        },
        put: { path, run: ({ food }) => food.foods.search({ ...search, startDate: '2000-01-01' }) },
      };
    },
    async quotes() {
      const page = await next(warm.quotes.quotes.list({ limit: 5 }));
      const path = '/api/quotes';
      return {
        read: { path, run: ({ quotes }) => quotes.quotes.list({ limit: 5 }) },
        page: { path, run: ({ quotes }) => quotes.quotes.list({ limit: 5 }, page) },
      };
    },
  };
}
