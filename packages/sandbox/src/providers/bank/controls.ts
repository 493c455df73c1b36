import type { Clock } from '../../clock/clock.ts';
import { findAccount } from './data/accounts.ts';
import type { ChangedTransactions, TransactionChanges } from './data/feed-plan.ts';
import type { WatchlistEntry, WatchlistKind } from './data/identities.ts';
import type { IdentityEntry } from './data/identity-verifications.ts';
import type { InstitutionHealth, Institutions } from './data/institutions.ts';
import type { Items } from './data/items.ts';
import type { IdentityVerifications } from './endpoints/identity-verification.ts';
import type { Mutation } from './endpoints/transactions.ts';
import type { Screenings } from './endpoints/watchlist-screening.ts';
import type { BankErrorCode } from './errors.ts';
import { uuid } from './ids.ts';
import type { Link, LinkLogin, OAuthLogin } from './link/link.ts';
import type { WebhookKeys } from './webhooks/webhook-keys.ts';
import type { WebhookDelivery, Webhooks } from './webhooks/webhooks.ts';

/** An Item that is linked. */
export interface BankSandboxItem {
  /** ID of the Item. */
  readonly itemId: string;
  /** Access token of the Item. */
  readonly accessToken: string;
  /** ID of the institution. */
  readonly institutionId: string;
  /** Name of the institution. */
  readonly institutionName: string;
  /** IDs of the accounts that the app may see. */
  readonly accountIds: readonly string[];
  /** Code of the error state that it is in, such as `ITEM_LOGIN_REQUIRED`. Null when it works. */
  readonly error: string | null;
}

/**
 * Actions for tests, outside the API. An `item` is an access token or an `item_id`; unknown ones, and unknown link
 * tokens, throw.
 */
export interface BankControls {
  /**
   * Changes a transaction after each of the next `times` pages that have another one after them, so that the page after
   * it is refused until the loop starts again. Of one Item only when that is given.
   */
  mutateDuringPagination(times: number, item?: string): void;
  /** Access tokens of the banks that are linked from the start. */
  readonly accessTokens: readonly string[];
  /** Lists the Items that are linked, the oldest first. */
  items(): readonly BankSandboxItem[];
  /** Changes transactions of an Item and reports its webhook. */
  changeTransactions(item: string, changes: TransactionChanges): ChangedTransactions;
  /** Does what the user does in Link. Returns the public token; none in update mode, which repairs the Item. */
  completeLink(linkToken: string, login?: LinkLogin): string | undefined;
  /**
   * The user of a link token logs in at an OAuth institution, such as `ins_127287`, and is shown accounts to choose.
   * `completeLink` links those that `/sandbox/oauth/select_accounts` chose of them, by default all. Other institutions
   * throw `RangeError`.
   */
  startOAuth(linkToken: string, login: LinkLogin): OAuthLogin;
  /**
   * The institution sends the user back to the `redirect_uri` of a link token. Returns the `link_correlation_id` that
   * comes with them, which lasts ten minutes. Without a `redirect_uri` it throws `RangeError`.
   */
  redirectLink(linkToken: string): string;
  /**
   * The user uploads a bank statement as proof of an account's ownership. Returns the id of the document. Default: one
   * page about the first account, with its number on it.
   */
  uploadIdentityDocument(
    item: string,
    document?: { accountId?: string; pages?: number; isAccountNumberMatch?: boolean },
  ): string;
  /**
   * Does what the user does to prove who they are, by the id of a verification or by a link token for one. Returns the
   * id of the verification. Verifications that are not running throw `RangeError`.
   */
  verifyIdentity(target: string, entry?: IdentityEntry): string;
  /**
   * Puts a person (`individual`) or an organization (`entity`) on a watchlist, as authorities do. Screenings that they
   * match become `pending_review`, and report it.
   */
  addToWatchlist(kind: WatchlistKind, entry: WatchlistEntry): void;
  /** Puts an Item into an error state, such as `ITEM_LOGIN_REQUIRED` or `ITEM_LOCKED`, and reports its webhook. */
  failItem(item: string, code: BankErrorCode): void;
  /** Ends the error state of an Item as if it had recovered on its own, and reports its webhook. */
  repairItem(item: string): void;
  /** While an institution is `DOWN`, calls for data of its Items are refused. */
  setInstitutionHealth(institutionId: string, health: InstitutionHealth): void;
  /** Expires the key that signs webhooks; the next ones are signed with a new one, whose id it returns. */
  rotateWebhookKey(): string;
  /** IDs of the ledgers of Transfer, which the real API's dashboard lists: the default one, and another. */
  readonly ledgerIds: readonly string[];
  /** Webhooks so far, refused ones included, oldest first; at most the last 1,000. */
  readonly webhooks: readonly WebhookDelivery[];
}

