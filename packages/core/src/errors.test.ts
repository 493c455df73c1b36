import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ApiError, createRedactor, isApiError } from './errors.ts';

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

describe('the redactor', () => {
  const secret = fc.string({ minLength: 8, unit: 'grapheme' }).filter((text) => text.trim().length > 7);

  it('takes secrets out of everything, in every spelling', () => {
    fc.assert(
      fc.property(secret, fc.string(), fc.constantFrom('message', 'nested', 'list'), (planted, around, where) => {
        const spellings = [planted, encodeURIComponent(planted), JSON.stringify(planted).slice(1, -1)];
        for (const spelling of spellings) {
          const text = `${around}${spelling}${around}`;
          const value = { [where]: where === 'list' ? [text] : { deep: text }, [text]: 1 };
          const { text: clean, value: cleaned } = createRedactor([planted]);
          expect(clean(text)).not.toContain(spelling);
          expect(Object.keys(cleaned(value) as object).join()).not.toContain(spelling);
          expect((cleaned({ text }) as { text: string }).text).not.toContain(spelling);
        }
      }),
    );
  });

  it('takes out telling members, users and queries of addresses, and what is too deep', () => {
    const { value } = createRedactor([]);
    expect(
      value({
        access_token: 'a',
        ApiKey: 'b',
        url: 'see https://me:pass@word@h.test/p@q?key=1#f now',
        n: 1,
        deep: { a: { b: { c: { d: {} } } } },
      }),
    ).toEqual({
      access_token: '[redacted]',
      ApiKey: '[redacted]',
      url: 'see https://h.test/p@q now',
      n: 1,
      deep: { a: { b: { c: { d: '[…]' } } } },
    });
  });
});
