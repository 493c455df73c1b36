import type { SandboxContext } from '../../context.ts';
import type { Random } from '../../random.ts';
import { type Account, makeAccounts, makeOwner } from './accounts.ts';
import { type BankError, type BankErrorCode, bankError } from './errors.ts';
import { createFeed, type Feed, type HistoryWindow } from './feed.ts';
import { opaqueId, uuid } from './ids.ts';
import type { Institution, Institutions } from './institutions.ts';
import type { Settings } from './options.ts';
import { dynamicProfile, type Profile } from './profiles.ts';
import { refuse } from './refusal.ts';
import type { WebhookCode, WebhookType } from './webhook-codes.ts';
import type { Webhooks } from './webhooks.ts';

/** What a new Item is made of. */
export interface ItemSpec {
  readonly institution: Institution;
  readonly profile: Profile;
  readonly products: readonly string[];
  readonly webhook?: string | undefined;
  readonly window: HistoryWindow;
}

/** One login at one institution. */
export interface Item {
  readonly id: string;
  readonly institution: Institution;
  readonly profile: Profile;
  /** Unix milliseconds. */
  readonly createdAt: number;
  readonly accounts: () => readonly Account[];
  readonly owner: () => ReturnType<typeof makeOwner>;
  readonly feed: Feed;
  readonly products: Set<string>;
  accessToken: string;
  webhook: string | undefined;
  error: BankError | undefined;
  lastWebhook: { at: number; code: string } | undefined;
  /** Sends a webhook about it, if it has an address. Returns whether one was sent. */
  notify(type: WebhookType, code: WebhookCode, extra?: object): boolean;
  /** Puts it into an error state and tells its webhook. */
  fail(code: BankErrorCode): void;
  /** Ends the error state, as update mode does. */
  repair(): void;
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
  const { clock, random } = context;
  const startedAt = clock.now();
  const tokens = random('new-access-tokens');
  const items = new Map<string, Item | 'removed'>();
  let made = 0;

  function create(spec: ItemSpec, token = accessToken(tokens), prelinkedAt?: number): Item {
    const { profile, institution } = spec;
    made += 1;
    const scope = `items/${made}`;
    const isOld = prelinkedAt !== undefined;
    const createdAt = prelinkedAt ?? clock.now();
    const accounts = once(() => makeAccounts(random(`${scope}/accounts`), institution, profile.isBusiness));
    const count = profile.isLively ? settings.dynamicTransactions : settings.staticTransactions;
    let callOffLogin = () => {};

    const item: Item = {
      id: opaqueId(random(scope)),
      institution,
      profile,
      createdAt,
      accounts,
      owner: once(() => makeOwner(random(`${scope}/owner`), institution)),
      feed: createFeed({
        clock,
        settings,
        accounts,
        profile,
        density: { count: isOld ? settings.transactionsPerItem : count, days: 730 },
        window: spec.window,
        isOld,
        createdAt,
        random: (label) => random(`${scope}/${label}`),
        notify: (code, extra) => item.notify('TRANSACTIONS', code, extra),
      }),
      products: new Set(spec.products),
      accessToken: token,
      webhook: spec.webhook,
      error: undefined,
      lastWebhook: undefined,
      notify(type, code, extra = {}) {
        if (!item.webhook || items.get(item.accessToken) !== item) return false;
        const environment = 'sandbox' as const;
        const content = {
          webhook_type: type,
          webhook_code: code,
          item_id: item.id,
          error: null,
          environment,
          ...extra,
        };
        item.lastWebhook = { at: clock.now(), code };
        return webhooks.send(item.webhook, content);
      },
      fail(code) {
        callOffLogin();
        item.error = bankError(code);
        item.notify('ITEM', 'ERROR', { error: { ...item.error, status: 400 } });
      },
      repair() {
        item.error = undefined;
        keepAlive(settings.loginRequiredAfterMs);
      },
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
    /** Replaces the access token; the old one is dead at once. */
    rotate(item: Item): string {
      items.delete(item.accessToken);
      item.accessToken = accessToken(tokens);
      items.set(item.accessToken, item);
      return item.accessToken;
    },
    remove(item: Item): void {
      items.set(item.accessToken, 'removed');
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
