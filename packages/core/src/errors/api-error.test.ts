import { describe, expect, it } from 'vitest';
import { ApiError, isApiError } from './api-error.ts';

const fields = { code: 'rejected', provider: 'test', operation: 'a.b', retryable: false } as const;

describe('ApiError', () => {
  it('shows its fields in JSON and no unset ones', () => {
    const error = new ApiError('a.b: 400', { ...fields, status: 400, cause: new Error('x') });
    expect(JSON.parse(JSON.stringify(error))).toEqual({
      name: 'ApiError',
      message: 'a.b: 400',
      ...fields,
      status: 400,
    });
    expect(Object.keys(error)).not.toContain('requestId');
  });

  it('is known by its brand, subclasses by their prototype', () => {
    class Mine extends ApiError {}
    const error = new ApiError('x', fields);
    expect([isApiError(error), error instanceof ApiError, error instanceof Mine]).toEqual([true, true, false]);
    expect(new Mine('x', fields) instanceof Mine).toBe(true);
    expect([isApiError(new Error('x')), isApiError({ ...fields }), isApiError(null)]).toEqual([false, false, false]);
  });
});
