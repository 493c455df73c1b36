import type { Context, Hono } from 'hono';
import type { Clock } from '../../clock/clock.ts';
import { addEndpoints, listEndpoints } from '../../server/endpoints.ts';
import { fixedWindow, type Limiter } from '../../server/limiter.ts';
import { invalid } from '../../shared/check-fields.ts';
import type { SandboxContext } from '../../shared/context.ts';
import type { Item, Items } from './data/items.ts';
import { bankData } from './data/source.ts';
import { authorizeProducts, type Endpoint, type Endpoints, type ProcessorGrant } from './endpoint.ts';
import type { Processors } from './endpoints/processor.ts';
import { bankError, documentationUrl, Refusal, refuse, statusOf } from './errors.ts';
import type { Settings } from './options.ts';
import { fieldsOf, isRecord, readBody, refuseMissing } from './request.ts';
import { realResponse } from './wire/real-forms.ts';

const versions = ['2017-03-08', '2018-05-22', '2019-05-29', '2020-09-14'];

/** Adds the routes to an app, each after the API's checks in the API's order. */
export function createApi(
  app: Hono,
  { clock, random, realQuirks }: SandboxContext,
  settings: Settings,
  items: Items,
  processors: Processors,
  declared: Endpoints,
): Hono {
  const endpoints: readonly Endpoint[] = listEndpoints(declared);
  const requestIds = random('request-ids');
  const rateGate = createRateGate(
    clock,
    settings,
    endpoints.map(({ path }) => path),
  );
  const requestId = () => requestIds.text(15);

  app.onError((error, context) => {
    if (!(error instanceof Refusal)) throw error;
    return context.json(
      {
        ...error.error,
        documentation_url: documentationUrl(error.error),
        request_id: requestId(),
        suggested_action: null,
      },
      statusOf(error.error),
    );
  });

  addEndpoints(app, endpoints, async (endpoint, context) => {
    const body = await readJson(context);
    const { client_id, secret, ...rest } = body;
    if (endpoint.token !== 'none') checkCredentials(context, settings, client_id, secret);
    const read = readBody(endpoint.path, rest);
    const needed = fieldsOf(endpoint.path);
    const grant = needed.processor_token?.required ? processors.find(String(read.processor_token)) : undefined;
    const item = needed.access_token?.required ? items.find(String(read.access_token)) : grant?.item;
    const problem = item && !endpoint.anyState && items.problem(item);
    if (problem) throw new Refusal(problem);
    if (item) checkProduct(item, endpoint, settings, grant);
    endpoint.check?.(read);
    rateGate(endpoint.path, item?.id);
    const answer = endpoint.answer({ body: read, item: item as Item, grant: grant as ProcessorGrant }) ?? {};
    item?.consent.accessed(endpoint.data ?? endpoint.product);
    if (!(answer instanceof Response)) {
      const sent = realQuirks ? realResponse(endpoint.path, answer) : answer;
      return context.json({ ...sent, request_id: requestId() });
    }
    answer.headers.set('plaid-request-id', requestId()); // a file has no member for it
    return answer;
  });
  app.all('*', (context) => {
    const { method, path } = context.req;
    return context.json(
      { ...bankError('NOT_FOUND', `there is no route ${method} ${path}`), request_id: requestId() },
      404,
    );
  });
  return app;
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
    if (body === null) return {}; // as good as an empty object, with the credentials in headers
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

/** Counts a request; refuses it when its Item or the client has had enough this minute. */
type RateGate = (path: string, itemId: string | undefined) => void;

/** The limits of all `paths`; throws `ApiError` `invalid_params` when the options limit a path that is not there. */
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
