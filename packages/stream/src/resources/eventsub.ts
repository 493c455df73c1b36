import { endpoint, known, list, named, type ParamsSchema, whole } from '@x/core';
import * as v from 'valibot';
import { docs, noResult, oneRecord } from '../declarations.ts';
import type { EventSubCondition, EventSubType, EventSubVersion } from '../eventsub-types.ts';
import { cursorPages, singlePage } from '../paging.ts';
import { optionalString } from '../schema.ts';

const secret = v.optional(v.pipe(v.string(), v.minLength(10), v.maxLength(100)));

const shardStatuses = [
  'enabled',
  'webhook_callback_verification_pending',
  'webhook_callback_verification_failed',
  'notification_failures_exceeded',
  'websocket_disconnected',
  'websocket_failed_ping_pong',
  'websocket_received_inbound_traffic',
  'websocket_internal_error',
  'websocket_network_timeout',
  'websocket_network_error',
  'websocket_failed_to_reconnect',
] as const;
const statuses = [
  ...shardStatuses,
  'authorization_revoked',
  'moderator_removed',
  'user_removed',
  'chat_user_banned',
  'version_removed',
  'beta_maintenance',
  'websocket_connection_unused',
] as const;

const connection = {
  callback: optionalString,
  session_id: optionalString,
  /** RFC 3339; null or absent unless the transport is a WebSocket. */
  connected_at: v.nullish(v.string()),
  /** RFC 3339; null or absent while the WebSocket is connected. */
  disconnected_at: v.nullish(v.string()),
};

const eventSubSubscriptionSchema = v.object({
  id: v.string(),
  status: known(...statuses),
  type: known<EventSubType>(),
  version: v.string(),
  /** A value is null, absent or empty when that part of the condition is not set. */
  condition: v.record(v.string(), v.nullish(v.string())),
  created_at: v.string(),
  transport: v.object({
    method: known('webhook', 'websocket', 'conduit'),
    ...connection,
    conduit_id: optionalString,
  }),
  cost: v.number(),
});

/** A subscription to events. Only while its `status` is `enabled` are events sent. */
export interface EventSubSubscription extends v.InferOutput<typeof eventSubSubscriptionSchema> {}

/** Where events are sent: to your HTTPS address at port 443, to a WebSocket session, or to a conduit. */
export type EventSubTransport =
  | {
      readonly method: 'webhook';
      readonly callback: string;
      /** 10 to 100 ASCII characters, with which the events are signed. */
      readonly secret: string;
    }
  | { readonly method: 'websocket'; readonly session_id: string }
  | { readonly method: 'conduit'; readonly conduit_id: string };

/** What a subscription of each type and version is asked for with. */
export type EventSubRequest = {
  [Type in EventSubType]: {
    [Version in EventSubVersion<Type>]: {
      readonly type: Type;
      readonly version: Version;
      readonly condition: EventSubCondition<Type, Version>;
      readonly transport: EventSubTransport;
    };
  }[EventSubVersion<Type>];
}[EventSubType];

const conduitSchema = v.object({ id: v.string(), shard_count: v.number() });

/** A conduit: one target of subscriptions that spreads its events over shards. */
export interface Conduit extends v.InferOutput<typeof conduitSchema> {}

const shardSchema = v.object({
  id: v.string(),
  status: known(...shardStatuses),
  transport: v.object({ method: known('webhook', 'websocket'), ...connection }),
});

/** A shard of a conduit, `id` from `0`. Only while its `status` is `enabled` are events sent to it. */
export interface Shard extends v.InferOutput<typeof shardSchema> {}

const shardsUpdateSchema = v.object({
  data: v.array(named<Shard>(shardSchema)),
  errors: v.array(v.object({ id: v.string(), message: v.string(), code: v.string() })),
});

/** Which shards were set, and which could not be and why. */
export interface ShardsUpdate extends v.InferOutput<typeof shardsUpdateSchema> {}

const shardCount = whole(1, 20_000);
const filterNames = ['status', 'type', 'user_id', 'subscription_id'] as const;

