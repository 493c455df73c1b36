import { serve } from '@hono/node-server';
import { createWebhookReceiver } from '@x/bank/webhooks';
import { enqueue } from './queue.ts';
import { openServices } from './services.ts';

const services = openServices(process.env);
const { settings, bank, queue, log, onError } = services;
const receiver = createWebhookReceiver({ verificationKey: bank.webhooks.verificationKey, onError });

/**
 * Responds to Plaid once the job is in Redis. A webhook only triggers a sync, so it may arrive twice, or late.
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
