import { expectTypeOf } from 'vitest';
import { type BankClient, createBankClient } from './index.ts';
import {
  createWebhookReceiver,
  createWebhookSigner,
  type FindKey,
  type UnlistedWebhookEvent,
  type WebhookEvent,
} from './webhooks.ts';

declare const event: WebhookEvent | UnlistedWebhookEvent;

// The Item of any event, without comparing the type or code first. Some webhooks are not about an Item.
expectTypeOf(event.item_id).toEqualTypeOf<string | undefined>();
if (event.webhook_type === 'TRANSACTIONS') expectTypeOf(event.item_id).toEqualTypeOf<string | undefined>();
// Every listed webhook of these types has an Item, regardless of its code.
expectTypeOf<
  WebhookEvent<
    | 'AUTH'
    | 'HOLDINGS'
    | 'IDENTITY'
    | 'INVESTMENTS_TRANSACTIONS'
    | 'ITEM'
    | 'LIABILITIES'
    | 'STATEMENTS'
    | 'TRANSACTIONS'
  >['item_id']
>().toEqualTypeOf<string>();
expectTypeOf<
  WebhookEvent<
    | 'ASSETS'
    | 'ENTITY_SCREENING'
    | 'IDENTITY_VERIFICATION'
    | 'LINK'
    | 'PAYMENT_INITIATION'
    | 'PROCESSOR_TOKEN'
    | 'SCREENING'
    | 'TRANSFER'
  >['item_id']
>().toEqualTypeOf<undefined>();
expectTypeOf<UnlistedWebhookEvent['item_id']>().toEqualTypeOf<string | undefined>();
expectTypeOf<UnlistedWebhookEvent['user_id']>().toEqualTypeOf<string | null | undefined>();
expectTypeOf<UnlistedWebhookEvent['any_other_field']>().toBeUnknown();

switch (event.webhook_code) {
  case 'SYNC_UPDATES_AVAILABLE':
    expectTypeOf(event.webhook_type).toEqualTypeOf<'TRANSACTIONS'>();
    expectTypeOf(event.historical_update_complete).toEqualTypeOf<boolean>();
    expectTypeOf(event.item_id).toEqualTypeOf<string>();
    // @ts-expect-error a member of another webhook
    event.new_transactions;
    break;
  case 'DEFAULT_UPDATE':
    // @ts-expect-error five types have this code
    event.new_transactions;
    if (event.webhook_type === 'TRANSACTIONS') expectTypeOf(event.new_transactions).toEqualTypeOf<number>();
    if (event.webhook_type === 'HOLDINGS') expectTypeOf(event.new_holdings).toEqualTypeOf<number>();
    break;
  case 'BANK_INCOME_COMPLETE':
    expectTypeOf(event.webhook_type).toEqualTypeOf<'INCOME'>();
    expectTypeOf(event.user_id).toEqualTypeOf<string>();
    break;
  case 'RETRIED':
    expectTypeOf(event.webhook_type).toEqualTypeOf<'IDENTITY_VERIFICATION'>();
    expectTypeOf(event.identity_verification_id).toEqualTypeOf<string>();
    break;
  case 'STATUS_UPDATED':
    if (event.webhook_type === 'SCREENING') expectTypeOf(event.screening_id).toEqualTypeOf<string>();
    break;
  case 'EVENTS':
    expectTypeOf(event.events[0]?.event_metadata.view_name).toEqualTypeOf<string | undefined>();
    expectTypeOf(event.environment).toExtend<string>();
    break;
  case 'RECURRING_TRANSFER_SKIPPED':
    expectTypeOf(event.webhook_type).toEqualTypeOf<'TRANSFER'>();
    expectTypeOf(event.skipped_origination_date).toEqualTypeOf<string>();
    break;
  default:
}

if (event.webhook_type === 'ITEM' && event.webhook_code === 'ERROR')
  expectTypeOf(event.error?.error_code).toEqualTypeOf<string | undefined>();
// A code that this release does not list may come with any type.
if (event.webhook_type === 'STATEMENTS')
  expectTypeOf(event).toEqualTypeOf<Extract<WebhookEvent, { webhook_type: 'STATEMENTS' }> | UnlistedWebhookEvent>();

expectTypeOf<WebhookEvent<'HOLDINGS'>['webhook_code']>().toEqualTypeOf<'DEFAULT_UPDATE'>();
expectTypeOf<BankClient['webhooks']['verificationKey']>().toExtend<FindKey>();

const bank = createBankClient({ clientId: '', clientSecret: '' });
const { verificationKey } = bank.webhooks;
createWebhookReceiver({ verificationKey }).handle(new Request('http://localhost'), {
  notification({ event }) {
    if (event.webhook_code === 'PENDING_DISCONNECT') expectTypeOf(event.disconnect_time).toEqualTypeOf<string>();
  },
});
const message = await createWebhookReceiver({ verificationKey }).verify({ headers: {}, body: '' });
expectTypeOf(message.response).toEqualTypeOf<Response>();
// @ts-expect-error only a refused request has one
if (message.kind === 'notification') message.reason;

const signer = await createWebhookSigner();
const item = { item_id: '1', environment: 'sandbox' };
signer.sign({ ...item, webhook_type: 'ITEM', webhook_code: 'LOGIN_REPAIRED' });
signer.sign('{"webhook_type":"NEW"}');
// @ts-expect-error a member is missing
signer.sign({ ...item, webhook_type: 'TRANSACTIONS', webhook_code: 'SYNC_UPDATES_AVAILABLE' });
// @ts-expect-error no code of this type
signer.sign({ ...item, webhook_type: 'HOLDINGS', webhook_code: 'LOGIN_REPAIRED' });
