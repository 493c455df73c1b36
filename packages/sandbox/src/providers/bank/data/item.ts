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
  /** Which days statements are wanted of. */
  readonly statements?: StatementsWindow | undefined;
  /**
   * Accounts offered on the institution's own pages, and the IDs the user chose. Default: all, created on first use.
   */
  readonly choice?: { readonly accounts: readonly Account[]; readonly ids: readonly string[] } | undefined;
  /** The user of the API it belongs to. */
  readonly userId?: string | undefined;
  /** How it came about. Default: through Link. */
  readonly origin?: ActivityKind;
}

type Listener = (type: WebhookType, code: WebhookCode, extra: object) => void;

/** Proof of an account's ownership that its holder uploaded in Link. */
export interface UploadedDocument {
  readonly accountId: string;
  /** The API's shape of it. */
  readonly shown: object;
}

/** Surroundings of an Item, and how it came about. */
interface Origin {
  readonly context: SandboxContext;
  readonly settings: Settings;
  readonly webhooks: Webhooks;
  readonly applicationId: string;
  /** Label of its random values. */
  readonly scope: string;
  readonly accessToken: string;
  /** When it was linked, Unix milliseconds, if it was there from the start. */
  readonly prelinkedAt: number | undefined;
  /** Whether an Item is linked, and was not removed. */
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
  /** Other applications that the user of an imported Item has let in, by their ids. */
  readonly otherApplications = new Map<string, { readonly itemId: string; readonly createdAt: number }>();
  readonly feed: Feed;
  readonly portfolio: () => Portfolio;
  readonly statements: Statements;
  readonly documents: UploadedDocument[] = [];
  readonly products: Set<string>;
  /** The user of the API it belongs to. */
  userId: string | undefined;
  accessToken: string;
  /** Unix milliseconds; later than the Item where the token was replaced. */
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

  /** Those that the user lets the application see. */
  accounts(): readonly Account[] {
    return this.allAccounts().filter(this.consent.shows);
  }

  /** A stream of random values of its own for each label. */
  random(label: string): Random {
    return this.origin.context.random(`${this.origin.scope}/${label}`);
  }

  /** Sends a webhook about it, if it has an address. Returns whether one was sent. */
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

  /** Forwards what `notify` receives, whether there is an address or not. */
  watch(listener: Listener): void {
    this.listeners.push(listener);
  }

  /** Puts it into an error state and reports its webhook. */
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

  /** The user takes the application's access away, until update mode restores it. */
  revoke(): void {
    this.callOffLogin();
    this.error = bankError('USER_PERMISSION_REVOKED');
    this.consent.log('PORTAL_UNLINK');
    this.notify('ITEM', 'USER_PERMISSION_REVOKED', { error: { ...this.error, status: 400 } });
  }

  /** Whether it was there from the start. */
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

  /** Lets its login end in `ms` milliseconds. */
  private keepAlive(ms: number): void {
    this.callOffLogin();
    if (!Number.isFinite(ms)) return;
    if (ms <= 0) {
      this.error = bankError('ITEM_LOGIN_REQUIRED'); // long due when the Item is first looked at
      return;
    }
    this.callOffLogin = this.origin.context.clock.schedule(ms, () => {
      if (this.origin.isLinked(this)) this.fail('ITEM_LOGIN_REQUIRED');
    });
  }
}
