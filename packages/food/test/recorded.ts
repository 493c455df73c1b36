import type { AbridgedFood, Food, SearchFood } from '../src/index.ts';

type Rows = readonly (readonly [id: number, number: string, unitName: string, amount: number, derivation?: string])[];
const rows = (list: Rows) =>
  list.map(([id, number, unitName, amount, code], index) => ({
    type: 'FoodNutrient',
    id: 30_000_000 + index,
    nutrient: { id, number, name: `n${number}`, rank: index, unitName },
    ...(code && { foodNutrientDerivation: { code } }),
    amount,
  }));
const noUnit = { id: 9999, name: 'undetermined', abbreviation: 'undetermined' };
const label = (values: Record<string, number>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }]));

/**
 * Parts of records that the API or the downloadable files were seen to return, as users of the API published them, with the
 * values that FoodData Central shows for them: per 100 g, and per serving where it has one.
 */
export const recorded: readonly {
  readonly food: Food | AbridgedFood | SearchFood;
  readonly portions: readonly (readonly [label: string, grams: number])[];
  readonly values: Readonly<Record<string, number | undefined>>;
  readonly perServing?: Readonly<Record<string, number>>;
}[] = [
  {
    food: {
      ...{ fdcId: 2_644_282, dataType: 'Foundation', description: 'Chickpeas, (garbanzo beans, bengal gram), canned' },
      foodNutrients: rows([
        [2047, '957', 'kcal', 137, 'NC'],
        [1063, '269.3', 'g', 4, 'AS'],
        [2033, '293', 'g', 5.92, 'A'],
        [1050, '205.2', 'g', 20.3, 'NC'],
        [1085, '298', 'g', 2.6, 'A'],
      ]),
    },
    portions: [],
    values: { energy: 137, sugars: 4, fiber: 5.92, carbohydrate: 20.3, fat: 2.6, protein: undefined },
  },
  {
    food: {
      ...{ fdcId: 2_646_170, dataType: 'Foundation', description: 'Chicken, breast, boneless, skinless, raw' },
      foodNutrients: rows([
        [1003, '203', 'g', 22.5, 'A'],
        [2047, '957', 'kcal', 106, 'NC'],
      ]),
    },
    portions: [],
    values: { protein: 22.5, energy: 106, iron: undefined },
  },
  {
    food: {
      ...{ fdcId: 171_688, dataType: 'SR Legacy', description: 'Apples, raw, with skin' },
      foodNutrients: rows([
        [1005, '205', 'g', 13.81, 'NC'],
        [1079, '291', 'g', 2.4, 'A'],
        [1018, '221', 'g', 0],
      ]),
      foodPortions: [
        { id: 89_193, amount: 1, gramWeight: 182, modifier: 'medium (3" dia)', measureUnit: noUnit, sequenceNumber: 4 },
        { id: 89_191, amount: 1, gramWeight: 109, modifier: 'cup slices', measureUnit: noUnit, sequenceNumber: 2 },
      ],
    },
    portions: [
      ['1 cup slices', 109],
      ['1 medium (3" dia)', 182],
    ],
    values: { carbohydrate: 13.81, fiber: 2.4, vitaminC: undefined },
  },
  {
    food: {
      ...{ fdcId: 174_643, dataType: 'SR Legacy', description: 'Cereals ready-to-eat' },
      foodPortions: [
        { amount: 0.75, gramWeight: 27, modifier: 'cup (1 NLEA serving)', measureUnit: noUnit, sequenceNumber: 1 },
        { amount: 1, gramWeight: 37, modifier: 'cup', measureUnit: noUnit, sequenceNumber: 2 },
      ],
    },
    portions: [
      ['0.75 cup (1 NLEA serving)', 27],
      ['1 cup', 37],
    ],
    values: { energy: undefined },
  },
  {
    food: {
      ...{ fdcId: 2_709_225, dataType: 'Survey (FNDDS)', description: 'Banana, baked' },
      foodNutrients: rows([
        [1003, '203', 'g', 0.82],
        [1004, '204', 'g', 3.21],
        [1005, '205', 'g', 32.4],
        [1008, '208', 'kcal', 161],
        [2000, '269', 'g', 24.7],
        [1079, '291', 'g', 1.8],
        [1087, '301', 'mg', 13],
        [1092, '306', 'mg', 322],
        [1093, '307', 'mg', 3],
        [1106, '320', 'µg', 28],
        [1109, '323', 'mg', 0.11],
        [1114, '328', 'µg', 0],
        [1162, '401', 'mg', 10.4],
        [1185, '430', 'µg', 0.4],
        [1190, '435', 'µg', 9],
        [1253, '601', 'mg', 8],
      ]),
      foodPortions: [
        ...[{ gramWeight: 140, modifier: '90000', portionDescription: 'Quantity not specified', sequenceNumber: 3 }],
        ...[{ gramWeight: 140, modifier: '60343', portionDescription: '1 banana', sequenceNumber: 1 }],
        ...[{ gramWeight: 140, modifier: '10205', portionDescription: '1 cup', sequenceNumber: 2 }],
      ].map((portion) => ({ ...portion, measureUnit: noUnit })),
    },
    portions: [
      ['1 banana', 140],
      ['1 cup', 140],
    ],
    values: {
      ...{ energy: 161, protein: 0.82, fat: 3.21, carbohydrate: 32.4, sugars: 24.7, fiber: 1.8, calcium: 13 },
      ...{ potassium: 322, sodium: 3, salt: 0.0075, vitaminA: 28, vitaminE: 0.11, vitaminD: 0, vitaminC: 10.4 },
      ...{ vitaminK: 0.4, folate: 9, cholesterol: 8, iron: undefined },
    },
  },
  {
    food: {
      ...{ fdcId: 534_358, dataType: 'Branded', description: 'NUT N BERRY MIX', householdServingFullText: '0.25 cup' },
      ...{ servingSize: 28, servingSizeUnit: 'g' },
      foodNutrients: rows([[1003, '203', 'g', 10.7, 'LCCS']]),
      labelNutrients: label({
        ...{ fat: 7, saturatedFat: 2, transFat: 0, cholesterol: 0, sodium: 45.1, carbohydrates: 16, fiber: 1.99 },
        ...{ sugars: 5.99, protein: 3, calcium: 19.9, iron: 1.08, calories: 140 },
      }),
    },
    portions: [['0.25 cup (28 g)', 28]],
    values: { protein: 10.7, energy: 500, fat: 25, transFat: 0, addedSugars: undefined },
    perServing: { energy: 140, fat: 7, sodium: 45.1, iron: 1.08, protein: 2.996 },
  },
  {
    food: {
      ...{
        fdcId: 2_187_885,
        dataType: 'Branded',
        description: 'CHICKEN BREAST',
        servingSize: 284,
        servingSizeUnit: 'g',
      },
      householdServingFullText: '1 CHICKEN BREAST',
      foodNutrients: rows([[1008, '208', 'kcal', 165, 'LCCS']]),
      labelNutrients: label({ calories: 469, protein: 58, carbohydrates: 3.01, fat: 23 }),
    },
    portions: [['1 CHICKEN BREAST (284 g)', 284]],
    values: { energy: 165 },
    perServing: { energy: 468.6, protein: 58, carbohydrate: 3.01, fat: 23 },
  },
];
