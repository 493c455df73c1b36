import * as optionKind from '@x/core/options';
import { type OptionRules, problemOfOptions, type RulesOf } from '@x/core/options';
import { type EncryptionOptions, encryptionRules } from '@x/stores';
import type { ClientAccounts } from '../client-accounts.ts';
import type { OAuth } from '../code-flow.ts';
import type { SignInFailure } from './failure.ts';
import { pathIn } from './path-in.ts';

/** Methods of a client that the routes use. `createMusicClient` and `createStreamClient` create such a client. */
export interface SignInClient {
  /** The client's sign-in of users. */
  readonly oauth: Pick<OAuth, 'authorize' | 'exchange'>;
  /** The grants of its users. */
  readonly accounts: Pick<ClientAccounts, 'token' | 'delete'> & {
    /** Ends access at the provider, and deletes the grant. */
    revoke?(account: string): Promise<void>;
  };
}

/** A list of scopes of a client's provider. */
export type ScopesOf<Client extends SignInClient> = NonNullable<Parameters<Client['oauth']['authorize']>[0]['scopes']>;

/** A client's data about a user who signed in. */
export type UserOf<Client extends SignInClient> = Parameters<
  Extract<Parameters<Client['oauth']['exchange']>[0]['account'], (user: never) => unknown>
>[0];

/** Headers as `Response` takes them. The name `HeadersInit` exists only in the DOM's types. */
export type SessionHeaders = NonNullable<ResponseInit['headers']>;

/** Options that make providers the app's own login. */
export interface LoginOptions<Clients extends Readonly<Record<string, SignInClient>>> {
  /**
   * Functions that return your own ID for a user who signed in at the provider, by the client's name. Look the user up
   * by an ID that never changes, and create the account if there is none. Only these clients can be used to log in.
   */
  users: { readonly [Name in keyof Clients]?: ((user: UserOf<Clients[Name]>) => string | Promise<string>) | undefined };
  /**
   * Starts your own session for a user who has logged in. Returns the headers that the response needs for it, such as
   * `Set-Cookie`. Always start a new session, so that nobody can plant one before the login.
   */
  startSession(account: string, request: Request): SessionHeaders | Promise<SessionHeaders>;
}

/** Options of `signInRoutes`. */
export interface SignInOptions<Clients extends Readonly<Record<string, SignInClient>>> {
  /**
   * Address of the app in browsers, without a path: `https://app.example`. http is accepted only on `localhost`,
   * `127.0.0.1` and `[::1]`. You have to pass it because behind a proxy, requests show another origin.
   */
  origin: string;
  /**
   * Returns your own ID for the calling user, from your session: a non-empty string. Their grants are stored under it,
   * for `withAccount`. Return undefined if nobody is signed in to the app; the response is then 401. Do not read the
   * request's body. With `login`, visitors without an ID log in.
   */
  accountOf(request: Request): string | undefined | Promise<string | undefined>;
  /**
   * Encryption of the cookies. `keys` are 32 bytes each, as bytes or in base64 (`openssl rand -base64 32`). The first
   * key encrypts, and all of them decrypt. To replace a key, put the new one first, and remove the old one ten minutes
   * later.
   */
  encryption: Pick<EncryptionOptions, 'keys'>;
  /** Scopes to request, by the client's name. Default: none, which lets calls identify the user but do nothing else. */
  scopes?: { readonly [Name in keyof Clients]?: ScopesOf<Clients[Name]> | undefined } | undefined;
  /**
   * Names of the clients whose access tokens your pages' scripts may get, for a player. Default: none, so that the
   * token addresses respond with 404.
   */
  browserTokens?: readonly (keyof Clients & string)[] | undefined;
  /** Makes providers the app's own login. Default: users have to be signed in to the app to connect an account. */
  login?: LoginOptions<Clients> | undefined;
  /** Prefix of all route paths. Default `/sign-in`. */
  basePath?: string | undefined;
  /** Path of the app to which the user is sent after a sign-in or sign-out without `returnTo`. Default `/`. */
  returnTo?: string | undefined;
  /** Whether to ask even a user who has consented before, so that they can choose another account. Default `false`. */
  askAgain?: boolean | undefined;
  /**
   * Returns your own response to a failure: a page, or a redirect to your app's sign-in. Return undefined for the
   * default, JSON with the fields `error` and `message`. Errors for your log are in `failure.error`.
   */
  onFailure?:
    | ((failure: SignInFailure, request: Request) => Response | undefined | Promise<Response | undefined>)
    | undefined;
  /** Returns the current time in Unix milliseconds. Default: the system's clock. */
  clock?: { now(): number } | undefined;
}

