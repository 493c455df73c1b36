import { EventEmitter, on, once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSandbox } from '@x/sandbox';
import { expect, it } from 'vitest';
import { createBankClient, type TransferEvent } from './index.ts';
import { createWebhookReceiver, type WebhookEvent } from './webhooks.ts';

const user = { legal_name: 'Ann Bee' };

it('verifies webhooks about transfers, payments and consents, whose new state can then be read', async () => {
  const arrived = new EventEmitter();
  const server = createServer(async (request, response) => {
    const { method, headers } = request;
    const body = Buffer.concat(await Array.fromAsync(request));
    const answer = await receiver.handle(
      { method, headers, body },
      { notification: ({ event }) => void arrived.emit('event', event) },
    );
    response.writeHead(answer.status).end(await answer.text());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const webhook = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const sandbox = await createSandbox({ bank: { webhook } });
  const bank = createBankClient({ ...sandbox.options.bank, retries: 0, clock: sandbox.clock, validation: 'strict' });
  const { verificationKey } = bank.webhooks;
  const receiver = createWebhookReceiver({ verificationKey, clock: sandbox.clock });
  const events = on(arrived, 'event');
  /** Waits for the next webhook, which must have this code. */
  async function next<Code extends WebhookEvent['webhook_code']>(code: Code) {
    const event = ((await events.next()).value as [WebhookEvent])[0];
    expect(event.webhook_code).toBe(code);
    return event as Extract<WebhookEvent, { webhook_code: Code }>;
  }

  try {
    const { public_token } = await bank.sandbox.createPublicToken({
      institution_id: 'ins_109508',
      initial_products: ['transfer'],
      options: { override_username: 'user_transactions_dynamic' },
    });
    const { access_token } = await bank.item.exchangePublicToken({ public_token });
    const { accounts } = await bank.accounts.get({ access_token });
    const account_id = accounts.find(({ subtype }) => subtype === 'checking')?.account_id ?? '';
    const debit = {
      access_token,
      account_id,
      type: 'debit',
      network: 'ach',
      ach_class: 'web',
      amount: '1.00',
    } as const;

    const { id: authorization_id } = await bank.transfer.authorization.create({ ...debit, user, idempotency_key: 'a' });
    const transfer = await bank.transfer.create({ access_token, account_id, authorization_id, description: 'Tea' });
    await bank.sandbox.transfer.simulate({ transfer_id: transfer.id, event_type: 'posted', webhook });
    await next('TRANSFER_EVENTS_UPDATE');
    const seen: TransferEvent['event_type'][] = [];
    for await (const { event_type } of bank.transfer.event.sync({ after_id: 0 })) seen.push(event_type);
    expect(seen).toEqual(['pending', 'posted']);

    const virtual_time = '2030-01-01T00:00:00Z';
    const { test_clock_id } = await bank.sandbox.transfer.testClock.create({ virtual_time });
    const { recurring_transfer } = await bank.transfer.recurring.create({
      ...debit,
      user,
      test_clock_id,
      description: 'Club',
      idempotency_key: 'b',
      schedule: { interval_unit: 'week', interval_count: 1, interval_execution_day: 3, start_date: '2030-01-02' },
    });
    await bank.sandbox.transfer.testClock.advance({ test_clock_id, new_virtual_time: '2030-01-03T00:00:00Z' });
    const made = await next('RECURRING_NEW_TRANSFER');
    expect(made.recurring_transfer_id).toBe(recurring_transfer?.recurring_transfer_id);
    const { recurring_transfer_id } = await bank.transfer.get({ transfer_id: made.transfer_id });
    expect(recurring_transfer_id).toBe(made.recurring_transfer_id);
    await bank.sandbox.resetLogin({ access_token });
    await bank.sandbox.transfer.testClock.advance({ test_clock_id, new_virtual_time: '2030-01-10T00:00:00Z' });
    expect(await next('RECURRING_TRANSFER_SKIPPED')).toMatchObject({
      authorization_decision: 'user_action_required',
      authorization_decision_rationale_code: 'ITEM_LOGIN_REQUIRED',
      skipped_origination_date: '2030-01-09',
    });
    await bank.item.remove({ access_token });
    await bank.sandbox.transfer.testClock.advance({ test_clock_id, new_virtual_time: '2030-01-17T00:00:00Z' });
    expect((await next('RECURRING_CANCELLED')).recurring_transfer_id).toBe(made.recurring_transfer_id);

    const bacs = { account: '12345678', sort_code: '010203' };
    const { recipient_id } = await bank.paymentInitiation.recipient.create({ name: 'Shop', bacs });
    const amount = { currency: 'GBP', value: 2 } as const;
    const { payment_id } = await bank.paymentInitiation.payment.create({ recipient_id, reference: 'Tea', amount });
    await bank.sandbox.payment.simulate({ payment_id, webhook, status: 'PAYMENT_STATUS_FAILED' });
    expect(await next('PAYMENT_STATUS_UPDATE')).toMatchObject({
      payment_id,
      old_payment_status: 'PAYMENT_STATUS_INPUT_NEEDED',
      new_payment_status: 'PAYMENT_STATUS_FAILED',
      error: { error_code: 'PAYMENT_FAILED' },
    });

    const { consent_id } = await bank.paymentInitiation.consent.create({
      recipient_id,
      reference: 'Savings',
      type: 'SWEEPING',
      constraints: {
        max_payment_amount: amount,
        periodic_amounts: [{ amount, interval: 'DAY', alignment: 'CONSENT' }],
      },
    });
    const { link_token } = await bank.link.createToken({
      client_name: 'App',
      language: 'en',
      country_codes: ['GB'],
      user: { client_user_id: 'ann' },
      products: ['payment_initiation'],
      payment_initiation: { consent_id },
      webhook,
    });
    sandbox.controls.bank.completeLink(link_token);
    expect(await next('CONSENT_STATUS_UPDATE')).toMatchObject({
      consent_id,
      old_status: 'UNAUTHORISED',
      new_status: 'AUTHORISED',
    });
  } finally {
    server.close();
    await sandbox.close();
  }
});
