import { describeErrorRules } from '@x/testing';
import { clocksProvider } from './index.ts';

const body = (code: string) => ({ error: { code, message: 'refused' } });

describeErrorRules(
  (options) => clocksProvider({ ...options, apiKey: 'a-key' }),
  [
    { status: 401, body: body('BAD_KEY'), code: 'unauthenticated', remedy: 'Check apiKey' },
    { status: 404, body: body('NO_SUCH_ZONE'), code: 'not_found', remedy: 'List the zones' },
    { status: 429, body: body('RATE_LIMITED'), code: 'rate_limited', retryable: true },
    { status: 500, body: '', code: 'unavailable', retryable: true },
  ],
);
