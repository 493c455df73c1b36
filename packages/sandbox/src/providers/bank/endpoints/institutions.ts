import { dtcNumbers, type Institution, type InstitutionHealth, type Institutions } from '../data/institutions.ts';
import { authorizeProducts, type Call, type Endpoints } from '../endpoint.ts';
import { refuse } from '../errors.ts';
import { knownProducts } from '../request.ts';

interface Search {
  readonly country_codes: readonly string[];
  readonly options: {
    readonly products?: readonly string[];
    readonly routing_numbers?: readonly string[];
    readonly oauth?: boolean;
    readonly include_optional_metadata?: boolean;
    readonly include_auth_metadata?: boolean;
    readonly include_status?: boolean;
  };
}

export function institutionEndpoints(institutions: Institutions): Endpoints {
  const matching = ({ country_codes, options: { oauth, routing_numbers } }: Search, products: readonly string[] = []) =>
    institutions
      .list()
      .filter(({ country }) => country_codes.includes(country))
      .filter((each) => products.every((product) => each.products.includes(product)))
      .filter((each) => oauth === undefined || each.oauth === oauth)
      .filter((each) => !routing_numbers || each.routing_numbers.some((number) => routing_numbers.includes(number)));
  return {
    'POST /institutions/get': ({
      body: { count, offset, ...body },
    }: Call<Search & { count: number; offset: number }>) => {
      const found = matching(body, body.options.products);
      return {
        institutions: found.slice(offset, offset + count).map((each) => present(each, body.options)),
        total: found.length,
      };
    },
    'POST /institutions/get_by_id': ({ body }: Call<Search & { institution_id: string }>) => {
      const found = institutions.find(body.institution_id);
      if (!found || !body.country_codes.includes(found.country)) refuse('INVALID_INSTITUTION');
      return { institution: present(found, body.options) };
    },
    'POST /institutions/search': ({
      body: { query, products, ...body },
    }: Call<Search & { query: string; products?: string[] }>) => {
      authorizeProducts(products ?? [], knownProducts);
      return {
        institutions: matching(body, products)
          .filter(({ name }) => name.toLowerCase().includes(query.trim().toLowerCase()))
          .slice(0, 10)
          .map((each) => present(each, body.options)),
      };
    },
  };
}

function present(institution: Institution, options: Search['options']) {
  const { id, name, country, products, routing_numbers, oauth, color } = institution;
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
      auth_metadata: products.includes('auth') ? { supported_methods: authMethods } : null,
    }),
  };
}

const authMethods = {
  instant_auth: true,
  instant_match: false,
  automated_micro_deposits: false,
  instant_micro_deposits: false,
};

const successOf: Record<InstitutionHealth, number> = { HEALTHY: 0.98, DEGRADED: 0.52, DOWN: 0 };

function statusOf({ health, healthSince, products }: Institution) {
  const success = successOf[health];
  const rest = Math.round((1 - success) * 1000) / 1000;
  const shown = {
    status: health,
    last_status_change: new Date(healthSince).toISOString(),
    breakdown: { success, error_plaid: 0, error_institution: rest },
  };
  const status = (product: string) => (products.includes(product) ? shown : null);
  return {
    item_logins: shown,
    transactions_updates: status('transactions'),
    auth: status('auth'),
    identity: status('identity'),
    investments_updates: status('investments'),
    liabilities_updates: status('liabilities'),
    health_incidents: null,
  };
}
