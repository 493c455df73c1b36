import { type CallSpec, type Sending, whole } from '@x/core/provider';
import * as v from 'valibot';
import { docs, get } from './declarations.ts';

/** Highest ID of a nutrient. Nutrients have IDs of four digits, rows of six or more. */
export const maxNutrientId = 9999;

/** Units as lists and search spell them, and as full records do. */
export const units: Readonly<Record<string, string>> = {
  G: 'g',
  MG: 'mg',
  UG: 'µg',
  ΜG: 'µg', // uppercase of both characters used for micro
  KCAL: 'kcal',
  KJ: 'kJ',
};

const searchById: CallSpec = {
  ...get,
  path: '/fdc/v1/foods/search',
  query: v.object({ query: v.string(), pageSize: whole(1, 200) }),
  response: v.unknown(),
  docs: docs('getFoodsSearch'),
};

/** Anything that a response may contain. */
type Unchecked = Readonly<Record<string, unknown>>;

const listIn = (owner: unknown, name: string): Unchecked[] => {
  const list = Object(owner)[name];
  return Array.isArray(list) ? list.map(Object) : [];
};

/** Whether a row has an amount and its own ID, neither of which reveals the nutrient. */
const isNameless = ({ id, amount, nutrient, number, name }: Unchecked): boolean =>
  Number(id) > maxNutrientId && typeof amount === 'number' && !nutrient && !number && !name;

/**
 * Names the nutrients of full records whose rows have only an ID and an amount, as those of branded foods since
 * September 2026. Search has the same rows, with names.
 */
export async function nameNutrients({ params, send, call }: Sending): Promise<unknown> {
  const body = await send();
  const nameless = [body].flat().filter((food) => listIn(food, 'foodNutrients').some(isNameless)) as Unchecked[];
  if (nameless.length === 0) return body;
  const query = nameless.map(({ fdcId }) => `fdcId:${fdcId}`).join(' ');
  const found = await call(searchById, { query, pageSize: nameless.length });
  const wanted = (params as { nutrients?: readonly number[] }).nutrients;
  const rowsById = new Map(listIn(found, 'foods').map((food) => [food.fdcId, listIn(food, 'foodNutrients')]));
  const complete = (food: unknown) => {
    const rows = (nameless.includes(food as Unchecked) && rowsById.get(Object(food).fdcId)) || [];
    const left = rows.filter(({ nutrientNumber }) => !wanted || wanted.includes(Number(nutrientNumber)));
    if (left.length === 0) return food;
    const foodNutrients = listIn(food, 'foodNutrients').map((row) => {
      const at = isNameless(row) ? left.findIndex((each) => isSameRow(each, row)) : -1;
      return at < 0 ? row : { ...row, nutrient: nutrientOf(left.splice(at, 1)[0] as Unchecked) };
    });
    return { ...Object(food), foodNutrients, nutrientNamesFrom: 'search' };
  };
  return Array.isArray(body) ? body.map(complete) : complete(body);
}

/** Whether a search result's row is a record's row. Without row IDs, rows with equal amounts are interchangeable. */
const isSameRow = ({ foodNutrientId, value }: Unchecked, { id, amount }: Unchecked): boolean =>
  foodNutrientId === undefined ? value === amount : foodNutrientId === id;

/** Returns the nutrient of a search result's row as full records spell it. */
const nutrientOf = ({ nutrientId, nutrientNumber, nutrientName, rank, unitName }: Unchecked) => ({
  id: nutrientId,
  number: nutrientNumber,
  name: nutrientName,
  rank,
  unitName: units[String(unitName).toUpperCase()] ?? unitName,
});
