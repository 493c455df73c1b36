import { createEventSource } from '../call/call-events.ts';
import type { ClientContext } from '../call/context.ts';
import type { GrantsOf, Tools } from '../declare/provider.ts';
import { timeOf } from '../declare/provider.ts';
import { type ApiError, type GrantProblem, isApiError, refusal, withProviderCode } from '../errors.ts';
import { accountBudget, budgetOf, type RootBudget } from '../rate/client-budget.ts';
import { grantCache, type OAuthApp, requestGrant } from '../tokens/app-grants.ts';
import type { TokenCache } from '../tokens/cache.ts';
import type { Grant } from '../tokens/grant.ts';
import { consentEndOf } from '../tokens/grant-info.ts';
import { isExpired } from '../tokens/renew.ts';
import type { UserProvider } from './user-tools.ts';

/** What the accounts of a client have in common. @internal */
export interface AccountsOwner {
  readonly provider: UserProvider;
  readonly app: OAuthApp;
  /** The client of the application. */
  readonly client: ClientContext;
  /** Of the calls that the provider counts for the whole application. */
  readonly budget: RootBudget;
  readonly tools: Tools;
  /** Called whenever a call of the API uses an account's grant. */
  readonly onUse: (account: string) => void;
}

/** An account of a client. @internal */
export interface Account {
  /** Calls act for the account. */
  readonly client: ClientContext;
  /** Its grant. */
  readonly cache: TokenCache;
}

/**
 * Refuses what cannot name a user. Without it, `undefined` would name the application's own grant, all objects the same
 * user, and half a character nobody.
 */
function checkAccount(account: unknown): asserts account is string {
  if (typeof account === 'string' && account !== '' && account.isWellFormed()) return;
  const received =
    account === '' ? 'an empty string' : typeof account === 'string' ? 'invalid Unicode' : typeOf(account);
  throw refusal(
    'invalid_params',
    `account must be a non-empty string: your own id of the user; got ${received}. Convert other ids with String(id)`,
  );
}

const typeOf = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'an array' : typeof value);

/** Accounts that are held even if nobody has a client of them. */
const heldAccounts = 1000;
const dayMs = 86_400_000;
/** How long before its consent ends a user is warned of. */
const warnAheadMs = 30 * dayMs;

/**
 * Returns an account. There is one per account for as long as anybody holds a client of it: two would refresh
 * the same grant twice. The function throws a refusal of code `invalid_params` for what cannot name a user.
 *
 * @internal
 */
export function createAccounts(owner: AccountsOwner): (account: string) => Account {
  const opened = new Map<string, WeakRef<Account>>();
  const forgotten = new FinalizationRegistry((account: string) => {
    if (!opened.get(account)?.deref()) opened.delete(account);
  });
  // The most recently used ones are held: a cached grant serves while the store is away, and one that the store failed to
  // take exists only here.
  const recent = new Map<string, Account>();

  function find(account: string): Account {
    const known = opened.get(account)?.deref();
    if (known) return known;
    const created = openAccount(owner, account);
    opened.set(account, new WeakRef(created));
    forgotten.register(created, account);
    return created;
  }

  return (account) => {
    checkAccount(account);
    const found = find(account);
    recent.delete(account);
    recent.set(account, found);
    const [oldest = ''] = recent.keys();
    if (recent.size > heldAccounts) recent.delete(oldest);
    return found;
  };
}

function openAccount(owner: AccountsOwner, account: string): Account {
  const { provider, client, budget, onUse } = owner;
  const cache = accountCache(owner, account);
  const warn = createConsentWarning(owner, account);
  const grantsOf: GrantsOf = (draft) => {
    const { auth, scopes, host } = draft.endpoint;
    const actsForUser = auth === 'user' || auth === 'app-or-user';
    if (!actsForUser) return client.grantsOf(draft);
    return {
      ...cache,
      check(grant) {
        checkScopes(account, grant, scopes);
        warn(grant);
        if (host !== 'auth') onUse(account);
      },
    };
  };
  return {
    cache,
    client: {
      ...client,
      account,
      grantsOf,
      budget: accountBudget(budget, budgetOf(provider, account)),
      events: createEventSource(provider, account),
    },
  };
}

/** The grant of one account, refreshed when it is due. */
function accountCache({ provider, app, tools }: AccountsOwner, account: string): TokenCache {
  return grantCache(app, tools, account, async (ownTools, current, background) => {
    if (!current?.refreshToken) throw problemWithoutRefreshToken(account, current, timeOf(app.options));
    const fields = { grant_type: 'refresh_token', refresh_token: current.refreshToken };
    try {
      return await requestGrant(app, ownTools, 'oauth.refresh', fields, current, app.endpoint, background);
    } catch (error) {
      if (!isApiError(error) || error.code !== 'reauthorization_required') throw error;
      throw withProviderCode(error, problemOfRefusal(provider, current, error));
    }
  });
}

/** Why an account has no usable grant, and none can be obtained without its user. */
function problemWithoutRefreshToken(account: string, current: Grant | undefined, now: number): Error {
  const [problem, message]: [GrantProblem, string] = !current
    ? [
        'no_grant',
        `no grant is stored for account "${account}". Sign the user in, or pass the account that was given to setGrant or oauth.exchange`,
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
  return refusal('reauthorization_required', message, problem);
}

/** Why the provider refused the refresh token of a grant. */
function problemOfRefusal(provider: UserProvider, grant: Grant, error: ApiError): GrantProblem {
  const endsAt = consentEndOf(grant, provider.consentLastsMs);
  if (endsAt !== undefined && endsAt <= timeOf(provider.options)) return 'expired';
  return provider.problemOfRefusal?.(error.details) ?? 'refused';
}

/** Refuses a grant that has none of the scopes of which the endpoint needs one. */
function checkScopes(account: string, grant: Grant, scopes: readonly string[] | undefined): void {
  if (!scopes || !grant.scopes || scopes.some((scope) => grant.scopes?.includes(scope))) return;
  throw refusal(
    'permission_denied',
    `account ${account}: its grant lacks the scope ${scopes.join(' or ')}. Ask the user for it`,
  );
}

/** Reports once a day that the consent of a user ends soon. */
function createConsentWarning({ provider, app, tools }: AccountsOwner, account: string): (grant: Grant) => void {
  let warnedAt = 0;
  return (grant) => {
    const now = timeOf(provider.options);
    const endsAt = consentEndOf(grant, provider.consentLastsMs);
    if (endsAt === undefined || now < warnedAt + dayMs || now < endsAt - warnAheadMs) return;
    warnedAt = now;
    tools.reportToken({
      endpoint: app.endpoint,
      operation: 'oauth.refresh',
      rawAccount: account,
      outcome: 'ending',
      endsAt,
    });
  };
}
