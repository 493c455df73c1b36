/** Kilocalories per gram, and protein per gram of nitrogen. */
export interface ConversionFactors {
  readonly protein: number;
  readonly fat: number;
  readonly carbohydrate: number;
  readonly nitrogen: number;
}

const meat = [4.27, 9.02, 3.87, 6.25] as const;
const byCategory: Readonly<Record<number, readonly [number, number, number, number]>> = {
  1: [4.27, 8.79, 3.87, 6.38],
  4: [4.27, 8.84, 3.87, 6.25],
  5: meat,
  7: meat,
  8: [3.46, 8.37, 4.12, 5.83],
  9: [3.36, 8.37, 3.6, 6.25],
  10: meat,
  11: [2.44, 8.37, 3.57, 6.25],
  12: [3.47, 8.37, 4.07, 5.3],
  13: meat,
  15: meat,
  16: [3.47, 8.37, 4.07, 6.25],
  18: [4.05, 8.37, 4.12, 5.7],
  20: [4.05, 8.37, 4.12, 5.7],
};

/** The specific Atwater factors of a food category. */
export function energyFactors(categoryId: number): ConversionFactors {
  const [protein, fat, carbohydrate, nitrogen] = byCategory[categoryId] ?? [4, 9, 4, 6.25];
  return { protein, fat, carbohydrate, nitrogen };
}
