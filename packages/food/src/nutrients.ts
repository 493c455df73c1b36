import { maxNutrientId, units } from './nutrient-names.ts';
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
  /**
   * Number of the nutrient that the record has in place of this one, such as 269.3 for sugars (269). Undefined if the
   * record has this nutrient itself.
   */
  readonly from?: number;
}

/** A nutrient that records have in place of a common one. */
export interface OtherNutrient extends Pick<Nutrient, 'name' | 'unit'> {
  /** Number of the nutrient, such as 269.3. */
  readonly number: number;
  /** ID of the nutrient, such as 1063. */
  readonly id: number;
  /** Number by which an amount is multiplied to get the common nutrient's unit. Default 1. */
  readonly factor?: number;
}

/** A nutrient of {@link commonNutrients}. */
export interface CommonNutrient extends Omit<OtherNutrient, 'factor'> {
  /** Nutrients that records have in place of this one, best first. Default: none. */
  readonly others?: readonly OtherNutrient[];
}

const energyAtwaterGeneral = { number: 957, id: 2047, name: 'Energy (Atwater General Factors)', unit: 'kcal' } as const;
const energyAtwaterSpecific = {
  number: 958,
  id: 2048,
  name: 'Energy (Atwater Specific Factors)',
  unit: 'kcal',
} as const;

/**
 * Numbers, IDs and units of the most requested nutrients, and the other nutrients that records have in their place.
 * Nutrients on labels are named like the fields of `labelNutrients`.
 *
 * @example
 * await food.foods.get({ fdcId, nutrients: [commonNutrients.protein.number, commonNutrients.iron.number] });
 */
export const commonNutrients = {
  calories: {
    number: 208,
    id: 1008,
    name: 'Energy',
    unit: 'kcal',
    others: [energyAtwaterSpecific, energyAtwaterGeneral],
  },
  fat: {
    number: 204,
    id: 1004,
    name: 'Total lipid (fat)',
    unit: 'g',
    others: [{ number: 298, id: 1085, name: 'Total fat (NLEA)', unit: 'g' }],
  },
  saturatedFat: { number: 606, id: 1258, name: 'Fatty acids, total saturated', unit: 'g' },
  transFat: { number: 605, id: 1257, name: 'Fatty acids, total trans', unit: 'g' },
  monounsaturatedFat: { number: 645, id: 1292, name: 'Fatty acids, total monounsaturated', unit: 'g' },
  polyunsaturatedFat: { number: 646, id: 1293, name: 'Fatty acids, total polyunsaturated', unit: 'g' },
  cholesterol: { number: 601, id: 1253, name: 'Cholesterol', unit: 'mg' },
  sodium: { number: 307, id: 1093, name: 'Sodium, Na', unit: 'mg' },
  carbohydrates: {
    number: 205,
    id: 1005,
    name: 'Carbohydrate, by difference',
    unit: 'g',
    others: [{ number: 205.2, id: 1050, name: 'Carbohydrate, by summation', unit: 'g' }],
  },
  fiber: {
    number: 291,
    id: 1079,
    name: 'Fiber, total dietary',
    unit: 'g',
    others: [{ number: 293, id: 2033, name: 'Total dietary fiber (AOAC 2011.25)', unit: 'g' }],
  },
  sugars: {
    number: 269,
    id: 2000,
    name: 'Sugars, total',
    unit: 'g',
    others: [{ number: 269.3, id: 1063, name: 'Sugars, Total', unit: 'g' }],
  },
  addedSugar: { number: 539, id: 1235, name: 'Sugars, added', unit: 'g' },
  protein: { number: 203, id: 1003, name: 'Protein', unit: 'g' },
  calcium: { number: 301, id: 1087, name: 'Calcium, Ca', unit: 'mg' },
  iron: { number: 303, id: 1089, name: 'Iron, Fe', unit: 'mg' },
  potassium: { number: 306, id: 1092, name: 'Potassium, K', unit: 'mg' },
  magnesium: { number: 304, id: 1090, name: 'Magnesium, Mg', unit: 'mg' },
  zinc: { number: 309, id: 1095, name: 'Zinc, Zn', unit: 'mg' },
  // No factor converts these two into each other: it depends on the kinds of vitamin A in the food.
  vitaminAIu: { number: 318, id: 1104, name: 'Vitamin A, IU', unit: 'IU' },
  vitaminARae: { number: 320, id: 1106, name: 'Vitamin A, RAE', unit: 'µg' },
  vitaminB12: { number: 418, id: 1178, name: 'Vitamin B-12', unit: 'µg' },
  vitaminC: { number: 401, id: 1162, name: 'Vitamin C', unit: 'mg' },
  vitaminD: {
    number: 328,
    id: 1114,
    name: 'Vitamin D (D2 + D3)',
    unit: 'µg',
    // 1 µg is 40 IU: https://ods.od.nih.gov/factsheets/VitaminD-HealthProfessional/
    others: [{ number: 324, id: 1110, name: 'Vitamin D (D2 + D3), International Units', unit: 'IU', factor: 0.025 }],
  },
  water: { number: 255, id: 1051, name: 'Water', unit: 'g' },
  caffeine: { number: 262, id: 1057, name: 'Caffeine', unit: 'mg' },
  energyKj: { number: 268, id: 1062, name: 'Energy', unit: 'kJ' },
  energyAtwaterGeneral,
  energyAtwaterSpecific,
} as const satisfies Readonly<Record<string, CommonNutrient>>;

const common: readonly CommonNutrient[] = Object.values(commonNutrients);
const byId: ReadonlyMap<number, OtherNutrient> = new Map(
  common.flatMap((nutrient) => [nutrient, ...(nutrient.others ?? [])]).map((nutrient) => [nutrient.id, nutrient]),
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
 *
 * Records have some nutrients under other numbers than usual, such as energy (208) as 957, or vitamin D (328) as 324 in
 * IU. If a nutrient of `commonNutrients` is missing, it is added at the start, with the amount of the first of its
 * `others` that the record has, in its own unit. `from` is then that number.
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
    const known = id ? byId.get(id) : undefined;
    const number = given || known?.number;
    const unit = nutrient?.unitName ?? row.unitName ?? known?.unit ?? '';
    return [
      {
        id,
        number: number ? Number(number) : undefined,
        name: givenName ?? known?.name ?? '',
        amount,
        unit: units[unit.toUpperCase()] ?? unit,
        per: '100g',
        ...(rowId && !id && { rowId }),
      },
    ];
  });
  const rowOf = (wanted: number) => measured.find(({ number }) => number === wanted);
  const added = common.flatMap(({ others = [], ...nutrient }): Nutrient[] => {
    const other = rowOf(nutrient.number) ? undefined : others.find(({ number, unit }) => rowOf(number)?.unit === unit);
    if (!other) return [];
    const amount = (rowOf(other.number)?.amount ?? 0) * (other.factor ?? 1);
    return [{ ...nutrient, amount: Number(amount.toPrecision(12)), per: '100g', from: other.number }];
  });
  const label = Object.entries(('labelNutrients' in food && food.labelNutrients) || {}).flatMap(
    ([name, found]): Nutrient[] => {
      const amount = found?.value;
      if (typeof amount !== 'number' || !Object.hasOwn(commonNutrients, name)) return [];
      const { others: _, ...nutrient }: CommonNutrient = commonNutrients[name as keyof typeof commonNutrients];
      return [{ ...nutrient, amount, per: 'serving' }];
    },
  );
  return [...added, ...measured, ...label];
}
