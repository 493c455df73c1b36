import { expect, it } from 'vitest';
import { type Food, gramsOf } from './index.ts';

const measured = (description: string, ...list: [modifier: string, gramWeight: number, amount?: number][]): Food =>
  ({
    ...{ fdcId: 1, dataType: 'SR Legacy', description },
    foodPortions: list.map(([modifier, gramWeight, amount = 1]) => ({ modifier, gramWeight, amount })),
  }) as Food;
const labeled = (household: string, servingSize: number, servingSizeUnit: string): Food =>
  ({
    ...{ fdcId: 1, dataType: 'Branded', description: 'ITEM', servingSize, servingSizeUnit },
    householdServingFullText: household,
  }) as Food;

const bread = measured('Bread, whole-wheat', ['slice', 32]);
const egg = measured('Egg, whole, raw, fresh', ['large', 50], ['medium', 44], ['cup (4.86 large eggs)', 243]);
const apple = measured('Apples, raw, with skin', ['cup slices', 109], ['medium (3" dia)', 182], ['cup, chopped', 125]);
const butter = measured('Butter, salted', ['tbsp', 14.2], ['cup', 227], ['pat (1" sq, 1/3" high)', 5]);
const crackers = measured('Crackers, saltines', ['crackers', 14.9, 5]);
const banana = measured('Banana, raw', ['banana', 118], ['cup, sliced', 150], ['cup, mashed', 225]);
const yogurt = labeled('1 container', 150, 'g');
const cereal = labeled('3/4 cup', 30, 'GRM');
const juice = labeled('8 fl oz', 240, 'MLT');
const soda = labeled('8 OZ', 240, 'ml');
const cookies = measured('Snacks', ['cookie', 10], ['quiche', 90], ['mousse', 80], ['leaf', 5], ['half', 70]);
const cream = measured('Cream, fluid, half and half', ['cup', 242]);

it.each<[text: string, food: Food, grams: number]>([
  ['2 slices', bread, 64],
  ['1 slice of whole-wheat bread', bread, 32],
  ['a slice', bread, 32],
  ['half a slice', bread, 16],
  ['1½ slices', bread, 48],
  ['1 ½ Slices', bread, 48],
  ['⅓ slice', bread, 10.6666666667],
  ['1 1/2 slices', bread, 48],
  ['1 and 1/2 slices', bread, 48],
  ['3⁄4 slice', bread, 24],
  ['.5 slices', bread, 16],
  ['30 g', bread, 30],
  ['30g', bread, 30],
  ['1,500 grams', bread, 1500],
  ['0.25 kg bread', bread, 250],
  ['2 oz', bread, 56.69904625],
  ['1 lb.', bread, 453.59237],
  ['2 large eggs', egg, 100],
  ['1 large egg', egg, 50],
  ['3 medium', egg, 132],
  ['1 medium apple', apple, 182],
  ['2 cups, chopped', apple, 250],
  ['1 cup chopped apples', apple, 125],
  ['1 1/2 cups', butter, 340.5],
  ['2 tablespoons', butter, 28.4],
  ['1 Tbsp.', butter, 14.2],
  ['1 teaspoon', butter, 4.72916666667],
  ['8 fl oz', butter, 227],
  ['10 crackers', crackers, 29.8],
  ['2 bananas', banana, 236],
  ['1 cup mashed banana', banana, 225],
  ['2 containers', yogurt, 300],
  ['1 serving', yogurt, 150],
  ['1 1/2 cups', cereal, 60],
  ['2 tbs', butter, 28.4],
  ['about 12 pieces (30 g)', labeled('ABOUT 12 PIECES', 30, 'g'), 30],
  ['2 cookies', cookies, 20],
  ['2 quiches', cookies, 180],
  ['2 mousses', cookies, 160],
  ['3 leaves', cookies, 15],
  ['3 halves', cookies, 210],
  ['a half cup of half and half', cream, 121],
  ['1 half cup', cream, 121],
])('%s is a known weight', (text, food, grams) => {
  expect(gramsOf(food, text)).toMatchObject({ grams });
});

it.each<[text: string, food: Food, reason: RegExp]>([
  ['some bread', bread, /does not begin with one number/],
  ['1-2 slices', bread, /does not begin with one number/],
  ['1 to 2 slices', bread, /does not begin with one number/],
  ['1 – 2 slices', bread, /does not begin with one number/],
  ['1/0 slice', bread, /does not begin with one number/],
  ['1.2.3 slices', bread, /does not begin with one number/],
  ['', bread, /does not begin with one number/],
  ['2', bread, /^No portion fits "2". The food has: 1 slice; 100 g.$/],
  ['2 loaves', bread, /No portion fits/],
  ['2 thick slices', bread, /No portion fits/],
  ['1 cup', bread, /No portion fits/],
  ['2 oz can', bread, /No portion fits/],
  ['2 eggs', egg, /No portion fits/],
  ['1 cup', banana, /^Several portions fit "1 cup": 1 cup, mashed; 1 cup, sliced. Name one.$/],
  ['1 tbsp', banana, /Several portions fit/],
  ['1 serving', bread, /No portion fits/],
  ['1 constructor', bread, /No portion fits/],
  ['1 half-pint', cream, /does not begin with one number/],
  ['1 and half cups', cream, /does not begin with one number/],
  ['8 oz', soda, /weight of a milliliter .* unknown/],
  ['8 fl oz', juice, /weight of a milliliter .* unknown/],
])('%j has no known weight, and says why', (text, food, reason) => {
  const found = gramsOf(food, text);
  expect(found.grams).toBeUndefined();
  expect(found.reason).toMatch(reason);
});

it.each([
  ['8 fl oz', 240],
  ['1 cup', 240],
  ['2 servings', 480],
  ['250 ml', 250],
  ['1 tsp', 5],
])('%s of a drink is a known volume, and a weight with a density', (text, milliliters) => {
  expect(gramsOf(juice, text)).toMatchObject({ milliliters, reason: expect.any(String) });
  const found = gramsOf(juice, text, { density: 1.05 });
  expect(found).toMatchObject({ grams: Number((milliliters * 1.05).toPrecision(12)) });
  expect(found).not.toHaveProperty('reason');
});

it('shows the portion that it used, and converts a volume of a solid food with a density alone', () => {
  expect(gramsOf(apple, '1 medium').portion?.label).toBe('1 medium (3" dia)');
  expect(gramsOf(bread, '2 cups', { density: 0.3 })).toEqual({ grams: 144 });
});
