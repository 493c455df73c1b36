import { serve } from '@hono/node-server';
import { createWebhookReceiver } from '@x/bank/webhooks';
import { enqueue } from './queue.ts';
import { openServices } from './services.ts';

const services = openServices(process.env);
const { settings, bank, queue, log, onError } = services;
const receiver = createWebhookReceiver({ verificationKey: bank.webhooks.verificationKey, onError });

/**
 * Plaid gets its response when the job is in Redis. A webhook is only a reason to look, so it may come twice, or be of
 * any age.
 */
const fetch = (request: Request) =>
  receiver.handle(request, {
    async notification({ event }) {
      const isReason = event.webhook_code === 'SYNC_UPDATES_AVAILABLE' || event.webhook_type === 'ITEM';
      if (isReason && event.item_id) await enqueue(queue, [event.item_id]);
    },
  });
const address = { hostname: '127.0.0.1', port: settings.port };
const server = serve({ fetch, ...address, overrideGlobalObjects: false }, (info) => log.info(info, 'listening'));

process.once('SIGTERM', () => server.close(() => process.exit()));
