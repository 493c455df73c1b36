import type { SandboxContext } from '../../../shared/context.ts';
import { lazy } from '../../../shared/lazy.ts';
import type { Random } from '../../../shared/random.ts';
import { type BankError, type BankErrorCode, bankError } from '../errors.ts';
import { opaqueId } from '../ids.ts';
import type { Settings } from '../options.ts';
import type { WebhookCode, WebhookType } from '../webhooks/webhook-codes.ts';
import type { Webhooks } from '../webhooks/webhooks.ts';
import { type Account, createHolder, type Holder } from './accounts.ts';
import { type ActivityKind, type Consent, createConsent } from './consent.ts';
import { openAccounts } from './custom-accounts.ts';
import { dayOf } from './days.ts';
import { Feed } from './feed.ts';
import type { HistoryWindow } from './feed-plan.ts';
import type { Institution } from './institutions.ts';
import { Portfolio } from './portfolio.ts';
import type { Profile } from './profiles.ts';
import { createStatements, type Statements, type StatementsWindow } from './statements.ts';

/** Input from which an Item is created. */
export interface ItemSpec {
  readonly institution: Institution;
  readonly profile: Profile;
  readonly products: readonly string[];
  readonly webhook?: string | undefined;
  readonly window: HistoryWindow;
  /** Days for which statements are requested. */
  readonly statements?: StatementsWindow | undefined;
  /**
   * Accounts offered on the institution's own pages, and the IDs the user chose. Default: all, created on first use.
   */
  readonly choice?: { readonly accounts: readonly Account[]; readonly ids: readonly string[] } | undefined;
  /** API user that the Item belongs to. */
  readonly userId?: string | undefined;
  /** Origin of the Item. Default: created through Link. */
  readonly origin?: ActivityKind;
}

type Listener = (type: WebhookType, code: WebhookCode, extra: object) => void;

/** Proof of account ownership that the holder uploaded in Link. */
export interface UploadedDocument {
  readonly accountId: string;
  /** The document as the API shows it. */
  readonly shown: object;
}

/** Environment of an Item, and how it was created. */
interface Origin {
  readonly context: SandboxContext;
  readonly settings: Settings;
  readonly webhooks: Webhooks;
  readonly applicationId: string;
  /** Label of its random values. */
  readonly scope: string;
  readonly accessToken: string;
  /** Time of linking in Unix milliseconds, if it is linked from the start. */
  readonly prelinkedAt: number | undefined;
  /** Whether an Item is linked and was not removed. */
  isLinked(item: Item): boolean;
}

/** One login at one institution. */
export class Item {
  readonly id: string;
  readonly institution: Institution;
  readonly profile: Profile;
  /** Unix milliseconds. */
  readonly createdAt: number;
  readonly allAccounts: () => readonly Account[];
  readonly holder: Holder;
  readonly consent: Consent;
  /** Other applications that the user of an imported Item has given access to, by ID. */
  readonly otherApplications = new Map<string, { readonly itemId: string; readonly createdAt: number }>();
  readonly feed: Feed;
  readonly portfolio: () => Portfolio;
  readonly statements: Statements;
  readonly documents: UploadedDocument[] = [];
  readonly products: Set<string>;
  /** API user that the Item belongs to. */
  userId: string | undefined;
  accessToken: string;
  /** Unix milliseconds; later than `createdAt` if the token was replaced. */
  accessTokenAt: number;
  webhook: string | undefined;
  error: BankError | undefined;
  lastWebhook: { at: number; code: string } | undefined;
  private readonly origin: Origin;
  private readonly listeners: Listener[] = [];
  private callOffLogin = () => {};

  constructor(spec: ItemSpec, origin: Origin) {
    const { context, settings, scope, accessToken, prelinkedAt } = origin;
    const { clock, random } = context;
    const { profile, institution } = spec;
    const createdAt = prelinkedAt ?? clock.now();
    const today = dayOf(createdAt);
    const party = institution.oauth ? 'DATA_PARTNER' : 'PLAID';
    this.origin = origin;
    this.id = opaqueId(random(scope));
    this.institution = institution;
    this.profile = profile;
    this.createdAt = createdAt;
    this.allAccounts = lazy(
      () => spec.choice?.accounts ?? openAccounts(random, { label: `${scope}/accounts`, institution, profile, today }),
    );
    this.holder = createHolder(() => this.random('owner'), institution);
    this.consent = createConsent(clock, this.random('consent'), origin.applicationId, party);
    this.feed = this.openFeed(spec.window);
    this.portfolio = lazy(() => this.openPortfolio(spec.products.includes('investments')));
    const ownRandom = (label: string) => this.random(label);
    this.statements = createStatements({ clock, settings, createdAt, window: spec.statements, random: ownRandom });
    this.products = new Set(spec.products);
    this.userId = spec.userId;
    this.accessToken = accessToken;
    this.accessTokenAt = createdAt;
    this.webhook = spec.webhook;
    this.keepAlive(createdAt + settings.loginRequiredAfterMs - clock.now());
  }

