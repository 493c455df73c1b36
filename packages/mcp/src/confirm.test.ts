import { operationsIn } from '@x/catalog';
import { catalogOf } from '@x/testing/catalogs';
import { describe, expect, it } from 'vitest';
import { codeOf, connectHost, dataIn } from '../test/host.ts';
import { offeredBy } from './api.ts';
import { authorizing, confirmationOf, type Kept, referred } from './confirm.ts';
import { problemOfField } from './fields.ts';
import { openApis } from './open-apis.ts';
import { Secrets } from './secrets.ts';

const catalog = catalogOf('bank');

/** Returns the confirmation of a call, for a client with these reads. */
async function confirmation(operation: string, params: object, client: object = {}, kept: Kept = new Map()) {
  const found = offeredBy([{ catalog, client }])().get(`bank.${operation}`);
  if (!found) throw new Error(`${operation} is not in the catalog`);
  return (await confirmationOf(found, params, kept)).split('\n');
}

const heading = 'Under names that the API does not define:';

it('shows declared params in the declared order, and all others after them under their own heading', async () => {
  const lines = await confirmation('transfer.ledger.distribute', {
    Amount: '1.00',
    description: 'rent',
    amount: '9000.00',
    to_ledger_id: 5,
    from_ledger_id: 4,
    idempotency_key: 'k',
    nested: { amount: '2.00' },
  });
  expect(lines.slice(1)).toEqual([
    '  from_ledger_id: 4',
    '  to_ledger_id: 5',
    '  amount: "9000.00"',
    '  idempotency_key: "k"',
    '  description: "rent"',
    heading,
    '  "Amount": "1.00"',
    '  "nested"."amount": "2.00"',
  ]);
});

it('shows no line for params that are left out', async () => {
  expect(await confirmation('item.remove', {})).toHaveLength(1);
});

