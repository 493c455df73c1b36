import { isApiError } from '@x/core';
import { optionsError } from '@x/core/options';
import { isFromApp, isSameText, kindOf } from '@x/core/provider';
import { digest } from '../digest.ts';
import type { AccountOf } from '../new-grant.ts';
import { describeFailure, orFail, RouteError, responseTo } from './failure.ts';
import {
  type LoginOptions,
  problemOfSignIn,
  type SessionHeaders,
  type SignInClient,
  type SignInOptions,
} from './options.ts';
import { pathIn } from './path-in.ts';
import { startedCookies } from './started.ts';

/** Routes that connect provider accounts to an app's users. */
export interface SignInRoutes<Name extends string = string> {
  /**
   * Responds to a request to one of the routes. It never rejects because of a visitor's input or a failing provider,
   * but it does when `accountOf`, `onFailure` or `startSession` throws.
   */
  readonly handle: (request: Request) => Promise<Response>;
  /** Addresses that the providers send users back to, by the client's name. Register them with the providers. */
  readonly redirectUris: Readonly<Record<Name, string>>;
}

/** A request to a route of a provider, and the options that it needs. */
interface Visit {
  readonly origin: string;
  readonly returnTo: string;
  readonly askAgain: boolean;
  readonly request: Request;
  readonly url: URL;
  readonly provider: string;
  readonly client: SignInClient;
  readonly redirectUri: string;
  readonly scopes: readonly string[] | undefined;
  /** Whether scripts of the app's pages may get the provider's tokens. */
  readonly isForScripts: boolean;
  readonly accountOf: () => unknown;
  /** How visitors log in with the provider, if they can. */
  readonly login: Login | undefined;
  readonly started: ReturnType<typeof startedCookies>;
  /** `Set-Cookie` lines of the response, also if it reports an error. */
  readonly cookies: string[];
}

/** Login of the app by a provider. */
interface Login {
  /** Returns the account of a user who signed in at the provider. */
  readonly accountOf: AccountOf<never>;
  readonly startSession: (account: string) => SessionHeaders | Promise<SessionHeaders>;
}

/** Routes of a provider, by the rest of the path after its name. */
const actions: Readonly<Record<string, readonly [method: 'GET' | 'POST', run: (visit: Visit) => Promise<Response>]>> = {
  '': ['POST', begin],
  callback: ['GET', comeBack],
  token: ['POST', token],
  'sign-out': ['POST', signOut],
};

const owner = { provider: 'oauth', operation: 'signInRoutes' };

/**
 * Creates the routes that connect provider accounts to your app's users, for any framework with `Request` and
 * `Response`. It is not an authentication framework: your `accountOf` function identifies the user.
 *
 * | Request | Effect |
 * | --- | --- |
 * | `POST /sign-in/music` | sends the user to the provider; `?returnTo=/path` sets where they go afterwards |
 * | `GET /sign-in/music/callback` | stores the user's grant when they return |
 * | `POST /sign-in/music/token` | returns an access token for a player, if `browserTokens` names the client |
 * | `POST /sign-in/music/sign-out` | revokes the grant if the provider can, and deletes it; also accepts `returnTo` |
 *
 * @param clients Clients by their names in the paths.
 * @throws ApiError `invalid_params` when a client or an option is unknown or invalid.
 * @example
 * const { handle } = signInRoutes({ music }, { origin, encryption: { keys: [key] }, accountOf: (request) => userOf(request)?.id });
 */
export function signInRoutes<const Clients extends Readonly<Record<string, SignInClient>>>(
  clients: Clients,
  options: SignInOptions<Clients>,
): SignInRoutes<keyof Clients & string> {
  const problem = problemOfSignIn(clients, options);
  if (problem !== undefined) throw optionsError({ ...owner, below: signInRoutes }, problem);
  const { origin, basePath = '/sign-in', onFailure, scopes, browserTokens } = options;
  const redirectUris = Object.fromEntries(
    Object.keys(clients).map((name) => [name, `${origin}${basePath}/${name}/callback`]),
  ) as Record<keyof Clients & string, string>;
  const { returnTo = '/', askAgain = false } = options;
  const shared = { origin, returnTo, askAgain, started: startedCookies(options) };

  async function handle(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const [provider = '', ...rest] = url.pathname.startsWith(`${basePath}/`)
      ? url.pathname.slice(basePath.length + 1).split('/')
      : [];
    const name = provider as keyof Clients & string;
    const client = Object.hasOwn(clients, name) ? clients[name] : undefined;
    const path = rest.join('/');
    const [method, run] = (Object.hasOwn(actions, path) && actions[path]) || [];
    const cookies: string[] = [];
    try {
      // `/sign-in/music/` is not `/sign-in/music`
      if (!client || !run || (path === '' && rest.length > 0)) throw new RouteError('unknown_route');
      if (request.method !== method) throw new RouteError('method');
      if (method === 'POST' && !isFromApp(request, origin)) throw new RouteError('foreign_request');
      const response = await run({
        ...shared,
        request,
        url,
        provider,
        client,
        cookies,
        redirectUri: redirectUris[name],
        scopes: scopes?.[name],
        isForScripts: browserTokens?.includes(name) ?? false,
        accountOf: () => options.accountOf(request),
        login: loginFor(options.login, name, request),
      });
      return complete(response, cookies);
    } catch (error) {
      if (!(error instanceof RouteError)) throw error;
      const failure = describeFailure(error, client && provider);
      return complete((await onFailure?.(failure, request)) ?? responseTo(failure, method ?? ''), cookies);
    }
  }
  return { handle, redirectUris };
}