/** Events as they happen. */
export const eventsub = {
  /** Subscriptions to events. With webhooks and conduits it takes the app's token, with WebSockets the user's. */
  subscriptions: {
    /**
     * Subscribes to events of one type. `data` of the answer has the one subscription; a webhook's waits until its
     * address has answered the challenge. What a user must have granted for it is in `eventSubTypes`.
     *
     * `conflict` when it exists already, `permission_denied` without the user's grant, `rate_limited` for more than 3
     * of the same type and condition or when `max_total_cost` is reached. Types that are not known here yet are
     * reached with `client.request`.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#create-eventsub-subscription
     */
    create: endpoint({
      method: 'POST',
      path: '/eventsub/subscriptions',
      auth: 'app-or-user',
      body: v.object({
        type: v.string(),
        version: v.string(),
        condition: v.record(v.string(), v.string()),
        transport: v.object({
          method: v.picklist(['webhook', 'websocket', 'conduit']),
          callback: optionalString,
          secret,
          session_id: optionalString,
          conduit_id: optionalString,
        }),
      }) as ParamsSchema as ParamsSchema & v.GenericSchema<EventSubRequest>,
      response: v.object({
        data: v.array(named<EventSubSubscription>(eventSubSubscriptionSchema)),
        total: v.number(),
        total_cost: v.number(),
        max_total_cost: v.number(),
      }),
      docs: docs('create-eventsub-subscription'),
    }),

    /**
     * Lists the subscriptions of this client id, oldest first, or those of one status, type, user or id; at most one of
     * these filters. `total_cost` and `max_total_cost` are in `raw` of each page.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#get-eventsub-subscriptions
     */
    list: list({
      method: 'GET',
      path: '/eventsub/subscriptions',
      auth: 'app-or-user',
      query: v.pipe(
        v.object({
          status: v.optional(v.picklist(statuses)),
          type: v.optional(known<EventSubType>()),
          user_id: optionalString,
          subscription_id: optionalString,
          after: optionalString,
        }),
        v.check(
          (params) => filterNames.filter((name) => params[name] !== undefined).length < 2,
          `give at most one of ${filterNames.join(', ')}`,
        ),
      ),
      item: named<EventSubSubscription>(eventSubSubscriptionSchema),
      paging: cursorPages,
      docs: docs('get-eventsub-subscriptions'),
    }),

    /**
     * Ends a subscription; `not_found` when there is none.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#delete-eventsub-subscription
     */
    delete: endpoint({
      method: 'DELETE',
      path: '/eventsub/subscriptions',
      auth: 'app-or-user',
      query: v.object({ id: v.string() }),
      ...noResult,
      docs: docs('delete-eventsub-subscription'),
    }),
  },

  /** Conduits; at most 5 per client id, each with 1 to 20,000 shards. */
  conduits: {
    /**
     * Lists the conduits of this client id.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#get-conduits
     */
    list: list({
      method: 'GET',
      path: '/eventsub/conduits',
      auth: 'app',
      item: named<Conduit>(conduitSchema),
      paging: singlePage,
      docs: docs('get-conduits'),
    }),

    /**
     * Makes a conduit; `rate_limited` when there are 5.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#create-conduits
     */
    create: endpoint({
      method: 'POST',
      path: '/eventsub/conduits',
      auth: 'app',
      body: v.object({ shard_count: shardCount }),
      ...oneRecord(named<Conduit>(conduitSchema)),
      docs: docs('create-conduits'),
    }),

    /**
     * Sets the number of shards; those with the highest ids go first.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#update-conduits
     */
    update: endpoint({
      method: 'PATCH',
      path: '/eventsub/conduits',
      auth: 'app',
      body: v.object({ id: v.string(), shard_count: shardCount }),
      ...oneRecord(named<Conduit>(conduitSchema)),
      docs: docs('update-conduits'),
    }),

    /**
     * Deletes a conduit; its subscriptions end some time after.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#delete-conduit
     */
    delete: endpoint({
      method: 'DELETE',
      path: '/eventsub/conduits',
      auth: 'app',
      query: v.object({ id: v.string() }),
      ...noResult,
      docs: docs('delete-conduit'),
    }),

    /** Shards of a conduit. */
    shards: {
      /**
       * Lists the shards of a conduit, all or those of one status.
       *
       * @see https://dev.twitch.tv/docs/api/reference/#get-conduit-shards
       */
      list: list({
        method: 'GET',
        path: '/eventsub/conduits/shards',
        auth: 'app',
        query: v.object({
          conduit_id: v.string(),
          status: v.optional(v.picklist(shardStatuses)),
          after: optionalString,
        }),
        item: named<Shard>(shardSchema),
        paging: cursorPages,
        docs: docs('get-conduit-shards'),
      }),

      /**
       * Sets where shards send their events. Some may succeed and others fail: look at `errors`.
       *
       * @see https://dev.twitch.tv/docs/api/reference/#update-conduit-shards
       */
      update: endpoint({
        method: 'PATCH',
        path: '/eventsub/conduits/shards',
        auth: 'app',
        body: v.object({
          conduit_id: v.string(),
          shards: v.array(
            v.object({
              id: v.string(),
              transport: v.object({
                method: v.optional(v.picklist(['webhook', 'websocket'])),
                callback: optionalString,
                secret,
                session_id: optionalString,
              }),
            }),
          ),
        }),
        response: named<ShardsUpdate>(shardsUpdateSchema),
        docs: docs('update-conduit-shards'),
      }),
    },
  },
};
