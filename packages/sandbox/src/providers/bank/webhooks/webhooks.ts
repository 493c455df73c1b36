import { createWebhookSender, type WebhookRecord } from '../../../server/webhook-sender.ts';
import type { SandboxContext } from '../../../shared/context.ts';
import { withScheme } from '../request.ts';
import type { WebhookKeys } from './webhook-keys.ts';

/** A webhook the sandbox sent, tried to send, or refused to send. */
export interface WebhookDelivery extends WebhookRecord {
  /** Group of the event, such as `TRANSACTIONS`. */
  readonly webhook_type: string;
  /** Event, such as `SYNC_UPDATES_AVAILABLE`. */
  readonly webhook_code: string;
}

/** Content of a webhook. Every kind has its own members. */
export interface WebhookContent {
  readonly webhook_type: string;
  readonly webhook_code: string;
  readonly [name: string]: unknown;
}

const second = 1000;
const day = 86_400 * second;
const firstPause = 30 * second;

// A webhook that always fails makes 7 attempts. A single one must not end the retries of later webhooks.
const attemptsToJudge = 10;

/**
 * Creates the sender of webhooks, which signs them, sends them to receivers on this machine, and retries failed ones.
 */
export function createWebhooks(context: SandboxContext, keys: WebhookKeys, dashboardUrl?: string) {
  const { clock } = context;

  /** Whether to end retries, because more than nine in ten of the last day's attempts failed. */
  function isHopeless(url: string): boolean {
    const since = clock.now() - day;
    const attempts = sender.deliveries
      .filter((each) => each.url === url)
      .flatMap((each) => each.attempts)
      .filter(({ at }) => at > since);
    const failed = attempts.filter(({ status }) => status !== 200);
    return attempts.length >= attemptsToJudge && failed.length > attempts.length * 0.9;
  }

  const sender = createWebhookSender<WebhookDelivery>(context, {
    headers: ({ body }) => ({ 'plaid-verification': keys.sign(body) }),
    accepts: (response) => response.status === 200,
    pauseAfter({ url, attempts }) {
      const pause = firstPause * 4 ** (attempts.length - 1);
      const giveUpAt = (attempts[0]?.at ?? 0) + day;
      return clock.now() + pause > giveUpAt || isHopeless(url) ? undefined : pause;
    },
  });

  /** Sends `content` to `url`, if there is one, after the current request is answered. Returns whether it is sent. */
  function send(url: string | undefined, content: WebhookContent): boolean {
    if (!url) return false;
    const body = JSON.stringify({ ...content, environment: 'sandbox' }, undefined, 2);
    const { webhook_type, webhook_code } = content;
    return sender.send({ url: withScheme(url), webhook_type, webhook_code, body, attempts: [], state: 'pending' });
  }

  return {
    deliveries: sender.deliveries,
    send,
    /** Sends a webhook of a product whose webhook URL is set in the dashboard. Default: to that URL. */
    sendToDashboard: (content: WebhookContent, url = dashboardUrl) => send(url, content),
  };
}

export type Webhooks = ReturnType<typeof createWebhooks>;
