import type { GivenToken, SandboxContext } from '../../../shared/context.ts';
import type { Random } from '../../../shared/random.ts';
import { type BankError, type BankErrorCode, bankError, refuse } from '../errors.ts';
import type { Settings } from '../options.ts';
import type { WebhookCode, WebhookType } from '../webhooks/webhook-codes.ts';
import type { Webhooks } from '../webhooks/webhooks.ts';
import { type Account, createHolder, type Holder } from './accounts.ts';
import { type ActivityKind, type Consent, createConsent, onlyAccounts } from './consent.ts';
import { openAccounts } from './custom-accounts.ts';
import { dayOf } from './days.ts';
import { Feed, type HistoryWindow } from './feed.ts';
import { opaqueId, uuid } from './ids.ts';
import type { Institution, Institutions } from './institutions.ts';
import { Portfolio } from './portfolio.ts';
import { dynamicProfile, type Profile } from './profiles.ts';
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

/** One login at one institution. */
export interface Item {
  readonly id: string;
  readonly institution: Institution;
  readonly profile: Profile;
  /** Unix milliseconds. */
  readonly createdAt: number;
  /** Those that the user lets the application see. */
  readonly accounts: () => readonly Account[];
  readonly allAccounts: () => readonly Account[];
  readonly holder: Holder;
  readonly consent: Consent;
  /** Other applications that the user of an imported Item has let in, by their ids. */
  readonly otherApplications: Map<string, { readonly itemId: string; readonly createdAt: number }>;
  readonly feed: Feed;
  readonly portfolio: () => Portfolio;
  readonly statements: Statements;
  readonly documents: UploadedDocument[];
  readonly products: Set<string>;
  /** The user of the API it belongs to. */
  userId: string | undefined;
  accessToken: string;
  /** Unix milliseconds; later than the Item where the token was replaced. */
  accessTokenAt: number;
  webhook: string | undefined;
  error: BankError | undefined;
  lastWebhook: { at: number; code: string } | undefined;
  /** Sends a webhook about it, if it has an address. Returns whether one was sent. */
  notify(type: WebhookType, code: WebhookCode, extra?: object): boolean;
  /** Forwards what `notify` receives, whether there is an address or not. */
  watch(listener: Listener): void;
  /** Puts it into an error state and reports its webhook. */
  fail(code: BankErrorCode): void;
  /** Ends the error state, as update mode does. */
  repair(): void;
  /** The user takes the application's access away, until update mode restores it. */
  revoke(): void;
  /** A stream of random values of its own for each label. */
  random(label: string): Random;
}

/** The access tokens of the Items that are linked from the start. */
export const prelinkedTokens = ({ random }: SandboxContext): [string, string] => {
  const draw = random('access-tokens');
  return [accessToken(draw), accessToken(draw)];
};

const accessToken = (draw: Random) => `access-sandbox-${uuid(draw)}`;