  /** Returns the accounts that the user lets the application see. */
  accounts(): readonly Account[] {
    return this.allAccounts().filter(this.consent.shows);
  }

  /** Returns a separate random stream for each label. */
  random(label: string): Random {
    return this.origin.context.random(`${this.origin.scope}/${label}`);
  }

  /** Sends a webhook about the Item, if it has a webhook URL. Returns whether one was sent. */
  notify(type: WebhookType, code: WebhookCode, extra: object = {}): boolean {
    if (!this.origin.isLinked(this)) return false;
    for (const listener of this.listeners) listener(type, code, extra);
    if (!this.webhook) return false;
    this.lastWebhook = { at: this.origin.context.clock.now(), code };
    this.origin.webhooks.send(this.webhook, {
      webhook_type: type,
      webhook_code: code,
      item_id: this.id,
      error: null,
      ...(this.userId !== undefined && { user_id: this.userId }),
      ...extra,
    });
    return true;
  }

  /** Calls `listener` with everything that `notify` receives, whether or not the Item has a webhook URL. */
  watch(listener: Listener): void {
    this.listeners.push(listener);
  }

  /** Puts the Item into an error state and sends the webhook. */
  fail(code: BankErrorCode): void {
    this.callOffLogin();
    this.error = bankError(code);
    this.notify('ITEM', 'ERROR', { error: { ...this.error, status: 400 } });
  }

  /** Ends the error state, as update mode does. */
  repair(): void {
    this.error = undefined;
    this.keepAlive(this.origin.settings.loginRequiredAfterMs);
  }

  /** Revokes the application's access, as a user would, until update mode restores it. */
  revoke(): void {
    this.callOffLogin();
    this.error = bankError('USER_PERMISSION_REVOKED');
    this.consent.log('PORTAL_UNLINK');
    this.notify('ITEM', 'USER_PERMISSION_REVOKED', { error: { ...this.error, status: 400 } });
  }

  /** Whether it is linked from the start. */
  private get isOld(): boolean {
    return this.origin.prelinkedAt !== undefined;
  }

  private openFeed(window: HistoryWindow): Feed {
    const { context, settings } = this.origin;
    const { profile, createdAt, isOld } = this;
    const count = profile.isLively ? settings.dynamicTransactions : settings.staticTransactions;
    return new Feed({
      clock: context.clock,
      settings,
      accounts: this.allAccounts,
      profile,
      count: isOld ? settings.transactionsPerItem : count,
      window,
      isOld,
      createdAt,
      random: (label) => this.random(label),
      seeded: context.random,
      notify: (code, extra) => this.notify('TRANSACTIONS', code, extra),
    });
  }

  private openPortfolio(isAskedFor: boolean): Portfolio {
    const { context, settings } = this.origin;
    return new Portfolio({
      clock: context.clock,
      settings,
      accounts: this.allAccounts(),
      createdAt: this.createdAt,
      isInitial: this.isOld || isAskedFor,
      isDynamic: this.profile.isDynamic,
      random: (label) => this.random(label),
      securityId: (ticker) => opaqueId(context.random(`securities/${ticker}`)),
      notify: (type, code, extra) => this.notify(type, code, extra),
    });
  }

  /** Schedules the login to end in `ms` milliseconds. */
  private keepAlive(ms: number): void {
    this.callOffLogin();
    if (!Number.isFinite(ms)) return;
    if (ms <= 0) {
      this.error = bankError('ITEM_LOGIN_REQUIRED'); // already overdue when the Item is first read
      return;
    }
    this.callOffLogin = this.origin.context.clock.schedule(ms, () => {
      if (this.origin.isLinked(this)) this.fail('ITEM_LOGIN_REQUIRED');
    });
  }
}
