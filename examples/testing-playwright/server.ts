import { fileURLToPath } from 'node:url';
import { type BankClient, isApiError } from '@x/bank';
import { build } from 'esbuild';
import { Hono } from 'hono';

/** Creates the app under test: a page where a user connects a bank with Plaid Link, and sees its transaction count. */
export async function createApp(bank: BankClient, origin: string): Promise<Hono> {
  const app = new Hono();
  const script = await bundle();
  let accessToken: string | undefined;

  app.onError((error, context) => context.json({ code: isApiError(error) ? error.code : 'unknown' }, 502));
  app.get('/page.js', (context) => context.body(script, 200, { 'content-type': 'text/javascript' }));
  app.post('/link-token', async (context) => {
    const { redirect, update } = await context.req.json<{ redirect?: boolean; update?: boolean }>();
    const session = {
      client_name: 'Spending',
      language: 'en',
      country_codes: ['US' as const],
      user: { client_user_id: 'ann' },
      ...(redirect && { redirect_uri: `${origin}/back` }),
    };
    const { link_token } = update
      ? await bank.link.createUpdateToken({ ...session, access_token: accessToken ?? '' })
      : await bank.link.createToken({ ...session, products: ['transactions'] });
    return context.json({ link_token });
  });
  app.post('/banks', async (context) => {
    const { public_token } = await context.req.json<{ public_token: string }>();
    const item = await bank.item.exchangePublicToken({ public_token });
    accessToken = item.access_token;
    const { added, accounts } = await bank.transactions.syncAll({ access_token: accessToken });
    return context.json({ transactions: added.length, accounts: accounts?.length });
  });
  app.get('*', (context) => context.html(page));
  return app;
}

const page = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Spending</title><link rel="icon" href="data:,"></head>
<body><main id="root"></main><script src="/page.js"></script></body>
</html>`;

/** Bundles the page's script for browsers. */
async function bundle(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('page.tsx', import.meta.url))],
    bundle: true,
    write: false,
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  return outputFiles[0]?.text ?? '';
}
