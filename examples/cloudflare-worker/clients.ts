import { env, waitUntil } from 'cloudflare:workers';
import { createBankClient } from '@x/bank';
import { createWebhookReceiver } from '@x/bank/webhooks';
import { d1Store } from '@x/cloudflare';
import { createMusicClient } from '@x/music';

export const music = createMusicClient({
  ...env.MUSIC,
  tokens: d1Store(env.DB),
  waitUntil,
});

export const bank = createBankClient(env.BANK);

const { verificationKey } = bank.webhooks;
export const webhooks = createWebhookReceiver({ verificationKey });
