import { expectTypeOf } from 'vitest';
import { createBankClient } from './index.ts';
import type {} from './operations.ts';

const bank = createBankClient({ clientId: 'client-id', clientSecret: 'secret' });
const item = bank.withItem('item');

// Params and responses are known by path.
expectTypeOf(
  bank.request('/transfer/get', { transfer_id: 't' }).then(({ transfer }) => transfer.amount),
).resolves.toBeString();
expectTypeOf(
  bank.request('/statements/download', { access_token: 'a', statement_id: 's' }),
).resolves.toEqualTypeOf<Uint8Array>();
// Params that the client adds are left out.
bank.request('/categories/get');
bank.request('GET /fdx/consents/{consentId}', { consentId: 'c' });
// Optional params may be undefined. Enum values are open in responses and closed in requests.
bank.request('/link/token/create', { client_name: 'A', language: 'en', country_codes: ['US'], user: undefined });
expectTypeOf(bank.request('/transfer/get').then(({ transfer }) => transfer.status)).resolves.toExtend<string>();

// @ts-expect-error a required param is missing
bank.request('/transfer/cancel', {});
// @ts-expect-error an ID is a string
bank.request('/transfer/cancel', { transfer_id: 1 });
// @ts-expect-error a param is misspelt
bank.request('/transfer/cancel', { transfer_id: 't', reason: 'x' });
// @ts-expect-error an access token is required, except on an Item's client
bank.request('/accounts/get', {});
item.request('/accounts/get');
item.request('/accounts/get', { options: { account_ids: ['a'] } });

// Other paths are still allowed.
expectTypeOf(bank.request('/some/new/path', { a: 1 })).resolves.toBeUnknown();
