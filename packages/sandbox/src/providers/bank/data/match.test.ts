import { describe, expect, test } from 'vitest';
import { startBank } from '../../../../test/bank.ts';
import { matchOwner } from './match.ts';

const owner = {
  names: ['Ada Kestrel'],
  phone_numbers: [{ data: '2025550123', primary: true, type: 'mobile' }],
  emails: [{ data: 'ada.kestrel@mail.example', primary: true, type: 'primary' }],
  addresses: [
    {
      data: { street: '12 Elm Street', city: 'Mossgrove', region: 'OR', postal_code: '97999', country: 'US' as const },
      primary: true,
    },
  ],
};

describe('matching', () => {
  test.each<[string, number, number]>([
    ['Ada Kestrel', 100, 100],
    ['kestrel, ADA', 100, 100],
    ['Ada Kestral', 75, 99],
    ['Ada Thistlewood', 0, 69],
    ['Bruno Underhill', 0, 69],
  ])('scores the name %s from %d to %d', (legal_name, low, high) => {
    const { score } = matchOwner(owner, { legal_name }).legal_name;
    expect(score).toBeGreaterThanOrEqual(low);
    expect(score).toBeLessThanOrEqual(high);
  });

  test('infers more from a name', () => {
    const named = (name: string, legal_name: string) =>
      matchOwner({ ...owner, names: [name] }, { legal_name }).legal_name;
    expect(named('Ada Kestrel', 'Ada Yew')).toMatchObject({ is_first_name_or_last_name_match: true });
    expect(named('Ada Kestrel', 'Bo Yew')).toMatchObject({ is_first_name_or_last_name_match: false });
    expect(named('Kestrel Kites LLC', 'Ada Kestrel')).toMatchObject({ is_business_name_detected: true });
  });

  test.each<[object, object]>([
    [{ phone_number: '+1 (202) 555-0123' }, { phone_number: { score: 100 } }],
    [{ phone_number: '2025550199' }, { phone_number: { score: 0 } }],
    [{ email_address: 'Ada.Kestrel@mail.example' }, { email_address: { score: 100 } }],
    [
      { address: { street: '12 elm street', city: 'Mossgrove', region: 'OR', postal_code: '97999', country: 'US' } },
      { address: { score: 100, is_postal_code_match: true } },
    ],
    [{ address: { street: '12 Elm Street', postal_code: '10000' } }, { address: { is_postal_code_match: false } }],
    [
      {},
      {
        legal_name: { score: null },
        phone_number: { score: null },
        email_address: { score: null },
        address: { score: null, is_postal_code_match: null },
      },
    ],
  ])('scores %j', (claim, expected) => expect(matchOwner(owner, claim)).toMatchObject(expected));

  test('does not match another mailbox and another street', () => {
    const { email_address, address } = matchOwner(owner, {
      email_address: 'someone@else.example',
      address: { street: '9 Quay Road', city: 'Harbor', postal_code: '10000' },
    });
    expect(email_address.score).toBeLessThan(70);
    expect(address.score).toBeLessThan(70);
  });
});

interface Identity {
  accounts: {
    owners: (typeof owner)[];
  }[];
}

describe('an identity refresh', () => {
  test('finds a new phone number on a dynamic Item, and sends a webhook', async () => {
    const { ask, bank, token } = startBank();
    await ask('/item/webhook/update', { access_token: token, webhook: 'http://127.0.0.1:9/hook' });
    const read = async () => (await ask<Identity>('/identity/get', { access_token: token })).accounts[0]?.owners[0];
    const before = await read();
    await ask('/identity/refresh', { access_token: token });
    const after = await read();
    expect(after?.phone_numbers[0]?.data).not.toBe(before?.phone_numbers[0]?.data);
    expect(after).toEqual({ ...before, phone_numbers: after?.phone_numbers });
    const { accounts } = await ask('/accounts/get', { access_token: token });
    expect(JSON.parse(bank.controls.webhooks.at(-1)?.body ?? '')).toMatchObject({
      webhook_type: 'IDENTITY',
      webhook_code: 'DEFAULT_UPDATE',
      account_ids_with_updated_identity: Object.fromEntries(accounts.map(({ account_id }) => [account_id, ['PHONES']])),
    });
  });

  test('finds nothing on a static Item', async () => {
    const { ask, bank, link } = startBank();
    const access_token = await link({ webhook: 'http://127.0.0.1:9/hook' }, ['identity']);
    const before = await ask<Identity>('/identity/get', { access_token });
    await ask('/identity/refresh', { access_token });
    expect((await ask<Identity>('/identity/get', { access_token })).accounts).toEqual(before.accounts);
    expect(bank.controls.webhooks).toEqual([]);
  });
});
