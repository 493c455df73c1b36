import { readAsset } from '../asset.ts';
import { pageStyle } from '../page-style.ts';
import { readSizes } from './data-sizes.ts';
import { readFault } from './fault-kinds.ts';
import type { Inside } from './inside.ts';
import { createLive } from './live.ts';
import { logRows } from './log-view.ts';
import { isSameOrigin } from './same-origin.ts';
import { parts, startPage, steps } from './views.ts';

export { sizesOf, withOwn } from './data-sizes.ts';
export { tokensOf } from './tokens.ts';

/** Only what is served here is loaded, nobody frames it, and no other site reads it. */
const headers: Readonly<Record<string, string>> = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  // Not `no-referrer`, which makes browsers send forms with the origin `null`.
  'referrer-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
};

/** Longest form. */
const formLimit = 16 * 1024;

/** What a form has led to: what to say, or what was wrong. */
type Outcome = { readonly done: string } | { readonly problem: string };

/** The page at `/`: what happens in the sandbox, and switches for what shall go wrong. */
export function createStartPage(inside: Inside) {
  const live = createLive(
    {
      requests: inside.requests,
      rows: (requests) => String(logRows(requests)),
      parts: () => parts(inside),
    },
    inside.closing,
  );

  async function advance(ms: number, done: string): Promise<Outcome> {
    await inside.clock.advance(ms);
    return { done };
  }

  const forms: Readonly<Record<string, (form: URLSearchParams) => Outcome | Promise<Outcome>>> = {
    '/faults'(form) {
      const fault = readFault(form);
      if (typeof fault === 'string') return { problem: fault };
      inside.faults.add(fault);
      return { done: 'The fault is set.' };
    },
    '/faults/remove'(form) {
      if (form.get('id') === 'all') inside.faults.clear();
      else inside.faults.remove(Number(form.get('id')));
      return { done: 'Removed.' };
    },
    '/clock'(form) {
      const step = form.get('step') ?? '';
      if (Object.hasOwn(steps, step)) return advance(steps[step] ?? 0, `It is 1 ${step} later.`);
      const token = inside.tokens().find(({ value }) => value === form.get('token'));
      if (token?.expiresAt === undefined) return { problem: 'There is no such step of time.' };
      return advance(
        Math.max(0, token.expiresAt - inside.clock.now()),
        `It is later: the ${token.kind} token has expired.`,
      );
    },
    '/data'(form) {
      const changes = readSizes(form, inside.sizes());
      if (typeof changes === 'string') return { problem: changes };
      try {
        inside.reset(changes);
      } catch (error) {
        return { problem: (error as Error).message };
      }
      return { done: 'The providers were restarted.' };
    },
  };

  const page = (request: Request, problem?: string): Response => {
    const { origin, searchParams } = new URL(request.url);
    const only = searchParams.get('provider');
    const known = inside.names.find((name) => name === only) ?? null;
    const type = { 'content-type': 'text/html; charset=utf-8' };
    return new Response(String(startPage(inside, origin, known, problem)), {
      status: problem ? 400 : 200,
      headers: type,
    });
  };

  /** Browsers without JavaScript are shown the page again, the script what to say. */
  async function take(request: Request, act: (form: URLSearchParams) => Outcome | Promise<Outcome>): Promise<Response> {
    if (!isSameOrigin(request)) return text(403, 'Only the page of the sandbox may send this.');
    if (Number(request.headers.get('content-length')) > formLimit) return text(413, 'Too long.');
    const outcome = await act(new URLSearchParams(await request.text()));
    live.look();
    const isForm = request.headers.get('accept')?.includes('text/html');
    if ('problem' in outcome) return isForm ? page(request, outcome.problem) : text(400, outcome.problem);
    return isForm ? new Response(null, { status: 303, headers: { location: '/' } }) : text(200, outcome.done);
  }

  async function route(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    const act = Object.hasOwn(forms, pathname) ? forms[pathname] : undefined;
    if (request.method === 'POST' && act) return take(request, act);
    if (request.method !== 'GET') return text(405, 'The pages of the sandbox are read with GET.');
    if (pathname === '/events') return live.open();
    if (pathname === '/page.js') return asset(script(), 'text/javascript');
    if (pathname === '/page.css') return asset(style(), 'text/css');
    if (pathname !== '/')
      return text(404, `Not found. The sandbox serves ${inside.names.map((name) => `/${name}`).join(', ')}.`);
    return page(request);
  }

  /** Responds to what is not for a provider. */
  return async (request: Request): Promise<Response> => {
    const response = await route(request);
    for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
    return response;
  };
}

const text = (status: number, body: string) =>
  new Response(body, { status, headers: { 'content-type': 'text/plain; charset=utf-8' } });

// As they are in the package's `src`: the way there is the same from this file there and from what it becomes in `dist`.
const script = () => readAsset(new URL('../../src/start-page/page.js', import.meta.url));
const style = () => pageStyle + readAsset(new URL('../../src/start-page/page.css', import.meta.url));

const asset = (body: string, type: string) =>
  new Response(body, { headers: { 'content-type': `${type}; charset=utf-8` } });
