import { Ajv } from 'ajv';
import { expect, it } from 'vitest';
import { openStage } from '../test/stage.ts';
import { type TapState, tapBank } from './singer.ts';

interface Message {
  readonly type: string;
  readonly stream: string;
  readonly schema: object;
  readonly key_properties: string[];
  readonly record: { readonly id: string; readonly is_removed: boolean; readonly amount: string };
  readonly value: TapState;
}

/** A target that stores records by their key, checks them by their schema, and stores the state. */
function createTarget() {
  const ajv = new Ajv({ formats: { date: true, 'date-time': true }, allowUnionTypes: true });
  const checks = new Map<string, ReturnType<typeof ajv.compile>>();
  const tables = { accounts: new Map<string, Message['record']>(), transactions: new Map<string, Message['record']>() };
  const target = {
    tables,
    state: undefined as TapState | undefined,
    read(line: string) {
      const { type, stream, schema, record, value, key_properties } = JSON.parse(line) as Message;
      if (type === 'STATE') target.state = value;
      else if (type === 'SCHEMA') {
        expect(key_properties).toEqual(['id']);
        checks.set(stream, ajv.compile(schema));
      } else {
        const check = checks.get(stream);
        expect(check?.(record), JSON.stringify(check?.errors)).toBe(true);
        tables[stream as keyof typeof tables].set(record.id, record);
      }
    },
  };
  return target;
}

it('an Item that fails, or has no transactions, does not keep the others from being read', async () => {
  const { bank, sandbox, link } = await openStage();
  const [broken, other] = [await link(), await link({ initial_products: ['investments'] })];
  await bank.sandbox.resetLogin({ access_token: broken.access_token });
  const streams: string[] = [];
  const read = async () => {
    for await (const line of tapBank({ bank, items: [broken, other] })) {
      const { type, stream } = JSON.parse(line) as Message;
      if (type === 'RECORD') streams.push(stream);
    }
  };
  await expect(read()).rejects.toMatchObject({ providerCode: 'ITEM_LOGIN_REQUIRED' });
  expect(new Set(streams)).toEqual(new Set(['accounts']));
  // The call would add the product to the Item, which Plaid bills.
  expect(sandbox.requests.map(({ path }) => path)).not.toContain('/transactions/sync');
});

it('a target that is killed at any line, and starts again with its last state, has what the API has', async () => {
  const { bank, sandbox, link } = await openStage({ bank: { dynamicTransactions: 60 } });
  const items = [await link(), await link({ options: { override_username: 'ann' } })];
  const target = createTarget();
  for (let round = 1; round <= 40; round += 1) {
    let left = round < 40 ? round * 5 : Number.POSITIVE_INFINITY;
    for await (const line of tapBank({ bank, items, state: target.state })) {
      target.read(line);
      left -= 1;
      if (left === 0) break;
    }
    if (round < 40)
      sandbox.controls.bank.changeTransactions(items[0]?.id ?? '', { added: 2, posted: 1, modified: 1, removed: 1 });
  }
  const live = [...target.tables.transactions.values()].filter(({ is_removed }) => !is_removed);
  const expected = [];
  for (const { access_token } of items) {
    const { added, modified } = await bank.transactions.syncAll({ access_token });
    const all = new Map([...added, ...modified].map((each) => [each.transaction_id, each]));
    expected.push(
      ...[...all.values()].map(({ transaction_id, amount }) => [transaction_id, -Math.round(amount * 100)]),
    );
  }
  const rows = live.map(({ id, amount }) => [id, Math.round(Number(amount) * 100)]);
  const byId = ([one]: unknown[], [other]: unknown[]) => (String(one) < String(other) ? -1 : 1);
  expect(rows.sort(byId)).toEqual(expected.sort(byId));
  expect(target.tables.accounts.size).toBe(15);
});
