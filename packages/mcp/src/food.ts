import type { CatalogOperation, JsonSchema } from '@x/catalog';
import type { CallOptions } from '@x/core';
import { codedError } from '@x/core/provider';
import type { FoodClient } from '@x/food';

/** Nutrients that the operation returns: those of `panel`. */
export const nutrients =
  'energy, energyKj, fat, saturatedFat, transFat, monounsaturatedFat, polyunsaturatedFat, cholesterol, sodium, salt, carbohydrate, fiber, sugars, addedSugars, protein, calcium, iron, potassium, magnesium, zinc, phosphorus, copper, manganese, selenium, iodine, chromium, molybdenum, chloride, vitaminA, vitaminAIu, thiamin, riboflavin, niacin, pantothenicAcid, vitaminB6, biotin, folate, vitaminB12, vitaminC, vitaminD, vitaminE, vitaminK, choline, water, caffeine';

const text = (description: string) => ({ type: 'string', description });
const number = (description: string) => ({ type: 'number', description });
const list = (description: string, properties: object) => ({
  type: 'array',
  description,
  items: { type: 'object', properties },
});

/**
 * Describes the operation that computes the nutrients in an amount of food, so that agents need not convert or
 * multiply.
 *
 * @param find Operation that finds foods.
 */
export function panelOperation(find: CatalogOperation): CatalogOperation {
  const { dataType, pageSize } = find.params.properties as Readonly<Record<string, JsonSchema>>;
  return {
    ...find,
    name: 'panel',
    summary: 'Returns the nutrients in an amount of food: protein in 200 g of lentils, kcal of 2 slices of bread.',
    description: `Foods for which the amount is known come first. Ask for nutrients by name, such as \`nutrients[protein]\`: ${nutrients}. A nutrient that is missing is unknown, not zero.`,
    keywords: [...(find.keywords ?? []), 'portion', 'serving', 'slice', 'cup', 'gram', 'how much'],
    params: {
      type: 'object',
      properties: {
        text: text('Words of the food: cooked lentils. Required, unless you pass fdcIds.'),
        fdcIds: { type: 'array', items: { type: 'integer' }, description: 'FDC IDs of the foods.' },
        amount: text('Weight or portion: `200 g`, `2 slices`, `1 1/2 cups`. Default 100 g, or 100 ml of a drink.'),
        ...(dataType && { dataType }),
        ...(pageSize && { pageSize }),
      },
    },
    result: list('', {
      fdcId: number(''),
      description: text('Name of the food.'),
      dataType: text(''),
      grams: number('Weight of the amount.'),
      milliliters: number('Volume of the amount, if only that is known.'),
      reason: text('Reason why the amount is unknown.'),
      nutrients: list('Nutrients in the amount.', { name: text(''), value: number(''), unit: text('') }),
      portions: list('Portions of the food.', { label: text(''), grams: number(''), milliliters: number('') }),
    }),
  };
}

interface PanelParams {
  readonly text?: string;
  readonly fdcIds?: readonly number[];
  readonly amount?: string;
  readonly dataType?: readonly string[];
  readonly pageSize?: number;
}

/** Computes the nutrients in an amount of each food that is found. */
export async function foodPanels(
  client: object,
  { fdcIds, amount, ...wanted }: PanelParams,
  options: CallOptions,
): Promise<object[]> {
  const { foods } = client as FoodClient;
  if (amount !== undefined && typeof amount !== 'string')
    throw codedError('invalid_params', 'amount must be a text such as 200 g');
  if ((wanted.text === undefined) === (fdcIds === undefined))
    throw codedError('invalid_params', 'pass either text or fdcIds');
  const [found, { gramsOf, panel, portions }] = await Promise.all([
    fdcIds ?? foods.find(wanted as { text: string }, options).then((all) => all.map(({ fdcId }) => fdcId)),
    import('@x/food'),
  ]);
  // Search results lack the portions of some foods.
  const { items } = found.length > 0 ? await foods.getMany({ fdcIds: [...found] }, options) : { items: [] };
  const panels = items.map((food) => {
    const all = portions(food);
    const isDrink = all.some((portion) => portion.milliliters);
    const {
      grams,
      milliliters,
      reason = 'The label is in milliliters. Pass an amount such as 100 ml.',
    } = gramsOf(food, amount ?? (isDrink ? '100 ml' : '100 g'));
    const isKnown = isDrink ? milliliters !== undefined : grams !== undefined;
    const known = isKnown ? Object.entries(panel(food, { per: { grams, milliliters } })) : [];
    return {
      fdcId: food.fdcId,
      description: food.description,
      dataType: food.dataType,
      grams,
      milliliters,
      ...(!isKnown && { reason }),
      nutrients: known.flatMap(([name, { value, unit }]) => (value === undefined ? [] : { name, value, unit })),
      portions: all.map(({ label, grams: weight, milliliters: volume }) => ({
        label,
        ...(weight === undefined ? { milliliters: volume } : { grams: weight }),
      })),
    };
  });
  return [...panels.filter(({ reason }) => !reason), ...panels.filter(({ reason }) => reason)];
}
