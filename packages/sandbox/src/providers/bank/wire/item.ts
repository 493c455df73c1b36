import type { Item } from '../data/item.ts';

/** Returns an Item as other responses include it. */
export function presentItem(item: Item) {
  const { institution, products, profile } = item;
  const owned = [...products];
  return {
    item_id: item.id,
    institution_id: institution.id,
    institution_name: institution.name,
    webhook: item.webhook ?? null,
    auth_method: products.has('auth') ? 'INSTANT_AUTH' : null,
    error: item.error ?? null,
    available_products: institution.products.filter((product) => !products.has(product)),
    billed_products: owned,
    products: owned,
    consented_products: owned,
    consent_expiration_time: null,
    update_type: profile.custom?.has_perpetual_otp ? 'user_present_required' : 'background',
  };
}

const scopes: Record<string, string> = {
  auth: 'account_routing_number',
  identity: 'contact_info',
  transactions: 'transactions',
  investments: 'investments',
  liabilities: 'credit_loan_info',
};

/** Returns the fields that `/item/get` adds to an Item. */
export function presentConsent({ createdAt, products }: Item) {
  return {
    created_at: new Date(createdAt).toISOString(),
    consented_use_cases: [],
    consented_data_scopes: ['account_balance_info', ...[...products].flatMap((product) => scopes[product] ?? [])],
  };
}
