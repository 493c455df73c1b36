import {
  type ClientOptions,
  checkClientOptions,
  clientOptionRules,
  type Failure,
  optionKind,
  type Provider,
  type RulesOf,
  readCount,
  retryAfterMs,
  type Verdict,
  withoutTrailingSlash,
} from '@x/core';

/** What {@link foodProvider} and `createFoodClient` take. */
export interface FoodOptions extends ClientOptions {
  /** API key; `DEMO_KEY` works for a first try, 30 requests an hour. */
  apiKey: string;
  /**
   * Where the key travels: `header` as `X-Api-Key`, or `query` as `api_key`, where access logs of proxies and tracing
   * tools that record addresses get to see it. Default `header`.
   */
  keyIn?: 'query' | 'header' | undefined;
  /** Address of the API. Default `https://api.nal.usda.gov`. */
  baseUrl?: string | undefined;
}

const foodOptionRules = {
  ...clientOptionRules,
  apiKey: optionKind.secret,
  keyIn: optionKind.choice(['query', 'header']),
  baseUrl: optionKind.string,
} satisfies RulesOf<FoodOptions>;

const signUp = 'https://api.data.gov/signup/';
const hourMs = 3_600_000;
/** Waited after a refusal that does not say how long, which older gateways send. */
const pauseMs = 60_000;

/**
 * The API as core sees it: the key, limits and errors.
 *
 * @see https://fdc.nal.usda.gov/api-guide
 * @see https://api.data.gov/docs/developer-manual/
 */
export function foodProvider(options: FoodOptions): Provider {
  const owner = { provider: 'food', factory: 'createFoodClient', needs: 'apiKey', below: foodProvider };
  checkClientOptions(owner, options, foodOptionRules);
  const { apiKey, keyIn = 'header', baseUrl = 'https://api.nal.usda.gov' } = options;
  return {
    name: 'food',
    options,
    baseUrl: withoutTrailingSlash(baseUrl),
    lists: 'repeat',
    credentials: { apiKey },
    signUp,
    sign({ endpoint, query, headers }) {
      if (endpoint.as === 'text') headers.accept = '*/*'; // YAML: asking for JSON alone would rule it out
      if (keyIn === 'header') headers['x-api-key'] = apiKey;
      else query.api_key = apiKey;
    },
    verdict: (failure) => verdict(failure, keyIn),
    // The real limit of the key is in every answer.
    rate: () => ({
      key: 'key',
      per: 'key',
      limit: apiKey === 'DEMO_KEY' ? 30 : 1000,
      intervalMs: hourMs,
      refill: 'window',
    }),
    rateState(headers, now, status) {
      const remaining = readCount(headers, 'x-ratelimit-remaining');
      if (remaining === undefined) return undefined;
      // The window slides and no header tells its end: after a refusal, the pause is all that is known; before one, the
      // client's own count is.
      const resetAt = status === 429 ? now + (retryAfterMs(headers, now) ?? pauseMs) : undefined;
      return { limit: readCount(headers, 'x-ratelimit-limit'), remaining, resetAt };
    },
  };
}

/** What the gateway's own codes mean beyond their status. */
const refusals: Readonly<Record<string, Verdict>> = {
  API_KEY_MISSING: { code: 'unauthenticated' },
  API_KEY_INVALID: { code: 'unauthenticated', remedy: `Check apiKey, or get one at ${signUp}` },
  API_KEY_DISABLED: { code: 'unauthenticated', remedy: `Get another key at ${signUp}` },
  API_KEY_UNAUTHORIZED: { code: 'permission_denied', remedy: `This key is for other services; get one at ${signUp}` },
  API_KEY_UNVERIFIED: {
    code: 'permission_denied',
    remedy: 'Confirm the e-mail address that the key was registered with',
  },
  OVER_RATE_LIMIT: { remedy: 'Wait, or use a key of your own: 1,000 requests an hour, DEMO_KEY has 30' },
  HTTPS_REQUIRED: { remedy: 'Use https in baseUrl' },
  NOT_FOUND: { remedy: 'Check baseUrl' },
};

/** What to do when the key was sent and did not arrive. */
const lostKey = {
  header: "The key did not arrive: a proxy may remove the header X-Api-Key. Let it pass, or set keyIn: 'query'",
  query: "The key did not arrive: a proxy may remove the query parameter api_key. Let it pass, or set keyIn: 'header'",
};

/** The gateway answers `{ error: { code, message } }`, the application behind it `{ error, message }` or nothing. */
function verdict({ status, headers, body, endpoint, now }: Failure, keyIn: 'header' | 'query'): Verdict {
  const { error, message } = (body ?? {}) as { error?: { code?: string; message?: string } | string; message?: string };
  const gateway = typeof error === 'object' && error !== null ? error : undefined;
  const providerCode = gateway?.code;
  return {
    providerCode,
    message: gateway ? gateway.message : message || (error as string | undefined),
    ...(status === 429 && { retryAfterMs: retryAfterMs(headers, now) ?? pauseMs }),
    ...(providerCode ? refusals[providerCode] : { remedy: remedyOf(status, endpoint.path) }),
    ...(providerCode === 'API_KEY_MISSING' && { remedy: lostKey[keyIn] }),
  };
}

function remedyOf(status: number, path: string): string | undefined {
  const [operation] = /[^/]+$/.exec(path) ?? [];
  if (status === 404 && operation === '{fdcId}')
    return 'No food has this fdcId: a record gets a new one whenever it is published again. Find it with foods.search';
  if (status === 500 && operation === 'search')
    return 'Mostly a stray colon, quote or bracket in query: take it out, or put the words in double quotes';
  if ((status === 400 && operation === 'search') || (/400|500/.test(`${status}`) && operation === 'list'))
    return 'If pageNumber times pageSize is above 10,000, that is why: narrow by dataType, or turn sortOrder round';
  return undefined;
}
