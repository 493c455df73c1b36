import { type BrandedFacts, type Food, portionCode, portionText } from '../data/food.ts';
import { type NumberedRow, numberedRows, upperUnit } from './abridged.ts';

/** Writes one food as search spells it. */
export function searchFood(food: Food, score: number, highlights: string): object {
  return {
    fdcId: food.fdcId,
    description: food.description,
    lowercaseDescription: food.description.toLowerCase(),
    dataType: food.dataType,
    publishedDate: food.published,
    foodCategory: food.category.description,
    ...(food.dataType === 'Branded'
      ? brandedParts(food, food.branded as BrandedFacts)
      : {
          commonNames: food.foodCode ? '' : (food.commonNames ?? ''),
          additionalDescriptions: (food.foodCode && food.commonNames) || '',
        }),
    // A number in the responses of some types, although full records have a string.
    ...(food.ndbNumber && { ndbNumber: food.dataType === 'SR Legacy' ? food.ndbNumber : String(food.ndbNumber) }),
    ...(food.scientificName && { scientificName: food.scientificName }),
    ...(food.foodCode && { foodCode: food.foodCode, foodCategoryId: food.category.id }),
    allHighlightFields: highlights,
    score,
    microbes: [],
    foodNutrients: numberedRows(food)
      .filter((row) => row.amount !== undefined)
      .map(searchNutrient),
    finalFoodInputFoods: inputFoods(food),
    foodMeasures: measures(food),
    foodAttributes: [],
    foodAttributeTypes: food.commonNames
      ? [
          {
            name: food.foodCode ? 'Additional Description' : 'Common Name',
            description: 'Further names of the food.',
            id: food.foodCode ? 1001 : 1000,
            foodAttributes: food.commonNames
              .split(';')
              .map((value, index) => ({ value, id: food.fdcId + 7 + index, sequenceNumber: index + 1 })),
          },
        ]
      : [],
    foodVersionIds: [],
  };
}

const inputFoods = (food: Food) =>
  (food.ingredients ?? []).map((ingredient, index) => ({
    foodDescription: ingredient.description,
    gramWeight: ingredient.grams,
    id: food.fdcId * 20 + index,
    portionCode: '0',
    portionDescription: 'NONE',
    unit: 'GM',
    rank: index + 1,
    srCode: ingredient.ndbNumber,
    value: ingredient.grams,
  }));

const measures = (food: Food) =>
  food.portions.map((portion, index) => ({
    disseminationText: portionText(portion),
    gramWeight: portion.grams,
    id: food.fdcId * 10 + index,
    modifier: food.foodCode ? portionCode(portion, index) : portion.unit,
    rank: index + 1,
    measureUnitAbbreviation: 'undetermined',
    measureUnitName: 'undetermined',
    measureUnitId: 9999,
  }));

function searchNutrient({ nutrient, amount, derivation, samples, dailyValue, id }: NumberedRow): object {
  return {
    nutrientId: nutrient.id,
    nutrientName: nutrient.name,
    nutrientNumber: String(nutrient.number),
    unitName: upperUnit(nutrient.unit),
    ...(derivation && {
      derivationCode: derivation.code,
      derivationDescription: derivation.description,
      derivationId: derivation.id,
      foodNutrientSourceId: derivation.source.id,
      foodNutrientSourceCode: derivation.source.code,
      foodNutrientSourceDescription: derivation.source.description,
    }),
    value: amount,
    rank: nutrient.rank,
    indentLevel: nutrient.indent,
    foodNutrientId: id,
    ...(dailyValue !== undefined && { percentDailyValue: dailyValue }),
    ...samples,
  };
}

function brandedParts({ index }: Food, { label, modified, tradeChannels }: BrandedFacts): object {
  const { brandName, ...others } = label;
  return {
    ...others,
    ...emptyOr('brandName', brandName, index),
    ...emptyOr('subbrandName', '', index + 1),
    modifiedDate: modified,
    tradeChannels,
  };
}

/** Writes a field that may have no value: real responses then have null, an empty string, or no field at all. */
function emptyOr(name: string, value: string, variant: number): object {
  if (value) return { [name]: value };
  return [{ [name]: null }, { [name]: '' }, {}][variant % 3] ?? {};
}
