import type { Food, NutrientRow } from '../data/food.ts';

/** A row with its database ID. Headings count in the numbering. */
export interface NumberedRow extends NutrientRow {
  readonly id: number;
}

/** Returns the rows of `food`, or only those whose nutrient number is `wanted`. */
export function numberedRows(food: Food, wanted?: ReadonlySet<number>): NumberedRow[] {
  return food
    .rows()
    .map((row, index) => ({ ...row, id: food.fdcId * 40 + index }))
    .filter((row) => !wanted || wanted.has(row.nutrient.number));
}

/** Returns the unit as lists and search spell it. */
export function upperUnit(unit: string): string {
  return unit === 'kJ' ? unit : unit.toUpperCase().replace(/^[µΜ]/, 'U');
}

/** Formats a date as `M/D/YYYY`, as in full records. */
export function slashDate(date: string): string {
  const [year, month, day] = date.split('-').map(Number);
  return `${month}/${day}/${year}`;
}

// TypeScript's library does not declare JSON.rawJSON yet; every supported Node has it.
const { rawJSON } = JSON as unknown as { rawJSON(text: string): number };

/** Zero written with an exponent, as in some real records. */
export const exponentZero = rawJSON('0E-8');

/** Writes the abridged form, for lists and `format=abridged`. */
export function abridgedFood(food: Food, wanted?: ReadonlySet<number>): object {
  return {
    fdcId: food.fdcId,
    description: food.description,
    dataType: food.dataType,
    publicationDate: food.published,
    ...(food.branded && { brandOwner: food.branded.label.brandOwner, gtinUpc: food.branded.label.gtinUpc }),
    ...(food.ndbNumber && { ndbNumber: String(food.ndbNumber) }),
    ...(food.foodCode && { foodCode: String(food.foodCode) }),
    foodNutrients: numberedRows(food, wanted)
      .filter((row) => row.amount !== undefined)
      .map(({ nutrient, amount, derivation }) => ({
        number: String(nutrient.number),
        name: nutrient.name,
        amount,
        unitName: upperUnit(nutrient.unit),
        ...(derivation && { derivationCode: derivation.code, derivationDescription: derivation.description }),
      })),
  };
}
