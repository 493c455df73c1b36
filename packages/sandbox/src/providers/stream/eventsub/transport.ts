import { isLoopback } from '../../../webhook-sender.ts';
import type { Body } from '../body.ts';
import type { Settings } from '../options.ts';
import { malformed, missing, refuse } from '../refusal.ts';

/** Where webhooks go, and the secret that signs them. */
export interface Receiver {
  readonly callback: string;
  readonly secret: string;
}

/**
 * Reads `callback` and `secret` of a transport. The API takes https on port 443 only; receivers on this machine, which
 * seldom have a certificate, are let through as the options say.
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

/** The connected session that a transport names in `session_id`. */
export function readSession<T>(transport: Body, sessions: { find(id: string): T | undefined }): T {
  const session = sessions.find(transport.requiredText('session_id'));
  return session ?? refuse(400, 'websocket transport session does not exist or has already disconnected');
}