/** Returns how visitors log in with a provider; undefined if they cannot. */
function loginFor<Clients extends Readonly<Record<string, SignInClient>>>(
  login: LoginOptions<Clients> | undefined,
  name: keyof Clients,
  request: Request,
): Login | undefined {
  const accountOf = login?.users[name] as AccountOf<never> | undefined;
  return login && accountOf && { accountOf, startSession: (account) => login.startSession(account, request) };
}

/** Sends the user to the provider's consent page. */
async function begin(visit: Visit): Promise<Response> {
  const { request, provider, client, redirectUri, scopes, askAgain, started, cookies } = visit;
  const account = visit.login ? await findAccount(visit) : await accountOf(visit);
  const returnTo = readReturnTo(visit);
  const { url, session } = await client.oauth.authorize({ redirectUri, scopes, askAgain });
  const startedBy = account && (await digest(account));
  cookies.push(...(await started.store(request, provider, { session, startedBy, returnTo })));
  return redirect(url);
}

/** Exchanges the code of the callback for a grant, and stores it under the account that started the sign-in. */
async function comeBack(visit: Visit): Promise<Response> {
  const { request, url, provider, client, origin, cookies } = visit;
  const [started, clearing] = await visit.started.take(request, provider, url.searchParams.get('state') ?? '');
  cookies.push(...clearing); // regardless of the outcome, this callback is used up
  if (!started) throw new RouteError('not_started');
  const { session, startedBy } = started;
  const login = startedBy === undefined ? visit.login : undefined;
  const account = login?.accountOf ?? (await accountOf(visit));
  if (typeof account === 'string' && !(await isSameText(await digest(account), startedBy ?? '')))
    throw new RouteError('other_user');
  const exchange = client.oauth.exchange({ account: account as string, callbackUrl: url, session });
  const signedIn = await orFail(exchange, {
    permission_denied: 'denied',
    invalid_params: 'callback',
    reauthorization_required: 'callback',
  });
  // A cookie sealed by an earlier version of the app may have another origin.
  const returnTo = started.returnTo.startsWith(`${origin}/`) ? started.returnTo : `${origin}/`;
  return redirect(returnTo, await login?.startSession(signedIn.account));
}

/** Responds with a token for scripts of the app's own pages. */
async function token(visit: Visit): Promise<Response> {
  if (!visit.isForScripts) throw new RouteError('unknown_route');
  const account = await accountOf(visit);
  const { accessToken, expiresAt, scopes } = await orFail(visit.client.accounts.token(account), {
    reauthorization_required: 'not_connected',
  });
  return Response.json({ accessToken, expiresAt, scopes });
}

/** Revokes the grant where the provider has an endpoint for that, and deletes it in any case. */
async function signOut(visit: Visit): Promise<Response> {
  const { accounts } = visit.client;
  const account = await accountOf(visit);
  const returnTo = readReturnTo(visit);
  let failed: unknown;
  try {
    await accounts.revoke?.(account);
  } catch (error) {
    // An ended grant, or a token that the provider no longer knows, does not need to be revoked.
    if (!isApiError(error) || !(error.code === 'reauthorization_required' || error.status === 400)) failed = error;
  }
  await orFail(accounts.delete(account), {});
  if (failed === undefined) return redirect(returnTo);
  throw isApiError(failed) ? new RouteError('not_revoked', failed) : failed;
}

async function accountOf(visit: Visit): Promise<string> {
  const account = await findAccount(visit);
  if (account === undefined) throw new RouteError('no_user');
  return account;
}

/** Returns the app's user who sent the request; undefined if nobody is signed in to the app. */
async function findAccount(visit: Visit): Promise<string | undefined> {
  const account = await visit.accountOf();
  if (account === undefined || account === null || account === '') return undefined;
  if (typeof account === 'string') return account;
  throw optionsError(owner, `accountOf must return a string or undefined; got ${kindOf(account)}`);
}

function readReturnTo({ url, origin, returnTo }: Visit): string {
  const found = pathIn(origin, url.searchParams.get('returnTo') ?? returnTo);
  if (found === undefined) throw new RouteError('return_to');
  return found;
}

/** Redirects with 303, so that the browser gets the next page even after a POST. */
function redirect(location: string, own?: SessionHeaders): Response {
  const headers = new Headers(own);
  headers.set('location', location);
  return new Response(null, { status: 303, headers });
}

/** Adds the headers that every response of the routes has. */
function complete(response: Response, cookies: readonly string[]): Response {
  const headers = new Headers(response.headers); // headers of `Response.redirect` cannot be changed
  headers.set('cache-control', 'no-store');
  headers.set('referrer-policy', 'no-referrer'); // a callback address contains a code
  headers.set('cross-origin-resource-policy', 'same-origin');
  headers.set('x-content-type-options', 'nosniff');
  for (const cookie of cookies) headers.append('set-cookie', cookie);
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}
