import {
  aDate,
  aNumber,
  aString,
  listOfObjects,
  nonEmptyString,
  numberFrom0,
  oneOf,
  type RulesOf,
  required,
  strings,
  suggest,
  wholeNumber,
} from '../../check-fields.ts';
import type { SandboxContext } from '../../context.ts';
import { lazy } from '../../lazy.ts';
import type { Random } from '../../random.ts';
import { dailyValues, derivations, foodData, type Nutrient, nutrients } from './data.ts';
import { type BrandedFacts, type Food, type FoodCategory, filterableTypes, type NutrientRow } from './food.ts';

/** How much of a nutrient a food has. */
export interface FoodNutrientRecord {
  /** Number of the nutrient, such as `203` for protein. */
  readonly number: number | string;
  /** Amount per 100 g or 100 ml, in the nutrient's unit. */
  readonly amount: number;
  /** Name of the nutrient. Required for a number that the sandbox does not know; ignored for others. */
  readonly name?: string | undefined;
  /** Unit of the nutrient, such as `MG`. Required for a number that the sandbox does not know; ignored for others. */
  readonly unitName?: string | undefined;
}

/** A household measure of a food. */
export interface FoodPortionRecord {
  /** How many of the measure. Default 1. */
  readonly amount?: number | undefined;
  /** The measure, such as `cup`. */
  readonly modifier: string;
  /** Grams of the portion. */
  readonly gramWeight: number;
}

/** A food of one's own, in the field names of the API. */
export interface FoodRecord {
  /** Id of the food; a generated food with the same id is replaced. Default: one made from the description. */
  readonly fdcId?: number | undefined;
  /** Name of the food. */
  readonly description: string;
  /** Default `Branded` for a food with a field that only branded foods have, else `Foundation`. */
  readonly dataType?: (typeof filterableTypes)[number] | undefined;
  /** Day of its publication, `YYYY-MM-DD`. Default: the day on which the sandbox started. */
  readonly publicationDate?: string | undefined;
  /** Category. Default: one of the type. */
  readonly foodCategory?: string | undefined;
  /** Amounts of nutrients. Default: none. */
  readonly foodNutrients?: readonly FoodNutrientRecord[] | undefined;
  /** Household measures; branded foods have none. Default: none. */
  readonly foodPortions?: readonly FoodPortionRecord[] | undefined;
  /** Branded foods: the company. Default: an invented one. */
  readonly brandOwner?: string | undefined;
  /** Branded foods: the brand. Default: none. */
  readonly brandName?: string | undefined;
  /** Branded foods: the barcode. Default: one made from the description. */
  readonly gtinUpc?: string | undefined;
  /** Branded foods: the ingredients as the label lists them. Default: the description in capital letters. */
  readonly ingredients?: string | undefined;
  /** Branded foods: size of a serving. Default 100. */
  readonly servingSize?: number | undefined;
  /** Branded foods: unit of `servingSize`. Default `g`. */
  readonly servingSizeUnit?: string | undefined;
  /** Branded foods: a serving in words. Default: none. */
  readonly householdServingFullText?: string | undefined;
  /** Branded foods: weight of the package in words. Default: none. */
  readonly packageWeight?: string | undefined;
  /** Branded foods: where the data came from. Default `LI`. */
  readonly dataSource?: 'LI' | 'GDSN' | undefined;
  /** Branded foods: trade channels, such as `GROCERY`. Default: none. */
  readonly tradeChannels?: readonly string[] | undefined;
  /** Branded foods: day of the label's last change, `YYYY-MM-DD`. Default: the day of its publication. */
  readonly modifiedDate?: string | undefined;
  /** Branded foods: day since which it is sold, `YYYY-MM-DD`. Default: the day of its publication. */
  readonly availableDate?: string | undefined;
  /** Branded foods: day since which it is no longer sold, `YYYY-MM-DD`. Default: it is sold. */
  readonly discontinuedDate?: string | undefined;
  /** Foundation and SR Legacy foods: number in the printed reference. Default: one made from the description. */
  readonly ndbNumber?: number | undefined;
  /** Foundation and SR Legacy foods: scientific name. Default: none. */
  readonly scientificName?: string | undefined;
  /** Other names of a food that is not branded, separated by semicolons. Default: none. */
  readonly commonNames?: string | undefined;
  /** Survey foods: code of the food. Default: one made from the description. */
  readonly foodCode?: number | undefined;
}

const nutrientRules = {
  number: required({
    expected: 'the number of a nutrient, such as 203',
    isValid: (value) => /^\d{1,5}$/.test(String(value)),
  }),
  amount: required(numberFrom0('an amount per 100 g')),
  name: nonEmptyString,
  unitName: nonEmptyString,
} satisfies RulesOf<FoodNutrientRecord>;

