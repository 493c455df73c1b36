import { fc } from '@x/testing/properties';
import { expect, it } from 'vitest';
import { currencyOf, decimals, formatMinor, toMinor } from './money.ts';

it.each([
  [1.005, 'USD', 101],
  [-1.005, 'USD', -101],
  [12.3456, 'USD', 1235],
  [1e-7, 'USD', 0],
  [-1e-7, 'USD', 0],
  [1234, 'JPY', 1234],
  [1.5, 'KWD', 1500],
  [0.00000001, '~BTC', 1],
  [1e21, 'JPY', 1e21],
])('%d %s is %d minor units', (amount, currency, minor) => {
  expect(toMinor(amount, currency)).toBe(minor);
});

it('amounts in minor units survive formatting and parsing exactly', () => {
  const currency = fc.constantFrom('USD', 'JPY', 'KWD', 'CLF');
  fc.assert(
    fc.property(fc.integer({ min: -(10 ** 12), max: 10 ** 12 }), currency, (minor, code) => {
      const text = formatMinor(minor, code);
      expect(text).toMatch(/^-?\d+(\.\d+)?$/);
      expect(toMinor(Number(text), code)).toBe(minor);
    }),
  );
});

it('the code of a currency is its ISO code, or marked as unofficial', () => {
  expect(currencyOf({ iso_currency_code: 'EUR' })).toBe('EUR');
  expect(currencyOf({ iso_currency_code: null, unofficial_currency_code: 'DOGE' })).toBe('~DOGE');
  expect(currencyOf({})).toBe('XXX');
  expect(['EUR', 'ISK', 'TND', '~DOGE'].map(decimals)).toEqual([2, 0, 3, 8]);
});
