import { readFileSync } from 'node:fs';
import { isApiError } from '@x/core';
import type { MusicClient } from '@x/music';
import type { StreamClient } from '@x/stream';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { secureHeaders } from 'hono/secure-headers';
import { fetchLibrary, type ListProblem } from './library.ts';
import { type Problem, problemOfSignIn, problems } from './problems.ts';
import { createProviders, type SignInProvider } from './providers.ts';
import { createSessions, type Visit } from './session.ts';
import { homePage, libraryPage, problemPage } from './views.ts';

export interface AppOptions {
  /** Users may sign in with the providers whose clients are given. */
  readonly stream?: StreamClient;
  readonly music?: MusicClient;
  /** Signs and encrypts cookies, and signs forms. At least 32 characters. */
  readonly sessionSecret: string;
  /** Where browsers find the app: `https://app.example`. With https, cookies go over https only. */
  readonly origin: string;
  /** The time. Default: the runtime's. */
  readonly clock?: { now(): number };
  /** Called with failures that the user did not cause, for a log. Default `console.error`. */
  readonly onError?: (error: unknown) => void;
}

interface Visited {
  Variables: { visit: Visit };
}

const style = readFileSync(new URL('style.css', import.meta.url), 'utf8');

/**
 * Makes the app. Providers send users back to `<origin>/back/stream` and `<origin>/back/music`.
 *
 * @throws RangeError when the secret is short; ApiError `invalid_params` when a provider would not redirect to `origin`.
 */
export async function createApp(options: AppOptions): Promise<Hono<Visited>> {
  const { sessionSecret, origin, clock = Date, onError = console.error } = options;
  if (sessionSecret.length < 32)
    throw new RangeError(`sessionSecret must have at least 32 characters; it has ${sessionSecret.length}`);
  const secure = new URL(origin).protocol === 'https:';
  const providers = createProviders(options);
  const redirectUri = ({ name }: SignInProvider) => new URL(`/back/${name}`, origin).href;
  const authorize = (provider: SignInProvider) =>
    // Asked each time, so that another user of the same browser can say who they are.
    provider.oauth.authorize({ redirectUri: redirectUri(provider), scopes: provider.scopes, askAgain: true });
  // Browsers hold a form's redirect to the policy for forms.
  const formTargets = await Promise.all(providers.map(async (each) => new URL((await authorize(each)).url).origin));
  const sessions = createSessions({
    secret: sessionSecret,
    secure,
    now: () => clock.now(),
    onEnd: (accounts) => void leaveAll(accounts).catch(onError),
  });

  /** Revokes the grant where the provider supports that, and deletes it. Returns whether that worked. */
  async function leave({ oauth }: SignInProvider, key: string): Promise<boolean> {
    try {
      await oauth.revoke?.(key);
      return true;
    } catch (error) {
      // A grant that has ended, or a token the provider no longer knows, needs no more.
      if (isApiError(error) && (error.code === 'reauthorization_required' || error.status === 400)) return true;
      onError(error);
      return false;
    } finally {
      await oauth.forget(key);
    }
  }

  /** Signs out of all accounts of a session. Returns the providers where access could not be revoked. */
  async function leaveAll(accounts: Visit['accounts']): Promise<SignInProvider[]> {
    const untold = providers.map(async (provider) => {
      const account = accounts.get(provider.name);
      return !account || (await leave(provider, account.key)) ? [] : [provider];
    });
    return (await Promise.all(untold)).flat();
  }

  const show = (context: Context<Visited>, problem: Problem, again?: SignInProvider) =>
    context.html(problemPage(context.var.visit, problem, again), problem.status);
  const providerAt = (context: Context) => providers.find(({ name }) => name === context.req.param('provider'));

  const app = new Hono<Visited>();
  app.use(
    secureHeaders({
      contentSecurityPolicy: {
        defaultSrc: ["'none'"],
        styleSrc: ["'self'"],
        formAction: ["'self'", ...new Set(formTargets)],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
      },
      referrerPolicy: 'no-referrer',
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
  app.post('*', bodyLimit({ maxSize: 4096, onError: (context) => show(context, problems.tooLarge) }));
  app.post('*', async (context, next) => {
    const { token } = await context.req.parseBody();
    return sessions.isGenuine(context.var.visit, token) ? next() : show(context, problems.foreignForm);
  });

  app.get('/', (context) => context.html(homePage(context.var.visit, providers)));

  app.post('/sign-in/:provider', async (context) => {
    const provider = providerAt(context);
    if (!provider) return context.notFound();
    const { url, ...kept } = await authorize(provider);
    sessions.start(context, context.var.visit, provider.name, kept);
    return context.redirect(url, 303);
  });

  app.get('/back/:provider', async (context) => {
    const provider = providerAt(context);
    if (!provider) return context.notFound();
    const { visit } = context.var;
    // Taken before anything else: whatever comes of it, this way back is used.
    const started = sessions.takeStarted(context, visit, provider.name);
    if (!started) return show(context, problems.notStarted, provider);
    const { state: expectedState, codeVerifier } = started;
    try {
      const came = { redirectUri: redirectUri(provider), callbackUrl: context.req.url };
      const account = await provider.signIn({ ...came, expectedState, codeVerifier });
      const replaced = await sessions.signIn(context, visit, provider.name, account);
      if (replaced) await leave(provider, replaced.key);
    } catch (error) {
      const problem = problemOfSignIn(error);
      if (problem === problems.down) onError(error);
      return show(context, problem, provider);
    }
    // Away from the address with the code.
    return context.redirect('/library', 303);
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
    const untold = await leaveAll(sessions.end(context, visit));
    if (untold.length === 0) return context.redirect('/', 303);
    const names = untold.map(({ title }) => title).join(' and ');
    const text = `Access could not be revoked at ${names}. Remove this app in your settings there to end its access immediately.`;
    return show(context, { status: 200, title: 'Signed out', text });
  });

  app.notFound((context) => show(context, problems.unknownAddress));
  app.onError((error, context) => {
    onError(error);
    return show(context, problems.broken);
  });
  return app;
}
