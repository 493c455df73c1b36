import { type Endpoint, type EndpointSpec, endpoint, known, list, named, oneOf, whole } from '@x/core/provider';
import * as v from 'valibot';
import { docs, noResult, oneRecord } from '../declarations.ts';
import type { EventSubCondition, EventSubType, EventSubVersion } from '../event-sub-types.ts';
import { cursorPages, singlePage } from '../paging.ts';
import { optionalString } from '../schema.ts';

type Body = NonNullable<EndpointSpec['body']>;

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
  /** Address that events are sent to. Absent unless `method` is `webhook`. */
  callback: optionalString,
  /** ID of the WebSocket session. Absent unless `method` is `websocket`. */
  session_id: optionalString,
  /** When the WebSocket connected, RFC 3339. Null or absent unless `method` is `websocket`. */
  connected_at: v.nullish(v.string()),
  /** When the WebSocket disconnected, RFC 3339. Null or absent while it is connected. */
  disconnected_at: v.nullish(v.string()),
};

export const eventSubSubscriptionSchema = v.object({
  /** ID of the subscription. */
  id: v.string(),
  /** State of the subscription. Events are sent only while it is `enabled`. */
  status: known(...statuses),
  /** Type of the events, such as `stream.online`. */
  type: known<EventSubType>(),
  /** Version of the type. */
  version: v.string(),
  /** Whom the events are about. A value is null, absent or empty when that part of the condition is not set. */
  condition: v.record(v.string(), v.nullish(v.string())),
  /** When the subscription was created, RFC 3339. */
  created_at: v.string(),
  /** Where events are sent. */
  transport: v.object({
    /** Kind of transport. */
    method: known('webhook', 'websocket', 'conduit'),
    ...connection,
    /** ID of the conduit. Absent unless `method` is `conduit`. */
    conduit_id: optionalString,
  }),
  /**
   * Cost that the subscription adds to `total_cost`: 0 if the user has authorized the app or the type needs no
   * authorization, otherwise 1.
   */
  cost: v.number(),
});

/** A subscription to events of one type. */
export interface EventSubSubscription extends v.InferOutput<typeof eventSubSubscriptionSchema> {}

/** Where events are sent: to your server, to a WebSocket session, or to a conduit. */
export type EventSubTransport =
  | {
      /** Events are sent to your server. */
      readonly method: 'webhook';
      /** HTTPS address of your server, on port 443. */
      readonly callback: string;
      /** Secret that signs the events, 10 to 100 ASCII characters. */
      readonly secret: string;
    }
  | {
      /** Events are sent to a WebSocket session. */
      readonly method: 'websocket';
      /** ID of the session, from its welcome message. Subscribe within 10 seconds of it. */
      readonly session_id: string;
    }
  | {
      /** Events are sent to the shards of a conduit. */
      readonly method: 'conduit';
      /** ID of the conduit that distributes the events. */
      readonly conduit_id: string;
    };

export const createdSchema = v.object({
  /** New subscription; the list has exactly one. */
  data: v.array(named<EventSubSubscription>(eventSubSubscriptionSchema)),
  /** Number of subscriptions that your app has. */
  total: v.number(),
  /** Sum of the `cost` of your app's subscriptions. */
  total_cost: v.number(),
  /** Highest `total_cost` allowed: 10,000 for webhooks and conduits, 10 per user for WebSockets. */
  max_total_cost: v.number(),
});

/** A new subscription, and the total cost of your app's subscriptions. */
export interface CreatedEventSubSubscription extends v.InferOutput<typeof createdSchema> {}

/** The parameters of a subscription, for each type and version. */
export type EventSubRequest = {
  [Type in EventSubType]: {
    [Version in EventSubVersion<Type>]: {
      /** Type of the events, such as `stream.online`. */
      readonly type: Type;
      /** Version of the type. */
      readonly version: Version;
      /** Whom the events are about. */
      readonly condition: EventSubCondition<Type, Version>;
      /** Where events are sent. */
      readonly transport: EventSubTransport;
    };
  }[EventSubVersion<Type>];
}[EventSubType];

