import { isApiError } from '@x/core';
import { redisWebhookStore } from '@x/redis';
import type { StreamClient } from '@x/stream';
import { createWebhookReceiver } from '@x/stream/webhooks';
import { Hono } from 'hono';
import type { Services } from './services.ts';

/** Asks Twitch for a webhook whenever a user goes live. */
export async function subscribe(stream: StreamClient, broadcaster_user_id: string, origin: string, secret: string) {
  const transport = { method: 'webhook', callback: `${origin}/webhooks/stream`, secret } as const;
  const subscription = { type: 'stream.online', version: '1', condition: { broadcaster_user_id }, transport } as const;
  await stream.eventSub.subscriptions.create(subscription).catch((error: unknown) => {
    if (!isApiError(error) || error.code !== 'conflict') throw error; // one exists from an earlier sign-in
  });
}

/** Counts the broadcasts of users. */
export function broadcastRoutes({ redis, settings, log }: Services): Hono {
  const onError = (error: unknown) => log.error({ err: error }, 'webhook of Twitch');
  const receiver = createWebhookReceiver({ secret: settings.eventSubSecret, store: redisWebhookStore(redis), onError });
  return new Hono().post('/webhooks/stream', ({ req }) =>
    receiver.handle(req.raw, {
      async notification({ type, event }) {
        const user = type === 'stream.online' && (await redis.get(`user:stream:${event.broadcaster_user_id}`));
        if (user) await redis.hIncrBy(`profile:${user}`, 'broadcasts', 1);
      },
    }),
  );
}
