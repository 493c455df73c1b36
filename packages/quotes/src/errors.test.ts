import { describeErrorRules } from '@x/testing';
import { quotesProvider } from './index.ts';

const notFound = { statusCode: 404, statusMessage: 'The requested resource could not be found' };

describeErrorRules(
  (options) => quotesProvider({ ...options, baseUrl: 'http://quotes.test', basePath: '' }),
  [
    {
      status: 404,
      body: { statusCode: 404, statusMessage: 'Not Found' },
      endpoint: { path: '/random' },
      code: 'not_found',
      remedy: '404 Not Found. No quote matches the filters',
    },
    { status: 404, body: notFound, endpoint: { path: '/quotes/{id}' }, code: 'not_found', remedy: 'Check the ID' },
    {
      status: 404,
      body: notFound,
      endpoint: { path: '/random' },
      code: 'not_found',
      remedy: 'Check baseUrl and basePath',
    },
    { status: 404, body: '<html>no such page</html>', code: 'not_found', remedy: "basePath: ''" },
    {
      status: 400,
      body: { statusCode: 400, statusMessage: 'Multiple authors should be separated by a pipe.' },
      code: 'rejected',
    },
    { status: 422, body: { statusCode: 422, statusMessage: 'Missing required parameter: `query`' }, code: 'rejected' },
    {
      status: 429,
      body: { statusCode: 429, statusMessage: 'Too Many Requests' },
      code: 'rate_limited',
      retryable: true,
    },
    {
      status: 500,
      body: { statusCode: 500, statusMessage: 'Internal server error' },
      code: 'unavailable',
      retryable: true,
    },
    { status: 400, body: { statusMessage: { text: 'x' } }, code: 'rejected' },
    { status: 410, body: '', code: 'not_supported', remedy: 'The provider has retired this endpoint' },
    { status: 400, body: null, code: 'rejected' },
  ],
);
