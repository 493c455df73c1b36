import type { Sending } from '@x/core/provider';

/** Digits of a barcode, which may be printed in groups. */
const digitsOf = (code: string): string => code.replaceAll(/[\s-]/g, '');

/** Whether the last digit of a number is the check digit of the others, as GS1 defines it. */
function isChecked(digits: string): boolean {
  const sum = [...digits]
    .reverse()
    .reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0;
}

/** Returns the UPC-A that a UPC-E of 8 digits abbreviates. */
function expandUpcE(code: string): string {
  const [system, maker, last, check] = [code[0], code.slice(1, 6), code[6] ?? '', code[7]];
  if ('012'.includes(last)) return `${system}${maker.slice(0, 2)}${last}0000${maker.slice(2)}${check}`;
  if (last === '3') return `${system}${maker.slice(0, 3)}00000${maker.slice(3)}${check}`;
  if (last === '4') return `${system}${maker.slice(0, 4)}00000${maker.slice(4)}${check}`;
  return `${system}${maker}0000${last}${check}`;
}

/**
 * Returns the GTINs of 14 digits that a barcode may stand for: a GTIN-14, an EAN-13, a UPC-A, an EAN-8 or a UPC-E, with or
 * without leading zeros. Empty if it has another length, or if its check digit is wrong. Eight digits may be both an EAN-8
 * and a UPC-E.
 */
export function gtinsOf(code: string): string[] {
  const digits = digitsOf(code);
  if (!/^\d{8,14}$/.test(digits)) return [];
  const upcE = /^[01]\d{7}$/.test(digits) ? [expandUpcE(digits)] : [];
  return [digits, ...upcE].filter(isChecked).map((each) => each.padStart(14, '0'));
}

/** Returns the query that finds a barcode, however many leading zeros its record has. */
export function barcodeQuery(code: string): string {
  const forms = gtinsOf(code).flatMap((gtin) => {
    const short = gtin.replace(/^0+/, '');
    return Array.from({ length: 15 - short.length }, (_, zeros) => short.padStart(short.length + zeros, '0'));
  });
  return [...new Set([...forms, digitsOf(code)])].map((form) => `gtinUpc:${form}`).join(' ');
}

interface Found {
  readonly gtinUpc?: string | null;
  readonly publishedDate?: string | null;
  readonly fdcId: number;
}

/** Leaves only the foods with the barcode that was asked for, the newest record first. */
export async function onlyBarcode({ params, send }: Sending): Promise<unknown> {
  const body = await send();
  const { foods } = Object(body) as { foods?: readonly Found[] };
  if (!Array.isArray(foods)) return body;
  const wanted = gtinsOf(String(params.barcode));
  const matching = (foods as readonly Found[])
    .filter(({ gtinUpc }) => gtinsOf(gtinUpc ?? '').some((gtin) => wanted.includes(gtin)))
    .sort((one, other) => {
      const [a, b] = [one.publishedDate ?? '', other.publishedDate ?? ''];
      return a === b ? other.fdcId - one.fdcId : a < b ? 1 : -1;
    });
  return { ...Object(body), foods: matching };
}