/** The controls of one sandbox. */
export function createControls(
  clock: Clock,
  parts: {
    items: Items;
    link: Link;
    institutions: Institutions;
    mutation: Mutation;
    verifications: IdentityVerifications;
    screenings: Screenings;
    keys: WebhookKeys;
    webhooks: Webhooks;
    ledgerIds: readonly string[];
    accessTokens: readonly string[];
  },
): BankControls {
  const { items, link, institutions, mutation, verifications, screenings, keys, webhooks } = parts;
  return {
    accessTokens: parts.accessTokens,
    items: () =>
      items.linked().map((item) => ({
        itemId: item.id,
        accessToken: item.accessToken,
        institutionId: item.institution.id,
        institutionName: item.institution.name,
        accountIds: item.accounts().map(({ account_id }) => account_id),
        error: item.error?.error_code ?? null,
      })),
    mutateDuringPagination(times, item) {
      mutation.itemId = item === undefined ? undefined : items.findByEither(item).id;
      mutation.left = times;
    },
    changeTransactions: (item, changes) => items.findByEither(item).feed.change(changes),
    completeLink: (linkToken, login = {}) => link.complete(linkToken, login),
    startOAuth: (linkToken, login) => link.startOAuth(linkToken, login),
    redirectLink: (linkToken) => link.redirect(linkToken),
    uploadIdentityDocument(target, { accountId, pages = 1, isAccountNumberMatch = true } = {}) {
      const item = items.findByEither(target);
      const accounts = item.accounts();
      const account = accountId === undefined ? accounts[0] : findAccount(accounts, accountId);
      const document_id = uuid(item.random(`documents/${item.documents.length}`));
      const uploaded_at = new Date(clock.now()).toISOString();
      const metadata = {
        document_type: 'BANK_STATEMENT',
        is_account_number_match: isAccountNumberMatch,
        page_count: pages,
        last_updated: uploaded_at,
        uploaded_at,
      };
      item.documents.push({ accountId: account?.account_id ?? '', shown: { document_id, metadata } });
      return document_id;
    },
    verifyIdentity(target, entry = {}) {
      const verification = verifications.open(target.startsWith('idv_') ? target : link.identify(target));
      verifications.submit(verification, entry);
      return verification.id;
    },
    addToWatchlist: (kind, entry) => screenings.addToWatchlist(kind, entry),
    failItem: (item, code) => items.findByEither(item).fail(code),
    repairItem(target) {
      const item = items.findByEither(target);
      item.repair();
      item.notify('ITEM', 'LOGIN_REPAIRED');
    },
    setInstitutionHealth(institutionId, health) {
      const institution = institutions.find(institutionId);
      if (!institution) throw new RangeError(`the sandbox has no institution ${institutionId}`);
      institution.health = health;
      institution.healthSince = clock.now();
    },
    rotateWebhookKey: () => keys.rotate(),
    ledgerIds: parts.ledgerIds,
    webhooks: webhooks.deliveries,
  };
}