/** Every Item of the sandbox, by access token. */
export function createItems(
  context: SandboxContext,
  settings: Settings,
  institutions: Institutions,
  webhooks: Webhooks,
) {
  const { clock, random, startedAt } = context;
  const tokens = random('new-access-tokens');
  const items = new Map<string, Item | 'removed'>();
  const everMade: Item[] = [];
  const applicationId = opaqueId(random('application'));

  function create(spec: ItemSpec, token = accessToken(tokens), prelinkedAt?: number): Item {
    const { profile, institution } = spec;
    const scope = `items/${everMade.length + 1}`;
    const isOld = prelinkedAt !== undefined;
    const createdAt = prelinkedAt ?? clock.now();
    const today = dayOf(createdAt);
    const accounts = once(
      () => spec.choice?.accounts ?? openAccounts(random, { label: `${scope}/accounts`, institution, profile, today }),
    );
    const ownRandom = (label: string) => random(`${scope}/${label}`);
    const consent = createConsent(
      clock,
      ownRandom('consent'),
      applicationId,
      institution.oauth ? 'DATA_PARTNER' : 'PLAID',
    );
    const count = profile.isLively ? settings.dynamicTransactions : settings.staticTransactions;
    const listeners: Listener[] = [];
    let callOffLogin = () => {};

    const item: Item = {
      id: opaqueId(random(scope)),
      institution,
      profile,
      createdAt,
      accounts: () => accounts().filter(consent.shows),
      allAccounts: accounts,
      holder: createHolder(() => ownRandom('owner'), institution),
      consent,
      otherApplications: new Map(),
      feed: new Feed({
        clock,
        settings,
        accounts,
        profile,
        count: isOld ? settings.transactionsPerItem : count,
        window: spec.window,
        isOld,
        createdAt,
        random: ownRandom,
        seeded: random,
        notify: (code, extra) => item.notify('TRANSACTIONS', code, extra),
      }),
      portfolio: once(
        () =>
          new Portfolio({
            clock,
            settings,
            accounts: accounts(),
            createdAt,
            isInitial: isOld || spec.products.includes('investments'),
            isDynamic: profile.isDynamic,
            random: ownRandom,
            securityId: (ticker) => opaqueId(random(`securities/${ticker}`)),
            notify: (type, code, extra) => item.notify(type, code, extra),
          }),
      ),
      statements: createStatements({ clock, settings, createdAt, window: spec.statements, random: ownRandom }),
      documents: [],
      products: new Set(spec.products),
      userId: spec.userId,
      accessToken: token,
      accessTokenAt: createdAt,
      webhook: spec.webhook,
      error: undefined,
      lastWebhook: undefined,
      notify(type, code, extra = {}) {
        if (items.get(item.accessToken) !== item) return false;
        for (const listener of listeners) listener(type, code, extra);
        if (!item.webhook) return false;
        item.lastWebhook = { at: clock.now(), code };
        webhooks.send(item.webhook, {
          webhook_type: type,
          webhook_code: code,
          item_id: item.id,
          error: null,
          ...(item.userId !== undefined && { user_id: item.userId }),
          ...extra,
        });
        return true;
      },
      watch: (listener) => listeners.push(listener),
      fail(code) {
        callOffLogin();
        item.error = bankError(code);
        item.notify('ITEM', 'ERROR', { error: { ...item.error, status: 400 } });
      },
      repair() {
        item.error = undefined;
        keepAlive(settings.loginRequiredAfterMs);
      },
      revoke() {
        callOffLogin();
        item.error = bankError('USER_PERMISSION_REVOKED');
        consent.log('PORTAL_UNLINK');
        item.notify('ITEM', 'USER_PERMISSION_REVOKED', { error: { ...item.error, status: 400 } });
      },
      random: ownRandom,
    };
    function keepAlive(ms: number): void {
      callOffLogin();
      if (!Number.isFinite(ms)) return;
      if (ms <= 0) {
        item.error = bankError('ITEM_LOGIN_REQUIRED'); // long due when the Item is first looked at
        return;
      }
      callOffLogin = clock.schedule(ms, () => {
        if (items.get(item.accessToken) === item) item.fail('ITEM_LOGIN_REQUIRED');
      });
    }
    keepAlive(createdAt + settings.loginRequiredAfterMs - clock.now());
    items.set(token, item);
    everMade.push(item);
    consent.log(spec.origin ?? 'ITEM_CREATE');
    if (spec.choice) {
      consent.restrict(onlyAccounts(spec.choice.accounts, spec.choice.ids));
    }
    return item;
  }

  const prelink = once(() => {
    const [first, second] = prelinkedTokens(context);
    const products = ['transactions', 'auth', 'identity'];
    for (const [token, institutionId] of [
      [first, 'ins_109508'],
      [second, 'ins_109511'],
    ] as const) {
      const institution = institutions.find(institutionId) ?? refuse('INVALID_INSTITUTION');
      create({ institution, profile: dynamicProfile, products, window: { days: 730 } }, token, startedAt);
    }
  });

  return {
    create(spec: ItemSpec): Item {
      prelink();
      return create(spec);
    },
    /** The Item of an access token; refuses tokens that were never given, were rotated, or whose Item is gone. */
    find(token: string): Item {
      prelink();
      const item = items.get(token) ?? refuse('INVALID_ACCESS_TOKEN');
      return item === 'removed' ? refuse('ITEM_NOT_FOUND') : item;
    },
    /** The Item of an access token, or of an `item_id`. */
    findByEither(target: string): Item {
      prelink();
      const item = everMade.find(({ id }) => id === target);
      if (!item) return this.find(target);
      return items.get(item.accessToken) === item ? item : refuse('ITEM_NOT_FOUND');
    },
    /** Replaces the access token; the old one is dead at once. */
    rotate(item: Item): string {
      items.delete(item.accessToken);
      item.accessToken = accessToken(tokens);
      item.accessTokenAt = clock.now();
      items.set(item.accessToken, item);
      return item.accessToken;
    },
    remove(item: Item): void {
      item.consent.log('ITEM_REMOVE');
      items.set(item.accessToken, 'removed');
    },
    /** Every Item there ever was, the oldest first. */
    everMade(): readonly Item[] {
      prelink();
      return everMade;
    },
    /** Every Item that was not removed, the oldest first. */
    linked(): readonly Item[] {
      prelink();
      return everMade.filter((item) => items.get(item.accessToken) === item);
    },
    /** The access tokens of the Items that there are. Those linked from the start need not have been made for that. */
    tokens(): GivenToken[] {
      if (everMade.length === 0)
        return prelinkedTokens(context).map((value) => ({ kind: 'access', value, givenAt: startedAt }));
      return everMade
        .filter((item) => items.get(item.accessToken) === item)
        .map(({ accessToken: value, accessTokenAt: givenAt, userId: user, error }) => {
          return { kind: 'access', value, givenAt, user, problem: error?.error_code };
        });
    },
    isRemoved: (item: Item) => items.get(item.accessToken) !== item,
    /** Why no data of an Item can be had at the moment. */
    problem(item: Item): BankError | undefined {
      if (items.get(item.accessToken) !== item) return bankError('ITEM_NOT_FOUND');
      return item.error ?? (item.institution.health === 'DOWN' ? bankError('INSTITUTION_DOWN') : undefined);
    },
  };
}

export type Items = ReturnType<typeof createItems>;

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
