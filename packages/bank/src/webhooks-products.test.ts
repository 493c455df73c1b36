import { EventEmitter, once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSandbox, type Sandbox } from '@x/sandbox';
import nock from 'nock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BankClient, createBankClient } from './index.ts';
import {
  createWebhookReceiver,
  type UnlistedWebhookEvent,
  type WebhookEvent,
  type WebhookReceiver,
} from './webhooks.ts';

const template_id = 'flwtmp_aWogUuKsL6NEHU';

let server: Server;
let sandbox: Sandbox;
let bank: BankClient;
let webhook: string;
let receiver: WebhookReceiver;
const arrivals = new EventEmitter();
const received: (WebhookEvent | UnlistedWebhookEvent)[] = [];

// Other test files of this process use nock, which replaces Node's sockets.
beforeAll(async () => {
  nock.restore();
  server = createServer(async (request, response) => {
    const { method, headers } = request;
    const body = Buffer.concat(await Array.fromAsync(request));
    const verified = await receiver.verify({ method, headers, body });
    if (verified.kind === 'notification') received.push(verified.event);
    response.writeHead(verified.response.status).end();
    arrivals.emit('one');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  webhook = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  sandbox = await createSandbox({ bank: { webhook } });
  bank = createBankClient({ ...sandbox.options.bank, retries: 0 });
  receiver = createWebhookReceiver({ verificationKey: bank.webhooks.verificationKey, clock: sandbox.clock });
});
afterAll(async () => {
  server.close();
  await sandbox.close();
  if (!nock.isActive()) nock.activate();
});

/** Waits for the next `count` webhooks, and returns them in any order. */
async function next(count: number) {
  while (received.length < count) await once(arrivals, 'one');
  return received.splice(0, count);
}
const names = (events: readonly (WebhookEvent | UnlistedWebhookEvent)[]) =>
  events.map(({ webhook_type, webhook_code }) => `${String(webhook_type)} ${String(webhook_code)}`).sort();

describe('product webhooks are verified', () => {
  it('about identity verifications', async () => {
    const params = { template_id, client_user_id: 'ann', is_shareable: false, gave_consent: true };
    const { id } = await bank.identityVerification.create(params);
    sandbox.controls.bank.verifyIdentity(id, { smsCode: '0' });
    const failed = await next(2);
    expect(names(failed)).toEqual(['IDENTITY_VERIFICATION STATUS_UPDATED', 'IDENTITY_VERIFICATION STEP_UPDATED']);
    for (const event of failed) expect(event).toMatchObject({ identity_verification_id: id, environment: 'sandbox' });
    const again = await bank.identityVerification.retry({ template_id, client_user_id: 'ann', strategy: 'reset' });
    expect(await next(1)).toMatchObject([{ webhook_code: 'RETRIED', identity_verification_id: again.id }]);
  });

  it('about screenings', async () => {
    const { individual, entity } = bank.watchlistScreening;
    const person = await individual.create({
      search_terms: { watchlist_program_id: 'prg_egdF5fGjY8fWqk', legal_name: 'Cassius Nightjar' },
    });
    const organization = await entity.create({
      search_terms: { entity_watchlist_program_id: 'entprg_2eRPsDnL66rZ7H', legal_name: 'Lantern State Mining' },
    });
    const events = await next(2);
    expect(names(events)).toEqual(['ENTITY_SCREENING STATUS_UPDATED', 'SCREENING STATUS_UPDATED']);
    expect(events).toContainEqual(expect.objectContaining({ screening_id: person.id }));
    expect(events).toContainEqual(expect.objectContaining({ entity_screening_id: organization.id }));
  });

  it('about income', async () => {
    const { user_id } = await bank.user.create({ client_user_id: 'bob' });
    const income_verification = { income_source_types: ['bank' as const], bank_income: { days_requested: 90 } };
    await bank.sandbox.createPublicToken({
      institution_id: 'ins_109508',
      initial_products: ['income_verification'],
      user_id,
      options: { income_verification },
    });
    expect(await next(1)).toMatchObject([{ webhook_code: 'BANK_INCOME_COMPLETE', user_id, result: 'SUCCESS' }]);
    await bank.sandbox.createPublicToken({
      institution_id: 'ins_129618',
      initial_products: ['income_verification'],
      user_id,
      options: { webhook },
    });
    expect(await next(1)).toMatchObject([
      {
        webhook_code: 'USER_INCOME_VERIFICATION',
        user_id,
        verification_status: 'VERIFICATION_STATUS_PROCESSING_COMPLETE',
      },
    ]);
    const item_id = 'item-1';
    for (const webhook_code of ['INCOME_VERIFICATION_RISK_SIGNALS', 'USER_INCOME_VERIFICATION_RISK_SIGNALS'] as const) {
      await bank.sandbox.fireIncomeWebhook({ item_id, webhook, webhook_code });
      const risk_signals_status = 'RISK_SIGNALS_PROCESSING_COMPLETE';
      expect(await next(1)).toMatchObject([{ webhook_type: 'INCOME', webhook_code, item_id, risk_signals_status }]);
    }
    await bank.sandbox.fireBankIncomeWebhook({
      webhook_code: 'BANK_INCOME_REFRESH_UPDATE',
      webhook_fields: { user_id },
    });
    expect(await next(1)).toMatchObject([{ webhook_code: 'BANK_INCOME_REFRESH_UPDATE', user_id }]);
  });
});
