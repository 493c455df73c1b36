import { describeErrorRules, type ErrorCase } from '@x/testing';
import { describe } from 'vitest';
import { foodProvider } from './index.ts';

const ofGateway = (code: string, message: string) => ({ error: { code, message } });
const ofApplication = (status: number, error: string, message: string) => ({
  timestamp: '2026-01-01T00:00:00.000+00:00',
  status,
  error,
  message,
  path: '/portal-data/external/v1/foods/search',
});
const missing = ofGateway('API_KEY_MISSING', 'No api_key was supplied. Get one at https://api.nal.usda.gov:443');
const exceeded = ofGateway('OVER_RATE_LIMIT', 'You have exceeded your rate limit. Try again later');
const food = { path: '/fdc/v1/food/{fdcId}' };
const search = { path: '/fdc/v1/foods/search' };
const list = { path: '/fdc/v1/foods/list' };

const cases: readonly ErrorCase[] = [
  {
    status: 403,
    body: ofGateway('API_KEY_INVALID', 'An invalid api_key was supplied. Get one at https://api.nal.usda.gov:443'),
    code: 'unauthenticated',
    remedy: 'Check apiKey, or get one at https://api.data.gov/signup/',
  },
  {
    status: 403,
    body: ofGateway('API_KEY_DISABLED', 'The api_key supplied has been disabled.'),
    code: 'unauthenticated',
    remedy: 'Get another key at https://api.data.gov/signup/',
  },
  {
    status: 403,
    body: ofGateway('API_KEY_UNAUTHORIZED', 'The api_key supplied is not authorized to access the given service.'),
    code: 'permission_denied',
    remedy: 'This key is for other services',
  },
  {
    status: 403,
    body: ofGateway('API_KEY_UNVERIFIED', 'The api_key supplied has not been verified yet.'),
    code: 'permission_denied',
    remedy: 'Confirm the email address',
  },
  {
    status: 429,
    body: exceeded,
    code: 'rate_limited',
    remedy: 'DEMO_KEY has 10',
    retryable: true,
    retryAfterMs: 60_000,
  },
  {
    status: 429,
    body: exceeded,
    headers: { 'retry-after': '120' },
    code: 'rate_limited',
    remedy: 'DEMO_KEY has 10',
    retryable: true,
    retryAfterMs: 120_000,
  },
  { status: 429, body: '', code: 'rate_limited', retryable: true, retryAfterMs: 60_000 },
  {
    status: 400,
    body: ofGateway('HTTPS_REQUIRED', 'Requests must be made over HTTPS. Try accessing the API at: https://'),
    code: 'rejected',
    remedy: 'Use https in baseUrl',
  },
  {
    status: 404,
    body: ofGateway('NOT_FOUND', 'The requested URL was not found on this server.'),
    endpoint: food,
    code: 'not_found',
    remedy: 'on this server. Check baseUrl',
  },
  { status: 404, body: '', endpoint: food, code: 'not_found', remedy: '404 Not Found. No food has this fdcId' },
  ...['a:b', '3:1', 'x :', '"a', '(a', 'a)', '[a', '{a}', '"a" "', 'description: milk', '(a) "b" c:'].map(
    (query): ErrorCase => ({
      status: 500,
      body: ofApplication(500, 'Internal Server Error', ''),
      endpoint: search,
      query: { query },
      code: 'invalid_params',
      remedy: '500 Internal Server Error. query has a stray colon, quote or bracket: remove it',
    }),
  ),
  ...['milk', '"a:b"', '+(kale spinach) -raw', 'description:"cold milk"', 'a\\:b', 'chedd*'].map(
    (query): ErrorCase => ({
      status: 500,
      body: ofApplication(500, 'Internal Server Error', ''),
      endpoint: search,
      query: { query },
      code: 'unavailable',
      retryable: true,
    }),
  ),
  ...[search, list].map(
    (endpoint): ErrorCase => ({
      status: 500,
      body: ofApplication(
        500,
        'Internal Server Error',
        'None of the configured nodes are available: [{#transport#-1}]',
      ),
      endpoint,
      code: 'unavailable',
      remedy: 'nodes are available: [{#transport#-1}]. Try again later.',
      retryable: true,
    }),
  ),
  {
    status: 500,
    body: ofGateway('INTERNAL_SERVER_ERROR', 'An unexpected error has occurred.'),
    endpoint: search,
    code: 'unavailable',
    retryable: true,
  },
  {
    status: 400,
    body: ofApplication(400, 'Bad Request', 'Invalid request parameter or body'),
    endpoint: search,
    code: 'rejected',
    remedy: '400 Invalid request parameter or body. This may be because pageNumber times pageSize is above 10,000',
  },
  ...[search, list, {}].map(
    (endpoint): ErrorCase => ({
      status: 400,
      body: '<html>\r\n<head><title>400 Bad Request</title></head>\r\n<hr><center>nginx</center>\r\n</html>',
      endpoint,
      code: 'unavailable',
      remedy: '400 Bad Request. The gateway refuses about half of the GETs with a parenthesis',
      retryable: true,
    }),
  ),
  { status: 500, body: '', endpoint: list, code: 'unavailable', remedy: 'above 10,000', retryable: true },
  { status: 400, body: { error: { code: 7, message: {} } }, code: 'rejected' },
  { status: 410, body: '', code: 'not_supported', remedy: 'The provider has retired this endpoint' },
  { status: 400, body: null, code: 'rejected' },
];

describe.each([
  ['headers', "a proxy may remove the header X-Api-Key. Let it pass, or set credentialsIn: 'query'"],
  ['query', "a proxy may remove the query parameter api_key. Let it pass, or set credentialsIn: 'headers'"],
] as const)('with the key in the %s', (credentialsIn, remedy) => {
  const lost: ErrorCase = { status: 403, body: missing, code: 'unauthenticated', remedy };
  describeErrorRules(
    (options) => foodProvider({ ...options, credentialsIn, apiKey: 'k'.repeat(40) }),
    [lost, ...cases],
  );
});
