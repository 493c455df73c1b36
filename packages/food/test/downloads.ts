import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Food } from '../src/index.ts';

const cell = (value: unknown): string => `"${String(value ?? '').replaceAll('"', '""')}"`;
const table = (columns: string, rows: readonly unknown[][]): string =>
  `${[columns.split(' ').map(cell), ...rows.map((row) => row.map(cell))].map((row) => row.join(',')).join('\n')}\n`;

const types: Readonly<Record<string, readonly [csv: string, list: string]>> = {
  Foundation: ['foundation_food', 'FoundationFoods'],
  'SR Legacy': ['sr_legacy_food', 'SRLegacyFoods'],
  'Survey (FNDDS)': ['survey_fndds_food', 'SurveyFoods'],
  Branded: ['branded_food', 'BrandedFoods'],
};

const isoDate = (date: unknown) =>
  String(date ?? '').replace(/^(\d+)\/(\d+)\/(\d+)$/, (_, m, d, y) =>
    [y, m.padStart(2, 0), d.padStart(2, 0)].join('-'),
  );

/** Writes foods as the JSON downloads have them: one file per data type, with one list of full records. */
export async function writeJson(folder: string, foods: readonly Food[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [dataType, [name, list]] of Object.entries(types)) {
    const records = foods.filter((food) => food.dataType === dataType).map((food) => JSON.stringify(food));
    await writeFile(join(folder, `FoodData_Central_${name}_json.json`), `{"${list}": [\n${records.join(',\n')}\n]}\n`);
  }
}

// biome-ignore lint/suspicious/noExplicitAny: columns are fields of all data types
type AnyFood = Record<string, any>;

/** Writes foods as the CSV download of all data types has them, with the columns that the documentation names. */
export async function writeCsv(folder: string, foods: readonly AnyFood[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  const save = (name: string, text: string) => writeFile(join(folder, `${name}.csv`), text);
  const ofType = (dataType: string) => foods.filter((food) => food.dataType === dataType);
  const nutrients = new Map<number, AnyFood>(
    foods.flatMap(({ foodNutrients }) => foodNutrients.map(({ nutrient }: AnyFood) => [nutrient.id, nutrient])),
  );
  const derivations = ['A', 'Z', 'NC', 'LCCS', 'LCCD'];
  const unit = (name: string) => (name === 'kJ' ? name : name.toUpperCase().replace(/^[µΜ]/, 'U'));
  await save(
    'nutrient',
    table(
      'id name unit_name nutrient_nbr rank',
      [...nutrients.values()].map(({ id, name, unitName, number, rank }: AnyFood) => [
        id,
        name,
        unit(unitName),
        number,
        rank.toFixed(1),
      ]),
    ),
  );
  await save(
    'food_nutrient_derivation',
    table(
      'id code description',
      derivations.map((code, id) => [id + 1, code, code]),
    ),
  );
  await save(
    'measure_unit',
    table('id name', [
      [1000, 'cup'],
      [1001, 'tbsp'],
      [1002, 'tsp'],
      [1038, 'oz'],
      [1049, 'slice'],
      [9999, 'undetermined'],
    ]),
  );
  const categories = new Map(foods.flatMap(({ foodCategory: found }) => (found ? [[found.id, found]] : [])));
  await save(
    'food_category',
    table(
      'id code description',
      [...categories.values()].map(({ id, code, description }: AnyFood) => [id, code, description]),
    ),
  );
  const wweia = new Map(
    ofType('Survey (FNDDS)').map(({ wweiaFoodCategory: found }) => [
      found.wweiaFoodCategoryCode,
      found.wweiaFoodCategoryDescription,
    ]),
  );
  await save('wweia_food_category', table('wweia_food_category wweia_food_category_description', [...wweia]));
  await save(
    'food',
    table('fdc_id data_type description food_category_id publication_date', [
      ['1', 'sub_sample_food', 'A sample, "raw"', '', '2020-01-01'],
      ...foods.map((food) => [
        food.fdcId,
        types[food.dataType]?.[0] ?? 'experimental_food',
        food.description,
        food.foodCategory?.id ?? food.brandedFoodCategory ?? food.wweiaFoodCategory?.wweiaFoodCategoryCode,
        isoDate(food.publicationDate),
      ]),
    ]),
  );
  const label =
    'brand_owner brand_name subbrand_name gtin_upc ingredients not_a_significant_source_of serving_size serving_size_unit household_serving_fulltext branded_food_category data_source package_weight modified_date available_date market_country discontinued_date preparation_state_code trade_channel short_description material_code';
  await save(
    'branded_food',
    table(
      `fdc_id ${label}`,
      ofType('Branded').map((food) => [
        food.fdcId,
        food.brandOwner,
        food.brandName,
        '',
        food.gtinUpc,
        food.ingredients,
        '',
        food.servingSize,
        food.servingSizeUnit,
        food.householdServingFullText,
        food.brandedFoodCategory,
        food.dataSource,
        food.packageWeight,
        isoDate(food.modifiedDate),
        isoDate(food.availableDate),
        food.marketCountry,
        isoDate(food.discontinuedDate),
        food.preparationStateCode,
        food.tradeChannels?.join('|'),
        food.shortDescription,
        '',
      ]),
    ),
  );
  await save(
    'foundation_food',
    table(
      'fdc_id NDB_number footnote',
      ofType('Foundation').map(({ fdcId, ndbNumber, footNote }) => [fdcId, ndbNumber, footNote]),
    ),
  );
  await save(
    'sr_legacy_food',
    table(
      'fdc_id NDB_number',
      ofType('SR Legacy').map(({ fdcId, ndbNumber }) => [fdcId, ndbNumber]),
    ),
  );
  await save(
    'survey_fndds_food',
    table(
      'fdc_id food_code wweia_category_code start_date end_date',
      ofType('Survey (FNDDS)').map((food) => [
        food.fdcId,
        food.foodCode,
        food.wweiaFoodCategory.wweiaFoodCategoryCode,
        isoDate(food.startDate),
        isoDate(food.endDate),
      ]),
    ),
  );
  await save(
    'food_nutrient',
    table('id fdc_id nutrient_id amount data_points derivation_id min max median footnote min_year_acquired', [
      ['5', '1', '1003', '3', '', '1', '', '', '', '', ''],
      // Survey foods refer to nutrients by number.
      ...foods.flatMap((food) =>
        food.foodNutrients
          .filter((row: AnyFood) => row.id)
          .map((row: AnyFood) => [
            row.id,
            food.fdcId,
            food.dataType === 'Survey (FNDDS)' ? row.nutrient.number : row.nutrient.id,
            row.amount,
            row.dataPoints,
            1 + derivations.indexOf(row.foodNutrientDerivation?.code) || '',
            row.min,
            row.max,
            row.median,
            row.footnote,
            '',
          ]),
      ),
    ]),
  );
  await save(
    'food_portion',
    table(
      'id fdc_id seq_num amount measure_unit_id portion_description modifier gram_weight data_points footnote min_year_acquired',
      foods.flatMap((food) =>
        (food.foodPortions ?? []).map((row: AnyFood) => [
          row.id,
          food.fdcId,
          row.sequenceNumber,
          row.amount,
          row.measureUnit.id,
          row.portionDescription,
          row.modifier,
          row.gramWeight,
          '',
          '',
          '',
        ]),
      ),
    ),
  );
}
