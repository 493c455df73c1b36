import type { Clock } from '../../../shared/clock.ts';
import type { SandboxContext } from '../../../shared/context.ts';
import type { Random } from '../../../shared/random.ts';
import type { Happening } from '../data/base.ts';
import { uuid } from '../data/values.ts';
import type { World } from '../data/world.ts';
import type { Settings } from '../options.ts';
import type { Tokens } from '../sign-in/tokens.ts';
import type { Authorization } from './authorization.ts';
import type { Conduit, Conduits } from './conduits.ts';
import { preciseTime, type ShownSubscription } from './messenger.ts';
import { closeCodes, type Session, type SessionEnd, type Sessions } from './sessions.ts';
import { type Outlet, showTarget, type Target } from './transport.ts';
import type { EventType } from './types.ts';

/** Reason why the API ends a subscription on its own. */
export type RevocationStatus =
  | 'authorization_revoked'
  | 'chat_user_banned'
  | 'moderator_removed'
  | 'notification_failures_exceeded'
  | 'user_removed'
  | 'version_removed'
  | 'beta_maintenance';

const ownStatuses = [
  'enabled',
  'webhook_callback_verification_pending',
  'webhook_callback_verification_failed',
  'websocket_disconnected',
] as const;

/** Every status that a subscription can have. */
export const statuses: readonly Subscription['status'][] = [
  ...ownStatuses,
  'authorization_revoked',
  'chat_user_banned',
  'moderator_removed',
  'notification_failures_exceeded',
  'user_removed',
  'version_removed',
  'beta_maintenance',
  ...Object.values(closeCodes).map(([, status]) => status),
];

export interface Subscription {
  readonly id: string;
  readonly type: EventType;
  readonly condition: Readonly<Record<string, string>>;
  readonly createdAt: number;
  target: Target | { readonly conduit: Conduit };
  readonly cost: number;
  status: (typeof ownStatuses)[number] | SessionEnd | RevocationStatus;
}

/** Milliseconds that subscriptions stay listed after their WebSocket has ended. */
const listedMs = 3_600_000;
const pending = 'webhook_callback_verification_pending';

interface Parts {
  readonly authorization: Authorization;
  readonly conduits: Conduits;
  readonly outlet: Outlet;
  readonly sessions: Sessions;
}

const matches = ({ type, condition }: Subscription, happening: Happening) =>
  type.type === happening.type &&
  type.version === happening.version &&
  // Fields of a condition that the subject does not name, such as the moderator who reads, do not matter.
  Object.entries(condition).every(
    ([name, value]) => !value || happening.subject[name] === undefined || happening.subject[name] === value,
  );

const ofSession = (session: Session) => (each: Subscription) =>
  'session' in each.target && each.target.session === session;

/** The app's subscriptions, which listen to everything that happens. */
export class Subscriptions {
  private readonly clock: Clock;
  private readonly settings: Settings;
  private readonly world: World;
  private readonly parts: Parts;
  private readonly draw: Random;
  private readonly byId = new Map<string, Subscription>();

  constructor({ clock, random }: SandboxContext, settings: Settings, tokens: Tokens, world: World, parts: Parts) {
    this.clock = clock;
    this.settings = settings;
    this.world = world;
    this.parts = parts;
    this.draw = random('eventsub subscriptions');
    this.followSessions();
    world.events.listen((happening) => this.follow(happening));
    tokens.watch((change, userId) => this.followGrants(change, userId));
  }

  /** Returns all subscriptions, oldest first, including those that have ended. */
  all(): Subscription[] {
    return [...this.byId.values()];
  }

  /** Returns the subscriptions that count: enabled, or waiting for verification. */
  live(): Subscription[] {
    return this.all().filter(({ status }) => status === 'enabled' || status === pending);
  }

