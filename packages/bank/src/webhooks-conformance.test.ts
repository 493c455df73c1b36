import { describeWebhookReceiver } from '@x/testing/webhook-receiver';
import nock from 'nock';
import { afterAll, beforeAll } from 'vitest';
import { createWebhookReceiver, createWebhookSigner } from './webhooks.ts';

const { sign, verificationKey } = await createWebhookSigner();

// Test files of this package share a process. nock, which other files use, replaces Node's sockets with ones that hold
// back incomplete requests.
beforeAll(() => nock.restore());
afterAll(() => {
  if (!nock.isActive()) nock.activate();
});

describeWebhookReceiver('@x/bank', {
  open({ clock, maxBytes, onError }) {
    const { handle, verify } = createWebhookReceiver({ verificationKey, clock, maxBytes, onError });
    return { verify, handle: (request, handler) => handle(request, { notification: handler }) };
  },
  sign: (sentAt) =>
    sign(
      {
        webhook_type: 'TRANSACTIONS',
        webhook_code: 'SYNC_UPDATES_AVAILABLE',
        item_id: 'Item-ÄÖ 🎈 "\\',
        environment: 'sandbox',
        initial_update_complete: true,
        historical_update_complete: false,
      },
      { sentAt },
    ),
  signedHeaders: ['plaid-verification'],
  handledStatus: 200,
  toleranceMs: 300_000,
  deduplicates: false,
});
