import { type Endpoint, endpoint, itemEndpoint } from '../endpoint.ts';
import { list, nullable, object, oneOf, required, text, webAddress } from '../fields.ts';
import type { Items } from '../items.ts';
import type { Link } from '../link.ts';
import type { Settings } from '../options.ts';
import { presentConsent, presentItem } from '../present-item.ts';
import { authorizeProducts, products } from '../products.ts';
import { terminationFields } from '../termination.ts';

const reasons = [
  'FRAUD_FIRST_PARTY',
  'FRAUD_FALSE_IDENTITY',
  'FRAUD_ABUSE',
  'FRAUD_OTHER',
  'CONNECTION_IS_NON_FUNCTIONAL',
  'OTHER',
] as const;

// An Item that wants a new login can still be looked at, moved, repaired and removed.
const anyState = { anyState: true } as const;

/** Items and their tokens. */
export function itemEndpoints(items: Items, link: Link, settings: Settings): Endpoint[] {
  const time = (ms: number | undefined) => (ms === undefined ? null : new Date(ms).toISOString());
  return [
    endpoint('/item/public_token/exchange', { public_token: required(text()) }, ({ public_token }) => {
      const item = link.exchange(public_token);
      return { access_token: item.accessToken, item_id: item.id };
    }),
    itemEndpoint('/item/public_token/create', {}, (_, item) => ({ public_token: link.reissue(item) }), anyState),
    itemEndpoint(
      '/item/get',
      {},
      (_, item) => ({
        item: { ...presentItem(item), ...presentConsent(item) },
        status: {
          investments: item.products.has('investments')
            ? { last_successful_update: time(item.createdAt), last_failed_update: null }
            : null,
          transactions: item.products.has('transactions')
            ? { last_successful_update: time(item.feed.lastUpdate()), last_failed_update: null }
            : null,
          last_webhook: item.lastWebhook
            ? { sent_at: time(item.lastWebhook.at), code_sent: item.lastWebhook.code }
            : null,
        },
      }),
      anyState,
    ),
    itemEndpoint(
      '/item/remove',
      { reason_code: nullable(oneOf(reasons)), reason_note: nullable(text({ min: 0, max: 512 })) },
      (_, item) => {
        items.remove(item);
        return {};
      },
      anyState,
    ),
    itemEndpoint(
      '/item/webhook/update',
      { webhook: nullable(webAddress()) },
      ({ webhook }, item) => {
        item.webhook = webhook;
        item.notify('ITEM', 'WEBHOOK_UPDATE_ACKNOWLEDGED', { new_webhook_url: webhook });
        return { item: presentItem(item) };
      },
      anyState,
    ),
    itemEndpoint(
      '/item/products/terminate',
      terminationFields,
      (_, item) => {
        items.remove(item);
        return {};
      },
      anyState,
    ),
    endpoint(
      '/item/import',
      {
        institution_id: text(),
        products: required(list(oneOf(products), { min: 1 })),
        user_auth: required(object({ user_id: required(text()), auth_token: required(text()) })),
        options: object({ webhook: webAddress() }),
      },
      (body) => {
        authorizeProducts(body.products, settings.products);
        const publicToken = link.logIn(
          { institutionId: body.institution_id },
          { products: body.products, webhook: body.options?.webhook, window: {}, origin: 'ITEM_IMPORT' },
        );
        return { access_token: link.exchange(publicToken).accessToken };
      },
    ),
    itemEndpoint(
      '/item/access_token/invalidate',
      {},
      (_, item) => ({ new_access_token: items.rotate(item) }),
      anyState,
    ),
  ];
}
