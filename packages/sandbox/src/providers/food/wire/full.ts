import { labelNutrients } from '../data/branded-foods.ts';
import type { BrandedFacts, Food } from '../data/food.ts';
import { portionCode, portionText, round } from '../data/food.ts';
import { energyFactors } from '../data/source.ts';
import { exponentZero, type NumberedRow, numberedRows, slashDate } from './abridged.ts';

/** Writes the full form, which depends on the data type. */
export function fullFood(food: Food, wanted?: ReadonlySet<number>): object {
  const shared = {
    ...headOf(food),
    foodNutrients: numberedRows(food, wanted).map((row) => fullNutrient(row, food)),
  };
  switch (food.dataType) {
    case 'Branded':
      return { ...shared, ...brandedParts(food, food.branded as BrandedFacts) };
    case 'Survey (FNDDS)':
      return { ...shared, ...surveyParts(food) };
    case 'Foundation':
      return { ...shared, ...analysedParts(food), ...foundationParts(food) };
    case 'SR Legacy':
      return { ...shared, ...analysedParts(food), isHistoricalReference: true, inputFoods: [] };
    default:
      return { ...shared, foodClass: 'Experimental', foodCategory: categoryOf(food), foodAttributes: [] };
  }
}

/** Returns the fields that identify a record. */
function headOf({ fdcId, description, dataType, published }: Food): object {
  return { fdcId, description, dataType, publicationDate: slashDate(published) };
}

function fullNutrient(row: NumberedRow, food: Food): object {
  const { nutrient, amount, samples } = row;
  const foundation = food.dataType === 'Foundation';
  return {
    type: 'FoodNutrient',
    ...(!nutrient.heading && { id: row.id }),
    nutrient: {
      id: nutrient.id,
      number: String(nutrient.number),
      name: nutrient.name,
      rank: nutrient.rank,
      unitName: nutrient.unit,
    },
    ...derivationOf(row, food),
    ...(amount !== undefined && { amount: foundation && amount === 0 ? exponentZero : amount }),
    ...(samples && { ...samples, minYearAcquired: 2010 + (food.index % 12) }),
    ...(samples && amount === 0 && { loq: 0.1 }),
    ...(samples && nutrient.number === 203 && { nutrientAnalysisDetails: [analysis(row, food)] }),
    ...(foundation && nutrient.number === 204 && food.index % 9 === 0 && { footnote: 'Mean of two laboratories.' }),
  };
}

/**
 * Writes how an amount was determined. Real records express "not known" in three ways: the field is missing, null, or
 * an empty object.
 */
function derivationOf({ nutrient, derivation }: NumberedRow, food: Food): object {
  if (derivation) {
    const { source, ...rest } = derivation;
    return { foodNutrientDerivation: { ...rest, foodNutrientSource: source } };
  }
  if (nutrient.heading) return { foodNutrientDerivation: {} };
  return food.dataType === 'SR Legacy' ? { foodNutrientDerivation: null } : {};
}

function analysis({ nutrient, amount, id }: NumberedRow, { fdcId }: Food): object {
  return {
    subSampleId: id + 1,
    amount: amount === 0 ? exponentZero : amount,
    nutrientId: nutrient.id,
    labMethodDescription: 'AOAC 968.06',
    labMethodOriginalDescription: 'AOAC 968.06 (4.2.04)',
    labMethodLink: 'https://doi.org/10.0000/sandbox',
    labMethodTechnique: 'Combustion',
    nutrientAcquisitionDetails: [
      { sampleUnitId: fdcId * 3 + 1, purchaseDate: '8/21/2018', storeCity: 'BELTSVILLE', storeState: 'MD' },
      { sampleUnitId: fdcId * 3 + 2, purchaseDate: '9/4/2018', packerCity: 'SALINAS', packerState: 'CA' },
    ],
  };
}

function categoryOf({ category: { id, description } }: Food): object {
  return { id, code: String(id * 100).padStart(4, '0'), description };
}

const measureUnitIds: Readonly<Record<string, number>> = { cup: 1000, tbsp: 1001, tsp: 1002, oz: 1038, slice: 1049 };
const noUnit = { id: 9999, name: 'undetermined', abbreviation: 'undetermined' };

function portionsOf(food: Food): object[] {
  return food.portions.map((portion, index) => {
    const { amount, unit, grams } = portion;
    const id = food.dataType === 'Foundation' ? measureUnitIds[unit] : undefined;
    return {
      id: food.fdcId * 10 + index,
      gramWeight: grams,
      sequenceNumber: index + 1,
      measureUnit: id ? { id, name: unit, abbreviation: unit } : noUnit,
      ...(food.dataType === 'Survey (FNDDS)'
        ? { modifier: portionCode(portion, index), portionDescription: portionText(portion) }
        : { amount, value: amount, ...(!id && { modifier: unit }) }),
      ...(food.dataType === 'Foundation' && { dataPoints: 3, minYearAcquired: 2011 }),
    };
  });
}

