import type { Item } from '../data/item.ts';
import type { Items } from '../data/items.ts';
import { authorizeProducts, type Call, type Endpoints, type Of } from '../endpoint.ts';
import { refuse } from '../errors.ts';
import type { Link } from '../link/link.ts';
import type { Settings } from '../options.ts';
import type { WebhookKeys } from '../webhooks/webhook-keys.ts';
import { presentConsent, presentItem } from '../wire/item.ts';

interface ImportRequest {
  readonly institution_id?: string;
  readonly products?: readonly string[];
  readonly user_auth: Of<'user_id'>;
  readonly options: { readonly webhook?: string };
}

// An Item that requires a new login can still be read, moved, repaired and removed.
const anyState = { anyState: true } as const;

/** Creates the endpoints for Items, their tokens, and the keys that verify webhooks about them. */
export function itemEndpoints(items: Items, link: Link, settings: Settings, keys: WebhookKeys): Endpoints {
  /** Items that a bank imported, by the bank's own user IDs. */
  const imported = new Map<string, Item>();
  const updated = (ms: number | undefined) => ({
    last_successful_update: ms === undefined ? null : new Date(ms).toISOString(),
    last_failed_update: null,
  });
  const remove = ({ item }: Call) => {
    items.remove(item);
  };
  return {
    'POST /item/public_token/exchange': ({ body: { public_token } }: Call<{ public_token: string }>) => {
      const item = link.exchange(public_token);
      return { access_token: item.accessToken, item_id: item.id };
    },
    'POST /item/public_token/create': { ...anyState, answer: ({ item }) => ({ public_token: link.reissue(item) }) },
    'POST /item/get': {
      ...anyState,
      answer: ({ item }) => ({
        item: { ...presentItem(item), ...presentConsent(item) },
        status: {
          investments: item.products.has('investments') ? updated(item.createdAt) : null,
          transactions: item.products.has('transactions') ? updated(item.feed.lastUpdate()) : null,
          last_webhook: item.lastWebhook
            ? { sent_at: new Date(item.lastWebhook.at).toISOString(), code_sent: item.lastWebhook.code }
            : null,
        },
      }),
    },
    'POST /item/remove': { ...anyState, answer: remove },
    'POST /item/products/terminate': { ...anyState, answer: remove },
    'POST /item/webhook/update': {
      ...anyState,
      answer: ({ body: { webhook }, item }: Call<{ webhook?: string }>) => {
        item.webhook = webhook;
        item.notify('ITEM', 'WEBHOOK_UPDATE_ACKNOWLEDGED', { new_webhook_url: webhook });
        return { item: presentItem(item) };
      },
    },
    'POST /item/import': ({
      body: { institution_id: institutionId, products = [], options, user_auth },
    }: Call<ImportRequest>) => {
      authorizeProducts(products, settings.products);
      const { webhook } = options;
      const known = imported.get(user_auth.user_id);
      if (known && items.linked().includes(known)) return { access_token: known.accessToken };
      const publicToken = link.logIn({ institutionId }, { products, webhook, window: {}, origin: 'ITEM_IMPORT' });
      const item = link.exchange(publicToken);
      imported.set(user_auth.user_id, item);
      return { access_token: item.accessToken };
    },
    'POST /item/access_token/invalidate': {
      ...anyState,
      answer: ({ item }) => ({ new_access_token: items.rotate(item) }),
    },
    'POST /webhook_verification_key/get': ({ body: { key_id } }: Call<{ key_id: string }>) => ({
      key: keys.find(key_id) ?? refuse('INVALID_WEBHOOK_VERIFICATION_KEY_ID'),
    }),
  };
}
