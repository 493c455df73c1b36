import { type AbridgedFood, commonNutrients, type Food, type SearchFood } from '../src/index.ts';

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

/** A record, with what FoodData Central shows for it. */
interface Recorded {
  readonly food: Food | AbridgedFood | SearchFood;
  readonly portions: readonly (readonly [label: string, grams: number])[];
  /** Values per 100 g. */
  readonly values: Readonly<Record<string, number | undefined>>;
  readonly perServing?: Readonly<Record<string, number>>;
}

// Each line: ID, data type and name; the numbers under which the record has energy, fat, carbohydrate, fiber, sugars and
// vitamin D; its rows as number:amount; and its portions in grams. Foundation: download of 2024-10-31. The others:
// responses published in DanClowry/FoodDataCentral.NET (Big Mac), timmypass17/countIt (peanut butter cups, banana),
// charlesagyemang/fdc-food-api (coleslaw), and in tests of other users of the API.
const table = `
2262072 | Foundation | Peanut butter, creamy | 958 204 205 291 - - | 958:589.383006 957:631.65 203:23.99124 204:49.43 606:8.415 205:22.70376 291:6.323 307:220.7 301:49.85 303:1.853 306:654 323:5.413
321358 | Foundation | Hummus, commercial | 208 204 205 291 269.3 - | 208:229 958:229 957:243 203:7.35 204:17.1 298:16.1 606:2.22 605:0.018 205:14.9 205.2:13.9 291:5.4 269.3:0.34 307:438 301:41 303:2.41 306:289 320:1 323:1.74 401:0
746782 | Foundation | Milk, whole, 3.25% milkfat, with added vitamin D | 208 204 205 - 269.3 328 | 208:60 958:60 957:61 203:3.27 204:3.2 298:2.77 606:1.86 605:0.112 205:4.63 269.3:4.81 601:12 307:38 301:123 303:0 306:150 320:32 323:0.05 324:38.4 328:0.96
747447 | Foundation | Broccoli, raw | 208 204 205 291 269.3 - | 208:31 958:32 957:39 203:2.57 204:0.34 298:0.07 606:0.039 205:6.27 205.2:3.8 291:2.4 269.3:1.4 307:36 301:46 303:0.69 306:303 320:8 323:0.15 401:91.3
1105314 | Foundation | Bananas, ripe and slightly ripe, raw | 208 204 205 291 269.3 - | 208:97 958:88 957:98 203:0.74 204:0.29 205:23 205.2:21.2 291:1.7 293:4.62 269.3:15.8 307:0 301:5 303:0 306:326 320:1 401:12.3
2512381 | Foundation | Rice, white, long grain, unenriched, raw | 958 204 205 291 - - | 958:369.637321 957:358.705 203:7.03885 204:1.033 205:80.31315 291:0.1488 293:2.771 307:0.4625 301:4.46 303:0.1405 306:82.26
1999631 | Foundation | Almond milk, unsweetened, plain, shelf stable | 958 204 205 291 269.3 328 | 958:14.5562 957:14.5562 203:0.554688 204:1.221 298:1.1089 606:0.1038 605:0 205:0.337112 291:0 269.3:0 307:59.58 301:172.7 303:0.2899 306:30.79 320:41.4 323:3.323 324:37.1 328:0.927
748608 | Foundation | Oil, olive, extra virgin | - 298 - - - - | 298:93.7 606:15.4
789890 | Foundation | Flour, wheat, all-purpose, enriched, bleached | 208 204 205 - - - | 208:366 958:375 957:366 203:10.9 204:1.48 205:77.3 307:2 301:19 303:5.62 306:136
747444 | Foundation | Beans, Dry, Black (0% moisture) | - 204 - 291 - - | 203:24.4 204:1.45 291:4.2 301:191 303:5.34 306:1540
328637 | Foundation | Cheese, cheddar | 208 204 205 - 269.3 - | 208:408 958:408 957:409 203:23.3 204:34 298:29 606:19.2 605:1.14 205:2.44 269.3:0.33 601:100 307:654 301:707 303:0.16 306:77 320:316 323:0.75
2259794 | Foundation | Yogurt, Greek, plain, whole milk | 958 204 205 - 269.3 328 | 958:94.507135 957:93.6776 203:8.77888 204:4.394 606:2.393 205:4.75402 269.3:3.2474 601:16.84 307:33.76 301:110.9 303:0 306:146.9 324:0 328:0
2514743 | Foundation | Beef, ground, 90% lean meat / 10% fat, raw | 958 204 205 - - - | 958:190.134819 957:184.8648 203:18.15625 204:12.85 606:5.051 605:0.484 205:0 601:65.9 307:61.64 301:7.135 303:2.128 306:281.4
2346409 | Foundation | Strawberries, raw | 958 204 205 - 269.3 - | 958:32.66565 957:36.4 203:0.640625 204:0.22 205:7.964375 269.3:4.862 307:0 301:16.9 303:0.255 306:160.7 401:59.62
2346401 | Foundation | Potatoes, russet, without skin, raw | 958 204 205 293 269.3 - | 958:80.952363 957:83.42 203:2.27375 204:0.36 205:17.77125 293:14.93 269.3:0.5263 307:2.743 301:7.801 303:0.3835 306:450.1 401:10.9
1999633 | Foundation | Spinach, mature | 958 204 205 291 - - | 958:21.579698 957:27.63 203:2.90625 204:0.6044 205:2.64135 291:1.588 307:106.6 301:66.64 303:1.054 306:459.7 320:306 401:30.27
325871 | Foundation | Bread, white, commercially prepared | 208 204 205 291 269.3 - | 208:270 958:270 957:267 203:9.43 204:3.59 298:3.45 606:0.821 605:0.035 205:49.2 205.2:44.8 291:2.3 269.3:5.34 307:477 301:211 303:3.36 306:117
746768 | Foundation | Figs, dried, uncooked | 208 204 205 291 269.3 - | 208:249 958:249 957:277 203:3.3 204:0.92 205:63.9 205.2:62.8 291:9.8 269.3:47.9 307:10 301:162 303:2.03 306:680 320:0 323:0.36 401:1.2
2003591 | Foundation | Orange juice, no pulp, not fortified, from concentrate, refrigerated | 958 204 205 - 269.3 - | 958:45.723 957:47.225 203:0.734375 204:0.325 205:10.340625 269.3:8.276 307:5.231 301:12.81 303:0.06458 306:179.5 401:26.89
790508 | Foundation | Butter, stick, salted | - 204 - - 269.3 328 | 204:82.2 298:65 606:45.6 269.3:0.58 601:235 307:524 301:21 303:0.06 306:23 320:758 323:0 324:16 328:0.4
746784 | Foundation | Sugars, granulated | 208 204 205 - 269.3 - | 208:385 958:385 957:401 203:0 204:0.32 205:99.6 269.3:99.8 307:1 301:1 303:0.05 306:2
170720 | SR Legacy | McDONALD'S, BIG MAC | 208 204 205 291 269 - | 208:257 203:11.82 204:14.96 606:3.803 205:20.08 291:1.6 269:3.97 601:36 307:460 301:116 303:2 306:181 318:188 401:0.4 | 1 item 7.6 oz=219
174289 | SR Legacy | Hummus, commercial | - - - - - 328 | 601:0 323:1.54 324:0 328:0 418:0 | 1 tbsp=15; 1 cup=246
173421 | SR Legacy | Egg, yolk, raw, frozen, pasteurized | - - - 291 - - | 291:0 430:0.7 | 1 oz=28.35; 0.5 lb=227
173422 | SR Legacy | Egg, yolk, raw, frozen, sugared, pasteurized | - - - - - - | 320:316 401:0 | 1 oz=28.35; 0.5 lb=227
173423 | SR Legacy | Egg, whole, cooked, fried | 208 - - - - 324 | 208:196 324:88 435:51 | 1 large=46
2705406 | Survey (FNDDS) | Soy milk, chocolate | 208 204 205 291 269 328 | 208:64 203:3.35 204:2.03 606:0.315 205:8.32 291:0.1 269:7.49 601:0 307:32 301:94 303:0.55 306:151 320:54 323:0.15 328:0.6 401:0 435:19 | 1 cup=244; 1 fl oz=30.5
2705813 | Survey (FNDDS) | Alfredo sauce with poultry | - - - - - - | 203:6.87
2643119 | Branded | PEANUT BUTTER CUPS, PEANUT BUTTER | 208 204 205 291 269 328 | 208:519 203:14.81 204:40.74 606:14.81 605:0 205:40.74 291:14.8 269:3.7 539:0 601:0 307:130 301:74 303:1.85 306:148 328:0 | 3 Peanut Butter Cups (27 g)=27
2012128 | Branded | BANANA | 208 204 205 291 269 - | 208:312 203:12.5 204:6.25 606:0 605:0 205:40.6 291:6.2 269:6.25 601:0 307:594 301:125 303:1.12 318:0 401:15 | 2 Tbsp (32 g)=32
453744 | Branded | CHEESE | 208 204 205 291 269 - | 208:286 203:17.86 204:25 606:12.5 605:0 205:10.71 291:0 269:10.71 601:71 307:607 301:536 303:0 318:714 401:0 | 2 Tbsp (28 g)=28
2112945 | Branded | SLICED TURKEY BREAST | 208 204 205 291 269 - | 208:107 203:17.86 204:1.79 606:0 605:0 205:7.14 291:0 269:3.57 601:36 307:1000 301:0 303:1.29 318:0 401:0 | 1 serving (28 g)=28
1030925 | Branded | COLESLAW | 208 204 205 - 269 - | 208:24 203:1.18 204:0 205:5.88 269:3.53
`;