/** Returns the fields that Foundation and SR Legacy share. */
function analysedParts(food: Food): object {
  const { protein, fat, carbohydrate, nitrogen } = energyFactors(food.category.id);
  return {
    foodClass: 'FinalFood',
    isHistoricalReference: false,
    // A string in most records, a number in some.
    ndbNumber: food.index % 3 === 0 ? food.ndbNumber : String(food.ndbNumber),
    ...(food.scientificName && { scientificName: food.scientificName }),
    foodCategory: categoryOf(food),
    foodComponents: [],
    foodAttributes: food.commonNames
      ? [{ id: food.fdcId + 7, sequenceNumber: 1, value: food.commonNames, foodAttributeType: commonName }]
      : [],
    foodPortions: portionsOf(food),
    nutrientConversionFactors: [
      { type: '.ProteinConversionFactor', value: nitrogen },
      { type: '.CalorieConversionFactor', proteinValue: protein, fatValue: fat, carbohydrateValue: carbohydrate },
    ],
  };
}

const commonName = { id: 1000, name: 'Common Name', description: 'Common names associated with a food.' };

function foundationParts(food: Food): object {
  return {
    footNote: '',
    foodComponents: [
      {
        id: food.fdcId + 3,
        name: 'Refuse',
        dataPoints: 4,
        gramWeight: 8.4,
        isRefuse: true,
        minYearAcquired: 2011,
        percentWeight: 6.2,
      },
    ].filter(() => food.category.id === 9),
    inputFoods: ['A', 'B'].map((sample, index) => ({
      id: food.fdcId * 2 + index,
      foodDescription: `${food.description}, sample ${sample}`,
      inputFood: {
        fdcId: food.fdcId - 2 + index,
        description: `${food.description}, sample ${sample}`,
        dataType: 'Sample',
        foodClass: 'Composite',
        publicationDate: slashDate(food.published),
        foodCategory: categoryOf(food),
      },
    })),
  };
}

function surveyParts(food: Food): object {
  return {
    foodClass: 'Survey',
    foodCode: String(food.foodCode),
    startDate: '1/1/2021',
    endDate: '12/31/2023',
    wweiaFoodCategory: {
      wweiaFoodCategoryCode: food.category.id,
      wweiaFoodCategoryDescription: food.category.description,
    },
    foodAttributes: food.commonNames
      ? [{ id: food.fdcId + 7, value: food.commonNames, name: 'Additional Description', foodAttributeType: additional }]
      : [],
    foodPortions: portionsOf(food),
    inputFoods: (food.ingredients ?? []).map((ingredient, index) => ({
      id: food.fdcId * 20 + index,
      amount: ingredient.grams,
      foodDescription: ingredient.description,
      ingredientCode: ingredient.ndbNumber,
      ingredientDescription: ingredient.description,
      ingredientWeight: ingredient.grams,
      portionCode: '0',
      portionDescription: 'NONE',
      sequenceNumber: index + 1,
      surveyFlag: 0,
      unit: 'GM',
      ...(ingredient.vegetable &&
        / cooked|baked|stew/.test(food.description) && {
          retentionFactor: { id: 235, code: 3460, description: 'VEG, ROOTS, ETC, SAUTEED' },
        }),
    })),
  };
}

const additional = { id: 1001, name: 'Additional Description', description: 'Additional descriptions for the food.' };

function brandedParts(food: Food, facts: BrandedFacts): object {
  const printed = Object.entries(labelNutrients).flatMap(([key, number]) => {
    const amount = food.rows().find((row) => row.nutrient.number === number)?.amount;
    return amount === undefined ? [] : [[key, { value: round((amount * facts.label.servingSize) / 100) }] as const];
  });
  return {
    ...labelParts(food, facts),
    foodPortions: [],
    foodComponents: [],
    microbes: [],
    // The value of an attribute is a number in some records.
    foodAttributes: [
      {
        id: food.fdcId + 11,
        sequenceNumber: 1,
        name: 'Package size',
        value: food.index % 2 === 0 ? facts.label.packageWeight : food.index,
        foodAttributeType: { id: 999, name: 'Attribute', description: 'Generic attributes' },
      },
    ],
    labelNutrients: Object.fromEntries(printed),
    foodUpdateLog: facts.replaces
      ? [
          {
            ...headOf(facts.replaces),
            ...labelParts(facts.replaces, facts.replaces.branded as BrandedFacts),
            changes: 'Nutrient Updated',
            foodAttributes: [],
          },
        ]
      : [],
  };
}

/** Returns the fields that a branded record and its update log share. */
function labelParts(food: Food, facts: BrandedFacts): object {
  const { brandName, ...label } = facts.label;
  return {
    foodClass: 'Branded',
    modifiedDate: slashDate(facts.modified),
    availableDate: slashDate(facts.available),
    ...(facts.discontinued && { discontinuedDate: slashDate(facts.discontinued) }),
    ...label,
    ...(brandName && { brandName }),
    brandedFoodCategory: food.category.description,
    ...(facts.tradeChannels.length > 0 && { tradeChannels: facts.tradeChannels }),
  };
}

// Responses of the real host that differ from its documentation. Served with `quirks: 'real'`.

interface Row {
  readonly nutrient: { readonly unitName: string };
  readonly [name: string]: unknown;
}

/**
 * Returns whether a food is one of the branded foods that do not name the nutrients of their amounts, and have an empty
 * label.
 */
const isBare = ({ dataType, index }: Food) => dataType === 'Branded' && index % 5 === 4;

/** Returns whether a food is one of those that have a unit only for their first nutrient. */
const lacksUnits = ({ index }: Food) => index % 7 === 3;

/** Returns the full form of `food` as the real host was seen to send it. */
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