const rules = {
  origin: optionKind.required(optionKind.string),
  accountOf: optionKind.required(optionKind.function),
  encryption: optionKind.required(
    optionKind.object({ keys: encryptionRules.keys } satisfies RulesOf<Pick<EncryptionOptions, 'keys'>>),
  ),
  scopes: optionKind.checkedLater,
  browserTokens: optionKind.strings,
  login: optionKind.object({
    users: optionKind.required(optionKind.checkedLater),
    startSession: optionKind.required(optionKind.function),
  }),
  basePath: optionKind.string,
  returnTo: optionKind.string,
  askAgain: optionKind.boolean,
  onFailure: optionKind.function,
  clock: optionKind.clock,
} satisfies RulesOf<SignInOptions<never>>;

/** Describes the problem with the arguments of the routes; undefined if there is none. */
export function problemOfSignIn(clients: unknown, options: unknown): string | undefined {
  return problemOfClients(clients) ?? problemOfOptions(options, rules) ?? problemOfValues(clients, options);
}

const clientRules = {
  oauth: optionKind.required(optionKind.objectWith('the sign-in of a client', ['authorize', 'exchange'])),
  accounts: optionKind.required(optionKind.objectWith('the accounts of a client', ['token', 'delete'])),
};

function problemOfClients(clients: unknown): string | undefined {
  const entries = Object.entries(Object(clients));
  if (entries.length === 0) return 'clients must have at least one client: { music: createMusicClient(…) }';
  for (const [name, client] of entries) {
    if (!/^[\w-]+$/.test(name)) return `the client name ${JSON.stringify(name)} must have only A-Z, a-z, 0-9, _ and -`;
    const { oauth, accounts } = Object(client) as Partial<SignInClient>;
    if (problemOfOptions({ oauth, accounts }, clientRules) !== undefined)
      return `${name} must be a client with sign-in, from createMusicClient or createStreamClient`;
  }
  return undefined;
}

/** Checks rules that involve several values. */
function problemOfValues(clients: unknown, options: unknown): string | undefined {
  const {
    origin,
    basePath = '/sign-in',
    returnTo = '/',
    scopes,
    browserTokens = [],
    login,
  } = options as SignInOptions<never>;
  const names = Object.keys(Object(clients));
  if (!isOrigin(origin))
    return `origin must be an https address without a path, such as https://app.example, or http on this machine; got ${JSON.stringify(origin)}`;
  if (!/^(\/[\w~-][\w.~-]*)+$/.test(basePath))
    return 'basePath must be a path such as /sign-in, without a trailing slash';
  if (pathIn(origin, returnTo) === undefined) return 'returnTo must be a short path in the app that starts with /';
  const lists = Object.fromEntries(names.map((name) => [name, optionKind.strings])) satisfies OptionRules;
  const problem = scopes && problemOfOptions(scopes, lists);
  if (problem) return `scopes: ${problem}`;
  const functions = Object.fromEntries(names.map((name) => [name, optionKind.function])) satisfies OptionRules;
  const loginProblem = login && problemOfOptions(login.users, functions);
  if (loginProblem) return `login.users: ${loginProblem}`;
  const unknown = browserTokens.find((name) => !names.includes(name));
  return unknown && `browserTokens must be names of clients: ${names.join(', ')}; got ${JSON.stringify(unknown)}`;
}

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, origin } = new URL(text);
  const isLocal = protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return (protocol === 'https:' || isLocal) && text === origin;
}
