import {
  aDate,
  aNumber,
  anyOf,
  aString,
  listOfObjects,
  nonEmptyString,
  numberAbove0,
  numberFrom0,
  oneOf,
  type RulesOf,
  required,
  strings,
  text,
  wholeNumber,
} from '../../shared/check-fields.ts';
import { filterableTypes } from './data/food.ts';

/** Amount of a nutrient in a food. */
export interface FoodNutrientRecord {
  /** Number of the nutrient, such as `203` for protein. */
  readonly number: number | string;
  /** Amount per 100 g or 100 ml, in the nutrient's unit. */
  readonly amount: number;
  /** Name of the nutrient. Required for a number that the sandbox does not know; ignored for others. */
  readonly name?: string | undefined;
  /** Unit of the nutrient, such as `MG`. Required for a number that the sandbox does not know; ignored for others. */
  readonly unitName?: string | undefined;
}

/** A household measure of a food. */
export interface FoodPortionRecord {
  /** Number of measures in the portion. Default 1. */
  readonly amount?: number | undefined;
  /** The measure, such as `cup`. */
  readonly modifier: string;
  /** Weight of the portion in grams. */
  readonly gramWeight: number;
}

/** A food of your own, with the field names of the API. */
export interface FoodRecord {
  /** ID of the food, which replaces a generated food with the same ID. Default: made from the description. */
  readonly fdcId?: number | undefined;
  /** Name of the food. */
  readonly description: string;
  /** Type of food. Default `Branded` for a food with a field that only branded foods have, else `Foundation`. */
  readonly dataType?: (typeof filterableTypes)[number] | undefined;
  /** Publication date, `YYYY-MM-DD`. Default: the day on which the sandbox started. */
  readonly publicationDate?: string | undefined;
  /** Category. Default: the usual one of the type. */
  readonly foodCategory?: string | undefined;
  /** Amounts of nutrients. Default: none. */
  readonly foodNutrients?: readonly FoodNutrientRecord[] | undefined;
  /** Household measures; branded foods have none. Default: none. */
  readonly foodPortions?: readonly FoodPortionRecord[] | undefined;
  /** Branded foods: the company. Default: an invented one. */
  readonly brandOwner?: string | undefined;
  /** Branded foods: the brand. Default: none. */
  readonly brandName?: string | undefined;
  /** Branded foods: the barcode. Default: made from the description. */
  readonly gtinUpc?: string | undefined;
  /** Branded foods: the ingredients as the label lists them. Default: the description in capital letters. */
  readonly ingredients?: string | undefined;
  /** Branded foods: size of a serving. Default 100. */
  readonly servingSize?: number | undefined;
  /** Branded foods: unit of `servingSize`. Default `g`. */
  readonly servingSizeUnit?: string | undefined;
  /** Branded foods: a serving in words. Default: none. */
  readonly householdServingFullText?: string | undefined;
  /** Branded foods: weight of the package in words. Default: none. */
  readonly packageWeight?: string | undefined;
  /** Branded foods: source of the data. Default `LI`. */
  readonly dataSource?: 'LI' | 'GDSN' | undefined;
  /** Branded foods: trade channels, such as `GROCERY`. Default: none. */
  readonly tradeChannels?: readonly string[] | undefined;
  /** Branded foods: date of the label's last change, `YYYY-MM-DD`. Default: the publication date. */
  readonly modifiedDate?: string | undefined;
  /** Branded foods: date when it went on sale, `YYYY-MM-DD`. Default: the publication date. */
  readonly availableDate?: string | undefined;
  /** Branded foods: date when it was discontinued, `YYYY-MM-DD`. Default: it is still sold. */
  readonly discontinuedDate?: string | undefined;
  /** Foundation and SR Legacy foods: number in the printed reference. Default: made from the description. */
  readonly ndbNumber?: number | undefined;
  /** Foundation and SR Legacy foods: scientific name. Default: none. */
  readonly scientificName?: string | undefined;
  /** Other names of a food that is not branded, separated by semicolons. Default: none. */
  readonly commonNames?: string | undefined;
  /** Survey foods: code of the food. Default: made from the description. */
  readonly foodCode?: number | undefined;
}

const aNutrient = 'the number of a nutrient, such as 203';
const nutrientRules = {
  number: required(anyOf(aNutrient, numberFrom0(aNutrient), text(aNutrient, /^\d{1,5}(\.\d+)?$/))),
  amount: required(numberFrom0('an amount per 100 g')),
  name: nonEmptyString,
  unitName: nonEmptyString,
} satisfies RulesOf<FoodNutrientRecord>;

const portionRules = {
  amount: aNumber,
  modifier: required(nonEmptyString),
  gramWeight: required(numberFrom0('a number of grams')),
} satisfies RulesOf<FoodPortionRecord>;

/** Rules of the fields that only branded foods have. */
export const labelRules = {
  brandOwner: nonEmptyString,
  brandName: aString,
  gtinUpc: nonEmptyString,
  ingredients: aString,
  servingSize: numberAbove0('a number above 0'),
  servingSizeUnit: nonEmptyString,
  householdServingFullText: aString,
  packageWeight: aString,
  dataSource: oneOf('LI', 'GDSN'),
  tradeChannels: strings,
  modifiedDate: aDate,
  availableDate: aDate,
  discontinuedDate: aDate,
} satisfies Partial<RulesOf<FoodRecord>>;

/** Rules for the fields of your own foods. */
export const foodRecordRules = {
  fdcId: wholeNumber(1, 2 ** 31 - 1),
  description: required(nonEmptyString),
  dataType: oneOf(...filterableTypes),
  publicationDate: aDate,
  foodCategory: nonEmptyString,
  foodNutrients: listOfObjects('nutrients', nutrientRules),
  foodPortions: listOfObjects('portions', portionRules),
  ...labelRules,
  ndbNumber: wholeNumber(1),
  scientificName: nonEmptyString,
  commonNames: nonEmptyString,
  foodCode: wholeNumber(1),
} satisfies RulesOf<FoodRecord>;
