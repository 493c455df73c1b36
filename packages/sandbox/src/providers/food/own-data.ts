import { invalid, suggest } from '../../shared/check-fields.ts';
import type { SandboxContext } from '../../shared/context.ts';
import { lazy } from '../../shared/lazy.ts';
import { labelsOf } from '../../shared/own-records.ts';
import type { Random } from '../../shared/random.ts';
import type { BrandedFacts, Food, FoodCategory, NutrientRow } from './data/food.ts';
import { dailyValues, derivations, foodData, type Nutrient, nutrients } from './data/source.ts';
import { type FoodNutrientRecord, type FoodRecord, labelRules } from './own-records.ts';

const labelFields = Object.keys(labelRules) as (keyof typeof labelRules)[];

/** Types of foods that have a field, for fields that not all types have. */
const typesOfField: Readonly<Partial<Record<keyof FoodRecord, readonly string[]>>> = {
  ...Object.fromEntries(labelFields.map((name) => [name, ['Branded']])),
  ndbNumber: ['Foundation', 'SR Legacy'],
  scientificName: ['Foundation', 'SR Legacy'],
  foodCode: ['Survey (FNDDS)'],
  commonNames: ['Foundation', 'SR Legacy', 'Survey (FNDDS)'],
  foodPortions: ['Foundation', 'SR Legacy', 'Survey (FNDDS)'],
};

/** Category of a food that names none, by type. */
const usualCategories: Readonly<Record<string, FoodCategory>> = {
  Branded: { id: 0, description: 'Other Snacks' },
  'Survey (FNDDS)': { id: 9999, description: 'Not included in a food category' },
};
const otherCategory: FoodCategory = { id: 22, description: 'Meals, Entrees, and Side Dishes' };

/** Makes database records of your own foods. */
export function makeOwnFoods(
  { random, startedAt }: Pick<SandboxContext, 'random' | 'startedAt'>,
  records: readonly FoodRecord[],
): Omit<Food, 'index'>[] {
  const today = new Date(startedAt).toISOString().slice(0, 10);
  const labels = labelsOf(records, ({ description }) => description);
  return records.map((record, index) => {
    const draw = random(`own-foods/${labels[index]}`);
    return makeFood(record, { draw, today, place: `food.foods[${index}]` });
  });
}

function makeFood(
  record: FoodRecord,
  { draw, today, place }: { draw: Random; today: string; place: string },
): Omit<Food, 'index'> {
  const { publicationDate: published = today } = record;
  const isLabeled = labelFields.some((name) => record[name] !== undefined);
  const dataType = record.dataType ?? (isLabeled ? 'Branded' : 'Foundation');
  checkFields(record, dataType, place);
  const number = (least: number, most: number) => draw.int(least, most);
  // The IDs of generated foods are all lower.
  const fdcId = record.fdcId ?? number(100_000_000, 2 ** 31 - 1);
  const isAnalyzed = dataType === 'Foundation' || dataType === 'SR Legacy';
  const amounts = readAmounts(record.foodNutrients ?? [], place);
  const branded = dataType === 'Branded' ? readLabel(record, draw, published, amounts) : undefined;
  return {
    fdcId,
    dataType,
    description: record.description,
    published,
    category: categoryOf(record.foodCategory, dataType),
    portions: (record.foodPortions ?? []).map(({ amount = 1, modifier, gramWeight }) => {
      return { amount, unit: modifier, grams: gramWeight };
    }),
    rows: lazy(() => rowsOf(amounts, dataType, branded)),
    ...(isAnalyzed && { ndbNumber: record.ndbNumber ?? number(90_000, 99_999), scientificName: record.scientificName }),
    ...(dataType === 'Survey (FNDDS)' && {
      foodCode: record.foodCode ?? number(90_000_000, 99_999_999),
      ingredients: [],
    }),
    ...(record.commonNames !== undefined && { commonNames: record.commonNames }),
    ...(branded && { branded }),
  };
}

function checkFields(record: FoodRecord, dataType: string, place: string): void {
  for (const [name, types] of Object.entries(typesOfField))
    if (record[name as keyof FoodRecord] !== undefined && !types.includes(dataType))
      throw invalid(`${place}.${name} is only for ${types.join(', ')} foods; the dataType is ${dataType}`);
}

function categoryOf(name: string | undefined, dataType: string): FoodCategory {
  if (name === undefined) return usualCategories[dataType] ?? otherCategory;
  const [id = 0] = Object.entries(foodData.categories).find(([, description]) => description === name) ?? [];
  return { id: dataType === 'Branded' ? 0 : Number(id), description: name };
}

type Amounts = readonly { readonly nutrient: Nutrient; readonly amount: number }[];

function readAmounts(records: readonly FoodNutrientRecord[], place: string): Amounts {
  const known = new Map(nutrients.filter(({ heading }) => !heading).map((nutrient) => [nutrient.number, nutrient]));
  return records
    .map(({ amount, name, unitName, ...record }, index) => {
      const number = Number(record.number);
      const nutrient = known.get(number) ?? newNutrient(number, name, unitName);
      if (nutrient) return { nutrient, amount };
      const numbers = [...known.keys()].map(String);
      throw invalid(
        `${place}.foodNutrients[${index}].number must be the number of a sandbox nutrient (${numbers.join(', ')}), or come with name and unitName; got ${number}${suggest(String(number), numbers)}`,
      );
    })
    .sort((one, other) => one.nutrient.rank - other.nutrient.rank);
}

const newNutrient = (number: number, name: string | undefined, unit: string | undefined): Nutrient | undefined =>
  name === undefined || unit === undefined
    ? undefined
    : { number, id: 90_000 + Math.round(number), name, rank: 99_999, unit, indent: 1 };

function readLabel(record: FoodRecord, draw: Random, published: string, amounts: Amounts): BrandedFacts {
  const { owner, prefix } = draw.pick(foodData.brandOwners);
  return {
    label: {
      brandOwner: record.brandOwner ?? owner,
      brandName: record.brandName ?? '',
      gtinUpc: record.gtinUpc ?? `${prefix}${draw.text(12 - prefix.length, '0123456789')}`,
      ingredients: record.ingredients ?? `${record.description.toUpperCase()}.`,
      servingSize: record.servingSize ?? 100,
      servingSizeUnit: record.servingSizeUnit ?? 'g',
      householdServingFullText: record.householdServingFullText ?? '',
      packageWeight: record.packageWeight ?? '',
      marketCountry: 'United States',
      dataSource: record.dataSource ?? 'LI',
    },
    tradeChannels: record.tradeChannels ?? [],
    available: record.availableDate ?? published,
    modified: record.modifiedDate ?? published,
    discontinued: record.discontinuedDate,
    printed: amounts.map(({ nutrient }) => nutrient.number),
  };
}

const rowsOf = (amounts: Amounts, dataType: string, branded: BrandedFacts | undefined): NutrientRow[] =>
  amounts.map(({ nutrient, amount }) => {
    if (!branded)
      return { nutrient, amount, ...(dataType !== 'Survey (FNDDS)' && { derivation: derivations.analytical }) };
    const daily = dailyValues[nutrient.number];
    const dailyValue = daily && Math.round((amount * branded.label.servingSize) / daily);
    return { nutrient, amount, derivation: derivations.labelServing, dailyValue };
  });
