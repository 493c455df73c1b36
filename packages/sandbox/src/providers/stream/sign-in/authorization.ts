import type { SandboxContext } from '../../../shared/context.ts';
import { createCodes } from '../../../shared/sign-in/codes.ts';
import type { Outcome, Question } from '../../../shared/sign-in/question.ts';
import { isRegistered, sendBack } from '../../../shared/sign-in/redirects.ts';
import { loopbackHosts, type Settings } from '../options.ts';
import { readOpenId } from './open-id.ts';
import { readScopes } from './scopes.ts';
import type { Grant, Tokens } from './tokens.ts';

export const redirectMismatch = 'Parameter redirect_uri does not match registered URI';

/** Creates the page that apps send users to, and the codes and tokens that it sends back. */
export function createAuthorization({ clock, random }: SandboxContext, settings: Settings, tokens: Tokens) {
  const draw = random('codes');
  const { clientId, appName } = settings;
  const codes = createCodes<Grant>({
    clock,
    seconds: settings.codeSeconds,
    make: () => draw.text(30, '0123456789abcdefghijklmnopqrstuvwxyz'),
    endGrant: (grant) => tokens.end(grant),
  });

  return {
    codes,

    /** Reads the question that an app asks a user, or the reason why it may not ask. */
    read(query: URLSearchParams): Question | Outcome {
      if (!query.get('client_id')) return problem('missing client id');
      if (query.get('client_id') !== clientId) return problem('invalid client');
      const redirectUri = query.get('redirect_uri') ?? '';
      if (!isRegistered(redirectUri, settings.redirectUris, loopbackHosts))
        return problem(`redirect_mismatch: ${redirectMismatch}`);

      const implicit = query.get('response_type') === 'token';
      const back = (parameters: Record<string, string>) =>
        sendBack(redirectUri, query.get('state'), parameters, implicit ? 'fragment' : 'query');
      const fail = (error: string, error_description: string) => back({ error, error_description });
      const responseType = query.get('response_type');
      if (!responseType) return fail('invalid_request', 'missing response type');
      if (responseType !== 'code' && !implicit)
        return fail('unsupported_response_type', `invalid response type requested: '${responseType}'`);
      const list = query.get('scope');
      if (list === null) return fail('invalid_request', 'missing scope');
      const { scopes, unknown } = readScopes(list);
      if (unknown) return fail('invalid_scope', `invalid scope requested: '${unknown}'`);

      return {
        appName,
        scopes,
        login: query.get('login'),
        isSettled(userId) {
          const granted = query.get('force_verify') === 'true' ? undefined : tokens.grantedBy(userId);
          return granted !== undefined && scopes.every((scope) => granted.includes(scope));
        },
        approve(userId) {
          const grant = tokens.authorize(userId, scopes);
          grant.openId = readOpenId(query, scopes);
          const scope = scopes.join(' ');
          if (implicit) return back({ access_token: tokens.issueImplicit(grant).value, scope, token_type: 'bearer' });
          return back({ code: codes.issue({ grant, clientId, redirectUri }), scope });
        },
        deny: () => fail('access_denied', 'The user denied you access'),
      };
    },
  };
}

const problem = (text: string): Outcome => ({ status: 400, title: 'The app made a mistake', text });

export type Authorization = ReturnType<typeof createAuthorization>;
