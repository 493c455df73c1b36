import { type FoodDatabase, slashDate, statements, type Value } from './database.ts';
import { matchQuery } from './match-query.ts';

interface StoredFood {
  readonly fdc_id: number;
  readonly data_type: string;
  readonly description: string;
  readonly published: string | null;
  readonly record: string;
  readonly score?: number;
}

interface StoredNutrient {
  readonly id: number;
  readonly nutrient_id: number;
  readonly amount: number | null;
  readonly derivation: string | null;
  readonly number: string | null;
  readonly name: string | null;
  readonly unit: string | null;
  readonly rank: number | null;
}

/** Params of a request, from its query or its body. */
interface Params {
  readonly [name: string]: unknown;
}

const listOf = (value: unknown): unknown[] => (value === undefined ? [] : [value].flat());

/** Returns a `fetch` that answers requests for foods from a database, as the API does. */
export function serveFoods(database: FoodDatabase): typeof fetch {
  const prepare = statements(database);

  function nutrientsOf(fdcId: number, { nutrients }: Params): StoredNutrient[] {
    const rows = prepare(
      `SELECT f.id, f.nutrient_id, f.amount, f.derivation, n.number, n.name, n.unit, n.rank
       FROM food_nutrient f LEFT JOIN nutrient n ON n.id = f.nutrient_id WHERE f.fdc_id = ? ORDER BY n.rank, f.id`,
    ).all(fdcId) as StoredNutrient[];
    const wanted = new Set(listOf(nutrients).map(Number));
    return wanted.size === 0 ? rows : rows.filter(({ number }) => wanted.has(Number(number)));
  }

  const portionsOf = (fdcId: number): object[] =>
    prepare('SELECT record FROM food_portion WHERE fdc_id = ? ORDER BY id')
      .all(fdcId)
      .map((row) => JSON.parse((row as { record: string }).record));

  const headOf = ({ fdc_id: fdcId, description, data_type: dataType }: StoredFood) => ({
    fdcId,
    description,
    dataType,
  });

  function fullFood(food: StoredFood, params: Params): object {
    return {
      ...JSON.parse(food.record),
      ...headOf(food),
      publicationDate: slashDate(food.published),
      foodNutrients: nutrientsOf(food.fdc_id, params).map(({ id, amount, derivation, nutrient_id, ...nutrient }) => ({
        type: 'FoodNutrient',
        id,
        nutrient: {
          id: nutrient_id,
          number: nutrient.number,
          name: nutrient.name,
          rank: nutrient.rank,
          unitName: nutrient.unit,
        },
        ...(derivation !== null && { foodNutrientDerivation: { code: derivation } }),
        ...(amount !== null && { amount }),
      })),
      foodPortions: portionsOf(food.fdc_id),
    };
  }

  function abridgedFood(food: StoredFood, params: Params): object {
    const { brandOwner, gtinUpc, ndbNumber, foodCode } = JSON.parse(food.record);
    return {
      ...headOf(food),
      publicationDate: food.published,
      ...{ brandOwner, gtinUpc, ndbNumber, foodCode },
      foodNutrients: nutrientsOf(food.fdc_id, params)
        .filter(({ amount }) => amount !== null)
        .map(({ number, name, amount, unit, derivation }) => ({
          ...{ number, name, amount, unitName: unit?.toUpperCase() },
          ...(derivation !== null && { derivationCode: derivation }),
        })),
    };
  }

  function searchFood(food: StoredFood): object {
    const {
      foodCategory,
      brandedFoodCategory,
      wweiaFoodCategory,
      foodAttributes: _,
      labelNutrients: __,
      ...record
    } = JSON.parse(food.record);
    return {
      ...record,
      ...headOf(food),
      publishedDate: food.published,
      score: food.score,
      foodCategory: brandedFoodCategory ?? wweiaFoodCategory?.wweiaFoodCategoryDescription ?? foodCategory?.description,
      foodNutrients: nutrientsOf(food.fdc_id, {})
        .filter(({ amount }) => amount !== null)
        .map(({ id, nutrient_id, number, name, amount, unit, derivation }) => ({
          ...{ nutrientId: nutrient_id, nutrientNumber: number, nutrientName: name, value: amount, foodNutrientId: id },
          unitName: unit?.toUpperCase(),
          ...(derivation !== null && { derivationCode: derivation }),
        })),
      foodMeasures: portionsOf(food.fdc_id).map((portion) => measureOf(portion as Params)),
    };
  }

  const find = (fdcId: unknown) =>
    prepare('SELECT * FROM food WHERE fdc_id = ?').get(Number(fdcId)) as StoredFood | undefined;
  const shown = (food: StoredFood, params: Params) =>
    params.format === 'abridged' ? abridgedFood(food, params) : fullFood(food, params);

  function search(params: Params): object {
    const { query = '', requireAllWords, pageNumber = 1, pageSize = 50 } = params;
    const { wanted, excluded } = matchQuery(String(query), String(requireAllWords) === 'true');
    const conditions: string[] = [];
    const values: Value[] = [];
    const add = (condition: string, given: readonly unknown[]) => {
      if (given.length === 0) return;
      conditions.push(condition.replace('(?)', `(${given.map(() => '?').join(', ')})`));
      values.push(...given.map(String));
    };
    const inRecord = (name: string) => `json_extract(record, '$.${name}')`;
    add('food_text MATCH ?', wanted ? [wanted] : []);
    add('fdc_id NOT IN (SELECT rowid FROM food_text WHERE food_text MATCH ?)', excluded ? [excluded] : []);
    add('data_type IN (?)', listOf(params.dataType));
    add(`${inRecord('brandOwner')} = ?`, listOf(params.brandOwner));
    add(`instr(lower(${inRecord('ingredients')}), lower(?)) > 0`, listOf(params.ingredients));
    add('published >= ?', listOf(params.startDate));
    add('published <= ?', listOf(params.endDate));
    add(`EXISTS (SELECT 1 FROM json_each(record, '$.tradeChannels') WHERE value IN (?))`, listOf(params.tradeChannel));
    const from = `FROM food ${wanted ? 'JOIN food_text ON food_text.rowid = fdc_id' : ''} ${
      conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : ''
    }`;
    // A match in the name counts more than one in the ingredients.
    const score = wanted ? '-bm25(food_text, 10, 6, 4, 4, 1, 4, 1, 50, 50)' : '0';
    const order = orders[String(params.sortBy)];
    const direction = params.sortOrder === 'desc' ? 'DESC' : 'ASC';
    const size = Number(pageSize);
    const foods = prepare(
      `SELECT food.*, ${score} AS score ${from} ORDER BY ${order ? `${order} ${direction}` : 'score DESC'}, fdc_id LIMIT ? OFFSET ?`,
    ).all(...values, size, (Number(pageNumber) - 1) * size) as StoredFood[];
    const { total } = prepare(`SELECT count(*) AS total ${from}`).get(...values) as { total: number };
    return {
      totalHits: total,
      currentPage: Number(pageNumber),
      totalPages: Math.ceil(total / size),
      foods: foods.map(searchFood),
    };
  }

  return async (input, init) => {
    const { pathname, searchParams } = new URL(String(input));
    const params: Params =
      typeof init?.body === 'string'
        ? JSON.parse(init.body)
        : Object.fromEntries(
            [...new Set(searchParams.keys())].map((name) => [name, single(searchParams.getAll(name))]),
          );
    if (pathname.endsWith('/foods/search')) return Response.json(search(params));
    if (pathname.endsWith('/foods'))
      return Response.json(
        listOf(params.fdcIds)
          .flatMap((id) => find(id) ?? [])
          .map((food) => shown(food, params)),
      );
    const food = find(pathname.split('/').at(-1));
    return food ? Response.json(shown(food, params)) : new Response(null, { status: 404 });
  };
}

const single = (values: string[]): string | string[] | undefined => (values.length > 1 ? values : values[0]);

/** Columns by the values of `sortBy`. */
const orders: Readonly<Record<string, string>> = {
  'dataType.keyword': 'data_type',
  'lowercaseDescription.keyword': 'lower(food.description)',
  fdcId: 'fdc_id',
  publishedDate: 'published',
};

/** Writes a portion of a full record as search results do. */
function measureOf({
  id,
  amount,
  gramWeight,
  modifier,
  portionDescription,
  sequenceNumber,
  measureUnit,
}: Params): object {
  const { name } = Object(measureUnit);
  return {
    ...{ id, gramWeight, modifier, rank: sequenceNumber, measureUnitName: name },
    disseminationText:
      portionDescription || [amount, name === 'undetermined' ? '' : name, modifier].filter(Boolean).join(' '),
  };
}
