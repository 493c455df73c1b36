import { hkdfSync } from 'node:crypto';
import { signInRoutes } from '@x/oauth';
import { problemOfSignIn, problems } from './problems.ts';
import type { SignInProvider } from './providers.ts';
import type { Visit } from './session.ts';
import { problemPage } from './views.ts';

export interface SignInSettings {
  readonly providers: readonly SignInProvider[];
  readonly origin: string;
  readonly sessionSecret: string;
  readonly clock: { now(): number };
  readonly onError: (error: unknown) => void;
}

/** Creates the routes `/sign-in/<provider>` and `/sign-in/<provider>/callback`, with a page for each failure. */
export async function createSignIn({ providers, origin, sessionSecret, clock, onError }: SignInSettings) {
  const byName = <Value>(pick: (provider: SignInProvider) => Value) =>
    Object.fromEntries(providers.map((provider) => [provider.name, pick(provider)]));
  /** Visits of the requests that are being handled. */
  const visits = new WeakMap<Request, Visit>();
  const routes = signInRoutes(
    byName(({ oauth, accounts }) => ({ oauth, accounts })),
    {
      origin,
      // Derive a separate key, because the key that signs the session cookie must not encrypt as well.
      encryption: { keys: [new Uint8Array(hkdfSync('sha256', sessionSecret, '', 'sign-in', 32))] },
      scopes: byName(({ scopes }) => scopes),
      returnTo: '/library',
      askAgain: true, // so that another user of the same browser can choose their account
      clock,
      async accountOf(request) {
        const { nextKey = '' } = visits.get(request) ?? {};
        // A sign-in gives the visit a new ID. A request that still has the old one must not reach the grant.
        const grants = await Promise.all(providers.map(({ accounts }) => accounts.get(nextKey)));
        return grants.some(Boolean) ? undefined : nextKey;
      },
      onFailure(failure, request) {
        const problem = problemOfSignIn(failure);
        if (problem === problems.down) onError(failure.error);
        const again = providers.find(({ name }) => name === failure.provider);
        const { status } = problem;
        const headers = { 'content-type': 'text/html; charset=utf-8' };
        return new Response(String(problemPage(visits.get(request) as Visit, problem, again)), { status, headers });
      },
    },
  );

  /** Returns the origin of the provider's consent page. */
  async function targetOf({ name, oauth, scopes }: SignInProvider): Promise<string> {
    const redirectUri = routes.redirectUris[name] as string;
    return new URL((await oauth.authorize({ redirectUri, scopes })).url).origin;
  }

  return {
    handle(request: Request, visit: Visit): Promise<Response> {
      visits.set(request, visit);
      return routes.handle(request);
    },
    /** Origins of the consent pages. Browsers apply the policy for forms to a form's redirect as well. */
    formTargets: [...new Set(await Promise.all(providers.map(targetOf)))],
  };
}
