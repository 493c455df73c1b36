import type { Item, Items } from '../data/items.ts';
import { authorizeProducts, type Endpoint, endpoint, type Of } from '../endpoint.ts';
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

// An Item that wants a new login can still be looked at, moved, repaired and removed.
const anyState = { anyState: true } as const;

/** Items, their tokens, and the keys by which receivers check webhooks about them. */
export function itemEndpoints(items: Items, link: Link, settings: Settings, keys: WebhookKeys): Endpoint[] {
  /** Items of users that a bank imported, by its own IDs of them. */
  const imported = new Map<string, Item>();
  const updated = (ms: number | undefined) => ({
    last_successful_update: ms === undefined ? null : new Date(ms).toISOString(),
    last_failed_update: null,
  });
  const remove: Endpoint['answer'] = (_, item) => {
    items.remove(item);
  };
  return [
    endpoint('/item/public_token/exchange', ({ public_token }: { public_token: string }) => {
      const item = link.exchange(public_token);
      return { access_token: item.accessToken, item_id: item.id };
    }),
    endpoint('/item/public_token/create', (_, item) => ({ public_token: link.reissue(item) }), anyState),
    endpoint(
      '/item/get',
      (_, item) => ({
        item: { ...presentItem(item), ...presentConsent(item) },
        status: {
          investments: item.products.has('investments') ? updated(item.createdAt) : null,
          transactions: item.products.has('transactions') ? updated(item.feed.lastUpdate()) : null,
          last_webhook: item.lastWebhook
            ? { sent_at: new Date(item.lastWebhook.at).toISOString(), code_sent: item.lastWebhook.code }
            : null,
        },
      }),
      anyState,
    ),
    endpoint('/item/remove', remove, anyState),
    endpoint('/item/products/terminate', remove, anyState),
    endpoint(
      '/item/webhook/update',
      ({ webhook }: { webhook?: string }, item) => {
        item.webhook = webhook;
        item.notify('ITEM', 'WEBHOOK_UPDATE_ACKNOWLEDGED', { new_webhook_url: webhook });
        return { item: presentItem(item) };
      },
      anyState,
    ),
    endpoint('/item/import', ({ institution_id: institutionId, products = [], options, user_auth }: ImportRequest) => {
      authorizeProducts(products, settings.products);
      const { webhook } = options;
      const known = imported.get(user_auth.user_id);
      if (known && items.linked().includes(known)) return { access_token: known.accessToken };
      const publicToken = link.logIn({ institutionId }, { products, webhook, window: {}, origin: 'ITEM_IMPORT' });
      const item = link.exchange(publicToken);
      imported.set(user_auth.user_id, item);
      return { access_token: item.accessToken };
    }),
    endpoint('/item/access_token/invalidate', (_, item) => ({ new_access_token: items.rotate(item) }), anyState),
    endpoint('/webhook_verification_key/get', ({ key_id }: { key_id: string }) => ({
      key: keys.find(key_id) ?? refuse('INVALID_WEBHOOK_VERIFICATION_KEY_ID'),
    })),
  ];
}
