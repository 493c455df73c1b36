import { isLoopback } from '../../../server/webhook-sender.ts';
import type { SandboxContext } from '../../../shared/context.ts';
import { malformed, missing, refuse } from '../errors.ts';
import type { Settings } from '../options.ts';
import type { Body } from '../request/body.ts';
import { realEvent } from '../wire/real-forms.ts';
import type { Messenger, Receiver, ShownSubscription } from './messenger.ts';
import { type Session, type Sessions, showSession } from './sessions.ts';

/** Target of messages: a webhook or a WebSocket. */
export type Target = { readonly receiver: Receiver } | { readonly session: Session };

/** Returns a target as the API shows it. */
export const showTarget = (target: Target): Readonly<Record<string, string>> =>
  'receiver' in target ? { method: 'webhook', callback: target.receiver.callback } : showSession(target.session);

/** Sends messages to targets of either kind. */
export type Outlet = ReturnType<typeof createOutlet>;

export function createOutlet({ realQuirks }: SandboxContext, messenger: Messenger, sessions: Sessions) {
  return {
    /** Sends an event. Calls `failed` if a webhook accepted none of the attempts. */
    notify(target: Target, subscription: ShownSubscription, event: object, failed: () => void): void {
      const sent = realQuirks ? realEvent(subscription.type, event) : event;
      if ('session' in target) sessions.notify(target.session, subscription, sent);
      else messenger.notify(target.receiver, subscription, sent, failed);
    },
    /** Reports that a subscription has ended. */
    revoke(target: Target, subscription: ShownSubscription): void {
      if ('session' in target) sessions.revoke(target.session, subscription);
      else messenger.revoke(target.receiver, subscription);
    },
    /** Starts to use a target. A webhook must pass the challenge first; `verified` is called with the outcome. */
    open(target: Target, subscription: ShownSubscription, verified: (isVerified: boolean) => void): void {
      if ('session' in target) sessions.use(target.session);
      else messenger.verify(target.receiver, subscription, verified);
    },
  };
}

/**
 * Reads `callback` and `secret` of a transport. The API only accepts https on port 443. Receivers on this machine,
 * which rarely have a certificate, are exempt if the options say so.
 */
export function readReceiver(transport: Body, settings: Settings): Receiver {
  const callback = transport.requiredText('callback');
  const secret = transport.text('secret') ?? missing('secret');
  if (!URL.canParse(callback)) malformed('callback', 'value must be a URL');
  const { protocol, port } = new URL(callback);
  const isHere = settings.eventSub.loopbackCallbacks && isLoopback(callback);
  if (protocol !== 'https:' && !isHere) refuse(400, 'call back must be https protocol');
  if (port !== '' && !isHere) refuse(400, 'call back must use port 443');
  if (!/^[\x20-\x7e]{10,100}$/.test(secret)) refuse(400, 'secret must be between 10 and 100 characters');
  return { callback, secret };
}

/** Returns the connected session that a transport names in `session_id`. */
export function readSession(transport: Body, sessions: Sessions): Session {
  const session = sessions.find(transport.requiredText('session_id'));
  return session ?? refuse(400, 'websocket transport session does not exist or has already disconnected');
}
