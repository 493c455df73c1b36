import { test as base, expect } from '@playwright/test';
import { createBankClient } from '@x/bank';
import { type BankOnlySandbox, createSandbox } from '@x/sandbox/bank';
import { listen } from '../sign-in/listen.ts';
import { createApp } from './server.ts';

// Each test has a sandbox, and the app with its address.
const test = base.extend<{ sandbox: BankOnlySandbox }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern.
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
    // The app loads Plaid's script; it gets that of the sandbox.
    await page.route('https://cdn.plaid.com/link/v2/stable/link-initialize.js', async (route) =>
      route.fulfill({ response: await route.fetch({ url: `${sandbox.url}/bank/link.js` }) }),
    );
    await page.goto('/');
    await use(page);
  },
});

test('connects a bank', async ({ page }) => {
  await page.getByRole('button', { name: 'Connect a bank' }).click();
  const link = page.frameLocator('iframe[title="Plaid Link"]');
  await link.getByRole('button', { name: 'Continue' }).click();
  await link.getByRole('button', { name: 'First Platypus Bank' }).click();
  await link.getByLabel('Username').fill('user_good');
  await link.getByLabel('Password').fill('pass_good');
  await link.getByRole('button', { name: 'Submit' }).click();
  await link.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('status')).toHaveText(/^First Platypus Bank: \d+ accounts, \d+ transactions$/);
});
