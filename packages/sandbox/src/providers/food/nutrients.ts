/** A nutrient as FDC numbers and names it. */
export interface Nutrient {
  readonly number: number;
  readonly id: number;
  readonly name: string;
  readonly rank: number;
  readonly unit: string;
  /** Depth in the printed table: parts of another nutrient are set in. */
  readonly indent: number;
  /** A line of the printed table that only groups others; it never has an amount. */
  readonly heading?: true;
}

/** How an amount was found. */
export interface Derivation {
  readonly id: number;
  readonly code: string;
  readonly description: string;
  readonly source: { readonly id: number; readonly code: string; readonly description: string };
}

const table: readonly (readonly [number, number, string, number, string, number?])[] = [
  [951, 2045, 'Proximates', 50, 'g', 0],
  [255, 1051, 'Water', 100, 'g'],
  [957, 2047, 'Energy (Atwater General Factors)', 280, 'kcal'],
  [958, 2048, 'Energy (Atwater Specific Factors)', 290, 'kcal'],
  [208, 1008, 'Energy', 300, 'kcal'],
  [268, 1062, 'Energy', 400, 'kJ'],
  [203, 1003, 'Protein', 600, 'g'],
  [204, 1004, 'Total lipid (fat)', 800, 'g'],
  [205, 1005, 'Carbohydrate, by difference', 1110, 'g'],
  [291, 1079, 'Fiber, total dietary', 1200, 'g', 2],
  [269, 2000, 'Sugars, total', 1510, 'g', 2],
  [539, 1235, 'Sugars, added', 1540, 'g', 3],
  [300, 2043, 'Minerals', 5200, 'mg', 0],
  [301, 1087, 'Calcium, Ca', 5300, 'mg'],
  [303, 1089, 'Iron, Fe', 5400, 'mg'],
  [304, 1090, 'Magnesium, Mg', 5500, 'mg'],
  [306, 1092, 'Potassium, K', 5700, 'mg'],
  [307, 1093, 'Sodium, Na', 5800, 'mg'],
  [309, 1095, 'Zinc, Zn', 5900, 'mg'],
  [952, 2046, 'Vitamins and Other Components', 6250, 'g', 0],
  [401, 1162, 'Vitamin C, total ascorbic acid', 6300, 'mg'],
  [418, 1178, 'Vitamin B-12', 7300, 'µg'],
  [320, 1106, 'Vitamin A, RAE', 7420, 'µg'],
  [318, 1104, 'Vitamin A, IU', 7500, 'IU'],
  [328, 1114, 'Vitamin D (D2 + D3)', 8700, 'µg'],
  [950, 2044, 'Lipids', 9600, 'g', 0],
  [606, 1258, 'Fatty acids, total saturated', 9700, 'g'],
  [645, 1292, 'Fatty acids, total monounsaturated', 11400, 'g'],
  [646, 1293, 'Fatty acids, total polyunsaturated', 12900, 'g'],
  [605, 1257, 'Fatty acids, total trans', 15400, 'g'],
  [601, 1253, 'Cholesterol', 15700, 'mg'],
  [221, 1018, 'Alcohol, ethyl', 18200, 'g'],
  [262, 1057, 'Caffeine', 18300, 'mg'],
];

/** Every nutrient the sandbox knows, in the order of the printed table. */
export const nutrients: readonly Nutrient[] = table.map(([number, id, name, rank, unit, indent = 1]) => ({
  number,
  id,
  name,
  rank,
  unit,
  indent,
  ...(indent === 0 && { heading: true as const }),
}));

const analysed = { id: 1, code: '1', description: 'Analytical or derived from analytical' };
const imputed = { id: 2, code: '4', description: 'Calculated or imputed' };
const stated = { id: 9, code: '12', description: "Manufacturer's analytical; partial documentation" };

/** The derivations that occur. */
export const derivations = {
  analytical: { id: 1, code: 'A', description: 'Analytical', source: analysed },
  assumedZero: {
    id: 48,
    code: 'Z',
    description: 'Assumed zero',
    source: { id: 5, code: '7', description: 'Assumed zero' },
  },
  calculated: { id: 49, code: 'NC', description: 'Calculated', source: imputed },
  labelServing: {
    id: 70,
    code: 'LCCS',
    description: 'Calculated from value per serving size measure',
    source: stated,
  },
  labelDailyValue: {
    id: 75,
    code: 'LCCD',
    description: 'Calculated from a daily value percentage per serving size measure',
    source: stated,
  },
} satisfies Record<string, Derivation>;

/** Amounts per day that labels count per cent of. */
export const dailyValues: Readonly<Record<number, number>> = {
  204: 78,
  205: 275,
  291: 28,
  301: 1300,
  303: 18,
  306: 4700,
  307: 2300,
  539: 50,
  601: 300,
  606: 20,
};
