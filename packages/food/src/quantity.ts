/** A number in words and digits: `1 1/2`, `3/4`, `1,500`, `.5`, `a`, `half a`, `one half`. */
const number =
  /^(?:((?:(?:an?|one|1)\s+)?half(?:\s+an?)?(?=[\s-])|(?:an?|one)(?=\s))|(\d+\s+(?:and\s+)?)?(\d+)\s*\/\s*([1-9]\d*)|(\d+(?:,\d{3})+(?:\.\d+)?|\d*\.?\d+))(?![\d/,.])/i;

/**
 * Splits a text into the number at its beginning and the rest. The number is undefined if there is none, or if it is a
 * range such as `1-2`.
 */
export function readQuantity(text: string): { quantity?: number; rest: string } {
  const plain = text
    .replace(/[¼-¾⅐-⅞]/g, (fraction) => ` ${fraction.normalize('NFKC')} `)
    .replaceAll('\u2044', '/')
    .trim();
  const found = number.exec(plain);
  const rest = plain.slice(found?.[0].length).trim();
  if (!found || /^(?:[-–—]|(?:to|or|and)\b)/i.test(rest)) return { rest: plain };
  const [, word, whole = '0', numerator, denominator, decimal] = found;
  if (word) return { quantity: /half/i.test(word) ? 0.5 : 1, rest };
  if (decimal) return { quantity: Number(decimal.replaceAll(',', '')), rest };
  return { quantity: Number.parseInt(whole, 10) + Number(numerator) / Number(denominator), rest };
}

/** Removes the noise of floating-point arithmetic. */
export const exact = (value: number): number => Number(value.toPrecision(12));