export const conduitSchema = v.object({
  /** ID of the conduit. */
  id: v.string(),
  /** Number of shards, 1 to 20,000. */
  shard_count: v.number(),
});

/** A target of subscriptions that distributes their events over shards. */
export interface Conduit extends v.InferOutput<typeof conduitSchema> {}

export const shardSchema = v.object({
  /** Number of the shard within its conduit, from `0`. */
  id: v.string(),
  /** State of the shard. Events are sent only while it is `enabled`. */
  status: known(...shardStatuses),
  /** Where the shard sends its events. */
  transport: v.object({
    /** Kind of transport. */
    method: known('webhook', 'websocket'),
    ...connection,
  }),
});

/** A shard of a conduit. */
export interface Shard extends v.InferOutput<typeof shardSchema> {}

export const shardsUpdateSchema = v.object({
  /** Shards that were changed. */
  data: v.array(named<Shard>(shardSchema)),
  /** Shards that could not be changed. */
  errors: v.array(
    v.object({
      /** Number of the shard. */
      id: v.string(),
      /** Explanation of the error, in English. */
      message: v.string(),
      /** Machine-readable reason. */
      code: v.string(),
    }),
  ),
});

/** Changed shards, and shards that could not be changed. */
export interface ShardsUpdate extends v.InferOutput<typeof shardsUpdateSchema> {}

const shardCount = whole(1, 20_000);
const filterNames = ['status', 'type', 'user_id', 'subscription_id', 'conduit_id'] as const;

