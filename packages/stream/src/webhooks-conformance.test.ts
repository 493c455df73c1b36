import { describeWebhookReceiver } from '@x/testing/webhook-receiver';
import { createWebhookReceiver, signWebhook } from './webhooks.ts';

const secret = 'a secret of this test';
const event = {
  ...{ user_id: '1', user_login: 'ann', user_name: 'Änn 🎈 "\\' },
  ...{ broadcaster_user_id: '2', broadcaster_user_login: 'bob', broadcaster_user_name: 'Bob' },
  followed_at: '2026-11-21T12:00:00Z',
};

describeWebhookReceiver('@x/stream', {
  open(options) {
    const { handle, verify } = createWebhookReceiver({ secret, ...options });
    return { verify, handle: (request, handler) => handle(request, { notification: handler, revocation: handler }) };
  },
  sign: (sentAt) => signWebhook({ secret, type: 'channel.follow', version: '2', event, sentAt }),
  signedHeaders: [
    'twitch-eventsub-message-id',
    'twitch-eventsub-message-timestamp',
    'twitch-eventsub-message-signature',
  ],
  handledStatus: 204,
  toleranceMs: 600_000,
  deduplicates: true,
});
