import type { SandboxContext } from '../../../shared/context.ts';
import { createCodes } from '../../../shared/sign-in/codes.ts';
import type { Outcome, Question } from '../../../shared/sign-in/question.ts';
import {
  isLoopback,
  isRegistered,
  loopbackLiterals,
  sendBack,
  withoutLoopbackPort,
} from '../../../shared/sign-in/redirects.ts';
import { scopes as knownScopes } from '../data/source.ts';
import type { User } from '../data/users.ts';
import type { Settings } from '../options.ts';
import type { Grant, Grants } from './grants.ts';

/** Creates the page that apps send users to, and the codes that it sends back. */
export function createAuthorization(
  { clock, random }: SandboxContext,
  settings: Settings,
  users: readonly User[],
  grants: Grants,
) {
  const draw = random('codes');
  const codes = createCodes<Grant>({
    clock,
    seconds: settings.codeSeconds,
    make: () => `AQ${draw.text(200)}`,
    endGrant: (grant) => grants.endWithTokens(grant),
  });

  return {
    codes,

    /** Reads an app's request: the question for the user, or the reason why the app may not ask. */
    read(query: URLSearchParams): Question | Outcome {
      for (const name of ['client_id', 'redirect_uri', 'response_type'])
        if (!query.get(name)) return problem(`Missing required parameter: ${name}`);
      const app = settings.apps.find(({ clientId }) => clientId === query.get('client_id'));
      if (!app) return problem('INVALID_CLIENT: Invalid client');
      const redirectUri = query.get('redirect_uri') ?? '';
      const spellings = [redirectUri, withoutLoopbackPort(redirectUri)];
      if (!spellings.some((uri) => isRegistered(uri, app.redirectUris, loopbackLiterals))) {
        const isSecure = redirectUri.startsWith('https://') || isLoopback(redirectUri, loopbackLiterals);
        return problem(`INVALID_CLIENT: ${isSecure ? 'Invalid' : 'Insecure'} redirect URI`);
      }

      const back = (parameters: Record<string, string>) => sendBack(redirectUri, query.get('state'), parameters);
      // The implicit grant, response_type=token, was switched off in November 2025.
      if (query.get('response_type') !== 'code')
        return back({ error: 'unsupported_response_type', error_description: 'response_type must be code' });
      const scopes = [...new Set(query.get('scope')?.split(' ').filter(Boolean))];
      if (!scopes.every((scope) => knownScopes.includes(scope))) return back({ error: 'invalid_scope' });
      const challenge = query.get('code_challenge') ?? undefined;
      const method = query.get('code_challenge_method');
      if (challenge === undefined ? method !== null : method !== 'S256' || !/^[\w-]{43}$/.test(challenge))
        return back({ error: 'invalid_request', error_description: 'code_challenge_method must be S256' });

      const { clientId, appName } = app;
      return {
        appName,
        scopes,
        login: query.get('user'),
        isSettled(userId) {
          const granted = grants.of(userId).filter((grant) => grant.clientId === clientId);
          return (
            query.get('show_dialog') !== 'true' &&
            granted.length > 0 &&
            scopes.every((scope) => granted.some((grant) => grant.scopes.includes(scope)))
          );
        },
        approve(userId) {
          const user = users.find(({ id }) => id === userId) as User;
          const grant = grants.authorize({ clientId, user, scopes });
          return back({ code: codes.issue({ grant, clientId, redirectUri, challenge }) });
        },
        deny: () => back({ error: 'access_denied' }),
      };
    },
  };
}

const problem = (text: string): Outcome => ({ status: 400, title: 'The app made a mistake', text });
