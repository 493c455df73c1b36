import { fileURLToPath } from 'node:url';
import type { BankClient } from '@x/bank';
import { linkRoutes } from '@x/bank/link';
import { build } from 'esbuild';
import { Hono } from 'hono';

const script = await bundle();

/**
 * Creates the app under test: a page where a user connects a bank with Plaid Link, and sees its transaction count.
 *
 * @param oauthRedirect Whether OAuth banks send the user back to the page instead of opening in their own window.
 */
export async function createApp(bank: BankClient, origin: string, oauthRedirect = false): Promise<Hono> {
  const app = new Hono();
  const tokens = new Map<string, string>();
  const link = linkRoutes({
    bank,
    origin,
    oauthRedirect,
    userOf: () => 'ann',
    session: { client_name: 'Spending', language: 'en', country_codes: ['US'], products: ['transactions'] },
    onLinked: ({ item_id, access_token }) => tokens.set(item_id, access_token),
    tokenOf: (_, item) => tokens.get(item),
  });

  app.post('/link/*', ({ req }) => link.handle(req.raw));
  app.get('/page.js', (context) => context.body(script, 200, { 'content-type': 'text/javascript' }));
  app.get('/banks/:item', async (context) => {
    const { added } = await bank.transactions.syncAll({ access_token: tokens.get(context.req.param('item')) ?? '' });
    return context.json({ transactions: added.length });
  });
  app.get('*', (context) => context.html(page)); // also /link, to which OAuth banks send the user back
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
