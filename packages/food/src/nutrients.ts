import type { AbridgedFood } from './records/abridged.ts';
import type { Food } from './records/full.ts';
import type { SearchFood } from './records/search.ts';
import { maxNutrientId, units } from './units.ts';

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
  /**
   * Code of the method that determined `amount`, such as `A` for an analysis or `LCCS` for a calculation from the label.
   * Undefined if the record does not state it. The downloadable file `food_nutrient_derivation.csv` explains the codes.
   */
  readonly derivation?: string;
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
  /**
   * Daily value for adults and children from 4 years, in `unit`: the FDA's of 2016, from which labels in the United
   * States calculate their percentages. Undefined if the nutrient has none.
   *
   * @see https://www.ecfr.gov/current/title-21/section-101.9 paragraphs (c)(8)(iv) and (c)(9)
   */
  readonly dailyValue: number | undefined;
  /** Nutrients that records have in place of this one, best first. Default: none. */
  readonly others?: readonly OtherNutrient[];
}

/** Describes a nutrient, with the values as types. */
// @__NO_SIDE_EFFECTS__
const define = <
  const Number extends number,
  const Id extends number,
  const Name extends string,
  const Unit extends string,
>(
  number: Number,
  id: Id,
  name: Name,
  unit: Unit,
  dailyValue?: number,
) => ({ number, id, name, unit, dailyValue }) as const;

const energyAtwaterGeneral = define(957, 2047, 'Energy (Atwater General Factors)', 'kcal');
const energyAtwaterSpecific = define(958, 2048, 'Energy (Atwater Specific Factors)', 'kcal');

/**
 * Numbers, IDs and units of the nutrients that labels may state and a few more, and the other nutrients that records have in their place.
 * Nutrients on labels are named like the fields of `labelNutrients`.
 *
 * @example
 * await food.foods.get({ fdcId, nutrients: [commonNutrients.protein.number, commonNutrients.iron.number] });
 */
