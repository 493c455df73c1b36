import { type Endpoint, endpoint } from '../endpoint.ts';
import { anyObject, flag, integer, list, nullable, object, oneOf, required, text, webAddress } from '../fields.ts';
import type { Items } from '../items.ts';
import type { Link } from '../link.ts';
import type { Settings } from '../options.ts';
import { authorizeProducts, countries, languages, products } from '../products.ts';
import { refuse } from '../refusal.ts';
import { requireWindow, windowField } from '../statements.ts';
import type { Users } from '../users.ts';

const productList = () => nullable(list(oneOf(products)));

const createFields = {
  client_name: required(text({ max: 30 })),
  language: required(oneOf(languages)),
  country_codes: required(list(oneOf(countries), { min: 1 })),
  user: object({
    client_user_id: required(text()),
    legal_name: text(),
    name: nullable(anyObject()),
    phone_number: text(),
    phone_number_verified_time: nullable(text()),
    email_address: text(),
    email_address_verified_time: nullable(text()),
    ssn: text(),
    date_of_birth: nullable(text()),
    address: nullable(anyObject()),
    id_number: nullable(anyObject()),
  }),
  user_id: text(),
  products: productList(),
  required_if_supported_products: productList(),
  optional_products: productList(),
  additional_consented_products: productList(),
  webhook: webAddress(),
  access_token: nullable(text()),
  access_tokens: list(text()),
  update: object({
    account_selection_enabled: flag(),
    reauthorization_enabled: flag(),
    user: flag(),
    item_ids: nullable(list(text())),
  }),
  redirect_uri: text(),
  android_package_name: text(),
  transactions: object({ days_requested: integer(1, 730) }),
  statements: windowField(),
  account_filters: anyObject(),
  link_customization_name: text(),
  hosted_link: anyObject(),
  enable_multi_item_link: flag(),
  institution_id: text(),
  institution_data: anyObject(),
  eu_config: anyObject(),
  auth: anyObject(),
  identity: anyObject(),
  investments: anyObject(),
  investments_auth: anyObject(),
  appearance_mode: nullable(text()),
  financekit_supported: flag(),
  user_token: text(),
  third_party_user_token: text(),
  // Of products that are not here: they need those products, which are refused.
  cra_enabled: flag(),
  consumer_report_permissible_purpose: text(),
  base_report: anyObject(),
  card_switch: anyObject(),
  cashflow_report: anyObject(),
  cra_options: anyObject(),
  credit_partner_insights: anyObject(),
  employment: anyObject(),
  identity_verification: anyObject(),
  income_verification: anyObject(),
  payment_configuration: anyObject(),
  payment_initiation: anyObject(),
  transfer: anyObject(),
};

/** Link tokens. */
export function linkEndpoints(link: Link, items: Items, users: Users, settings: Settings): Endpoint[] {
  const isoTime = (ms: number) => new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z');
  return [
    endpoint('/link/token/create', createFields, (body) => {
      const { user_id, user_token, third_party_user_token: shared, access_token, access_tokens = [] } = body;
      if (!body.user && user_id === undefined && user_token === undefined && shared === undefined)
        refuse('MISSING_FIELDS', 'the following required fields are missing: user');
      const asked = [...(body.products ?? []), ...(body.required_if_supported_products ?? [])];
      authorizeProducts(
        [...asked, ...(body.optional_products ?? []), ...(body.additional_consented_products ?? [])],
        settings.products,
      );
      requireWindow(asked, body.statements, 'statements');
      const isOwned = user_id !== undefined || user_token !== undefined;
      const owner = isOwned ? users.find({ user_id, user_token }) : shared && users.ofShared(shared);
      const token = link.createToken({
        products: body.products ?? [],
        webhook: body.webhook,
        window: { days: body.transactions?.days_requested },
        statements: body.statements,
        userId: owner ? owner.id : undefined,
        redirectUri: body.redirect_uri,
        updates: [...(access_token === undefined ? [] : [access_token]), ...access_tokens].map(items.find),
        metadata: {
          initial_products: body.products ?? [],
          webhook: body.webhook ?? null,
          country_codes: body.country_codes,
          language: body.language,
          redirect_uri: body.redirect_uri ?? null,
          client_name: body.client_name,
          ...(body.account_filters && { account_filters: body.account_filters }),
        },
      });
      return {
        link_token: token.token,
        expiration: isoTime(token.expiresAt),
        ...(owner && { user_id: owner.id }),
      };
    }),
    endpoint('/link/token/get', { link_token: required(text()) }, ({ link_token }) => {
      const { createdAt, expiresAt, metadata, sessions } = link.findToken(link_token);
      return {
        link_token,
        created_at: isoTime(createdAt),
        expiration: isoTime(expiresAt),
        link_sessions: sessions,
        metadata,
      };
    }),
    endpoint(
      '/link/oauth/correlation_id/exchange',
      { link_correlation_id: required(text()) },
      ({ link_correlation_id }) => ({ link_token: link.correlate(link_correlation_id) }),
    ),
  ];
}
