export {
  type ApiCall,
  ApiError,
  type ApiErrorOf,
  type ClientEvent,
  type ErrorCode,
  isAbort,
  isApiError,
  type LookupResult,
  logEvents,
  type Page,
  type PagedCall,
  type ProviderError,
  type ProviderErrorGuard,
  type ResponseInfo,
  toHttpStatus,
  type WithResponse,
} from '@x/core';
export { createClient } from '@x/core/provider';
export { createFoodClient, endpoints, type FoodClient } from './client.ts';
export { type FoodProviderCode, isFoodError } from './errors.ts';
export { commonNutrients, type Nutrient, nutrients } from './nutrients.ts';
export { type FoodOptions, foodProvider } from './provider.ts';
export type { AbridgedFood } from './records/abridged.ts';
export type { BrandedFood, Food, FoundationFood, OtherFood, SrLegacyFood, SurveyFood } from './records/full.ts';
export type { SearchFood } from './records/search.ts';
export { foods } from './resources/foods.ts';
export { type Specification, specification } from './resources/specification.ts';
