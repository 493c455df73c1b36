import type { AbridgedFood } from './records/abridged.ts';
import type { Food } from './records/full.ts';
import type { SearchFood } from './records/search.ts';

/** Amount of one nutrient in a food. */
export interface Nutrient {
  /**
   * ID of the nutrient, such as 1003 for protein. Undefined for abridged records, which lack it, and for rows of an
   * unknown nutrient.
   */
  readonly id: number | undefined;
  /** Number of the nutrient, such as 203 for protein, as the `nutrients` parameter expects it. */
  readonly number: number | undefined;
  /** Name of the nutrient in the database, such as `Iron, Fe`. Empty when the record does not name the nutrient. */
  readonly name: string;
  /** Quantity of the nutrient, in `unit`, per 100 g or per serving. */
  readonly amount: number;
  /**
   * Unit of `amount`: `g`, `mg`, `µg`, `kcal`, `kJ`, `IU`, or another unit as the database spells it. Empty if the
   * record lacks it.
   */
  readonly unit: string;
  /**
   * Quantity of food that contains `amount`: 100 g (100 ml of a drink), or a serving of the record's `servingSize`.
   */
  readonly per: '100g' | 'serving';
  /**
   * ID of the row in the database, if the record does not name the nutrient. The downloadable file `food_nutrient.csv`
   * has the nutrient of each row. Undefined for every other row.
   */
  readonly rowId?: number;
}

/**
 * Numbers, IDs and units of the most requested nutrients. Nutrients on labels are named like the fields of
 * `labelNutrients`.
 *
 * @example
 * await food.foods.get({ fdcId, nutrients: [commonNutrients.protein.number, commonNutrients.iron.number] });
 */
export const commonNutrients = {
  calories: { number: 208, id: 1008, name: 'Energy', unit: 'kcal' },
  fat: { number: 204, id: 1004, name: 'Total lipid (fat)', unit: 'g' },
  saturatedFat: { number: 606, id: 1258, name: 'Fatty acids, total saturated', unit: 'g' },
  transFat: { number: 605, id: 1257, name: 'Fatty acids, total trans', unit: 'g' },
  monounsaturatedFat: { number: 645, id: 1292, name: 'Fatty acids, total monounsaturated', unit: 'g' },
  polyunsaturatedFat: { number: 646, id: 1293, name: 'Fatty acids, total polyunsaturated', unit: 'g' },
  cholesterol: { number: 601, id: 1253, name: 'Cholesterol', unit: 'mg' },
  sodium: { number: 307, id: 1093, name: 'Sodium, Na', unit: 'mg' },
  carbohydrates: { number: 205, id: 1005, name: 'Carbohydrate, by difference', unit: 'g' },
  fiber: { number: 291, id: 1079, name: 'Fiber, total dietary', unit: 'g' },
  sugars: { number: 269, id: 2000, name: 'Sugars, total', unit: 'g' },
  addedSugar: { number: 539, id: 1235, name: 'Sugars, added', unit: 'g' },
  protein: { number: 203, id: 1003, name: 'Protein', unit: 'g' },
  calcium: { number: 301, id: 1087, name: 'Calcium, Ca', unit: 'mg' },
  iron: { number: 303, id: 1089, name: 'Iron, Fe', unit: 'mg' },
  potassium: { number: 306, id: 1092, name: 'Potassium, K', unit: 'mg' },
  magnesium: { number: 304, id: 1090, name: 'Magnesium, Mg', unit: 'mg' },
  zinc: { number: 309, id: 1095, name: 'Zinc, Zn', unit: 'mg' },
  vitaminAIu: { number: 318, id: 1104, name: 'Vitamin A, IU', unit: 'IU' },
  vitaminARae: { number: 320, id: 1106, name: 'Vitamin A, RAE', unit: 'µg' },
  vitaminB12: { number: 418, id: 1178, name: 'Vitamin B-12', unit: 'µg' },
  vitaminC: { number: 401, id: 1162, name: 'Vitamin C', unit: 'mg' },
  vitaminD: { number: 328, id: 1114, name: 'Vitamin D (D2 + D3)', unit: 'µg' },
  water: { number: 255, id: 1051, name: 'Water', unit: 'g' },
  caffeine: { number: 262, id: 1057, name: 'Caffeine', unit: 'mg' },
  energyKj: { number: 268, id: 1062, name: 'Energy', unit: 'kJ' },
  energyAtwaterGeneral: { number: 957, id: 2047, name: 'Energy (Atwater General Factors)', unit: 'kcal' },
  energyAtwaterSpecific: { number: 958, id: 2048, name: 'Energy (Atwater Specific Factors)', unit: 'kcal' },
} as const;

