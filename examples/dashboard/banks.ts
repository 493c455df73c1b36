import { createWebhookReceiver } from '@x/bank/webhooks';
import { Hono } from 'hono';
import { syncItem } from './ledger.ts';
import type { Services, Visit } from './services.ts';

/** Links a bank. */
export const linkRoute = ({ redis }: Services) =>
  new Hono<Visit>().post('/banks', async (context) => {
    const { clients, origin, user } = context.var;
    if (!user) return context.text('Sign in first.', 401);
    // In production, the public token comes from Link, Plaid's dialog in the browser. See `bank.link.createToken`.
    const { public_token } = await clients.bank.sandbox.createPublicToken({
      institution_id: 'ins_109508',
      initial_products: ['transactions'],
      options: { webhook: `${origin}/webhooks/bank` },
    });
    const { access_token, item_id } = await clients.bank.item.exchangePublicToken({ public_token });
    await clients.items.set(item_id, access_token);
    await redis.multi().sAdd('items', item_id).sAdd(`items:${user}`, item_id).exec();
    await syncItem(clients.bank, redis, item_id); // Plaid reports changes only after a first sync
    return context.redirect('/', 303);
  });

/** Syncs a bank when Plaid reports changes. Plaid sends the webhook again if it gets no response within 10 seconds. */
export function bankWebhooks({ redis, clients: { bank }, log }: Services): Hono {
  const onError = (error: unknown) => log.error({ err: error }, 'webhook of Plaid');
  const receiver = createWebhookReceiver({ verificationKey: bank.webhooks.verificationKey, onError });
  return new Hono().post('/webhooks/bank', ({ req }) =>
    receiver.handle(req.raw, {
      async notification({ event }) {
        if (event.webhook_code !== 'SYNC_UPDATES_AVAILABLE') return;
        await syncItem(bank.with({ signal: AbortSignal.timeout(9_000) }), redis, event.item_id);
      },
    }),
  );
}
