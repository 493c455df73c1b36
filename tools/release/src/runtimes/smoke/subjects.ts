import { createBankClient } from '@x/bank';
import { createWebhookReceiver as createBankReceiver, createWebhookSigner } from '@x/bank/webhooks';
import type { CallOptions, ClientOptions, ErrorCode, ListOptions, PagedCall } from '@x/core';
import { createFoodClient } from '@x/food';
import { createMusicClient } from '@x/music';
import { createQuotesClient } from '@x/quotes';
import type { ProviderName, SandboxClientOptions } from '@x/sandbox';
import { createStreamClient } from '@x/stream';
import { createEventListener, type EventSubListener } from '@x/stream/events';
import { createWebhookReceiver as createStreamReceiver, signWebhook } from '@x/stream/webhooks';
import { type ControlApi, control } from './control.ts';

/** Options of the suite: the JSON that `sandbox --json` prints. */
export interface SmokeOptions {
  readonly url: string;
  readonly controlApi: ControlApi;
  /** Options for the clients. */
  readonly options: SandboxClientOptions;
}

/** Calls that the suite makes with a client. */
export interface Calls {
  /** Makes a first call. Returns a value from its response. */
  one(options?: CallOptions): PromiseLike<unknown>;
  /** Lists more than two pages of ten items. */
  many(options?: ListOptions): PagedCall<object>;
  /** Makes a call that the API refuses with `code`. */
  refused(): PromiseLike<unknown>;
}

/** A client, and the facts about its API that the suite needs. */
export interface Subject {
  readonly provider: ProviderName;
  /** Creates a client with the sandbox's options and the given ones. */
  connect(more?: ClientOptions): Calls;
  /** Path that `one` requests. */
  readonly path: string;
  /** Response from that path that differs from the documentation. */
  readonly wrong: unknown;
  /** Field that identifies an item of `many`. */
  readonly id: string;
  /** Error code of `refused`. */
  readonly code: ErrorCode;
  /** Set if the client gets app tokens. */
  readonly tokens?: true;
  /** Set if the client refuses to run in a browser. */
  readonly serverOnly?: true;
  /** Creates a signed webhook, and a receiver that calls `handled` with the name of each webhook it handles. */
  receive?(handled: (name: string) => void): Promise<{
    readonly signed: Request;
    handle(request: Request): Promise<Response>;
  }>;
  /** Listens for a user's `stream.online` events. */
  listen?(): Promise<EventSubListener>;
}

/** Returns the five clients as subjects of the suite. */
export const subjectsOf = (options: SmokeOptions, access_token: string): readonly Subject[] => {
  const { options: clients } = options;
  return [
    {
      provider: 'stream',
      connect(more) {
        const { games, streams, videos } = createStreamClient({ ...clients.stream, allowBrowser: true, ...more });
        return {
          one: (options) => games.top({ first: 1 }, options).then(({ items }) => items[0]?.name),
          many: (options) => streams.list({ first: 10 }, options),
          refused: () => videos.list({ game_id: '0' }),
        };
      },
      path: '/helix/games/top',
      wrong: { data: [{ id: 7 }], pagination: {} },
      id: 'id',
      code: 'not_found',
      tokens: true,
      async receive(handled) {
        const secret = 'secret of the subscription';
        const receiver = createStreamReceiver({ secret });
        const channel = { broadcaster_user_id: '1', broadcaster_user_login: 'ann', broadcaster_user_name: 'Ann' };
        const event = { ...channel, id: '1', type: 'live', started_at: '2026-11-21T12:00:00Z' } as const;
        return {
          signed: await signWebhook({ secret, type: 'stream.online', version: '1', event }),
          handle: (request) =>
            receiver.handle(request, { notification: ({ subscription }) => handled(subscription.type) }),
        };
      },
      async listen() {
        type Tokens = { readonly accessToken: string; readonly userId: string };
        const { accessToken, userId } = await control<Tokens>(options.controlApi, 'POST', '/stream/issueUserToken', {});
        const stream = createStreamClient({ ...clients.stream, allowBrowser: true });
        await stream.accounts.set('ann', { accessToken });
        const url = `${options.url.replace(/^http/, 'ws')}/stream/ws`;
        const events = createEventListener(stream.withAccount('ann'), { url, signal: AbortSignal.timeout(60_000) });
        const condition = { broadcaster_user_id: userId };
        await events.setSubscriptions([{ type: 'stream.online', version: '1', condition }]);
        return events;
      },
    },
    {
      provider: 'music',
      connect(more) {
        const { artists, markets, search } = createMusicClient({ ...clients.music, ...more });
        return {
          one: (options) => markets.list({}, options).then(({ items }) => items[0]),
          many: (options) => search({ q: 'love', type: 'track', limit: 10 }, options),
          refused: () => artists.get({ id: '0000000000000000000000' }),
        };
      },
      path: '/v1/markets',
      wrong: { markets: [7] },
      id: 'id',
      code: 'not_found',
      tokens: true,
      serverOnly: true,
    },
    {
      provider: 'bank',
      connect(more) {
        const { accounts, transactions } = createBankClient({ ...clients.bank, ...more });
        const dates = { start_date: '2000-01-01', end_date: '2099-12-31' };
        return {
          one: (options) => accounts.get({ access_token }, options).then(({ accounts: [first] }) => first?.name),
          many: (options) => transactions.get({ access_token, ...dates, count: 10 }, options),
          refused: () => accounts.get({ access_token: 'access-sandbox-of-nobody' }),
        };
      },
      path: '/accounts/get',
      wrong: { accounts: [{ account_id: 7 }], request_id: 'one' },
      id: 'transaction_id',
      code: 'unauthenticated',
      serverOnly: true,
      async receive(handled) {
        const { sign, verificationKey } = await createWebhookSigner();
        const receiver = createBankReceiver({ verificationKey });
        return {
          signed: await sign({
            webhook_type: 'ITEM',
            webhook_code: 'PENDING_EXPIRATION',
            environment: 'sandbox',
            item_id: 'item-1',
            consent_expiration_time: '2026-11-21T12:00:00Z',
          }),
          handle: (request) =>
            receiver.handle(request, {
              notification: ({ event }) => handled(`${event.webhook_type} ${event.webhook_code}`),
            }),
        };
      },
    },
    {
      provider: 'food',
      connect(more) {
        const { foods } = createFoodClient({ ...clients.food, ...more });
        return {
          one: (options) => foods.search({ query: 'cheddar' }, options).then(({ items }) => items[0]?.description),
          many: (options) => foods.list({ pageSize: 10 }, options),
          refused: () => foods.get({ fdcId: 1 }),
        };
      },
      path: '/fdc/v1/foods/search',
      wrong: { foods: [{ fdcId: 'one' }], totalHits: 1, currentPage: 1, totalPages: 1 },
      id: 'fdcId',
      code: 'not_found',
    },
    {
      provider: 'quotes',
      connect(more) {
        const { quotes, random } = createQuotesClient({ ...clients.quotes, ...more });
        return {
          one: (options) => random({}, options).then(({ content }) => content),
          many: (options) => quotes.list({ limit: 10 }, options),
          refused: () => quotes.get({ id: 'nobody' }),
        };
      },
      path: '/api/random',
      wrong: { _id: 7 },
      id: '_id',
      code: 'not_found',
    },
  ];
};