/** EventSub: notifications of events as they happen. */
export const eventSub = {
  /** Subscriptions to events. With webhooks and conduits they use the app's token, with WebSockets a user's. */
  subscriptions: {
    /**
     * Subscribes to the events of one type. A webhook's subscription is enabled once the server has responded to the
     * challenge. The scopes that a user must have granted are in `eventSubTypes`.
     *
     * Fails with `conflict` when the subscription exists, with `permission_denied` without the user's grant, and with
     * `rate_limited` for more than 3 subscriptions of the same type and condition or when `max_total_cost` is reached.
     * Subscribe to types that this package does not know yet with `client.request`.
     *
     * @see https://dev.twitch.tv/docs/api/reference/eventsub/#create-eventsub-subscription
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
          method: oneOf(['webhook', 'websocket', 'conduit']),
          callback: optionalString,
          secret,
          session_id: optionalString,
          conduit_id: optionalString,
        }),
      }) as Body as Body & v.GenericSchema<EventSubRequest>,
      response: named<CreatedEventSubSubscription>(createdSchema),
      docs: docs('eventsub/#create-eventsub-subscription'),
    }) as Endpoint<EventSubRequest, CreatedEventSubSubscription>, // so that editors show the names of these types

    /**
     * Lists the subscriptions of your app, oldest first, 100 per page. Pass at most one filter. `total_cost` and
     * `max_total_cost` are in `raw` of each page.
     */
    list: list({
      method: 'GET',
      path: '/eventsub/subscriptions',
      auth: 'app-or-user',
      query: v.pipe(
        v.object({
          /** Only subscriptions in this state. Not together with another filter. */
          status: v.optional(oneOf(statuses)),
          /** Only subscriptions of this type. Not together with another filter. */
          type: v.optional(v.string() as never as v.GenericSchema<EventSubType>),
          /** Only subscriptions whose condition has this user. Not together with another filter. */
          user_id: optionalString,
          /** Only the subscription with this ID. Not together with another filter. */
          subscription_id: optionalString,
          /** Only subscriptions whose events go to this conduit. Not together with another filter. */
          conduit_id: optionalString,
          /**
           * Provider's cursor of the page to return: `pagination.cursor` of the previous page. Default: the first page.
           */
          after: optionalString,
        }),
        v.check(
          (params) => filterNames.filter((name) => params[name] !== undefined).length < 2,
          `pass at most one of ${filterNames.join(', ')}`,
        ),
      ),
      item: named<EventSubSubscription>(eventSubSubscriptionSchema),
      paging: cursorPages,
      docs: docs('eventsub/#get-eventsub-subscriptions'),
    }),

    /** Ends a subscription. Fails with `not_found` when there is none. */
    delete: endpoint({
      method: 'DELETE',
      path: '/eventsub/subscriptions',
      auth: 'app-or-user',
      query: v.object({
        /** ID of the subscription to end. */
        id: v.string(),
      }),
      ...noResult,
      docs: docs('eventsub/#delete-eventsub-subscription'),
    }),
  },

  /** Conduits, at most 5 per app. */
  conduits: {
    /** Lists the conduits of your app. */
    list: list({
      method: 'GET',
      path: '/eventsub/conduits',
      auth: 'app',
      item: named<Conduit>(conduitSchema),
      paging: singlePage,
      docs: docs('conduits/#get-conduits'),
    }),

    /** Creates a conduit. Fails with `rate_limited` when your app has 5 already. */
    create: endpoint({
      method: 'POST',
      path: '/eventsub/conduits',
      auth: 'app',
      body: v.object({
        /** Number of shards, 1 to 20,000. */
        shard_count: shardCount,
      }),
      ...oneRecord(named<Conduit>(conduitSchema)),
      docs: docs('conduits/#create-conduits'),
    }),

    /**
     * Changes the number of shards, and returns the conduit. A smaller number removes the shards with the highest IDs.
     */
    update: endpoint({
      method: 'PATCH',
      path: '/eventsub/conduits',
      auth: 'app',
      body: v.object({
        /** ID of the conduit. */
        id: v.string(),
        /** New number of shards, 1 to 20,000. */
        shard_count: shardCount,
      }),
      ...oneRecord(named<Conduit>(conduitSchema)),
      docs: docs('conduits/#update-conduits'),
    }),

    /** Deletes a conduit. Its subscriptions end some time later. */
    delete: endpoint({
      method: 'DELETE',
      path: '/eventsub/conduits',
      auth: 'app',
      query: v.object({
        /** ID of the conduit. */
        id: v.string(),
      }),
      ...noResult,
      docs: docs('conduits/#delete-conduit'),
    }),

    /** Shards of a conduit. */
    shards: {
      /** Lists the shards of a conduit. */
      list: list({
        method: 'GET',
        path: '/eventsub/conduits/shards',
        auth: 'app',
        query: v.object({
          /** ID of the conduit that has the shards. */
          conduit_id: v.string(),
          /** Only shards in this state. Default: all shards. */
          status: v.optional(oneOf(shardStatuses)),
          /**
           * Provider's cursor of the page to return: `pagination.cursor` of the previous page. Default: the first page.
           */
          after: optionalString,
        }),
        item: named<Shard>(shardSchema),
        paging: cursorPages,
        docs: docs('conduits/#get-conduit-shards'),
      }),

      /** Sets where shards send their events. Some shards may fail even if the call succeeds: check `errors`. */
      update: endpoint({
        method: 'PATCH',
        path: '/eventsub/conduits/shards',
        auth: 'app',
        idempotent: true, // a shard that is assigned again stays the same
        body: v.object({
          /** ID of the conduit that has the shards. */
          conduit_id: v.string(),
          /** Shards to change. */
          shards: v.array(
            v.object({
              /** Number of the shard, from `0` to `shard_count` - 1. */
              id: v.string(),
              /** Where the shard sends its events. */
              transport: v.object({
                /** Kind of transport. */
                method: v.optional(oneOf(['webhook', 'websocket'])),
                /** HTTPS address of your server, on port 443. Required when `method` is `webhook`. */
                callback: optionalString,
                /** Secret that signs the events, 10 to 100 ASCII characters. Required when `method` is `webhook`. */
                secret,
                /** ID of the session, from its welcome message. Required when `method` is `websocket`. */
                session_id: optionalString,
              }),
            }),
          ),
        }),
        response: named<ShardsUpdate>(shardsUpdateSchema),
        docs: docs('conduits/#update-conduit-shards'),
      }),
    },
  },
};
