import { afterAll, beforeAll, expect } from 'vitest';
import { createSandbox } from '../create-sandbox.ts';
import type { Sandbox } from '../sandbox.ts';
import { goHttp, pythonJson, type RawResponse, type Replay, replayAll, urllib3 } from './testing.ts';

const clientId = '5f0c0ffee0000000000000aa';
const secret = 'a0b1c2d3e4f5a6b7c8d9e0f1a2b3c4';

let sandbox: Sandbox;
let publicToken = '';
let accessToken = '';
let accountId = '';
let cursor = '';

beforeAll(async () => {
  sandbox = await createSandbox({ bank: { clientId, secret } });
});
afterAll(() => sandbox.close());

const keepPublicToken = ({ json }: RawResponse) => {
  publicToken = json.public_token;
};
const keepAccessToken = ({ json }: RawResponse) => {
  accessToken = json.access_token;
};
const keepAccount = ({ json }: RawResponse) => {
  accountId = json.accounts[0].account_id;
};
const keepPage = ({ json }: RawResponse) => {
  expect(json).toMatchObject({ removed: [], modified: [], has_more: expect.any(Boolean) });
  cursor = json.next_cursor;
};

/** The calls that an app starts with; `write` is how the client writes JSON, `dialect` everything before it. */
function firstCalls(dialect: Replay['dialect'], write: (body: unknown) => string): readonly Replay[] {
  const post = (path: string, body: () => unknown): Replay['sent'] => {
    return () => ({ method: 'POST', target: `/bank${path}`, body: write(body()) });
  };
  return [
    {
      does: 'creates a link token for a user whose name is not ASCII',
      dialect,
      sent: post('/link/token/create', () => ({
        client_name: 'Épargne',
        language: 'en',
        country_codes: ['US'],
        products: ['transactions'],
        user: { client_user_id: 'zoë' },
      })),
      status: 200,
      check: ({ json }) => expect(json.link_token).toMatch(/^link-sandbox-/),
    },
    {
      does: 'creates a public token in the sandbox',
      dialect,
      sent: post('/sandbox/public_token/create', () => ({
        institution_id: 'ins_109508',
        initial_products: ['transactions'],
      })),
      status: 200,
      check: keepPublicToken,
    },
    {
      does: 'exchanges a public token',
      dialect,
      sent: post('/item/public_token/exchange', () => ({ public_token: publicToken })),
      status: 200,
      check: keepAccessToken,
    },
    {
      does: 'reads accounts',
      dialect,
      sent: post('/accounts/get', () => ({ access_token: accessToken })),
      status: 200,
      check: keepAccount,
    },
    {
      does: 'reads the accounts of a list',
      dialect,
      sent: post('/accounts/get', () => ({ access_token: accessToken, options: { account_ids: [accountId] } })),
      status: 200,
      check: ({ json }) => expect(json.accounts).toMatchObject([{ account_id: accountId }]),
    },
    {
      does: 'reads the first transactions with an empty cursor',
      dialect,
      sent: post('/transactions/sync', () => ({ access_token: accessToken, cursor: '' })),
      status: 200,
      check: keepPage,
    },
    {
      does: 'reads further transactions',
      dialect,
      sent: post('/transactions/sync', () => ({ access_token: accessToken, cursor, count: 100 })),
      status: 200,
      check: keepPage,
    },
    {
      does: 'reads transactions between two dates',
      dialect,
      sent: post('/transactions/get', () => ({
        access_token: accessToken,
        start_date: '2026-01-01',
        end_date: '2026-12-31',
        options: { count: 10, offset: 0, include_personal_finance_category: true },
      })),
      status: 200,
      check: ({ json }) => expect(json.transactions.length).toBeLessThanOrEqual(10),
    },
    {
      does: 'reads an institution',
      dialect,
      sent: post('/institutions/get_by_id', () => ({ institution_id: 'ins_109508', country_codes: ['US'] })),
      status: 200,
      check: ({ json }) => expect(json.institution.name).toBe('First Platypus Bank'),
    },
    {
      does: 'reads the categories with an empty object',
      dialect,
      sent: post('/categories/get', () => ({})),
      status: 200,
      check: ({ json }) => expect(json.categories.length).toBeGreaterThan(0),
    },
    {
      does: 'reads the error of an unknown token',
      dialect,
      sent: post('/item/get', () => ({ access_token: 'access-sandbox-00000000-0000-0000-0000-000000000000' })),
      status: 400,
      check: ({ json }) =>
        expect(json).toMatchObject({ error_type: 'INVALID_INPUT', error_code: 'INVALID_ACCESS_TOKEN' }),
    },
    {
      does: 'removes an Item',
      dialect,
      sent: post('/item/remove', () => ({ access_token: accessToken })),
      status: 200,
    },
  ];
}

// Read from plaid-python 37: plaid/api_client.py (01c1324), rest.py (0a137ec), configuration.py (01157b4).
const plaidPython = firstCalls(
  urllib3([
    'Accept: application/json',
    'Content-Type: application/json',
    'Plaid-Version: 2020-09-14',
    'User-Agent: Plaid Python v37.1.0',
    `PLAID-CLIENT-ID: ${clientId}`,
    `PLAID-SECRET: ${secret}`,
  ]),
  pythonJson,
);

// Read from plaid-go 26: plaid/client.go (0071ab9), configuration.go (03311dd). Its headers are in canonical
// spelling, and a line feed follows the JSON.
const plaidGo = firstCalls(
  goHttp(
    [
      'Accept: application/json',
      'Content-Type: application/json',
      'Plaid-Version: 2020-09-14',
      `Plaid-Client-Id: ${clientId}`,
      `Plaid-Secret: ${secret}`,
    ],
    { userAgent: 'Plaid Go v26.0.0' },
  ),
  (body) => `${JSON.stringify(body)}\n`,
);

replayAll(() => sandbox, { 'plaid-python': plaidPython, 'plaid-go': plaidGo });
