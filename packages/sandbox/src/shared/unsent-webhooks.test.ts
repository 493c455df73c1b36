import { Configuration, PlaidApi, Products, SandboxItemFireWebhookRequestWebhookCodeEnum } from 'plaid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSandbox } from '../create-sandbox.ts';
import type { Sandbox } from '../sandbox.ts';

const webhook = 'https://app.example/plaid';

let sandbox: Sandbox;
let plaid: PlaidApi;
let access_token: string;

const fire = () =>
  plaid.sandboxItemFireWebhook({
    access_token,
    webhook_code: SandboxItemFireWebhookRequestWebhookCodeEnum.NewAccountsAvailable,
  });

beforeAll(async () => {
  sandbox = await createSandbox({ bank: { assetReportAfterMs: 5000 } });
  const { baseUrl, clientId, clientSecret: secret } = sandbox.options.bank;
  const headers = { 'PLAID-CLIENT-ID': clientId, 'PLAID-SECRET': secret };
  plaid = new PlaidApi(new Configuration({ basePath: baseUrl, baseOptions: { headers } }));
  const created = await plaid.sandboxPublicTokenCreate({
    institution_id: 'ins_109508',
    initial_products: [Products.Auth, Products.Assets],
    options: { webhook },
  });
  const { public_token } = created.data;
  access_token = (await plaid.itemPublicTokenExchange({ public_token })).data.access_token;
});
afterAll(() => sandbox.close());

const why = `not sent: ${webhook} is not on this machine, and sandbox traffic never leaves it. Use http://127.0.0.1:<port>/…`;

it('shows an unsent webhook with its request, and the reason', async () => {
  expect((await fire()).data.webhook_fired).toBe(true);
  expect(sandbox.requests.at(-1)).toMatchObject({
    path: '/sandbox/item/fire_webhook',
    unsentWebhooks: [{ url: webhook, error: why }],
  });
  const opened = await fetch(sandbox.controlApi.page, { redirect: 'manual' });
  const headers = { cookie: opened.headers.get('set-cookie')?.split(';')[0] ?? '' };
  const page = await (await fetch(`${sandbox.controlApi.url}/`, { headers })).text();
  expect(page).toContain('<span class="fault">webhook not sent</span>');
  expect(page).toContain(`<dt>webhook</dt><dd>${why.replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</dd>`);
});

it('shows a webhook with the request that caused it, even if it is due much later', async () => {
  const options = { webhook };
  await plaid.assetReportCreate({ access_tokens: [access_token], days_requested: 1, options });
  const created = sandbox.requests.at(-1);
  await plaid.accountsGet({ access_token });
  expect(created?.unsentWebhooks).toBeUndefined();
  await sandbox.clock.advance(5000);
  expect(created?.unsentWebhooks).toEqual([{ url: webhook, error: why }]);
  expect(sandbox.requests.at(-1)).not.toHaveProperty('unsentWebhooks');
});

it('shows nothing with requests whose webhooks were sent', async () => {
  await plaid.itemWebhookUpdate({ access_token, webhook: 'http://127.0.0.1:9/hook' });
  await fire();
  for (const request of sandbox.requests.slice(-2)) expect(request).not.toHaveProperty('unsentWebhooks');
});
