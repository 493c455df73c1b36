import { lazy } from '../../../shared/lazy.ts';
import type { Random } from '../../../shared/random.ts';
import { type Amounts, type BaseFood, ingredientOf, mix } from './base-foods.ts';
import { tableRowsOf } from './basic-foods.ts';
import { type BrandedFacts, type Food, round } from './food.ts';
import { dailyValues, derivations, type FoodData, foodData } from './source.ts';

export const tradeChannels = [
  'CHILD_NUTRITION_FOOD_PROGRAMS',
  'DRUG',
  'FOOD_SERVICE',
  'GROCERY',
  'MASS_MERCHANDISING',
  'MILITARY',
  'ONLINE',
  'VENDING',
] as const;

/** Numbers of the nutrients that a label prints, by their names on the label. Old labels lack the last two. */
export const labelNutrients = {
  fat: 204,
  saturatedFat: 606,
  transFat: 605,
  cholesterol: 601,
  sodium: 307,
  carbohydrates: 205,
  fiber: 291,
  sugars: 269,
  protein: 203,
  calcium: 301,
  iron: 303,
  calories: 208,
  addedSugar: 539,
  potassium: 306,
};

interface Product extends Omit<FoodData['products'][number], 'parts'> {
  readonly parts: readonly { readonly amounts: Amounts; readonly grams: number; readonly label: string }[];
}

/** Makes `count` products. Every tenth is a later record of the previous one, with the same GTIN. */
export function brandedFoods(
  base: ReadonlyMap<number, BaseFood>,
  random: Random,
  count: number,
): Omit<Food, 'index'>[] {
  const products = readProducts(base);
  const foods: Omit<Food, 'index'>[] = [];
  let fdcId = 400_000;
  for (let index = 0; index < count; index += 1) {
    fdcId += random.int(1, 9);
    const previous = index % 10 === 9 ? foods.at(-1) : undefined;
    const made =
      previous ??
      makeFood(products[(index - Math.floor(index / 10)) % products.length] as Product, random, index, count);
    foods.push(previous ? replacement(previous, fdcId, random) : { ...made, fdcId });
  }
  return foods;
}

function makeFood(product: Product, random: Random, index: number, count: number): Omit<Food, 'index'> {
  const { owner: brandOwner, brands, prefix } = random.pick(foodData.brandOwners);
  const published = date(Date.UTC(2019, 3, 1) + Math.floor((index / count) * 78) * 30 * day);
  const parts = product.parts.map((part) => ({ ...part, grams: part.grams * (0.92 + 0.16 * random.float()) }));
  const modified = date(Date.parse(published) - random.int(40, 700) * day);
  const ingredients = product.parts.map((part) => part.label).join(', ');
  const isGlobal = /^[A-Z]+$/.test(product.servingUnit);
  const branded: BrandedFacts = {
    label: {
      brandOwner,
      brandName: random.pick(brands),
      gtinUpc: gtin(prefix, index, random),
      ingredients:
        product.long && index < 10
          ? Array.from({ length: 150 }, (_, no) => `${no + 1}: ${ingredients}`).join('; ')
          : `${ingredients}.`,
      marketCountry: 'United States',
      dataSource: isGlobal ? 'GDSN' : 'LI',
      packageWeight: product.packageWeight,
      servingSize: product.servingSize,
      servingSizeUnit: product.servingUnit,
      householdServingFullText: product.household,
      ...(isGlobal && { shortDescription: product.name.slice(0, 30), preparationStateCode: 'UNPREPARED' }),
    },
    tradeChannels: random.sample(tradeChannels, random.int(0, 2)),
    available: modified,
    modified,
    discontinued: index % 23 === 22 ? published : undefined,
    // Vitamins A and D are in IU. Old labels have vitamin C, new ones vitamin D.
    printed: [
      ...Object.values(labelNutrients).slice(0, index % 4 === 0 ? -2 : undefined),
      ...(index % 3 === 0 ? [] : [318]),
      index % 4 === 0 ? 401 : 324,
    ],
  };
  return {
    fdcId: 0,
    dataType: 'Branded',
    description: product.name,
    published,
    category: { id: 0, description: product.category },
    portions: [],
    branded,
    rows: lazy(() => {
      const amounts = mix(parts);
      const inIu = [
        [318, (amounts.get(320) ?? 0) * 3.33],
        [324, (amounts.get(328) ?? 0) * 40],
      ] as const;
      return labelRows(new Map([...amounts, ...inIu]), branded);
    }),
  };
}

function replacement(previous: Omit<Food, 'index'>, fdcId: number, random: Random): Omit<Food, 'index'> {
  const before = previous.branded as BrandedFacts;
  const published = date(Date.parse(previous.published) + 30 * day * random.int(2, 9));
  const branded = { ...before, modified: published, replaces: { ...previous, index: 0 } };
  const rows = lazy(() => {
    const amounts = new Map(previous.rows().map(({ nutrient, amount = 0 }) => [nutrient.number, amount]));
    amounts.set(307, (amounts.get(307) ?? 0) * 0.85);
    return labelRows(amounts, branded);
  });
  return { ...previous, fdcId, published, branded, rows };
}

function labelRows(amounts: Amounts, { printed, label: { servingSize } }: BrandedFacts) {
  const per100 = new Map(printed.map((number) => [number, round(amounts.get(number) ?? 0)]));
  return tableRowsOf(per100, false, ({ number }, amount) => {
    const daily = dailyValues[number];
    return {
      derivation: [301, 303].includes(number) ? derivations.labelDailyValue : derivations.labelServing,
      dailyValue: daily && Math.round((amount * servingSize) / daily),
    };
  });
}

function readProducts(base: ReadonlyMap<number, BaseFood>): Product[] {
  return foodData.products.map(({ parts, ...product }) => ({
    ...product,
    parts: parts.map(([ndb, grams, label]) => ({ amounts: ingredientOf(base, ndb).amounts, grams, label })),
  }));
}

const day = 86_400_000;

function date(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/**
 * Makes a GTIN-12 with a GS1 check digit, in one of the lengths that occur: padded to up to 14 digits, or without
 * leading zeros.
 */
function gtin(prefix: string, item: number, random: Random): string {
  const digits = `${prefix.slice(1)}${String(item).padStart(5, '0').slice(-5)}`;
  const sum = [...digits].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 3 : 1), 0);
  const code = `${digits}${(10 - (sum % 10)) % 10}`;
  return random.pick([code, code, code.padStart(13, '0'), code.padStart(14, '0'), code.replace(/^0+/, '')]);
}
