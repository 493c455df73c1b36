import type { Clock } from '../../shared/clock.ts';
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

/** A linked Item. */
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
  /** Code of the Item's error state, such as `ITEM_LOGIN_REQUIRED`. Null when it works. */
  readonly error: string | null;
}

/**
 * Actions for tests, outside the API. An `item` is an access token or an `item_id`. Unknown Items and unknown link
 * tokens throw.
 */
export interface BankControls {
  /**
   * Changes a transaction after each of the next `times` pages that are not the last one, so the following page is
   * refused until the client restarts its pagination. With `item`, only that Item's pages count.
   */
  mutateDuringPagination(times: number, item?: string): void;
  /** Access tokens of the Items that are linked from the start. */
  readonly accessTokens: readonly string[];
  /** Lists the linked Items, oldest first. */
  items(): readonly BankSandboxItem[];
  /** Changes an Item's transactions and sends the webhook. */
  changeTransactions(item: string, changes: TransactionChanges): ChangedTransactions;
  /** Completes Link as a user would. Returns the public token, or nothing in update mode, which repairs the Item. */
  completeLink(linkToken: string, login?: LinkLogin): string | undefined;
  /**
   * Logs a link token's user in at an OAuth institution, such as `ins_127287`, which then shows accounts to choose
   * from. `completeLink` links those that `/sandbox/oauth/select_accounts` selected, or all of them by default. Throws
   * `RangeError` for other institutions.
   */
  startOAuth(linkToken: string, login: LinkLogin): OAuthLogin;
  /**
   * Sends the user back from the institution to a link token's `redirect_uri`. Returns the `link_correlation_id` of the
   * redirect, which is valid for ten minutes. Throws `RangeError` if there is no `redirect_uri`.
   */
  redirectLink(linkToken: string): string;
  /**
   * Uploads a bank statement, as a user would to prove that they own an account. Returns the document's ID. Default:
   * one page about the first account that shows the account's number.
   */
  uploadIdentityDocument(
    item: string,
    document?: { accountId?: string; pages?: number; isAccountNumberMatch?: boolean },
  ): string;
  /**
   * Goes through an identity verification as a user would. `target` is the ID of a verification or a link token for
   * one. Returns the verification's ID. Throws `RangeError` if the verification is not running.
   */
  verifyIdentity(target: string, entry?: IdentityEntry): string;
  /**
   * Adds a person (`individual`) or an organization (`entity`) to a watchlist, as an authority would. Matching
   * screenings become `pending_review` and send a webhook.
   */
  addToWatchlist(kind: WatchlistKind, entry: WatchlistEntry): void;
  /** Puts an Item into an error state, such as `ITEM_LOGIN_REQUIRED` or `ITEM_LOCKED`, and sends the webhook. */
  failItem(item: string, code: BankErrorCode): void;
  /** Ends an Item's error state as if it had recovered on its own, and sends the webhook. */
  repairItem(item: string): void;
  /** Sets an institution's health. While it is `DOWN`, requests for its Items' data are refused. */
  setInstitutionHealth(institutionId: string, health: InstitutionHealth): void;
  /** Expires the key that signs webhooks. Returns the ID of the new key, which signs the next webhooks. */
  rotateWebhookKey(): string;
  /** IDs of the Transfer ledgers, which the real API lists in its dashboard: the default one and another one. */
  readonly ledgerIds: readonly string[];
  /** Webhooks sent so far, including refused ones, oldest first; at most the last 1,000. */
  readonly webhooks: readonly WebhookDelivery[];
}

/** Creates a sandbox's controls. */
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
