import * as v from 'valibot';
import {
  optionalNullableDigits,
  optionalNullableNumber,
  optionalNullableObject,
  optionalNullableObjects,
  optionalNullableString,
  optionalNullableStrings,
} from '../schema.ts';

/** Fields of every record. */
export const foodIdentity = {
  /** FDC ID of the food. A record that is published again gets another ID. */
  fdcId: v.number(),
  /** Name of the food, such as `Strawberries, raw`. */
  description: v.string(),
};

const brandFields = {
  /** Company that owns the brand. Branded foods only. */
  brandOwner: optionalNullableString,
  /** GTIN or UPC of the product, with its leading zeros. Several records may have the same. Branded foods only. */
  gtinUpc: optionalNullableString,
};

/** Fields that identify a food elsewhere. Each kind of food has some of them. */
export const identifierFields = {
  ...brandFields,
  /** Number in the Nutrient Database (NDB), such as `"9316"`. Foundation and SR Legacy foods only. */
  ndbNumber: optionalNullableDigits,
  /** Code of the food in the dietary survey (FNDDS), such as `"27116100"`. Survey foods only. */
  foodCode: optionalNullableDigits,
};

/** Fields of a product's label. Dates are `M/D/YYYY` in full records and `YYYY-MM-DD` in search. */
export const productFields = {
  ...brandFields,
  /** Brand under which the product is sold. Branded foods only. */
  brandName: optionalNullableString,
  /** Brand below `brandName`, if the product has one. Branded foods only. */
  subbrandName: optionalNullableString,
  /** List of ingredients, as printed on the label. Branded foods only. */
  ingredients: optionalNullableString,
  /** Country in which the product is sold, such as `United States`. Branded foods only. */
  marketCountry: optionalNullableString,
  /** Source of the label data: `LI` (Label Insight) or `GDSN` (Global Data Synchronization Network). */
  dataSource: optionalNullableString,
  /** Day of the last change to the label data: `M/D/YYYY` in full records, `YYYY-MM-DD` in search. */
  modifiedDate: optionalNullableString,
  /** Weight of the package as printed, with its unit. Branded foods only. */
  packageWeight: optionalNullableString,
  /** Size of one serving in `servingSizeUnit`; may be a fraction. Branded foods only. */
  servingSize: optionalNullableNumber,
  /** Unit of `servingSize`: `g` or `GRM`, `ml` or `MLT`, `IU`. */
  servingSizeUnit: optionalNullableString,
  /** Size of one serving in household measures, such as `1 ONZ`. */
  householdServingFullText: optionalNullableString,
  /** Short form of the name. Branded foods only. */
  shortDescription: optionalNullableString,
  /** Code of the state in which the nutrients apply, such as `UNPREPARED`. Branded foods only. */
  preparationStateCode: optionalNullableString,
  /** Channels through which the product is sold, such as `GROCERY`. Branded foods only. */
  tradeChannels: optionalNullableStrings,
};

/** A nutrient of an abridged record. */
export const flatNutrient = {
  /** Number of the nutrient, such as `"203"` for protein. In abridged records; full records have it in `nutrient`. */
  number: optionalNullableDigits,
  /** Name of the nutrient, such as `Iron, Fe`. In abridged records; full records have it in `nutrient`. */
  name: optionalNullableString,
  /** Quantity of the nutrient per 100 g or 100 ml, in `unitName`. Absent on headings and if nothing was measured. */
  amount: optionalNullableNumber,
  /** Unit of `amount`, upper-case: `G`, `MG`, `UG`, `KCAL`. In abridged records; full records have it in `nutrient`. */
  unitName: optionalNullableString,
  /** Code of the method that determined `amount`, such as `LCCD`. In abridged records only. */
  derivationCode: optionalNullableString,
  /** Method that determined `amount`, in words. In abridged records only. */
  derivationDescription: optionalNullableString,
};

const attributeType = {
  /** ID of the kind of attribute. */
  id: optionalNullableNumber,
  /** Name of the kind of attribute, such as `Adjustments`. */
  name: optionalNullableString,
  /** Meaning of attributes of this kind. */
  description: optionalNullableString,
};

const attribute = {
  /** ID of the attribute. */
  id: optionalNullableNumber,
  /** Position among the attributes of the food. */
  sequenceNumber: optionalNullableNumber,
  /** Name of the attribute. */
  name: optionalNullableString,
  /** Content of the attribute, such as `Moisture change: -5.0%`, or a number. */
  value: optionalNullableDigits,
  /** Position among attributes of the same kind. */
  rank: optionalNullableNumber,
};

export const foodAttributes = optionalNullableObjects({
  ...attribute,
  /** Kind of the attribute. */
  foodAttributeType: optionalNullableObject(attributeType),
  /** Kind of the attribute, under the name that the API's specification uses. */
  FoodAttributeType: optionalNullableObject(attributeType),
});

export const foodAttributeTypes = optionalNullableObjects({
  ...attributeType,
  /** Attributes of this kind that the food has. */
  foodAttributes: optionalNullableObjects(attribute),
});
