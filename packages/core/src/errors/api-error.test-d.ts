import { expectTypeOf } from 'vitest';
import { ApiError, type ErrorCode, isApiError, providerErrorGuard } from './api-error.ts';

declare const error: unknown;

if (isApiError(error)) expectTypeOf(error.code).toEqualTypeOf<ErrorCode>();
else expectTypeOf(error).toBeUnknown();

if (isApiError(error, 'not_found', 'rate_limited'))
  expectTypeOf(error.code).toEqualTypeOf<'not_found' | 'rate_limited'>();

// @ts-expect-error: a code that does not exist
isApiError(error, 'not_there');

expectTypeOf([error].filter(isApiError)).toExtend<ApiError[]>();

const isTestError = providerErrorGuard<'EMPTY' | 'FULL'>('test');
if (isTestError(error, 'conflict')) {
  expectTypeOf(error).toExtend<ApiError>();
  expectTypeOf(error.code).toEqualTypeOf<'conflict'>();
  expectTypeOf<'FULL'>().toExtend<typeof error.providerCode>();
  // A code that the provider does not document.
  expectTypeOf(error.providerCode === 'NEW').toBeBoolean();
}

// @ts-expect-error: retryable is missing
new ApiError('x', { code: 'conflict', provider: 'test', operation: 'a.b' });
new ApiError('x', { code: 'conflict', provider: 'test', operation: 'a.b', retryable: false, status: undefined });
