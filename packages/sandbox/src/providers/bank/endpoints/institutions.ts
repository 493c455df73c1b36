import { type Endpoint, endpoint } from '../endpoint.ts';
import { anyObject, flag, integer, list, nullable, object, oneOf, required, text } from '../fields.ts';
import { dtcNumbers, type Institution, type InstitutionHealth, type Institutions } from '../institutions.ts';
import { countries, products } from '../products.ts';
import { refuse } from '../refusal.ts';

interface Shown {
  readonly include_optional_metadata?: boolean | undefined;
  readonly include_auth_metadata?: boolean | undefined;
  readonly include_status?: boolean | undefined;
}

const shown = {
  include_optional_metadata: flag(),
  include_auth_metadata: nullable(flag()),
  include_payment_initiation_metadata: nullable(flag()),
};
const productFilter = nullable(list(oneOf(products), { min: 1 }));

/** Institutions. */
export function institutionEndpoints(institutions: Institutions): Endpoint[] {
  const inCountries = (codes: readonly string[]) => (each: Institution) => codes.includes(each.country);
  const offering =
    (asked: readonly string[] = []) =>
    (each: Institution) =>
      asked.every((product) => each.products.includes(product));
  const withOAuth = (wanted: boolean | undefined) => (each: Institution) =>
    wanted === undefined || each.oauth === wanted;
  return [
    endpoint(
      '/institutions/get',
      {
        count: required(integer(1, 500)),
        offset: required(integer(0)),
        country_codes: required(list(oneOf(countries), { min: 1 })),
        options: object({
          ...shown,
          products: productFilter,
          routing_numbers: nullable(list(text())),
          oauth: nullable(flag()),
        }),
      },
      ({ count, offset, country_codes, options = {} }) => {
        const { routing_numbers } = options;
        const found = institutions
          .list()
          .filter(inCountries(country_codes))
          .filter(offering(options.products))
          .filter(withOAuth(options.oauth))
          .filter(
            (each) => !routing_numbers || each.routing_numbers.some((number) => routing_numbers.includes(number)),
          );
        return {
          institutions: found.slice(offset, offset + count).map((each) => present(each, options)),
          total: found.length,
        };
      },
    ),
    endpoint(
      '/institutions/get_by_id',
      {
        institution_id: required(text()),
        country_codes: required(list(oneOf(countries), { min: 1 })),
        options: object({ ...shown, include_status: flag() }),
      },
      ({ institution_id, country_codes, options = {} }) => {
        const found = institutions.find(institution_id);
        if (!found || !inCountries(country_codes)(found)) refuse('INVALID_INSTITUTION');
        return { institution: present(found, options) };
      },
    ),
    endpoint(
      '/institutions/search',
      {
        query: required(text()),
        country_codes: required(list(oneOf(countries), { min: 1 })),
        products: productFilter,
        options: object({ ...shown, oauth: nullable(flag()), payment_initiation: nullable(anyObject()) }),
      },
      ({ query, country_codes, products, options = {} }) => ({
        institutions: institutions
          .list()
          .filter(({ name }) => name.toLowerCase().includes(query.trim().toLowerCase()))
          .filter(inCountries(country_codes))
          .filter(offering(products))
          .filter(withOAuth(options.oauth))
          .slice(0, 10)
          .map((each) => present(each, options)),
      }),
    ),
  ];
}

function present(institution: Institution, options: Shown) {
  const { id, name, country, products, routing_numbers, oauth, color } = institution;
  const isInstant = products.includes('auth');
  return {
    institution_id: id,
    name,
    products,
    country_codes: [country],
    routing_numbers,
    dtc_numbers: dtcNumbers(institution),
    oauth,
    ...(options.include_optional_metadata && {
      url: `https://${name
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '-')
        .replace(/-$/, '')}.example`,
      primary_color: color,
      logo: null,
    }),
    ...(options.include_status && { status: statusOf(institution) }),
    ...(options.include_auth_metadata && {
      auth_metadata: isInstant
        ? {
            supported_methods: {
              instant_auth: true,
              instant_match: false,
              automated_micro_deposits: false,
              instant_micro_deposits: false,
            },
          }
        : null,
    }),
  };
}

const successOf: Record<InstitutionHealth, number> = { HEALTHY: 0.98, DEGRADED: 0.52, DOWN: 0 };

function statusOf({ health, healthSince, products }: Institution) {
  const success = successOf[health];
  const rest = Math.round((1 - success) * 1000) / 1000;
  const status = (product?: string) =>
    product && !products.includes(product)
      ? null
      : {
          status: health,
          last_status_change: new Date(healthSince).toISOString(),
          breakdown: { success, error_plaid: 0, error_institution: rest },
        };
  return {
    item_logins: status(),
    transactions_updates: status('transactions'),
    auth: status('auth'),
    identity: status('identity'),
    investments_updates: status('investments'),
    liabilities_updates: status('liabilities'),
    health_incidents: null,
  };
}
