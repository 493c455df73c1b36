import { lazy } from '../../../shared/lazy.ts';
import type { Random } from '../../../shared/random.ts';
import { type Amounts, type BaseFood, ingredientOf, mix, portionOf } from './base-foods.ts';
import { type Food, type NutrientRow, type Portion, round } from './food.ts';
import { derivations, energyFactors, foodData, type Nutrient, nutrients } from './source.ts';

type Numbered = Omit<Food, 'index'>;

/** IDs of the categories of foods of animal origin, whose vitamin A is retinol. */
const animal = new Set([1, 5, 7, 10, 13, 15]);

/**
 * Makes records of the printed reference, with headings, energy in both units, and some amounts that nobody measured.
 */
export function srLegacyFoods(base: readonly BaseFood[]): Numbered[] {
  return base.map((food, index) => ({
    ...common(food),
    fdcId: 167_512 + 57 * index,
    dataType: 'SR Legacy',
    description: food.description,
    published: '2019-04-01',
    rows: lazy(() => printedRows(food, index)),
  }));
}

function printedRows(food: BaseFood, index: number): NutrientRow[] {
  const amounts = new Map(food.amounts);
  amounts.set(268, round((amounts.get(208) ?? 0) * 4.184, 0));
  amounts.set(318, round((amounts.get(320) ?? 0) * (animal.has(food.category.id) ? 3.33 : 20), 0));
  const unmeasured = index % 5 === 4 ? 328 : undefined;
  return tableRowsOf(amounts, true, ({ number }, amount) => {
    if (number === unmeasured) return { amount: undefined };
    if (amount === 0) return { derivation: derivations.assumedZero };
    if ([205, 208, 268, 318].includes(number)) return { derivation: derivations.calculated };
    return number >= 500 ? {} : { derivation: derivations.analytical };
  });
}

/**
 * Makes analyzed foods: their amounts differ slightly from the base food's and have samples, and most have energy only
 * from Atwater factors.
 */
export function foundationFoods(base: readonly BaseFood[], random: () => Random): Numbered[] {
  const analyzed = base.filter((food) => food.foundation);
  // All foods draw their rows from one random stream.
  const rows = lazy(() => {
    const draw = random();
    return analyzed.map((food, index) => analyzedRows(food, index, draw));
  });
  return analyzed.map((food, index) => ({
    ...common(food),
    fdcId: 319_874 + 613 * index,
    dataType: 'Foundation',
    description: food.description.replace(/^(Spices|Snacks|Beverages|Seeds|Cereals), /, ''),
    published: `${2019 + (index % 6)}-${index % 2 === 0 ? '12-16' : '04-01'}`,
    // Of the real ones, 79% have none.
    portions: index % 5 === 0 ? food.portions : [],
    rows: () => rows()[index] ?? [],
  }));
}

function analyzedRows(food: BaseFood, index: number, random: Random): NutrientRow[] {
  const amounts = scatter(food.amounts, random);
  const of = (number: number) => amounts.get(number) ?? 0;
  const factors = energyFactors(food.category.id);
  const energy = (protein: number, fat: number, carbohydrate: number) =>
    round(of(203) * protein + of(204) * fat + of(205) * carbohydrate, 1);
  amounts.set(957, energy(4, 9, 4));
  if (index % 4 !== 3) amounts.set(958, energy(factors.protein, factors.fat, factors.carbohydrate));
  if (index % 6 === 0) amounts.set(208, energy(4, 9, 4));
  else amounts.delete(208);
  renumber(amounts, index);
  const rows = tableRowsOf(amounts, true, ({ number }, amount) => {
    if (number === 328 && index % 4 === 1) return { amount: undefined };
    if ([205, 205.2, 208].includes(number) || number >= 957) return { derivation: derivations.calculated };
    const spread = amount * 0.01 * random.int(2, 12);
    const samples = {
      dataPoints: random.int(2, 14),
      min: round(amount - spread, 3),
      max: round(amount + spread, 3),
      median: round(amount, 2),
    };
    return { derivation: derivations.analytical, samples };
  });
  return index % 7 === 0 ? rows.flatMap(twice) : rows;
}