const nutrientOf = new Map(
  Object.values(commonNutrients)
    .flatMap((nutrient) => [nutrient, ...('others' in nutrient ? nutrient.others : [])])
    .map(({ number, id, unit }) => [String(number), [id, unit]] as const),
);

/** Reads a line of the table. */
function readLine(line: string): Recorded {
  const [fdcId, dataType = '', description = '', chosen = '', amounts = '', sizes] = line.split(' | ');
  const list = amounts.split(' ').map((row) => row.split(':') as [string, string]);
  const amountOf = new Map(list.map(([number, amount]) => [number, Number(amount)]));
  const named = ['energy', 'fat', 'carbohydrate', 'fiber', 'sugars', 'vitaminD'];
  const numbers = chosen.split(' ').map((number, at) => [named[at] ?? '', number]);
  const others = { protein: '203', sodium: '307', calcium: '301', iron: '303', vitaminC: '401', cholesterol: '601' };
  const values = Object.fromEntries(
    [...numbers, ...Object.entries(others)].map(([name, number = '']) => [name, amountOf.get(number)]),
  );
  if (numbers.at(-1)?.[1] === '324') values.vitaminD = (amountOf.get('324') ?? 0) / 40; // IU
  const portions = (sizes?.split('; ') ?? []).map((size): [string, number] => {
    const [label = '', grams] = size.split('=');
    return [label, Number(grams)];
  });
  const food = {
    ...{ fdcId: Number(fdcId), dataType, description },
    foodNutrients: rows(
      list.map(([number, amount]) => {
        const [id = 0, unit = ''] = nutrientOf.get(number) ?? [];
        return [id, number, unit, Number(amount)];
      }),
    ),
    ...(dataType === 'Branded'
      ? servingFields(portions)
      : { foodPortions: portions.map(([label, grams]) => portionFields(dataType, label, grams)) }),
  };
  return { food: food as Food, portions, values };
}

const portionFields = (dataType: string, label: string, gramWeight: number) =>
  dataType === 'SR Legacy'
    ? { amount: Number.parseFloat(label), modifier: label.replace(/^\S+ /, ''), gramWeight, measureUnit: noUnit }
    : { portionDescription: label, modifier: '10205', gramWeight, measureUnit: noUnit };

const servingFields = ([portion]: readonly (readonly [string, number])[]) =>
  portion && {
    householdServingFullText: portion[0].replace(/ \(.*/, ''),
    ...{ servingSize: portion[1], servingSizeUnit: portion[1] === 27 ? 'GRM' : 'g' },
  };

/**
 * Parts of records that the API or the downloadable files were seen to return, as users of the API published them, with the
 * values that FoodData Central shows for them: per 100 g, and per serving where it has one.
 */
export const recorded: readonly Recorded[] = [
  ...table.trim().split('\n').map(readLine),
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
