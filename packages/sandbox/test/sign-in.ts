import { createMusicSandbox } from '../src/providers/music/index.ts';
import { createStreamSandbox } from '../src/providers/stream/index.ts';
import type { Clock } from '../src/shared/clock.ts';
import type { ProviderSandbox } from '../src/shared/context.ts';
import type { SandboxGrant } from '../src/shared/sign-in/grant.ts';
import type { SignInOptions } from '../src/shared/sign-in/options.ts';
import { testContext } from './sandbox.ts';

/** Page that a browser shows as the result of a request. */
export interface Shown {
  readonly path: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Address that the browser is redirected to, if any. */
  readonly location: URL | undefined;
}

/** Creates a browser that keeps cookies and runs no scripts. */
export function createBrowser(app: ProviderSandbox<object>['app']) {
  const cookies = new Map<string, string>();

  async function send(path: string, init: RequestInit = {}): Promise<Shown> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await app.request(path, { ...init, headers: { ...(cookie && { cookie }) } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    return {
      path,
      status: response.status,
      headers: response.headers,
      text: await response.text(),
      location: location === null ? undefined : new URL(location),
    };
  }

  return {
    cookies,
    open: (path: string) => send(path),
    /** Presses a button of the page's form, by default as the selected user. */
    press: (page: Shown, decision: 'approve' | 'deny', fields: Record<string, string> = {}) =>
      send(page.path, { method: 'POST', body: new URLSearchParams({ ...readForm(page.text), decision, ...fields }) }),
  };
}

/** Returns the fields that a page's form sends when the user changes nothing. */
export function readForm(text: string): Record<string, string> {
  const token = /name="token" value="([^"]+)"/.exec(text)?.[1] ?? '';
  const options = [...text.matchAll(/<option value="([^"]+)"( selected)?>/g)];
  const [, user = ''] = options.find(([, , selected]) => selected) ?? options[0] ?? [];
  return { token, user: user.replaceAll('&amp;', '&') };
}

/** An auth host, with its own names and parameters. */
export interface AuthHost {
  readonly app: ProviderSandbox<object>['app'];
  readonly clock: Clock;
  /** Returns the address of the consent page for a complete request with `changes`. `undefined` omits a parameter. */
  authorize(changes?: Record<string, string | undefined>): string;
  readonly scopes: readonly [string, string];
  /** Names of the parameter that forces the consent page, and of the one that names a user. */
  readonly force: string;
  readonly login: string;
  readonly users: readonly { id: string; name: string }[];
  exchange(
    code: string | null,
    changes?: Record<string, string>,
  ): Promise<{ status: number; text: string; accessToken: string; refreshToken: string }>;
  refresh(refreshToken: string): Promise<{ status: number; text: string; accessToken: string; refreshToken: string }>;
  /** Returns whether the API still accepts the token. */
  takes(accessToken: string): Promise<boolean>;
  grants(userId: string): readonly SandboxGrant[];
  revokeConsent(userId: string): boolean;
}

export const redirectUri = 'http://127.0.0.1:3000/callback?from=here';

type Fields = Record<string, string | undefined>;

const formOf = (fields: Fields) =>
  new URLSearchParams(Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));

/** Differences between the auth hosts. */
interface HostTerms extends Pick<AuthHost, 'scopes' | 'force' | 'login' | 'users'> {
  readonly tokenPath: string;
  readonly authorizePath: string;
  /** Returns a request that needs a user token. */
  check(accessToken: string): readonly [path: string, authorization: string];
}

function createHost(
  { app, controls, options: client }: ReturnType<typeof createStreamSandbox | typeof createMusicSandbox>,
  clock: Clock,
  { tokenPath, authorizePath, check, ...terms }: HostTerms,
): AuthHost {
  const { clientId: client_id, clientSecret: client_secret } = client();
  async function askForTokens(fields: Fields) {
    const body = formOf({ client_id, client_secret, ...fields });
    const response = await app.request(tokenPath, { method: 'POST', body });
    const text = await response.text();
    const { access_token: accessToken = '', refresh_token: refreshToken = '' } = JSON.parse(text);
    return { status: response.status, text, accessToken, refreshToken };
  }
  const asked = { client_id, redirect_uri: redirectUri, response_type: 'code', scope: terms.scopes[0], state: 's t' };
  return {
    ...terms,
    app,
    clock,
    authorize: (changes = {}) => `${authorizePath}?${formOf({ ...asked, ...changes })}`,
    exchange: (code, changes) =>
      askForTokens({ grant_type: 'authorization_code', code: code ?? '', redirect_uri: redirectUri, ...changes }),
    refresh: (refreshToken) => askForTokens({ grant_type: 'refresh_token', refresh_token: refreshToken }),
    async takes(accessToken) {
      const [path, authorization] = check(accessToken);
      return (await app.request(path, { headers: { authorization } })).status === 200;
    },
    grants: controls.grants,
    revokeConsent: controls.revokeConsent,
  };
}

/** The auth host of each provider, with the facts that the shared tests need. */
export const authHosts: Readonly<Record<'stream' | 'music', (options?: SignInOptions) => AuthHost>> = {
  stream(options = {}) {
    const context = testContext('stream');
    // Only public apps, which have no secret, get single-use refresh tokens.
    const sandbox = createStreamSandbox(context, { clientType: 'public', ...options });
    return createHost(sandbox, context.clock, {
      authorizePath: '/id/oauth2/authorize',
      tokenPath: '/id/oauth2/token',
      scopes: ['user:read:email', 'bits:read'],
      force: 'force_verify',
      login: 'login',
      users: sandbox.controls.users().map(({ id, login }) => ({ id, name: login })),
      check: (accessToken) => ['/id/oauth2/validate', `OAuth ${accessToken}`],
    });
  },
  music(options = {}) {
    const context = testContext('music');
    const sandbox = createMusicSandbox(context, { refreshRotation: 'always', ...options });
    return createHost(sandbox, context.clock, {
      authorizePath: '/accounts/authorize',
      tokenPath: '/accounts/api/token',
      scopes: ['user-read-email', 'user-top-read'],
      force: 'show_dialog',
      login: 'user',
      users: sandbox.controls.users().map(({ id, displayName }) => ({ id, name: displayName ?? id })),
      check: (accessToken) => ['/v1/me', `Bearer ${accessToken}`],
    });
  },
};
