import type { Context, Hono } from 'hono';
import { createApp } from '../../../server/app.ts';
import { isSameOrigin } from '../../../server/same-origin.ts';
import { readAsset } from '../../../shared/asset.ts';
import type { SandboxContext } from '../../../shared/context.ts';
import { pageStyle } from '../../../shared/page-style.ts';
import { messagePage } from '../../../shared/sign-in/pages.ts';
import type { Institutions } from '../data/institutions.ts';
import { addBankPages } from './bank-pages.ts';
import { Flow } from './flow.ts';
import type { Link } from './link.ts';
import { framePage, hostedPage, view } from './views.ts';

/**
 * Only resources served here are loaded. Any page may show them in a frame, because without its link token they do
 * nothing.
 */
const frameHeaders: Readonly<Record<string, string>> = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; frame-src 'self'; connect-src 'self'; form-action 'none'; base-uri 'none'",
  'referrer-policy': 'same-origin',
};

/** Creates Link for browsers: the script that apps load instead of Plaid's, and the page that it shows in a frame. */
export function createLinkPages(context: SandboxContext, institutions: Institutions, link: Link): Hono {
  const app = createApp();
  const flow = new Flow(context, institutions, link);

  const serve = (path: string, type: string, body: (context: Context) => string) =>
    app.get(path, (context) =>
      context.body(body(context), 200, {
        'content-type': `${type}; charset=utf-8`,
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'cross-origin', // apps load the script
        ...frameHeaders,
      }),
    );

  /** Returns the provider's URL with the host name that the browser uses for the sandbox. */
  function addressFor(request: Context['req']): string {
    const url = new URL(context.baseUrl());
    url.host = request.header('host') ?? url.host;
    return url.href;
  }

  serve('/link.js', 'text/javascript', ({ req }) => linkScript().replace('SANDBOX_URL', addressFor(req)));
  serve('/link-pages/frame', 'text/html', () => String(framePage()));
  serve('/link-pages/frame.js', 'text/javascript', frameScript);
  serve('/link-pages/frame.css', 'text/css', () => pageStyle + frameStyle());
  serve('/link-pages/hosted.js', 'text/javascript', hostedScript);
  app.get('/hl/:id', (context) => {
    for (const [name, value] of Object.entries(frameHeaders)) context.header(name, value);
    const token = link.findHosted(context.req.param('id'));
    if (token) return context.html(hostedPage(token));
    return context.html(messagePage('bank', { title: 'Link ended', text: 'Ask the app for a new address.' }), 404);
  });
  app.post('/link-pages/session', async (context) => {
    if (!isSameOrigin(context.req.raw)) return context.text('Only the Link page may send this request.', 403);
    const { session, link: token, events, ...outcome } = flow.act(new URLSearchParams(await context.req.text()));
    const isShown = token && !outcome.success && !outcome.exit;
    const scene = isShown && { session, link: token, institutions: flow.offered(token, session.query) };
    return context.json({ session: session.id, events, ...outcome, ...(scene && { html: String(view(scene)) }) });
  });
  addBankPages(app, link, flow);
  return app;
}

const linkScript = () => readAsset(new URL('../../../../src/providers/bank/link/link.js', import.meta.url));
const frameScript = () => readAsset(new URL('../../../../src/providers/bank/link/frame.js', import.meta.url));
const hostedScript = () => readAsset(new URL('../../../../src/providers/bank/link/hosted.js', import.meta.url));
const frameStyle = () => readAsset(new URL('../../../../src/providers/bank/link/frame.css', import.meta.url));
