import { createEventSource } from '../call/call-events.ts';
import type { ClientContext } from '../call/context.ts';
import type { CallGrants, Tools } from '../declare/provider.ts';
import { timeOf } from '../declare/provider.ts';
import type { Grant } from '../declare/token-store.ts';
import { type ApiError, codedError, type GrantProblem, isApiError, withProviderCode } from '../errors/api-error.ts';
import { createRateLimiter } from '../rate/client-rate-limiter.ts';
import { kindOf } from '../shared/describe-value.ts';
import { grantSource, type OAuthApp, requestGrant } from '../tokens/app-grants.ts';
import { isExpired } from '../tokens/grant.ts';
import { findConsentEnd } from '../tokens/grant-info.ts';
import type { GrantSource } from '../tokens/grant-source.ts';
import type { Client } from './client.ts';
import { findClass } from './create-client.ts';
import type { AccountGrants, UserProvider } from './user-tools.ts';

/** Everything the accounts of a client have in common. @internal */
export interface AccountsOwner {
  readonly provider: UserProvider;
  readonly app: OAuthApp;
  /** The application's client. */
  readonly client: ClientContext;
  readonly tools: Tools;
}

/**
 * Refuses values that cannot name a user. Without this check, `undefined` would name the application's own grant, all
 * objects the same user, and half a character nobody.
 */
function checkAccount(account: unknown): asserts account is string {
  if (typeof account === 'string' && account !== '' && account.isWellFormed()) return;
  const received =
    account === '' ? 'an empty string' : typeof account === 'string' ? 'invalid Unicode' : kindOf(account);
  throw codedError(
    'invalid_params',
    `account must be a non-empty string: your own id of the user; got ${received}. Convert other ids with String(id)`,
  );
}

/** An account of a client. */
interface Account {
  /** Client whose calls act for the account. */
  readonly client: ClientContext;
  readonly grant: GrantSource;
}

/**
 * The accounts of a client. Each exists once for as long as anybody holds a client of it, because two would refresh the
 * same grant twice. Its methods throw a coded error `invalid_params` for a value that cannot name a user.
 *
 * @internal
 */
export class Accounts implements AccountGrants {
  onUse: AccountGrants['onUse'];
  readonly #owner: AccountsOwner;
  readonly #opened = new Map<string, WeakRef<Account>>();
  readonly #forgotten = new FinalizationRegistry((account: string) => {
    if (!this.#opened.get(account)?.deref()) this.#opened.delete(account);
  });
  /**
   * The most recently used accounts. They are kept, because a known grant still works while the store is down, and a
   * grant that the store failed to save exists only here.
   */
  readonly #recent = new Map<string, Account>();

  constructor(owner: AccountsOwner) {
    this.#owner = owner;
  }

  grant(account: string): GrantSource {
    return this.#find(account).grant;
  }

  client<Tree extends object>(account: string, tree: Tree, background = false): Client<Tree> {
    return new (findClass(tree))({ ...this.context(account), background }) as Client<Tree>;
  }

  /** Returns the context that an account's calls share. */
  context(account: string): ClientContext {
    return this.#find(account).client;
  }

  #find(account: string): Account {
    checkAccount(account);
    const found = this.#opened.get(account)?.deref() ?? this.#open(account);
    this.#recent.delete(account);
    this.#recent.set(account, found);
    const [oldest = ''] = this.#recent.keys();
    if (this.#recent.size > heldAccounts) this.#recent.delete(oldest);
    return found;
  }

  #open(account: string): Account {
    const { provider, client } = this.#owner;
    const grant = accountGrant(this.#owner, account);
    const own = this.#callGrants(account, () => opened.grant);
    const opened: Account = {
      grant,
      client: {
        ...client,
        account,
        grants: { ...client.grants, user: own, 'app-or-user': own },
        limiter: client.limiter.withUser(createRateLimiter(provider, account)),
        events: createEventSource(provider, account),
      },
    };
    this.#opened.set(account, new WeakRef(opened));
    this.#forgotten.register(opened, account);
    return opened;
  }

  /**
   * @param source Returns the grant source, and keeps the account in memory: each exists once while a client of it is
   * held.
   */
  #callGrants(account: string, source: () => GrantSource): CallGrants {
    const warn = createConsentWarning(this.#owner, account);
    return {
      get: (background, waitUntil) => source().get(background, waitUntil),
      reject: (grant) => source().reject(grant),
      check: (grant, { scopes, host }, waitUntil) => {
        checkScopes(account, grant, scopes);
        warn(grant);
        if (host !== 'auth') this.onUse?.(account, waitUntil);
      },
    };
  }
}

/** Number of accounts that are kept even if nobody has a client of them. */
const heldAccounts = 1000;
const dayMs = 86_400_000;
/** Time before the end of a consent at which the warning starts, in milliseconds. */
const warnAheadMs = 30 * dayMs;

/** Creates the grant of one account, which is refreshed when it is due. */
function accountGrant({ provider, app, tools }: AccountsOwner, account: string): GrantSource {
  return grantSource(app, tools, account, async (ownTools, current, background) => {
    if (!current?.refreshToken) throw problemWithoutRefreshToken(account, current, timeOf(app.options));
    const fields = { grant_type: 'refresh_token', refresh_token: current.refreshToken };
    try {
      return await requestGrant(app, ownTools, { operation: 'accounts.refresh', fields, current, background });
    } catch (error) {
      if (!isApiError(error) || error.code !== 'reauthorization_required') throw error;
      throw withProviderCode(error, problemOfRefusal(provider, current, error));
    }
  });
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

/** Refuses a grant that has none of the scopes that the endpoint accepts. */
function checkScopes(account: string, grant: Grant, scopes: readonly string[] | undefined): void {
  if (!scopes || !grant.scopes || scopes.some((scope) => grant.scopes?.includes(scope))) return;
  throw codedError(
    'permission_denied',
    `account ${account}: its grant lacks the scope ${scopes.join(' or ')}. Ask the user for it`,
  );
}

/** Reports once a day that a user's consent ends soon. */
function createConsentWarning({ provider, app, tools }: AccountsOwner, account: string): (grant: Grant) => void {
  let warnedAt = 0;
  return (grant) => {
    const now = timeOf(provider.options);
    const endsAt = findConsentEnd(grant, provider.consentLastsMs);
    if (endsAt === undefined || now < warnedAt + dayMs || now < endsAt - warnAheadMs) return;
    warnedAt = now;
    tools.reportToken({
      endpoint: app.endpoint,
      operation: 'accounts.refresh',
      rawAccount: account,
      outcome: 'ending',
      endsAt,
    });
  };
}
