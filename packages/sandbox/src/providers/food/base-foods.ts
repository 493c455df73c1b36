import { baseFoodTable } from '../../data/food-base.ts';
import { type FoodCategory, type Portion, round } from './food.ts';

/** Amounts per 100 g by nutrient number. */
export type Amounts = ReadonlyMap<number, number>;

/** A food of the base table, of which records of several data types are made. */
export interface BaseFood {
  readonly ndbNumber: number;
  readonly description: string;
  readonly category: FoodCategory;
  readonly amounts: Amounts;
  readonly portions: readonly Portion[];
  readonly foundation: boolean;
  readonly scientificName?: string | undefined;
  readonly commonNames?: string | undefined;
}

const columns = [
  208, 255, 203, 204, 205, 291, 269, 301, 303, 304, 306, 307, 309, 401, 320, 418, 328, 601, 606, 645, 646,
] as const;

const categories: Readonly<Record<number, string>> = {
  1: 'Dairy and Egg Products',
  2: 'Spices and Herbs',
  4: 'Fats and Oils',
  5: 'Poultry Products',
  6: 'Soups, Sauces, and Gravies',
  7: 'Sausages and Luncheon Meats',
  8: 'Breakfast Cereals',
  9: 'Fruits and Fruit Juices',
  10: 'Pork Products',
  11: 'Vegetables and Vegetable Products',
  12: 'Nut and Seed Products',
  13: 'Beef Products',
  14: 'Beverages',
  15: 'Finfish and Shellfish Products',
  16: 'Legumes and Legume Products',
  18: 'Baked Products',
  19: 'Sweets',
  20: 'Cereal Grains and Pasta',
  25: 'Snacks',
};

/** Parses the base table. */
export function readBaseFoods(): ReadonlyMap<number, BaseFood> {
  return new Map(
    tableRows(baseFoodTable).map(([ndb, category, description, a, b, c, d, portions, foundation, extra]) => {
      const numbers = [a, b, c, d].join(' ').split(' ').map(Number);
      const extras = (extra ?? '').split(';').filter(Boolean);
      const note = (name: string) => extras.find((each) => each.startsWith(`${name}=`))?.slice(name.length + 1);
      const further = extras
        .map((each) => each.split('=').map(Number))
        .filter((pair): pair is [number, number] => Number.isFinite(pair[0]));
      const food: BaseFood = {
        ndbNumber: Number(ndb),
        description: description ?? '',
        category: { id: Number(category), description: categories[Number(category)] ?? '' },
        amounts: new Map([...columns.map((number, index) => [number, numbers[index] ?? 0] as const), ...further]),
        portions: readPortions(portions),
        foundation: foundation === 'F',
        scientificName: note('sci'),
        commonNames: note('common'),
      };
      return [food.ndbNumber, food];
    }),
  );
}

/** Cells of a `|` table, a line each. */
export function tableRows(table: string): string[][] {
  return table
    .trim()
    .split('\n')
    .map((line) => line.split('|'));
}

/** Reads `1 cup=244;1 slice=28`. */
export function readPortions(text = ''): Portion[] {
  return text
    .split(';')
    .filter(Boolean)
    .map((each) => {
      const [measure = '', grams] = each.split('=');
      const blank = measure.indexOf(' ');
      return { amount: Number(measure.slice(0, blank)), unit: measure.slice(blank + 1), grams: Number(grams) };
    });
}

/** Amounts per 100 g of a mixture. */
export function mix(parts: readonly { amounts: Amounts; grams: number }[]): Amounts {
  const total = parts.reduce((sum, part) => sum + part.grams, 0);
  const numbers = new Set(parts.flatMap((part) => [...part.amounts.keys()]));
  return new Map(
    [...numbers].map((number) => [
      number,
      round(parts.reduce((sum, part) => sum + (part.amounts.get(number) ?? 0) * part.grams, 0) / total, 3),
    ]),
  );
}
