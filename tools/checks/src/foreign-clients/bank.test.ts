import { describe, expect, it } from 'vitest';
import { callAs, goHttp, pythonJson, startForAll, urllib3 } from './replay.ts';

const clientId = '5f0c0ffee0000000000000aa';
const secret = 'a0b1c2d3e4f5a6b7c8d9e0f1a2b3c4';
const sandbox = startForAll({ bank: { clientId, clientSecret: secret } });

// Read from plaid-python 37: plaid/api_client.py (01c1324), rest.py (0a137ec), configuration.py (01157b4).
const plaidPython = urllib3([
  'Accept: application/json',
  'Content-Type: application/json',
  'Plaid-Version: 2020-09-14',
  'User-Agent: Plaid Python v37.1.0',
  `PLAID-CLIENT-ID: ${clientId}`,
  `PLAID-SECRET: ${secret}`,
]);

// Read from plaid-go 26: plaid/client.go (0071ab9), configuration.go (03311dd). Its headers are in canonical
// spelling, and a line feed follows the JSON.
const plaidGo = goHttp(
  [
    'Accept: application/json',
    'Content-Type: application/json',
    'Plaid-Version: 2020-09-14',
    `Plaid-Client-Id: ${clientId}`,
    `Plaid-Secret: ${secret}`,
  ],
  { userAgent: 'Plaid Go v26.0.0' },
);
const goJson = (body: unknown) => `${JSON.stringify(body)}\n`;

/** First calls of an app. */
describe.each([
  ['plaid-python', plaidPython, pythonJson],
  ['plaid-go', plaidGo, goJson],
])('%s', (_client, dialect, write) => {
  const send = callAs(sandbox, dialect, '/bank');
  const post = (path: string, body: object, status = 200) => send(`POST ${path}`, { body: write(body), status });
  let public_token = '';
  let access_token = '';
  let cursor = '';

  it('creates a link token for a user whose name is not ASCII', async () => {
    const { link_token } = await post('/link/token/create', {
      client_name: 'Épargne',
      language: 'en',
      country_codes: ['US'],
      products: ['transactions'],
      user: { client_user_id: 'zoë' },
    });
    expect(link_token).toMatch(/^link-sandbox-/);
  });

  it('creates a public token in the sandbox, and exchanges it', async () => {
    const item = { institution_id: 'ins_109508', initial_products: ['transactions'] };
    ({ public_token } = await post('/sandbox/public_token/create', item));
    ({ access_token } = await post('/item/public_token/exchange', { public_token }));
  });

  it('reads all accounts, and listed accounts', async () => {
    const [{ account_id }] = (await post('/accounts/get', { access_token })).accounts;
    const options = { account_ids: [account_id] };
    expect((await post('/accounts/get', { access_token, options })).accounts).toMatchObject([{ account_id }]);
  });

  it('reads the first transactions with an empty cursor, and further ones', async () => {
    for (const more of [{}, { count: 100 }]) {
      const page = await post('/transactions/sync', { access_token, cursor, ...more });
      expect(page).toMatchObject({ removed: [], modified: [], has_more: expect.any(Boolean) });
      cursor = page.next_cursor;
    }
  });

  it('reads transactions between two dates', async () => {
    const options = { count: 10, offset: 0, include_personal_finance_category: true };
    const dates = { start_date: '2026-01-01', end_date: '2026-12-31' };
    const { transactions } = await post('/transactions/get', { access_token, ...dates, options });
    expect(transactions.length).toBeLessThanOrEqual(10);
  });

  it('reads an institution', async () => {
    const asked = { institution_id: 'ins_109508', country_codes: ['US'] };
    expect((await post('/institutions/get_by_id', asked)).institution.name).toBe('First Platypus Bank');
  });

  it('reads the categories with an empty object', async () => {
    expect((await post('/categories/get', {})).categories.length).toBeGreaterThan(0);
  });

  it('reads the error of an unknown token', async () => {
    const unknown = 'access-sandbox-00000000-0000-0000-0000-000000000000';
    const error = await post('/item/get', { access_token: unknown }, 400);
    expect(error).toMatchObject({ error_type: 'INVALID_INPUT', error_code: 'INVALID_ACCESS_TOKEN' });
  });

  it('removes an Item', () => post('/item/remove', { access_token }));
});
