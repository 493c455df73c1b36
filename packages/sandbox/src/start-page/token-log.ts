import type { Clock } from '../clock.ts';
import type { ProviderName } from '../context.ts';
import type { SandboxRequest } from '../requests.ts';

/** A token that a provider gave out. */
export interface GivenToken {
  /** Counts from 1. */
  readonly id: number;
  readonly provider: ProviderName;
  /** `app`, `user` or `refresh`; of the bank-data API `access`, `public`, `link` and others. */
  readonly kind: string;
  readonly value: string;
  readonly scopes: readonly string[];
  /** Unix milliseconds; undefined where the provider does not tell. */
  readonly expiresAt: number | undefined;
  /** Whose it is; the tokens of one user's consent share it. */
  readonly owner: { name?: string; isAsked?: boolean };
}

/** What is known of a token besides where it came from. */
type Known = Partial<Omit<GivenToken, 'id' | 'provider'>> & Pick<GivenToken, 'kind' | 'value'>;

/** Tokens given out, oldest first; at most the last 100. */
export type TokenLog = ReturnType<typeof createTokenLog>;

const kept = 100;

/** Paths below a provider's prefix whose answers may hold tokens. */
const issuingPaths = /token|\/(create|import)$/;

/** What each provider says of a token, and where its user is in the answer. */
const userOf: Partial<Record<ProviderName, { path: string; member: string }>> = {
  stream: { path: '/id/oauth2/validate', member: 'login' },
  music: { path: '/v1/me', member: 'id' },
};

/** Remembers the tokens that providers give out; `ask` sends a request to a provider without it being noted. */
export function createTokenLog(clock: Clock, ask: (provider: ProviderName, request: Request) => Promise<Response>) {
  let tokens: GivenToken[] = [];
  let lastId = 0;

  function add(provider: ProviderName, known: Known): void {
    if (tokens.some(({ value }) => value === known.value)) return;
    tokens.push({ id: ++lastId, provider, scopes: [], expiresAt: undefined, owner: {}, ...known });
    if (tokens.length > kept) tokens.shift();
  }

  return {
    list: (): readonly GivenToken[] => tokens,
    add,

    /** Adds what a control gave for a user, and returns it. */
    addGrant<Given extends { readonly accessToken: string; readonly refreshToken: string } & Partial<Known>>(
      provider: ProviderName,
      given: Given,
      { scopes = [], expiresAt }: Partial<Known> = given,
    ): Given {
      const owner = {};
      add(provider, { kind: 'user', value: given.accessToken, scopes, expiresAt, owner });
      add(provider, { kind: 'refresh', value: given.refreshToken, scopes, owner });
      return given;
    },

    /** Whether the answer is one for `note`. */
    concerns: ({ method, path }: SandboxRequest, response: Response) =>
      method === 'POST' && response.ok && issuingPaths.test(path),

    /** Takes the tokens out of a provider's answer. */
    async note({ provider, query, body }: SandboxRequest, response: Response): Promise<void> {
      const answer: unknown = await response
        .clone()
        .json()
        .catch(() => undefined);
      if (typeof answer !== 'object' || answer === null) return;
      const { expires_in, expiration, scope = [] } = answer as Record<string, unknown>;
      const form = new URLSearchParams([...query, ...new URLSearchParams(body)]);
      const isApp = form.get('grant_type') === 'client_credentials';
      const before = tokens.find(({ value }) => value === form.get('refresh_token'));
      const scopes = typeof scope === 'string' ? scope.split(' ').filter(Boolean) : (scope as string[]);
      const owner = before?.owner ?? {};
      for (const [name, value] of Object.entries(answer)) {
        const [, kind = ''] = /^(?:new_)?(\w+)_token$/.exec(name) ?? [];
        if (!kind || typeof value !== 'string') continue;
        const expiresAt =
          kind === 'access' && typeof expires_in === 'number'
            ? clock.now() + expires_in * 1000
            : kind === 'link' && typeof expiration === 'string'
              ? Date.parse(expiration)
              : undefined;
        const isOAuth = provider in userOf && kind === 'access';
        add(provider, { kind: isOAuth ? (isApp ? 'app' : 'user') : kind, value, scopes, expiresAt, owner });
      }
    },

    /** Asks the providers whose the users' tokens are, once for each consent. */
    async identify(): Promise<void> {
      const unknown = tokens.filter(({ kind, owner }) => kind === 'user' && !owner.name && !owner.isAsked);
      for (const { owner } of unknown) owner.isAsked = true;
      await Promise.all(
        unknown.map(async ({ provider, value, owner }) => {
          const { path = '', member = '' } = userOf[provider] ?? {};
          const request = new Request(`http://sandbox.invalid${path}`, {
            headers: { authorization: `Bearer ${value}` },
          });
          const response = await ask(provider, request);
          if (response.ok) owner.name = String((await response.json())[member]);
        }),
      );
    },

    /** Forgets all, as providers do that start anew. */
    clear() {
      tokens = [];
    },
  };
}
