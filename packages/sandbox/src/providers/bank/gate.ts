import type { Context } from 'hono';
import { fixedWindow, type Limiter } from '../../server/limiter.ts';
import { invalid } from '../../shared/check-fields.ts';
import type { Clock } from '../../shared/clock.ts';
import type { Item } from './data/item.ts';
import type { Items } from './data/items.ts';
import { bankData } from './data/source.ts';
import { authorizeProducts, type Call, type Endpoint, type ProcessorGrant } from './endpoint.ts';
import type { Processors } from './endpoints/processor.ts';
import { Refusal, refuse } from './errors.ts';
import type { Settings } from './options.ts';
import { fieldsOf, isRecord, readBody, refuseMissing } from './request.ts';

const versions = ['2017-03-08', '2018-05-22', '2019-05-29', '2020-09-14'];

/** Creates the checks before an endpoint, in the API's order: headers, credentials, body, Item, product, rate limit. */
export function createGate(
  clock: Clock,
  settings: Settings,
  items: Items,
  processors: Processors,
  endpoints: readonly Endpoint[],
) {
  const paths = endpoints.map(({ path }) => path);
  const countRequest = createRateGate(clock, settings, paths);

  return async function enter(endpoint: Endpoint, context: Context): Promise<Call> {
    const { client_id, secret, ...rest } = await readJson(context);
    if (endpoint.token !== 'none') checkCredentials(context, settings, client_id, secret);
    const body = readBody(endpoint.path, rest);
    const needed = fieldsOf(endpoint.path);
    const grant = needed.processor_token?.required ? processors.find(String(body.processor_token)) : undefined;
    const item = needed.access_token?.required ? items.find(String(body.access_token)) : grant?.item;
    const problem = item && !endpoint.anyState && items.problem(item);
    if (problem) throw new Refusal(problem);
    if (item) checkProduct(item, endpoint, settings, grant);
    endpoint.check?.(body);
    countRequest(endpoint.path, item?.id);
    return { body, item: item as Item, grant: grant as ProcessorGrant };
  };
}

async function readJson(context: Context): Promise<Record<string, unknown>> {
  const type = context.req.header('content-type') ?? '';
  if (!/^application\/json\s*(;|$)/i.test(type))
    refuse('INVALID_HEADERS', 'Content-Type header must be set to application/json');
  const version = context.req.header('plaid-version');
  if (version !== undefined && !versions.includes(version))
    refuse('INVALID_HEADERS', 'Plaid-Version header must be a known version of the API');
  try {
    const body: unknown = JSON.parse(await context.req.text());
    if (isRecord(body)) return body;
    if (body === null) return {}; // same as an empty object; the credentials are in headers
  } catch {}
  return refuse('INVALID_BODY');
}

function checkCredentials(context: Context, settings: Settings, clientId: unknown, secret: unknown): void {
  const given = {
    client_id: clientId ?? context.req.header('plaid-client-id'),
    secret: secret ?? context.req.header('plaid-secret'),
  };
  const missing = Object.entries(given).filter(([, value]) => value === undefined || value === '');
  if (missing.length > 0) refuseMissing(...missing.map(([name]) => name));
  if (given.client_id !== settings.clientId || given.secret !== settings.clientSecret) refuse('INVALID_API_KEYS');
}

function checkProduct(item: Item, endpoint: Endpoint, settings: Settings, grant: ProcessorGrant | undefined): void {
  const { product, enabledProduct, permission } = endpoint;
  const needed = enabledProduct ?? product;
  const asked = permission ?? needed;
  if (grant && asked && grant.products.length > 0) authorizeProducts([asked], grant.products);
  if (!needed) return;
  if (!item.consent.allows(needed)) refuse('ADDITIONAL_CONSENT_REQUIRED');
  if (item.products.has(needed)) return;
  authorizeProducts([needed], settings.products);
  if (!item.institution.products.includes(needed))
    refuse('PRODUCTS_NOT_SUPPORTED', `the institution does not support these products: ${JSON.stringify([needed])}`);
  if (enabledProduct) refuse('PRODUCT_NOT_ENABLED');
  item.products.add(needed);
}

/** Counts a request, and refuses it if its Item or the client has reached its limit for this minute. */
type RateGate = (path: string, itemId: string | undefined) => void;

/** Creates the rate gate of all `paths`. Throws `ApiError` `invalid_params` if the options limit an unknown path. */
function createRateGate(clock: Clock, { limits }: Settings, paths: readonly string[]): RateGate {
  if (!limits) return () => {};
  const strange = Object.keys(limits).find((path) => !paths.includes(path));
  if (strange !== undefined) throw invalid(`limits.bank: there is no endpoint ${strange}`);
  const limiter = (limit: number | undefined): Limiter | undefined =>
    limit === undefined ? undefined : fixedWindow(clock, limit, 60_000);
  const { rateLimiter } = bankData;
  const gates = new Map(
    paths.map((path) => {
      const { item, client } = limits[path] ?? rateLimiter[path] ?? {};
      const code = rateLimiter[path]?.code ?? 'RATE_LIMIT';
      return [path, { item: limiter(item), client: limiter(client), code }];
    }),
  );
  return (path, itemId) => {
    const gate = gates.get(path);
    if (!gate) return;
    const check = (limiter: Limiter | undefined, key: string, whom: string) => {
      if (limiter && !limiter.take(key).allowed)
        refuse(gate.code, `rate limit exceeded for attempts to access this ${whom}. please try again later`);
    };
    if (itemId !== undefined) check(gate.item, itemId, 'item');
    check(gate.client, '', 'client');
  };
}
