import { formatDay, formatDayTime } from '../data/days.ts';
import type { Fact } from '../data/history.ts';
import { bankData, primaryOf } from '../data/source.ts';
import { nullRecord } from '../request.ts';

/** Options for the transactions in a response. */
export interface Presentation {
  readonly include_original_description?: boolean | undefined;
  readonly personal_finance_category_version?: 'v1' | 'v2' | undefined;
}

/** Location of a transaction that has none. */
export const noLocation = nullRecord('Location');

const noPaymentMeta = nullRecord('PaymentMeta');

/** Returns a transaction in the API's shape. */
export function presentTransaction(fact: Fact, { include_original_description, ...options }: Presentation = {}) {
  const { account, merchant } = fact;
  const isCard = merchant?.channel === 'in store';
  const authorizedDay = fact.transacted ?? (isCard ? fact.day - 1 : fact.day);
  const currency = fact.currency ?? account.balances.iso_currency_code;
  return {
    account_id: account.account_id,
    account_owner: null,
    amount: fact.amount,
    iso_currency_code: fact.isUnofficial ? null : currency,
    unofficial_currency_code: fact.isUnofficial ? 'BTC' : null,
    check_number: null,
    date: formatDay(fact.day),
    datetime: isCard && !fact.isPending ? formatDayTime(fact.day, 0) : null,
    authorized_date: fact.isSparse ? null : formatDay(authorizedDay),
    authorized_datetime: isCard && !fact.isSparse ? formatDayTime(authorizedDay, fact.second) : null,
    location: isCard ? locationOf(fact) : noLocation,
    name: fact.description,
    original_description: include_original_description ? fact.description : null,
    payment_meta: noPaymentMeta,
    payment_channel: merchant?.channel ?? 'other',
    pending: fact.isPending,
    pending_transaction_id: fact.pendingId,
    transaction_id: fact.id,
    transaction_code: null,
    merchant_category_code: null, // a beta field that the app is not enabled for
    ...(!fact.isPending && { running_balance: null }), // undocumented, but observed on posted transactions
    ...(merchant && !fact.isSparse && enrichment(merchant, options)),
  };
}

/** Returns the data that the API adds by itself, and omits if it finds none. */
export function enrichment(
  { name, category, channel }: Pick<NonNullable<Fact['merchant']>, 'name' | 'category' | 'channel'>,
  options: Presentation,
) {
  const website = `${name.toLowerCase().replace(/[^a-z0-9]+/g, '')}.example`;
  const primary = primaryOf(category);
  const isShop = channel !== 'other';
  return {
    merchant_name: isShop ? name : null,
    merchant_entity_id: isShop ? entityId(name) : null,
    logo_url: null,
    website: isShop ? website : null,
    counterparties: isShop
      ? [
          {
            name,
            type: 'merchant',
            logo_url: null,
            website,
            entity_id: entityId(name),
            confidence_level: 'VERY_HIGH',
          },
        ]
      : [],
    category: null,
    category_id: null,
    transaction_type: { 'in store': 'place', online: 'digital', other: 'special' }[channel],
    personal_finance_category: {
      primary,
      detailed: category,
      confidence_level: isShop ? 'VERY_HIGH' : 'LOW',
      version: options.personal_finance_category_version ?? 'v1',
    },
    personal_finance_category_icon_url: `https://plaid-category-icons.plaid.com/PFC_${primary}.png`,
  };
}

// A merchant has the same ID everywhere, so it is derived from the name alone.
const entityId = (name: string) =>
  Buffer.from(name.repeat(4))
    .toString('base64')
    .replace(/[^A-Za-z0-9]/g, '')
    .slice(0, 37)
    .padEnd(37, 'A');

function locationOf({ second, day }: Fact) {
  const { cities, streets } = bankData;
  const [city, region, postal_code, lat, lon] = cities[second % cities.length] as (typeof cities)[number];
  return {
    address: `${(second % 900) + 1} ${streets[day % streets.length]} Street`,
    city,
    region,
    postal_code,
    country: 'US',
    lat,
    lon,
    store_number: String(100 + (second % 900)),
  };
}
