import type { EventSubType } from '../event-sub-types.ts';
import type { EventSubscription, WantedSubscription } from './messages.ts';
import type { SessionEnd } from './session.ts';

/** A subscription that the API refuses, and why. */
export interface RefusedSubscription<Type extends EventSubType = EventSubType> {
  /** The subscription, as it was wanted. Compare its `type` to narrow the type of `condition`. */
  readonly subscription: WantedSubscription<Type>;
  /**
   * Usually an ApiError, whose message names the type, the condition, and the scopes that are missing: `permission_denied` when the
   * user has not granted a scope, `rate_limited` when a limit is reached.
   */
  readonly error: unknown;
}

/** The result of `setSubscriptions`. */
export interface SubscriptionsResult {
  /** Subscriptions that exist at the API. Those of webhooks are enabled once the API has verified `callback`. */
  readonly subscribed: readonly WantedSubscription[];
  /** Subscriptions that the API refuses. They are tried again by the next call, not before. */
  readonly refused: readonly RefusedSubscription[];
}

/** What all subscriptions cost, as the API last reported it. */
export interface Cost {
  /** Sum of the costs. */
  readonly total: number;
  /** The most that the API allows: `max_total_cost`. */
  readonly max: number;
}

/** What a listener reports about its connections and subscriptions, by the name for `on`. */
export interface ListenerEvents {
  /** Events arrive: a WebSocket is open and has all it is for, or the API has verified the address of all webhooks. */
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
  /** Events may have been lost: the API does not repeat them. */
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
        /** The loop was slower than the events, so that more than `maxQueued` waited. */
        readonly reason: 'queue_full';
        /** Number of events that were dropped so far. */
        readonly dropped: number;
      };
  /** The API has ended a subscription, for instance because the user has disconnected the app. It is not created again. */
  revoked: {
    /** The subscription that has ended. Compare its `type` to narrow the type of `condition`. */
    readonly subscription: EventSubscription;
    /** The status of the subscription, such as `authorization_revoked`. */
    readonly reason: EventSubscription['status'];
  };
  /** The API refuses a subscription, and no call of `setSubscriptions` waits for it: mostly one that it accepted before. */
  refused: RefusedSubscription;
  /**
   * The shard store no longer knew this process, so that the shards of a conduit are divided again. The listener recovers;
   * events may arrive late.
   */
  shards_lost: {
    /** Explanation, in English: the store has lost its data, or the process did not reach it for too long. */
    readonly reason: string;
  };
  /** A limit of the API is used to 80 % or more. It is reported once, and again after use has fallen below. */
  near_limit: {
    /** The account that the limit belongs to, as `accountOf` names it. Undefined without `accountOf`. */
    readonly account: string | undefined;
    /** `cost`: the cost of all subscriptions, `max_total_cost`. `subscriptions`: their number over WebSockets. */
    readonly limit: 'cost' | 'subscriptions';
    /** How much of it is used. */
    readonly used: number;
    /** The most that the API allows. */
    readonly max: number;
  };
}

/** What a listener is doing: what a health check reads. */
export interface ListenerState {
  /**
   * - `idle`: nothing is wanted yet
   * - `connecting`: nothing arrives yet
   * - `connected`: everything that is wanted is subscribed to, and its events arrive
   * - `degraded`: some events do not arrive; `reason` has why
   * - `disconnected`: no events arrive at the moment; `reason` has why
   * - `closed`: the listener was closed
   */
  readonly status: 'idle' | 'connecting' | 'connected' | 'degraded' | 'disconnected' | 'closed';
  /** Why events do not arrive, in English: for logs. Undefined while all arrive. */
  readonly reason: string | undefined;
  /** Number of subscriptions that are wanted. */
  readonly wanted: number;
  /** Number of them that exist at the API and receive events. */
  readonly subscribed: number;
  /** Subscriptions that the API refuses. */
  readonly refused: readonly RefusedSubscription[];
  /** What the subscriptions cost, of the app or of the user who is nearest to the limit. Undefined before the first request. */
  readonly cost: Cost | undefined;
  /** Number of events that were dropped because too many waited. */
  readonly dropped: number;
  /** Numbers of the conduit's shards that this process serves. Empty for other transports. */
  readonly shards: readonly number[];
}
