import type { Sending } from '@x/core/provider';
import { expect, it } from 'vitest';
import { barcodeQuery, gtinsOf, onlyBarcode } from './barcode.ts';

it.each<[kind: string, code: string, gtins: string[]]>([
  ['a UPC-A', '036000291452', ['00036000291452']],
  ['a UPC-A in groups', '0 36000-29145 2', ['00036000291452']],
  ['a UPC-A without its leading zero', '36000291452', ['00036000291452']],
  ['an EAN-13', '4006381333931', ['04006381333931']],
  ['an EAN-13 that is a UPC-A', '0036000291452', ['00036000291452']],
  ['a GTIN-14', '10614141000415', ['10614141000415']],
  ['an EAN-8', '96385074', ['00000096385074']],
  ['a UPC-E that ends with 0 to 2', '01234505', ['00012000003455']],
  ['a UPC-E that ends with 3', '01234531', ['00012300000451']],
  ['a UPC-E that ends with 4', '01234543', ['00012340000053']],
  ['a UPC-E that ends with 5 to 9', '04252614', ['00042100005264']],
  ['a UPC-E that is also an EAN-8', '01234565', ['00000001234565', '00012345000065']],
  ['a UPC-A with a wrong check digit', '036000291453', []],
  ['an EAN-13 with two digits swapped', '4006381339331', []],
  ['a UPC-E with a wrong check digit', '01234566', []],
  ['a code that is too short', '1234565', []],
  ['a code that is too long', '010614141000415', []],
  ['a code with letters', '03600029145X', []],
])('%s', (_, code, gtins) => expect(gtinsOf(code)).toEqual(gtins));

it('a query has every padding, and the digits as given', () => {
  expect(barcodeQuery('036000291452')).toBe(
    'gtinUpc:36000291452 gtinUpc:036000291452 gtinUpc:0036000291452 gtinUpc:00036000291452',
  );
  expect(barcodeQuery('0425 2614').split(' ')).toEqual(
    ['42100005264', '042100005264', '0042100005264', '00042100005264', '04252614'].map((form) => `gtinUpc:${form}`),
  );
});

it('leaves only the foods with the barcode, the newest first, then the highest ID', async () => {
  const food = (fdcId: number, gtinUpc: string | null, publishedDate?: string) => ({ fdcId, gtinUpc, publishedDate });
  const foods = [
    food(1, '00036000291452', '2020-01-01'),
    food(2, '036000291452', '2024-01-01'),
    food(3, '36000291452'),
    food(4, '4006381333931', '2025-01-01'),
    food(5, '36000291452', '2024-01-01'),
    food(6, null),
  ];
  const receive = (body: unknown) =>
    onlyBarcode({ params: { barcode: '0036000291452' }, send: async () => body } as unknown as Sending);
  expect(await receive({ totalHits: 6, foods })).toEqual({
    totalHits: 6,
    foods: [foods[4], foods[1], foods[0], foods[2]],
  });
  expect(await receive([1])).toEqual([1]); // reported by the check
});
