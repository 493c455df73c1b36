import { readFileSync } from 'node:fs';
import { isApiError } from '@x/core';
import type { MusicClient } from '@x/music';
import type { StreamClient } from '@x/stream';
import { type Context, Hono } from 'hono';
import { csrf } from 'hono/csrf';
import { HTTPException } from 'hono/http-exception';
import { secureHeaders } from 'hono/secure-headers';
import { leave, leaveAll } from './leave.ts';
import { fetchLibrary, type ListProblem } from './library.ts';
import { type Problem, problems } from './problems.ts';
import { createProviders, type SignInProvider } from './providers.ts';
import { createSessions, type Visit } from './session.ts';
import { createSignIn } from './sign-in.ts';
import { homePage, libraryPage, problemPage } from './views.ts';

export interface AppOptions {
  /** Clients of the providers that users can sign in with. */
  readonly stream?: StreamClient;
  readonly music?: MusicClient;
  /** Signs and encrypts cookies. At least 32 characters. */
  readonly sessionSecret: string;
  /** Origin of the app in browsers, such as `https://app.example`. With https, cookies are sent only over https. */
  readonly origin: string;
  /** Clock of sessions and sign-ins. Default: the runtime's. */
  readonly clock?: { now(): number };
  /** Called with failures that the user did not cause, to log them. Default `console.error`. */
  readonly onError?: (error: unknown) => void;
}

interface Visited {
  Variables: { visit: Visit };
}

const style = readFileSync(new URL('style.css', import.meta.url), 'utf8');

// Before you use this in production:
// - Sessions and grants are in memory, so a restart signs everyone out. Give the clients a persistent `tokens` store,
//   and persist sessions as well.
// - The app stores at most 100,000 sessions; after that, the oldest ones end early. Limit sign-ins per user and
//   address.
// - Signing out revokes the Twitch token. Spotify has no call for this, so the app only deletes the grant, and users
//   remove the app in their Spotify settings.
// - The app listens only on this machine. Put a proxy with TLS in front and set `ORIGIN`, which makes the cookie
//   `Secure`.

/**
 * Creates the app. Providers send users back to `<origin>/sign-in/stream/callback` and
 * `<origin>/sign-in/music/callback`.
 *
 * @throws RangeError when the secret is short; ApiError `invalid_params` when a provider would not redirect to
 * `origin`.
 */
export async function createApp(options: AppOptions): Promise<Hono<Visited>> {
  const { sessionSecret, origin, clock = Date, onError = console.error } = options;
  if (sessionSecret.length < 32)
    throw new RangeError(`sessionSecret must have at least 32 characters; it has ${sessionSecret.length}`);
  const secure = new URL(origin).protocol === 'https:';
  const providers = createProviders(options);
  const signIn = await createSignIn({ providers, origin, sessionSecret, clock, onError });
  const sessions = createSessions({
    secret: sessionSecret,
    secure,
    now: () => clock.now(),
    onEnd: (accounts) => void leaveAll(providers, accounts, onError).catch(onError),
  });

  const show = (context: Context<Visited>, problem: Problem, again?: SignInProvider) =>
    context.html(problemPage(context.var.visit, problem, again), problem.status);

  const app = new Hono<Visited>();
  app.use(
    secureHeaders({
      contentSecurityPolicy: {
        defaultSrc: ["'none'"],
        styleSrc: ["'self'"],
        formAction: ["'self'", ...signIn.formTargets],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
      },
      referrerPolicy: 'same-origin', // older browsers hide the origin of forms under a stricter one
      strictTransportSecurity: secure,
    }),
  );
  app.get('/style.css', (context) =>
    context.body(style, 200, { 'content-type': 'text/css; charset=utf-8', 'cache-control': 'max-age=300' }),
  );
  app.use(async (context, next) => {
    context.header('cache-control', 'no-store');
    context.set('visit', await sessions.open(context));
    await next();
  });
  app.use(csrf({ origin }));

  app.get('/', (context) => context.html(homePage(context.var.visit, providers)));

  app.get('/sign-in/:provider/callback', async (context) => {
    const { visit } = context.var;
    const response = await signIn.handle(context.req.raw, visit);
    const provider = providers.find(({ name }) => name === context.req.param('provider'));
    if (!provider || response.status !== 303) return context.newResponse(response.body, response);
    try {
      const account = await provider.identify(visit.nextKey);
      const replaced = await sessions.signIn(context, visit, provider.name, account);
      if (replaced) await leave(provider, replaced.key, onError);
    } catch (error) {
      if (!isApiError(error)) throw error;
      onError(error);
      await leave(provider, visit.nextKey, onError);
      return show(context, problems.down, provider);
    }
    return context.newResponse(response.body, response);
  });
  app.post('/sign-in/:provider', async (context) => {
    const response = await signIn.handle(context.req.raw, context.var.visit);
    return context.newResponse(response.body, response);
  });

  app.get('/library', async (context) => {
    const { accounts } = context.var.visit;
    if (accounts.size === 0) return context.redirect('/', 303);
    const { searchParams } = new URL(context.req.url);
    const sections = await fetchLibrary(providers, accounts, searchParams, onError);
    const has = (problem: ListProblem) => sections.some(({ outcome }) => outcome === problem);
    return context.html(
      libraryPage(context.var.visit, sections),
      has('down') ? 502 : has('foreign-cursor') ? 400 : 200,
    );
  });

  app.post('/sign-out', async (context) => {
    const { visit } = context.var;
    context.set('visit', { ...visit, accounts: new Map() });
    const untold = await leaveAll(providers, sessions.end(context, visit), onError);
    if (untold.length === 0) return context.redirect('/', 303);
    const names = untold.map(({ title }) => title).join(' and ');
    const text = `Access could not be revoked at ${names}. Remove this app in your settings there to end its access immediately.`;
    return show(context, { status: 200, title: 'Signed out', text });
  });

  app.notFound((context) => show(context, problems.unknownAddress));
  app.onError((error, context) => {
    if (error instanceof HTTPException) return show(context, problems.foreignForm); // from csrf
    onError(error);
    return show(context, problems.broken);
  });
  return app;
}