export const commonNutrients = {
  calories: {
    ...define(208, 1008, 'Energy', 'kcal'),
    others: [energyAtwaterSpecific, energyAtwaterGeneral],
  },
  fat: {
    ...define(204, 1004, 'Total lipid (fat)', 'g', 78),
    others: [define(298, 1085, 'Total fat (NLEA)', 'g')],
  },
  saturatedFat: define(606, 1258, 'Fatty acids, total saturated', 'g', 20),
  transFat: define(605, 1257, 'Fatty acids, total trans', 'g'),
  monounsaturatedFat: define(645, 1292, 'Fatty acids, total monounsaturated', 'g'),
  polyunsaturatedFat: define(646, 1293, 'Fatty acids, total polyunsaturated', 'g'),
  cholesterol: define(601, 1253, 'Cholesterol', 'mg', 300),
  sodium: define(307, 1093, 'Sodium, Na', 'mg', 2300),
  carbohydrates: {
    ...define(205, 1005, 'Carbohydrate, by difference', 'g', 275),
    others: [define(205.2, 1050, 'Carbohydrate, by summation', 'g')],
  },
  fiber: {
    ...define(291, 1079, 'Fiber, total dietary', 'g', 28),
    others: [define(293, 2033, 'Total dietary fiber (AOAC 2011.25)', 'g')],
  },
  sugars: {
    ...define(269, 2000, 'Sugars, total', 'g'),
    others: [define(269.3, 1063, 'Sugars, Total', 'g')],
  },
  addedSugar: define(539, 1235, 'Sugars, added', 'g', 50),
  protein: define(203, 1003, 'Protein', 'g', 50),
  calcium: define(301, 1087, 'Calcium, Ca', 'mg', 1300),
  iron: define(303, 1089, 'Iron, Fe', 'mg', 18),
  potassium: define(306, 1092, 'Potassium, K', 'mg', 4700),
  magnesium: define(304, 1090, 'Magnesium, Mg', 'mg', 420),
  zinc: define(309, 1095, 'Zinc, Zn', 'mg', 11),
  phosphorus: define(305, 1091, 'Phosphorus, P', 'mg', 1250),
  copper: define(312, 1098, 'Copper, Cu', 'mg', 0.9),
  manganese: define(315, 1101, 'Manganese, Mn', 'mg', 2.3),
  selenium: define(317, 1103, 'Selenium, Se', 'µg', 55),
  iodine: define(314, 1100, 'Iodine, I', 'µg', 150),
  chromium: define(310, 1096, 'Chromium, Cr', 'µg', 35),
  molybdenum: define(316, 1102, 'Molybdenum, Mo', 'µg', 45),
  chloride: define(302, 1088, 'Chlorine, Cl', 'mg', 2300),
  // No factor converts these two into each other: it depends on the kinds of vitamin A in the food.
  vitaminAIu: define(318, 1104, 'Vitamin A, IU', 'IU'),
  vitaminARae: define(320, 1106, 'Vitamin A, RAE', 'µg', 900),
  thiamin: define(404, 1165, 'Thiamin', 'mg', 1.2),
  riboflavin: define(405, 1166, 'Riboflavin', 'mg', 1.3),
  niacin: define(406, 1167, 'Niacin', 'mg', 16),
  pantothenicAcid: define(410, 1170, 'Pantothenic acid', 'mg', 5),
  vitaminB6: define(415, 1175, 'Vitamin B-6', 'mg', 1.7),
  biotin: define(416, 1176, 'Biotin', 'µg', 30),
  // Not 417 (total): a microgram of added folic acid counts as 1.7 µg DFE, one of natural folate as 1.
  folateDfe: define(435, 1190, 'Folate, DFE', 'µg', 400),
  vitaminB12: define(418, 1178, 'Vitamin B-12', 'µg', 2.4),
  vitaminC: define(401, 1162, 'Vitamin C', 'mg', 90),
  vitaminD: {
    ...define(328, 1114, 'Vitamin D (D2 + D3)', 'µg', 20),
    // 1 µg is 40 IU: https://ods.od.nih.gov/factsheets/VitaminD-HealthProfessional/
    others: [{ ...define(324, 1110, 'Vitamin D (D2 + D3), International Units', 'IU'), factor: 0.025 }],
  },
  // Not 340 (IU): its factor depends on whether the vitamin is natural or synthetic.
  vitaminE: define(323, 1109, 'Vitamin E (alpha-tocopherol)', 'mg', 15),
  vitaminK: define(430, 1185, 'Vitamin K (phylloquinone)', 'µg', 120),
  choline: define(421, 1180, 'Choline, total', 'mg', 550),
  water: define(255, 1051, 'Water', 'g'),
  caffeine: define(262, 1057, 'Caffeine', 'mg'),
  energyKj: define(268, 1062, 'Energy', 'kJ'),
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
  foodNutrientDerivation?: Maybe<{ code?: Maybe<string | number> }>;
  derivationCode?: Maybe<string>;
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
    const derivation = row.foodNutrientDerivation?.code ?? row.derivationCode;
    return [
      {
        id,
        number: number ? Number(number) : undefined,
        name: givenName ?? known?.name ?? '',
        amount,
        unit: units[unit.toUpperCase()] ?? unit,
        per: '100g',
        ...(rowId && !id && { rowId }),
        ...(derivation && { derivation: String(derivation) }),
      },
    ];
  });
  const rowOf = (wanted: number) => measured.find(({ number }) => number === wanted);
  const added = common.flatMap(({ others = [], dailyValue: _, ...nutrient }): Nutrient[] => {
    const other = rowOf(nutrient.number) ? undefined : others.find(({ number, unit }) => rowOf(number)?.unit === unit);
    if (!other) return [];
    const { amount = 0, derivation } = rowOf(other.number) ?? {};
    return [
      {
        ...nutrient,
        amount: Number((amount * (other.factor ?? 1)).toPrecision(12)),
        per: '100g',
        from: other.number,
        ...(derivation && { derivation }),
      },
    ];
  });
  const label = Object.entries(('labelNutrients' in food && food.labelNutrients) || {}).flatMap(
    ([name, found]): Nutrient[] => {
      const amount = found?.value;
      if (typeof amount !== 'number' || !Object.hasOwn(commonNutrients, name)) return [];
      const {
        others: _,
        dailyValue: __,
        ...nutrient
      }: CommonNutrient = commonNutrients[name as keyof typeof commonNutrients];
      return [{ ...nutrient, amount, per: 'serving' }];
    },
  );
  return [...added, ...measured, ...label];
}
