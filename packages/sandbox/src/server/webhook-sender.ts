import type { SandboxContext } from '../shared/context.ts';
import { logUnsent } from '../shared/unsent-webhooks.ts';

/** Delivery record of a webhook, with the fields that every kind has. */
export interface WebhookRecord {
  /** Address that the message is sent to. */
  readonly url: string;
  /** The exact text of the body. */
  readonly body: string;
  /** Attempts so far, each with the status of the receiver's response or the reason why there was none. */
  readonly attempts: {
    /** Time of the attempt, in Unix milliseconds of the sandbox's clock. */
    readonly at: number;
    /** Status of the receiver's response. Unset if there was none. */
    readonly status?: number;
    /** Reason why there was no response. */
    readonly error?: string;
  }[];
  /** State of the delivery. `refused`: the address is not on this machine. `failed`: no attempts are left. */
  state: 'pending' | 'delivered' | 'refused' | 'failed';
  /** Reason why it was refused or not accepted. */
  error?: string;
}

/** Rules by which an API sends its webhooks. */
export interface WebhookRules<Delivery extends WebhookRecord> {
  /** Returns the headers of the next attempt, except the content type. */
  headers(delivery: Delivery): Record<string, string>;
  /** Returns whether the receiver has accepted it. If not, may set the reason in `delivery.error`. */
  accepts(response: Response, delivery: Delivery): boolean | Promise<boolean>;
  /** Returns the milliseconds until the next attempt, or undefined to give up. Called after each failed attempt. */
  pauseAfter(delivery: Delivery): number | undefined;
  /** Called once the webhook is delivered or given up. Refused ones count as given up. */
  settled?(delivery: Delivery): void;
}

/** Sends webhooks to receivers on this machine, and retries failed ones by the sandbox's clock. */
export interface WebhookSender<Delivery extends WebhookRecord> {
  /** Webhooks so far, including refused ones, oldest first; at most the last 1,000. */
  readonly deliveries: Delivery[];
  /** Sends a webhook once the current request has its response. Returns whether it may be sent at all. */
  send(delivery: Delivery): boolean;
}

const answerWithin = 10_000;
const keptDeliveries = 1000;

/** Creates a sender that follows `rules`. */
export function createWebhookSender<Delivery extends WebhookRecord>(
  context: SandboxContext,
  rules: WebhookRules<Delivery>,
): WebhookSender<Delivery> {
  const { clock } = context;
  const deliveries: Delivery[] = [];

  function settle(delivery: Delivery, state: 'delivered' | 'failed'): void {
    delivery.state = state;
    rules.settled?.(delivery);
  }

  async function attempt(delivery: Delivery): Promise<void> {
    const at = clock.now();
    try {
      const { status, isTaken } = await post(delivery, context, rules);
      delivery.attempts.push({ at, status });
      if (isTaken) {
        settle(delivery, 'delivered');
        return;
      }
    } catch (error) {
      delivery.attempts.push({ at, error: String(error) });
    }
    const pause = rules.pauseAfter(delivery);
    if (pause === undefined) settle(delivery, 'failed');
    else clock.schedule(pause, () => attempt(delivery));
  }

  return {
    deliveries,
    send(delivery) {
      deliveries.push(delivery);
      if (deliveries.length > keptDeliveries) deliveries.shift();
      if (!isLoopback(delivery.url)) {
        delivery.error = `not sent: ${delivery.url} is not on this machine, and sandbox traffic never leaves it. Use http://127.0.0.1:<port>/…`;
        delivery.state = 'refused';
        logUnsent({ url: delivery.url, error: delivery.error });
        clock.schedule(0, () => rules.settled?.(delivery));
        return false;
      }
      clock.schedule(0, () => attempt(delivery));
      return true;
    },
  };
}

/** Sends a webhook once. Returns the status of the response, and whether the receiver has accepted the webhook. */
async function post<Delivery extends WebhookRecord>(
  delivery: Delivery,
  { clock, fetch }: SandboxContext,
  rules: WebhookRules<Delivery>,
): Promise<{ status: number; isTaken: boolean }> {
  const abort = new AbortController();
  const callOff = clock.schedule(answerWithin, () => abort.abort(new Error('no response within 10 s')));
  try {
    const response = await fetch(delivery.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...rules.headers(delivery) },
      body: delivery.body,
      redirect: 'manual', // a redirect could lead off this machine
      signal: abort.signal,
    });
    const isTaken = await rules.accepts(response, delivery);
    if (!response.bodyUsed) await response.body?.cancel();
    return { status: response.status, isTaken };
  } finally {
    callOff();
  }
}

/** Returns whether `url` means this machine without asking a name server. */
export function isLoopback(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return /^https?:$/.test(protocol) && /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}
