import type { SandboxContext } from '../../context.ts';
import type { WebhookKeys } from './webhook-keys.ts';

/** A webhook the sandbox sent, tried to send, or refused to send. */
export interface WebhookDelivery {
  readonly url: string;
  readonly webhook_type: string;
  readonly webhook_code: string;
  /** The exact text of the body. */
  readonly body: string;
  /** Sandbox time in Unix milliseconds, with the receiver's status, or why there is none. */
  readonly attempts: { readonly at: number; readonly status?: number; readonly error?: string }[];
  /** `refused`: the address is not on this machine. `failed`: no attempt is left. */
  state: 'pending' | 'delivered' | 'refused' | 'failed';
  /** Why it was refused. */
  error?: string;
}

/** What a webhook says; every kind has members of its own. */
export interface WebhookContent {
  readonly webhook_type: string;
  readonly webhook_code: string;
  readonly [name: string]: unknown;
}

const second = 1000;
const day = 86_400 * second;
const answerWithin = 10 * second;
const firstPause = 30 * second;
const keptDeliveries = 1000;

// One dead webhook makes 7 attempts; a single one must not end the retries of those after it.
const attemptsToJudge = 10;

/** Sends webhooks to receivers on this machine, signs them, and repeats what fails. */
export function createWebhooks({ clock, fetch }: SandboxContext, keys: WebhookKeys) {
  const deliveries: WebhookDelivery[] = [];

  async function post(url: string, body: string): Promise<number> {
    const abort = new AbortController();
    const callOff = clock.schedule(answerWithin, () => abort.abort(new Error('no answer within 10 s')));
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'plaid-verification': keys.sign(body) },
        body,
        redirect: 'manual', // a redirect could lead off this machine
        signal: abort.signal,
      });
      await response.body?.cancel();
      return response.status;
    } finally {
      callOff();
    }
  }

  /** Retries end when more than nine in ten of the last day's attempts failed. */
  function isHopeless(url: string): boolean {
    const since = clock.now() - day;
    const attempts = deliveries
      .filter((each) => each.url === url)
      .flatMap((each) => each.attempts)
      .filter(({ at }) => at > since);
    const failed = attempts.filter(({ status }) => status !== 200);
    return attempts.length >= attemptsToJudge && failed.length > attempts.length * 0.9;
  }

  async function attempt(delivery: WebhookDelivery, pause: number, giveUpAt: number): Promise<void> {
    const at = clock.now();
    try {
      const status = await post(delivery.url, delivery.body);
      delivery.attempts.push({ at, status });
      if (status === 200) delivery.state = 'delivered';
    } catch (error) {
      delivery.attempts.push({ at, error: String(error) });
    }
    if (delivery.state === 'delivered') return;
    if (clock.now() + pause > giveUpAt || isHopeless(delivery.url)) delivery.state = 'failed';
    else clock.schedule(pause, () => attempt(delivery, pause * 4, giveUpAt));
  }

  return {
    deliveries,
    /** Sends `content` once the current request is answered. Returns whether it may be sent at all. */
    send(url: string, content: WebhookContent): boolean {
      const body = JSON.stringify(content, undefined, 2);
      const { webhook_type, webhook_code } = content;
      const delivery: WebhookDelivery = { url, webhook_type, webhook_code, body, attempts: [], state: 'pending' };
      deliveries.push(delivery);
      if (deliveries.length > keptDeliveries) deliveries.shift();
      if (!isLoopback(url)) {
        delivery.state = 'refused';
        delivery.error = `not sent: ${url} is not on this machine, and sandbox traffic never leaves it. Use http://127.0.0.1:<port>/…`;
        return false;
      }
      clock.schedule(0, () => attempt(delivery, firstPause, clock.now() + day));
      return true;
    },
  };
}

export type Webhooks = ReturnType<typeof createWebhooks>;

/** Whether `url` names this machine without asking any name server. */
export function isLoopback(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return /^https?:$/.test(protocol) && /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}