const units: Readonly<Record<string, string>> = {
  G: 'g',
  MG: 'mg',
  UG: 'µg',
  ΜG: 'µg', // uppercase of both characters used for micro
  KCAL: 'kcal',
  KJ: 'kJ',
};

/** Highest ID of a nutrient. Nutrients have IDs of four digits, rows of six or more. */
const maxNutrientId = 9999;

const commonById: ReadonlyMap<number, (typeof commonNutrients)[keyof typeof commonNutrients]> = new Map(
  Object.values(commonNutrients).map((nutrient) => [nutrient.id, nutrient]),
);

type Maybe<T> = T | null | undefined;
interface Measure {
  id?: Maybe<number>;
  number?: Maybe<string | number>;
  name?: Maybe<string>;
  unitName?: Maybe<string>;
}
/** A row in any of the three spellings. */
interface Row extends Measure {
  amount?: Maybe<number>;
  nutrient?: Maybe<Measure>;
  value?: Maybe<number>;
  nutrientId?: Maybe<number>;
  nutrientNumber?: Maybe<string | number>;
  nutrientName?: Maybe<string>;
}

/**
 * Returns the nutrients of any record in one shape: amounts per 100 g in the record's order, then label amounts per
 * serving. Headings and other rows without an amount are left out. A nutrient may occur twice, determined in two ways.
 * If energy (208) is missing, it is added first, with the amount of 958, or else of 957.
 *
 * Some records contain only the IDs of their nutrients. For nutrients in `commonNutrients`, the number, name and unit
 * are filled in. Other records have only row IDs, which do not reveal the nutrient; such a row has an empty name and
 * `rowId`.
 */
export function nutrients(food: Food | AbridgedFood | SearchFood): Nutrient[] {
  const measured = ((food.foodNutrients ?? []) as readonly Row[]).flatMap((row): Nutrient[] => {
    const amount = row.amount ?? row.value;
    if (typeof amount !== 'number') return [];
    const { nutrient } = row;
    const given = nutrient?.number ?? row.number ?? row.nutrientNumber;
    const givenName = nutrient?.name ?? row.name ?? row.nutrientName;
    const rowId = given || givenName ? undefined : row.id;
    // `row.id` is normally the row's ID. Only a row without a nutrient may have the nutrient's ID there.
    const id = nutrient?.id ?? row.nutrientId ?? (rowId && rowId <= maxNutrientId ? rowId : undefined);
    const common = id ? commonById.get(id) : undefined;
    const number = given || common?.number;
    const unit = nutrient?.unitName ?? row.unitName ?? common?.unit ?? '';
    return [
      {
        id,
        number: number ? Number(number) : undefined,
        name: givenName ?? common?.name ?? '',
        amount,
        unit: units[unit.toUpperCase()] ?? unit,
        per: '100g',
        ...(rowId && !id && { rowId }),
      },
    ];
  });
  const { calories, energyAtwaterGeneral, energyAtwaterSpecific } = commonNutrients;
  const rowOf = ({ number }: { number: number }) => measured.find((row) => row.number === number);
  const energy = rowOf(calories) ? undefined : (rowOf(energyAtwaterSpecific) ?? rowOf(energyAtwaterGeneral));
  if (energy) measured.unshift({ ...calories, amount: energy.amount, per: '100g' });
  const label = Object.entries(('labelNutrients' in food && food.labelNutrients) || {}).flatMap(
    ([name, found]): Nutrient[] => {
      const amount = found?.value;
      return typeof amount === 'number' && Object.hasOwn(commonNutrients, name)
        ? [{ ...commonNutrients[name as keyof typeof commonNutrients], amount, per: 'serving' }]
        : [];
    },
  );
  return [...measured, ...label];
}
