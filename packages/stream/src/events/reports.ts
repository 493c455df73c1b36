import type { EventSubType } from '../event-sub-types.ts';
import type { EventSubscription, WantedSubscription } from './messages.ts';
import type { SessionEnd } from './session.ts';

/** A refused subscription, and the reason. */
export interface RefusedSubscription<Type extends EventSubType = EventSubType> {
  /** The subscription, as you requested it. Compare its `type` to narrow the type of `condition`. */
  readonly subscription: WantedSubscription<Type>;
  /**
   * Usually an ApiError. Its message names the type, the condition, and the missing scopes. The code is
   * `permission_denied` if the user has not granted a scope, `rate_limited` if a limit is reached.
   */
  readonly error: unknown;
}

/** The result of `setSubscriptions`, `add` or `refresh`. */
export interface SubscriptionsResult {
  /** Subscriptions that exist at the API. Webhook subscriptions are enabled once the API has verified `callback`. */
  readonly subscribed: readonly WantedSubscription[];
  /** Refused subscriptions. Only the next call tries them again. */
  readonly refused: readonly RefusedSubscription[];
}

/** Total cost of all subscriptions, as last reported by the API. */
export interface Cost {
  /** Sum of the costs. */
  readonly total: number;
  /** Highest cost that the API allows: `max_total_cost`. */
  readonly max: number;
}

/** Reports of a listener about its connections and subscriptions, by the name to pass to `on`. */
export interface ListenerEvents {
  /**
   * Events arrive: a WebSocket is open and has all of its subscriptions, or the API has verified the address of all
   * webhooks.
   */
  connected: {
    /** The account whose connection it is, as `accountOf` names it. Undefined without `accountOf`. */
    readonly account: string | undefined;
    /** ID of the session. Undefined for webhooks. */
    readonly sessionId: string | undefined;
  };
  /** The API has asked to move to another connection. No event is lost. */
  reconnecting: {
    /** The account whose connection it is, as `accountOf` names it. Undefined without `accountOf`. */
    readonly account: string | undefined;
  };
  /** A session was lost, or could not be opened. */
  disconnected: SessionEnd & {
    /** The account whose connection it is, as `accountOf` names it. Undefined without `accountOf`. */
    readonly account: string | undefined;
    /** Milliseconds until the next attempt. */
    readonly retryAfterMs: number;
  };
  /** Events may have been lost. The API does not repeat them. */
  missed:
    | {
        /** There was no session. Ask the API for the current state, such as `streams.list`. */
        readonly reason: 'disconnected';
        /** The account whose connection it is, as `accountOf` names it. Undefined without `accountOf`. */
        readonly account: string | undefined;
        /** When the last message of the lost session arrived, in Unix milliseconds. */
        readonly from: number;
        /** When everything was subscribed to again, in Unix milliseconds. */
        readonly to: number;
      }
    | {
        /** The loop was too slow, so more than `maxQueued` events were waiting. */
        readonly reason: 'queue_full';
        /** Number of events dropped so far. */
        readonly dropped: number;
      };
  /**
   * The API has ended a subscription, for instance because the user has disconnected the app. It is not created again.
   */
  revoked: {
    /** The subscription that has ended. Compare its `type` to narrow the type of `condition`. */
    readonly subscription: EventSubscription;
    /** The status of the subscription, such as `authorization_revoked`. */
    readonly reason: EventSubscription['status'];
  };
  /**
   * The API refused a subscription while no call was waiting for it, usually one that it accepted before, or one that
   * `wanted` has added.
   */
  refused: RefusedSubscription;
  /**
   * The shard store no longer knew this process, so the conduit's shards are being divided again. The listener
   * recovers, but events may arrive late.
   */
  shards_lost: {
    /** Explanation in English: the store lost its data, or the process could not reach it for too long. */
    readonly reason: string;
  };
  /** At least 80 % of an API limit is used. Reported once, and again only after usage has dropped below 80 %. */
  near_limit: {
    /** The account that the limit belongs to, as `accountOf` names it. Undefined without `accountOf`. */
    readonly account: string | undefined;
    /** `cost`: the cost of all subscriptions, `max_total_cost`. `subscriptions`: their number over WebSockets. */
    readonly limit: 'cost' | 'subscriptions';
    /** Amount used. */
    readonly used: number;
    /** Highest value that the API allows. */
    readonly max: number;
  };
}

/** State of a listener, for health checks. */
export interface ListenerState {
  /**
   * - `idle`: no subscriptions are set yet
   * - `connecting`: nothing arrives yet
   * - `connected`: all subscriptions are active, and their events arrive
   * - `degraded`: some events do not arrive; see `reason`
   * - `disconnected`: no events currently arrive; see `reason`
   * - `closed`: the listener was closed
   */
  readonly status: 'idle' | 'connecting' | 'connected' | 'degraded' | 'disconnected' | 'closed';
  /** Reason why events do not arrive, in English, for logs. Undefined while all events arrive. */
  readonly reason: string | undefined;
  /** Number of subscriptions in the list. */
  readonly wanted: number;
  /** Number of them that exist at the API and receive events. */
  readonly subscribed: number;
  /** Subscriptions that the API refuses. */
  readonly refused: readonly RefusedSubscription[];
  /**
   * Cost of the subscriptions for the app, or for the user who is closest to the limit. Undefined before the first
   * request.
   */
  readonly cost: Cost | undefined;
  /** Number of events dropped because too many were waiting. */
  readonly dropped: number;
  /** Numbers of the conduit's shards that this process serves. Empty for other transports. */
  readonly shards: readonly number[];
}
