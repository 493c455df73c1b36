import type { Food } from './food.ts';

// What the real host was seen to send where its documentation promises otherwise. It is served with `quirks: 'real'`.

interface Row {
  readonly nutrient: { readonly unitName: string };
  readonly [name: string]: unknown;
}

/** Some branded foods do not say which nutrients their amounts are of, and have an empty label. */
const isBare = ({ dataType, index }: Food) => dataType === 'Branded' && index % 5 === 4;

/** Some foods have the unit of their first nutrient only. */
const lacksUnits = ({ index }: Food) => index % 7 === 3;

/** The full form of `food`, as the real host was seen to send it. */
export function realFood(food: Food, full: object): object {
  const rows = ('foodNutrients' in full ? full.foodNutrients : []) as readonly Row[];
  if (isBare(food)) {
    const foodNutrients = rows.map(({ type, id, amount }) => ({ type, id, amount }));
    return { ...full, foodNutrients, labelNutrients: {} };
  }
  if (!lacksUnits(food)) return full;
  const foodNutrients = rows.map((row, index) => {
    const { unitName, ...nutrient } = row.nutrient;
    return index === 0 ? row : { ...row, nutrient };
  });
  return { ...full, foodNutrients };
}