const portionRules = {
  amount: aNumber,
  modifier: required(nonEmptyString),
  gramWeight: required(numberFrom0('a number of grams')),
} satisfies RulesOf<FoodPortionRecord>;

/** What the fields of a food of one's own must be. */
export const foodRecordRules = {
  fdcId: wholeNumber(1, 2 ** 31 - 1),
  description: required(nonEmptyString),
  dataType: oneOf(...filterableTypes),
  publicationDate: aDate,
  foodCategory: nonEmptyString,
  foodNutrients: listOfObjects('nutrients', nutrientRules),
  foodPortions: listOfObjects('portions', portionRules),
  brandOwner: nonEmptyString,
  brandName: aString,
  gtinUpc: nonEmptyString,
  ingredients: aString,
  servingSize: { expected: 'a number above 0', isValid: (value) => Number.isFinite(value) && Number(value) > 0 },
  servingSizeUnit: nonEmptyString,
  householdServingFullText: aString,
  packageWeight: aString,
  dataSource: oneOf('LI', 'GDSN'),
  tradeChannels: strings,
  modifiedDate: aDate,
  availableDate: aDate,
  discontinuedDate: aDate,
  ndbNumber: wholeNumber(1),
  scientificName: nonEmptyString,
  commonNames: nonEmptyString,
  foodCode: wholeNumber(1),
} satisfies RulesOf<FoodRecord>;

const labelFields = [
  'brandOwner',
  'brandName',
  'gtinUpc',
  'ingredients',
  'servingSize',
  'servingSizeUnit',
  'householdServingFullText',
  'packageWeight',
  'dataSource',
  'tradeChannels',
  'modifiedDate',
  'availableDate',
  'discontinuedDate',
] as const satisfies readonly (keyof FoodRecord)[];

/** Types of foods that have a field, where not all have it. */
const typesOfField: Readonly<Partial<Record<keyof FoodRecord, readonly string[]>>> = {
  ...Object.fromEntries(labelFields.map((name) => [name, ['Branded']])),
  ndbNumber: ['Foundation', 'SR Legacy'],
  scientificName: ['Foundation', 'SR Legacy'],
  foodCode: ['Survey (FNDDS)'],
  commonNames: ['Foundation', 'SR Legacy', 'Survey (FNDDS)'],
  foodPortions: ['Foundation', 'SR Legacy', 'Survey (FNDDS)'],
};

/** Category of a food that names none, by its type. */
const usualCategories: Readonly<Record<string, FoodCategory>> = {
  Branded: { id: 0, description: 'Other Snacks' },
  'Survey (FNDDS)': { id: 9999, description: 'Not included in a food category' },
};
const otherCategory: FoodCategory = { id: 22, description: 'Meals, Entrees, and Side Dishes' };

/** The database's form of the foods of one's own. */
export function makeOwnFoods(
  { random, startedAt }: Pick<SandboxContext, 'random' | 'startedAt'>,
  records: readonly FoodRecord[],
): Omit<Food, 'index'>[] {
  const today = new Date(startedAt).toISOString().slice(0, 10);
  return records.map((record, index) => {
    const draw = random(`own-foods/${record.description}`);
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
  // Generated ids end below the least of these.
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
      throw new TypeError(`${place}.${name} is a field of ${types.join(', ')} foods; the dataType is ${dataType}`);
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
      throw new TypeError(
        `${place}.foodNutrients[${index}].number must be that of a nutrient of the sandbox (${numbers.join(', ')}), or come with name and unitName; got ${number}${suggest(String(number), numbers)}`,
      );
    })
    .sort((one, other) => one.nutrient.rank - other.nutrient.rank);
}

const newNutrient = (number: number, name: string | undefined, unit: string | undefined): Nutrient | undefined =>
  name === undefined || unit === undefined
    ? undefined
    : { number, id: 90_000 + number, name, rank: 99_999, unit, indent: 1 };

function readLabel(record: FoodRecord, draw: Random, published: string, amounts: Amounts): BrandedFacts {
  const { owner, prefix } = draw.pick(foodData.brandOwners);
  return {
    owner: record.brandOwner ?? owner,
    brand: record.brandName ?? '',
    gtin: record.gtinUpc ?? `${prefix}${draw.text(12 - prefix.length, '0123456789')}`,
    ingredients: record.ingredients ?? `${record.description.toUpperCase()}.`,
    servingSize: record.servingSize ?? 100,
    servingUnit: record.servingSizeUnit ?? 'g',
    household: record.householdServingFullText ?? '',
    packageWeight: record.packageWeight ?? '',
    source: record.dataSource ?? 'LI',
    channels: record.tradeChannels ?? [],
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
    const dailyValue = daily && Math.round((amount * branded.servingSize) / daily);
    return { nutrient, amount, derivation: derivations.labelServing, dailyValue };
  });
