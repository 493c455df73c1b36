import type { EventSubscription, WantedSubscription } from './messages.ts';
import type { SessionEnd } from './session.ts';

/** A subscription that the API refuses, and why. */
export interface RefusedSubscription {
  /** The subscription, as it was wanted. */
  readonly subscription: WantedSubscription;
  /** Usually an ApiError: `permission_denied` when the user has not granted the scope, `rate_limited` when a limit is reached. */
  readonly error: unknown;
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
    /** ID of the session. Undefined for webhooks. */
    readonly sessionId: string | undefined;
  };
  /** The API has asked to move to another connection. No event is lost. */
  reconnecting: Record<never, never>;
  /** A session was lost, or could not be opened. */
  disconnected: SessionEnd & {
    /** Milliseconds until the next attempt. */
    readonly retryInMs: number;
  };
  /** Events may have been lost: the API does not repeat them. */
  missed:
    | {
        /** There was no session. Ask the API for the current state, such as `streams.list`. */
        readonly reason: 'disconnected';
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
    /** The subscription that has ended. */
    readonly subscription: EventSubscription;
    /** The status of the subscription, such as `authorization_revoked`. */
    readonly reason: string;
  };
  /** The API refuses a subscription that it accepted before. */
  refused: RefusedSubscription;
  /** A limit of the API is used to 80 % or more. It is reported once, and again after use has fallen below. */
  near_limit: {
    /** `cost`: the cost of all subscriptions, `max_total_cost`. `subscriptions`: their number over WebSockets. */
    readonly limit: 'cost' | 'subscriptions';
    /** How much of it is used. */
    readonly used: number;
    /** The most that the API allows. */
    readonly max: number;
  };
}

/** What a listener is doing. */
export interface ListenerState {
  /** `idle` before the first `setSubscriptions`; `connected` when all sessions are open, or all webhooks verified. */
  readonly status: 'idle' | 'connecting' | 'connected' | 'disconnected' | 'closed';
  /** Number of subscriptions that are wanted. */
  readonly wanted: number;
  /** Number of them that exist at the API and receive events. */
  readonly subscribed: number;
  /** Subscriptions that the API refuses. */
  readonly refused: readonly RefusedSubscription[];
  /** What the subscriptions of the user, or of the app, cost. Undefined before the first request. */
  readonly cost: Cost | undefined;
  /** Number of events that were dropped because too many waited. */
  readonly dropped: number;
  /** Numbers of the conduit's shards that this process serves. Empty for other transports. */
  readonly shards: readonly number[];
}
