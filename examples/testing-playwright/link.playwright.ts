import { test as base, expect } from '@playwright/test';
import { createBankClient } from '@x/bank';
import { type BankOnlySandbox, createSandbox } from '@x/sandbox/bank';
import { listen } from '../sign-in/listen.ts';
import { createApp } from './server.ts';

const plaidScript = 'https://cdn.plaid.com/link/v2/stable/link-initialize.js';

/** Gives each test its own sandbox, and an app that calls it. */
const test = base.extend<{ sandbox: BankOnlySandbox }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the needed fixtures from the pattern.
  sandbox: async ({}, use) => {
    const sandbox = await createSandbox();
    await use(sandbox);
    await sandbox.close();
  },
  baseURL: async ({ sandbox }, use) => {
    const bank = createBankClient({ ...sandbox.options.bank, retries: 0 });
    const app = await listen(0, (origin) => createApp(bank, origin));
    await use(app.origin);
    await app.close();
  },
  page: async ({ page, sandbox }, use) => {
    const url = `${sandbox.url}/bank/link.js`;
    await page.route(plaidScript, async (route) => route.fulfill({ response: await route.fetch({ url }) }));
    await page.goto('/');
    await page.getByRole('button', { name: 'Connect a bank' }).click();
    await use(page);
  },
});

test('shows how many transactions a connected bank has', async ({ page }) => {
  const link = page.frameLocator('iframe[title="Plaid Link"]');
  await link.getByRole('button', { name: 'Continue' }).click();
  await link.getByRole('button', { name: 'First Platypus Bank' }).click();
  await link.getByLabel('Username').fill('user_good');
  await link.getByLabel('Password').fill('pass_good');
  await link.getByRole('button', { name: 'Submit' }).click();
  await link.getByLabel('Mortgage').uncheck();
  await link.getByRole('button', { name: 'Continue' }).click();

  const status = page.getByRole('status');
  await expect(status).toHaveText(/^First Platypus Bank: 11 accounts, \d+ transactions$/);
});

test('shows why no bank was connected', async ({ page }) => {
  const link = page.frameLocator('iframe[title="Plaid Link"]');
  await link.getByRole('button', { name: 'Continue' }).click();
  await link.getByRole('button', { name: 'First Platypus Bank' }).click();
  await link.getByLabel('Username').fill('user_good');
  await link.getByLabel('Password').fill('error_ITEM_LOCKED');
  await link.getByRole('button', { name: 'Submit' }).click();
  await expect(link.getByRole('alert')).toContainText('ITEM_LOCKED');
  await link.getByRole('button', { name: 'Exit' }).click();
  await expect(page.getByRole('status')).toHaveText('Nothing was connected: ITEM_LOCKED');
});

test('reports that the bank cannot be reached', async ({ page, sandbox }) => {
  const link = page.frameLocator('iframe[title="Plaid Link"]');
  await link.getByRole('button', { name: 'Exit' }).click();
  await expect(page.getByRole('status')).toHaveText('Nothing was connected.');
  sandbox.faults.add({ provider: 'bank', path: '/link/token/create', status: 503 });
  await page.getByRole('button', { name: 'Connect a bank' }).click();
  await expect(page.getByRole('status')).toHaveText('Your bank is not responding right now. We will try again.');
});
