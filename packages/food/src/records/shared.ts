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
export const foodIdentity = { fdcId: v.number(), description: v.string() };

/** Fields of a product's label. Dates are `M/D/YYYY` in full records and `YYYY-MM-DD` in search. */
export const productFields = {
  brandOwner: optionalNullableString,
  brandName: optionalNullableString,
  subbrandName: optionalNullableString,
  gtinUpc: optionalNullableString,
  ingredients: optionalNullableString,
  marketCountry: optionalNullableString,
  dataSource: optionalNullableString,
  modifiedDate: optionalNullableString,
  packageWeight: optionalNullableString,
  servingSize: optionalNullableNumber,
  servingSizeUnit: optionalNullableString,
  householdServingFullText: optionalNullableString,
  shortDescription: optionalNullableString,
  preparationStateCode: optionalNullableString,
  tradeChannels: optionalNullableStrings,
};

/** A nutrient of an abridged record. */
export const flatNutrient = {
  number: optionalNullableDigits,
  name: optionalNullableString,
  amount: optionalNullableNumber,
  unitName: optionalNullableString,
  derivationCode: optionalNullableString,
  derivationDescription: optionalNullableString,
};

const attributeType = { id: optionalNullableNumber, name: optionalNullableString, description: optionalNullableString };

const attribute = {
  id: optionalNullableNumber,
  sequenceNumber: optionalNullableNumber,
  name: optionalNullableString,
  value: optionalNullableDigits,
  rank: optionalNullableNumber,
};

export const foodAttributes = optionalNullableObjects({
  ...attribute,
  foodAttributeType: optionalNullableObject(attributeType),
  FoodAttributeType: optionalNullableObject(attributeType),
});

export const foodAttributeTypes = optionalNullableObjects({
  ...attributeType,
  foodAttributes: optionalNullableObjects(attribute),
});