describe('a hostile name or value', () => {
  const fake = 'x"\n  amount: "1.00"\nParties';
  it.each([
    ['a line break', fake],
    ['a carriage return', 'x\r  amount: "1.00"'],
    ['a line separator', 'x\u2028  amount: "1.00"'],
    ['a paragraph separator', 'x\u2029  amount: "1.00"'],
    ['a next line character', 'x\u0085  amount: "1.00"'],
    ['a right-to-left override', 'x\u202e00.1'],
    ['a directional isolate', 'x\u2067\u2066'],
    ['an invisible character', 'x\u200b\u{e0041}\ufeff'],
    ['spaces that fill a line', `x${' '.repeat(200)}amount: "1.00"`],
    ['wide spaces', 'x\u3000\u00a0'],
  ])('stays on its own line, below the amount: %s', async (_, text) => {
    const params = { amount: '9000.00', description: text, metadata: { [text]: text }, [text]: { [text]: text } };
    const lines = await confirmation('transfer.create', params);
    expect(lines.indexOf('  amount: "9000.00"')).toBe(1);
    expect(lines.slice(2, 5)).toEqual([
      expect.stringMatching(/^ {2}description: "x.*"$/),
      'Costs: Every payment is billed.',
      heading,
    ]);
    expect(lines.slice(5)).toEqual([
      expect.stringMatching(/^ {2}metadata\."x.*": "x.*"$/),
      expect.stringMatching(/^ {2}"x.*"\."x.*": "x.*"$/),
    ]);
    expect(lines.join('')).not.toMatch(/(?! )[\p{C}\p{Z}]|x {2}/u);
  });

  it('of any length leaves the lines below it in sight', async () => {
    const lines = await confirmation('transfer.create', { amount: '1.00', description: 'y'.repeat(100_000) });
    expect(lines[2]).toMatch(/^ {2}description: "y{499}… \(100002 characters\)$/);
  });
});

describe('an ID', () => {
  it.each([
    ['that cannot be read', { accounts: { get: () => Promise.reject(new Error('no')) } }],
    ['of a client without that operation', {}],
  ])('%s is shown as unknown', async (_, client) => {
    const lines = await confirmation('transfer.create', { account_id: 'a', authorization_id: 'b' }, client);
    expect(lines.slice(1, 5)).toEqual([
      '  account_id: "a"',
      '    unknown: it could not be read',
      '  authorization_id: "b"',
      '    unknown: it was not created here',
    ]);
  });

  it('of a payment is shown with its amount and recipient, whose texts stay on their lines', async () => {
    const payment = { payment_id: 'p', recipient_id: 'r', amount: { currency: 'GBP', value: 12.5 }, status: 'X' };
    const client = {
      paymentInitiation: {
        payment: { get: async () => payment },
        recipient: { get: async () => ({ name: 'Ann\n  amount: 1', iban: null, request_id: 'q' }) },
      },
    };
    const lines = await confirmation('paymentInitiation.payment.reverse', { payment_id: 'p' }, client);
    expect(lines.slice(1)).toEqual([
      '  payment_id: "p"',
      '    recipient_id: "r"',
      '      name: "Ann\\n\\u{20} amount: 1"',
      '      iban: null',
      '    amount.currency: "GBP"',
      '    amount.value: 12.5',
    ]);
  });

  it('that an operation needs to move money is one that is looked up', () => {
    const operations = operationsIn(catalog);
    const unknown = [...operations.values()]
      .filter(({ access }) => access === 'money')
      .flatMap(({ params }) => (params.required ?? []) as string[])
      .filter((name) => name.endsWith('_id') && !referred.bank?.[name]);
    expect(unknown).toEqual([]);
    for (const { operation, fields } of Object.values(referred.bank ?? {})) {
      const { access, costs, result = {} } = operations.get(operation) ?? {};
      if (`bank.${operation}` !== authorizing)
        expect({ operation, access, costs }).toEqual({ operation, access: 'read' });
      expect(fields.map((field) => problemOfField(catalog.$defs, result, field))).toEqual(fields.map(() => undefined));
    }
  });
});

it('a transfer on the sandbox is confirmed with the authorized amount and the names of the account and its owner', async () => {
  const { apis, close } = openApis({ names: ['bank'], env: {}, secrets: new Secrets(), catalogOf });
  try {
    const options = { apis, allowMoney: true, allowPersonal: true };
    const host = await connectHost(options, true);
    const accounts = await host.call('call_read_operation', { operation: 'bank.accounts.get' });
    const [{ account_id, name, mask }] = JSON.parse(dataIn(accounts.text)).accounts;
    const authorization = {
      operation: 'bank.transfer.authorization.create',
      params: {
        account_id,
        type: 'debit',
        network: 'ach',
        ach_class: 'web',
        amount: '12.34',
        user: { legal_name: 'Ann Example' },
        idempotency_key: 'key-1',
      },
    };
    const { id } = JSON.parse(dataIn((await host.call('call_write_operation', authorization)).text));
    const transfer = {
      operation: 'bank.transfer.create',
      params: { account_id, authorization_id: id, description: 'rent' },
    };
    const created = await host.call('call_write_operation', transfer);
    expect(created.isError ? created.text : '').toBe('');
    const account = [`account_id: "${account_id}"`, `  accounts.0.mask: "${mask}"`, `  accounts.0.name: "${name}"`];
    const lines = host.asked[1]?.split('\n').map((line) => line.slice(2)) ?? [];
    expect(lines.slice(1, 4)).toEqual(account);
    expect(lines).toEqual(
      expect.arrayContaining([
        `authorization_id: "${id}"`,
        '  proposed_transfer.amount: "12.34"',
        '  proposed_transfer.type: "debit"',
        '  proposed_transfer.user.legal_name: "Ann Example"',
        `    accounts.0.name: "${name}"`,
      ]),
    );
    const other = await connectHost(options, false);
    expect(codeOf(await other.call('call_write_operation', transfer))).toBe('not_confirmed');
    expect(other.asked[0]).toContain('\n    unknown: it was not created here\n');
  } finally {
    await close();
  }
});