  /** Subscribes. A webhook must pass the challenge first. */
  add(type: EventType, condition: Subscription['condition'], target: Subscription['target']): Subscription {
    const subscription: Subscription = {
      id: uuid(this.draw),
      type,
      condition,
      createdAt: this.clock.now(),
      target,
      cost: this.parts.authorization.costOf(type, condition),
      status: 'receiver' in target ? pending : 'enabled',
    };
    this.byId.set(subscription.id, subscription);
    if (!('conduit' in target)) {
      this.parts.outlet.open(target, this.show(subscription), (isVerified) => {
        if (subscription.status === pending)
          subscription.status = isVerified ? 'enabled' : 'webhook_callback_verification_failed';
      });
    }
    return subscription;
  }

  remove({ id }: Subscription): void {
    this.byId.delete(id);
  }

  /** Ends a subscription and reports the reason to its receiver. */
  revoke(subscription: Subscription, status: RevocationStatus): void {
    if (!this.live().includes(subscription)) return;
    subscription.status = status;
    const shown = this.show(subscription);
    const { target } = subscription;
    if ('conduit' in target) this.parts.conduits.revoke(target.conduit, shown);
    else this.parts.outlet.revoke(target, shown);
  }

  /** Whether anyone has subscribed to a type, under any condition. */
  take(name: string): boolean {
    for (const { status, type } of this.byId.values()) if (status === 'enabled' && type.type === name) return true;
    return false;
  }

  /** Sends an event to the subscriptions to it. Returns the number of subscriptions. */
  route(happening: Happening): number {
    const takers = this.all().filter((each) => each.status === 'enabled' && matches(each, happening));
    for (const subscription of takers) {
      const shown = this.show(subscription);
      const { target } = subscription;
      if ('conduit' in target) this.parts.conduits.notify(target.conduit, shown, happening.event);
      else {
        this.parts.outlet.notify(target, shown, happening.event, () =>
          this.revoke(subscription, 'notification_failures_exceeded'),
        );
      }
    }
    return takers.length;
  }

  show({ id, status, type, condition, createdAt, target, cost }: Subscription): ShownSubscription {
    return {
      id,
      status,
      type: type.type,
      version: type.version,
      condition,
      created_at: preciseTime(createdAt),
      transport: 'conduit' in target ? { method: 'conduit', conduit_id: target.conduit.id } : showTarget(target),
      cost,
    };
  }

  private followSessions(): void {
    this.parts.sessions.listen({
      moved: (from, to) => {
        for (const each of this.all().filter(ofSession(from))) each.target = { session: to };
      },
      ended: (session, why) => {
        const ended = this.live().filter(ofSession(session));
        for (const each of ended) each.status = why;
        this.clock.schedule(listedMs, () => {
          for (const each of ended) this.remove(each);
        });
      },
    });
  }

  private follow(happening: Happening): void {
    this.route(happening);
    const { user_id, is_permanent } = happening.event as { user_id?: string; is_permanent?: boolean };
    const of = (name: string) => (each: Subscription) =>
      each.condition[name] === user_id && each.condition.broadcaster_user_id === happening.subject.broadcaster_user_id;
    if (happening.type === 'channel.moderator.remove') {
      for (const each of this.live().filter(of('moderator_user_id'))) this.revoke(each, 'moderator_removed');
    }
    if (happening.type === 'channel.ban' && is_permanent) {
      for (const each of this.live().filter(of('user_id'))) this.revoke(each, 'chat_user_banned');
    }
  }

  private followGrants(change: 'grant' | 'revoke', userId: string): void {
    this.world.events.publish({
      type: `user.authorization.${change}`,
      version: '1',
      subject: { client_id: this.settings.clientId },
      event: { client_id: this.settings.clientId, ...this.world.named('user', userId) },
    });
    if (change === 'grant') return;
    for (const each of this.live()) {
      if (!this.parts.authorization.allows(each.type, each.condition)) this.revoke(each, 'authorization_revoked');
    }
  }
}
