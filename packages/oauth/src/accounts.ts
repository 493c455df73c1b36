import { type ApiError, type Client, type Grant, type GrantProblem, isApiError, type WaitUntil } from '@x/core';
import {
  type Authorizer,
  actFor,
  type ClientContext,
  codedError,
  createChildClient,
  type EndpointSpec,
  type GrantSource,
  heldByName,
  isExpired,
  keepRecent,
  kindOf,
  type Tools,
  timeOf,
} from '@x/core/provider';
import { grantSource, type OAuthApp, requestGrant } from './app-grants.ts';
import { findConsentEnd } from './grant-info.ts';
import type { UserAccounts, UserProvider } from './user-tools.ts';
import { withErrorFields } from './with-error-fields.ts';

/** Everything the accounts of a client have in common. */
export interface AccountsOwner {
  readonly provider: UserProvider;
  readonly app: OAuthApp;
  /** The application's client. */
  readonly client: ClientContext;
  readonly tools: Tools;
}

/**
 * Refuses values that cannot identify a user. Without this check, `undefined` would stand for the application's own
 * grant, all objects for the same user, and an unpaired surrogate for no user.
 */
function checkAccount(account: unknown): asserts account is string {
  if (typeof account === 'string' && account !== '' && account.isWellFormed()) return;
  const received =
    account === '' ? 'an empty string' : typeof account === 'string' ? 'invalid Unicode' : kindOf(account);
  throw codedError(
    'invalid_params',
    `account must be a non-empty string: your own ID for the user; got ${received}. Convert other IDs with String(id)`,
  );
}

/** Number of accounts that are kept even if nothing holds a client for them. */
const heldAccounts = 1000;

/**
 * The accounts of a client. Each exists once for as long as anything holds a client for it, because two would refresh
 * the same grant twice. Its methods throw a coded error `invalid_params` for a value that cannot identify a user.
 */
export class Accounts implements UserAccounts {
  onUse: UserAccounts['onUse'];
  readonly #owner: AccountsOwner;
  readonly #open: (name: string) => Account;
  /**
   * The most recently used accounts. They are kept, because a known grant still works while the store is down, and a
   * grant that the store failed to save exists only here.
   */
  readonly #recent = new Map<string, Account>();

  constructor(owner: AccountsOwner) {
    this.#owner = owner;
    this.#open = heldByName((name) => {
      checkAccount(name);
      return new Account(owner, name, (waitUntil) => this.onUse?.(name, waitUntil));
    });
  }

  grant(account: string): GrantSource {
    return this.#find(account).grant;
  }

  client<Tree extends object>(account: string, tree: Tree, background = false): Client<Tree> {
    return createChildClient(this.#owner.client, { ...this.context(account), background }, tree) as Client<Tree>;
  }

  /** Returns the context that an account's calls share. */
  context(account: string): ClientContext {
    return this.#find(account).client;
  }

  #find(name: string): Account {
    const account = this.#open(name);
    keepRecent(this.#recent, name, account, heldAccounts);
    return account;
  }
}

const dayMs = 86_400_000;
/** Time before the end of a consent at which the warning starts, in milliseconds. */
const warnAheadMs = 30 * dayMs;

/** An account, which authorizes its client's calls with its grant. So whoever holds the client holds the account. */
class Account implements Authorizer {
  readonly grant: GrantSource;
  /** Client whose calls act for the account. */
  readonly client: ClientContext;
  readonly #owner: AccountsOwner;
  readonly #name: string;
  readonly #onUse: (waitUntil: WaitUntil | undefined) => void;
  /** Time of the last warning that the consent ends soon, in Unix milliseconds. */
  #warnedAt = 0;

  constructor(owner: AccountsOwner, name: string, onUse: (waitUntil: WaitUntil | undefined) => void) {
    const { app, client, tools } = owner;
    this.#owner = owner;
    this.#name = name;
    this.#onUse = onUse;
    this.grant = grantSource(app, tools, name, (...request) => this.#refresh(...request));
    this.client = actFor(client, name, { user: this, 'app-or-user': this });
  }

  get(background: boolean, waitUntil: WaitUntil | undefined): Grant | Promise<Grant> {
    return this.grant.get(background, waitUntil);
  }

  reject(grant: Grant): void {
    this.grant.reject(grant);
  }

  check(grant: Grant, { scopes, host }: EndpointSpec, waitUntil?: WaitUntil): void {
    // The grant has to have one of the scopes that the endpoint accepts.
    if (scopes && grant.scopes && !scopes.some((scope) => grant.scopes?.includes(scope)))
      throw codedError(
        'permission_denied',
        `account ${this.#name}: its grant lacks the scope ${scopes.join(' or ')}. Ask the user for it`,
      );
    this.#warnOfEnd(grant);
    if (host !== 'auth') this.#onUse(waitUntil);
  }

  async #refresh(tools: Tools, current: Grant | undefined, background: boolean): Promise<Grant> {
    const { provider, app } = this.#owner;
    if (!current?.refreshToken) throw problemWithoutRefreshToken(this.#name, current, timeOf(app.options));
    const fields = { grant_type: 'refresh_token', refresh_token: current.refreshToken };
    try {
      return await requestGrant(app, tools, { operation: 'accounts.refresh', fields, current, background });
    } catch (error) {
      if (!isApiError(error, 'reauthorization_required')) throw error;
      throw withErrorFields(error, { providerCode: problemOfRefusal(provider, current, error) });
    }
  }

  /** Reports once a day that the user's consent ends soon. */
  #warnOfEnd(grant: Grant): void {
    const { provider, app, tools } = this.#owner;
    const now = timeOf(provider.options);
    const endsAt = findConsentEnd(grant, provider.consentLastsMs);
    if (endsAt === undefined || now < this.#warnedAt + dayMs || now < endsAt - warnAheadMs) return;
    this.#warnedAt = now;
    const { endpoint } = app;
    tools.reportToken({ endpoint, operation: 'accounts.refresh', rawAccount: this.#name, outcome: 'ending', endsAt });
  }
}

/** Explains why an account has no usable grant and cannot get one without its user. */
function problemWithoutRefreshToken(account: string, current: Grant | undefined, now: number): Error {
  const [problem, message]: [GrantProblem, string] = !current
    ? [
        'no_grant',
        `no grant is stored for account "${account}". Sign the user in, or pass the account that was given to accounts.set or oauth.exchange`,
      ]
    : isExpired(current, now)
      ? [
          'expired',
          `the grant of account "${account}" has expired, and it has no refresh token. Sign the user in again`,
        ]
      : [
          'refused',
          `the provider refused the token of account "${account}", and it has no refresh token. Sign the user in again`,
        ];
  return codedError('reauthorization_required', message, problem);
}

/** Explains why the provider refused a grant's refresh token. */
function problemOfRefusal(provider: UserProvider, grant: Grant, error: ApiError): GrantProblem {
  const endsAt = findConsentEnd(grant, provider.consentLastsMs);
  if (endsAt !== undefined && endsAt <= timeOf(provider.options)) return 'expired';
  return provider.problemOfRefusal?.(error.details) ?? 'refused';
}
