import type { Food } from './food.ts';
import { numberedRows, upperUnit } from './wire.ts';

/** The abridged form: lists, and `format=abridged`. */
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
