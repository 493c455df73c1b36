import { describe, expect, it } from 'vitest';
import { ApiError, type ApiErrorInit, isApiError, providerErrorGuard } from './api-error.ts';

const fields = { code: 'rejected', provider: 'test', operation: 'a.b', retryable: false } as const;

/** Returns the error that a function throws. */
function thrownBy(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}

describe('ApiError', () => {
  it('shows its fields in JSON, without unset ones', () => {
    const error = new ApiError('a.b: 400', { ...fields, status: 400, cause: new Error('x') });
    expect(JSON.parse(JSON.stringify(error))).toEqual({
      name: 'ApiError',
      message: 'a.b: 400',
      ...fields,
      status: 400,
      outcome: 'not_done',
    });
    expect(Object.keys(error)).not.toContain('requestId');
  });

  it('is recognized by its brand, and subclasses by their prototype', () => {
    class Mine extends ApiError {}
    const error = new ApiError('x', fields);
    expect([isApiError(error), error instanceof ApiError, error instanceof Mine]).toEqual([true, true, false]);
    expect(new Mine('x', fields) instanceof Mine).toBe(true);
    expect([isApiError(new Error('x')), isApiError({ ...fields }), isApiError(null)]).toEqual([false, false, false]);
  });

  it.each<[unknown, string]>([
    [undefined, 'code is required: a string'],
    [{}, 'code is required: a string'],
    [{ ...fields, provider: '' }, 'provider must not be empty'],
    [{ ...fields, operation: 5 }, 'operation must be a string; got a number'],
    [{ ...fields, retryable: undefined }, 'retryable is required: a boolean'],
    [{ ...fields, outcome: false }, 'outcome must be a string; got a boolean'],
    [{ ...fields, status: '404' }, 'status must be a number; got a string'],
  ])('refuses the fields %j: %s', (init, problem) => {
    expect(thrownBy(() => new ApiError('x', init as ApiErrorInit))).toMatchObject({
      code: 'invalid_params',
      operation: 'ApiError',
      message: `ApiError: ${problem}`,
    });
  });
});

describe('ApiError.from', () => {
  const error = new ApiError('a.b: 429', {
    ...fields,
    code: 'rate_limited',
    status: 429,
    providerCode: 'TOO_MANY',
    retryAfterMs: 5,
    retryable: true,
    outcome: 'unknown',
    details: { error: { code: 1 } },
    cause: new Error('x'),
    partial: [1],
  });

  it.each<[string, (error: ApiError) => unknown]>([
    ['JSON', (given) => JSON.parse(JSON.stringify(given))],
    ['structuredClone of toJSON', (given) => structuredClone(given.toJSON())],
    ['JSON without a prototype', (given) => Object.assign(Object.create(null), given.toJSON())],
    ['JSON that was revived and serialized again', (given) => ApiError.from(given.toJSON()).toJSON()],
  ])('revives an error from %s', (_, write) => {
    const revived = ApiError.from(write(error));
    expect(revived).toBeInstanceOf(ApiError);
    expect(isApiError(revived, 'rate_limited')).toBe(true);
    expect(revived.toJSON()).toEqual(error.toJSON());
    expect([revived.message, revived.name, revived.cause, revived.partial]).toEqual([
      'a.b: 429',
      'ApiError',
      undefined,
      undefined,
    ]);
    expect(revived.stack).toContain('ApiError: a.b: 429');
  });

  it('returns an ApiError unchanged', () => {
    expect(ApiError.from(error)).toBe(error);
  });

  it('keeps fields and codes of a later version, but ignores fields such as stack, cause and __proto__', () => {
    const json = JSON.parse(
      `{ "name": "Mine", "message": "m", "code": "melted", "provider": "p", "operation": "o", "retryable": false,
        "region": "eu", "retryAfterMs": null, "stack": "at /secret", "cause": "c", "partial": [1], "toJSON": 1,
        "constructor": 1, "__proto__": { "polluted": true } }`,
    );
    const revived = ApiError.from(json);
    expect(revived).toMatchObject({ code: 'melted', region: 'eu', name: 'ApiError' });
    expect(Object.keys(revived).sort()).toEqual([
      'code',
      'operation',
      'outcome',
      'provider',
      'region',
      'retryAfterMs',
      'retryable',
    ]);
    expect([revived.stack?.includes('secret'), revived.cause, revived.partial]).toEqual([false, undefined, undefined]);
    expect(Object.getPrototypeOf(revived)).toBe(ApiError.prototype);
    expect((revived as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it.each<[unknown, string]>([
    [undefined, 'json must be the object that toJSON wrote; got undefined'],
    ['{"code":"x"}', 'json must be the object that toJSON wrote; got a string. Pass it through JSON.parse first'],
    [[], 'message is required: a string. Pass what toJSON wrote: structuredClone(error.toJSON())'],
    [structuredClone(error), 'code is required: a string. Pass what toJSON wrote: structuredClone(error.toJSON())'],
    [
      { ...error.toJSON(), retryable: 'secret' },
      'retryable must be a boolean; got a string. Pass what toJSON wrote: structuredClone(error.toJSON())',
    ],
  ])('refuses %j: %s', (json, problem) => {
    const refusal = thrownBy(() => ApiError.from(json));
    expect(refusal).toMatchObject({ code: 'invalid_params', operation: 'ApiError.from' });
    expect((refusal as Error).message).toBe(`ApiError.from: ${problem}`);
  });
});

describe('isApiError', () => {
  const error = new ApiError('x', { ...fields, code: 'not_found' });

  it('checks for one of the given codes', () => {
    expect(isApiError(error, 'not_found', 'rate_limited')).toBe(true);
    expect(isApiError(error, 'rate_limited')).toBe(false);
    expect(isApiError(new Error('x'), 'not_found')).toBe(false);
  });

  it('can be passed to array methods', () => {
    expect([new Error('x'), error].filter(isApiError)).toEqual([error]);
  });

  it('has a variant for the errors of one provider', () => {
    const isTestError = providerErrorGuard<'A' | 'B'>('test');
    expect([isTestError(error), isTestError(error, 'not_found'), isTestError(error, 'conflict')]).toEqual([
      true,
      true,
      false,
    ]);
    expect([new ApiError('x', { ...fields, provider: 'other' }), error, 1].filter(isTestError)).toEqual([error]);
  });
});