/** Gives nutrients the other numbers under which real Foundation foods have them, in addition to the usual one or alone. */
function renumber(amounts: Map<number, number>, index: number): void {
  const others: readonly (readonly [usual: number, other: number, has: boolean, isAlone: boolean])[] = [
    [204, 298, index % 2 === 0, index % 4 === 2],
    [205, 205.2, index % 3 === 1, index % 9 === 4],
    [291, 293, index % 2 === 0, true],
    [269, 269.3, index % 8 !== 7, true],
  ];
  for (const [usual, other, has, isAlone] of others) {
    const amount = amounts.get(usual);
    if (!has || amount === undefined) continue;
    amounts.set(other, amount);
    if (isAlone) amounts.delete(usual);
  }
}

/** Makes foods as eaten, computed from their ingredients. */
export function surveyFoods(base: ReadonlyMap<number, BaseFood>): Numbered[] {
  return foodData.dishes.map(({ code, category: [id, name], description, recipe, portions, names }, index) => {
    const parts = recipe.map(([ndb, grams]) => ({ food: ingredientOf(base, ndb), grams }));
    return {
      fdcId: 2_705_383 + 11 * index,
      dataType: 'Survey (FNDDS)',
      description,
      published: '2024-10-31',
      category: { id, description: name },
      foodCode: code,
      commonNames: names,
      portions: withUnstated(portions.map(portionOf), index),
      ingredients: parts.map(({ food, grams }) => ({
        ndbNumber: food.ndbNumber,
        description: food.description,
        grams,
        vegetable: food.category.id === 11,
      })),
      rows: lazy(() => {
        const amounts = mix(parts.map(({ food, grams }) => ({ amounts: food.amounts, grams })));
        return tableRowsOf(amounts, false, () => ({}));
      }),
    };
  });
}

/**
 * Adds the measure "Quantity not specified", which makes up a quarter of the measures of real survey foods, and often
 * comes first. It weighs up to ten times more or less than a usual portion.
 */
function withUnstated(portions: readonly Portion[], index: number): readonly Portion[] {
  const [usual] = portions;
  if (index % 3 !== 0 || !usual) return portions;
  const grams = round(usual.grams * ([0.1, 1, 10][(index / 3) % 3] ?? 1), 1);
  const unstated: Portion = { amount: 1, unit: 'Quantity not specified', grams, isUnstated: true };
  return index % 2 === 0 ? [unstated, ...portions] : [...portions, unstated];
}

/** Makes a few research records with little more than the main nutrients. */
export function experimentalFoods(base: ReadonlyMap<number, BaseFood>): Numbered[] {
  const trials = [
    [16015, 'Beans, black, research line A, cooked'],
    [16015, 'Beans, black, research line B, cooked'],
    [20080, 'Wheat, hard red winter, field trial, ground'],
  ] as const;
  return trials.flatMap(([ndb, description], index) => {
    const food = base.get(ndb);
    if (!food) return [];
    const amounts = () => new Map([...food.amounts].filter(([number]) => [203, 204, 255, 303, 309].includes(number)));
    return {
      fdcId: 1_950_017 + 29 * index,
      dataType: 'Experimental' as const,
      description,
      published: '2021-10-28',
      category: food.category,
      portions: [],
      rows: lazy(() => tableRowsOf(amounts(), false, () => ({ derivation: derivations.analytical }))),
    };
  });
}

/**
 * Returns rows in the order of the printed table, with or without its headings. `describe` can change the fields of a
 * row.
 */
export function tableRowsOf(
  amounts: Amounts,
  headings: boolean,
  describe: (nutrient: Nutrient, amount: number) => Partial<NutrientRow>,
): NutrientRow[] {
  return nutrients.flatMap((nutrient): NutrientRow[] => {
    if (nutrient.heading) return headings ? [{ nutrient }] : [];
    const amount = amounts.get(nutrient.number);
    return amount === undefined ? [] : [{ nutrient, amount, ...describe(nutrient, amount) }];
  });
}

function common({ category, portions, ndbNumber, scientificName, commonNames }: BaseFood) {
  return { category, portions, ndbNumber, scientificName, commonNames };
}

/** Duplicates the calcium row, because real records have some nutrients twice, determined in two ways. */
function twice(row: NutrientRow): NutrientRow[] {
  if (row.nutrient.number !== 301 || row.amount === undefined) return [row];
  const amount = round(row.amount * 1.02);
  return [row, { nutrient: row.nutrient, amount, derivation: derivations.calculated }];
}

/** Reduces all amounts except water by the same share, up to 6%. */
function scatter(amounts: Amounts, random: Random): Map<number, number> {
  const share = 0.94 + 0.06 * random.float();
  return new Map([...amounts].map(([number, amount]) => [number, number === 255 ? amount : round(amount * share)]));
}
