/** Fields of a label that state its serving. */
export interface Labeled {
  readonly servingSize?: number | null | undefined;
  readonly servingSizeUnit?: string | null | undefined;
}

/** Returns the serving on a label; undefined if the record states none in grams or milliliters. */
export function servingOf(
  food: Labeled | object,
): { grams: number; milliliters?: undefined } | { grams?: undefined; milliliters: number } | undefined {
  const { servingSize, servingSizeUnit } = food as Labeled;
  if (!servingSize) return undefined;
  if (/^(g|grm)$/i.test(servingSizeUnit ?? '')) return { grams: servingSize };
  return /^(ml|mlt)$/i.test(servingSizeUnit ?? '') ? { milliliters: servingSize } : undefined;
}
