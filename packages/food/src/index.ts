export {
  type AddressableListOptions,
  type ApiCall,
  ApiError,
  type ApiErrorOf,
  type CallOptions,
  type Client,
  type ClientEvent,
  type ClientHealth,
  type ClientOptions,
  type CloseOptions,
  type ErrorCode,
  type ErrorHttpStatus,
  type ErrorOutcome,
  type EventLogger,
  type ItemOf,
  isAbort,
  isApiError,
  type ListOptions,
  type LookupResult,
  logEvents,
  type NoParams,
  type Page,
  type PagedCall,
  type ParamsOf,
  type ProviderError,
  type ProviderErrorGuard,
  type RateLimitState,
  type RequestOptions,
  type ResponseInfo,
  type ResultOf,
  type RootClient,
  toHttpStatus,
  type WithResponse,
} from '@x/core';
export { createClient, type Provider } from '@x/core/provider';
export { createFoodClient, endpoints, type FoodClient } from './client.ts';
export { type FoodProviderCode, isFoodError } from './errors.ts';
export { type FoundAmount, type GramsOfOptions, gramsOf } from './grams-of.ts';
export { type CommonNutrient, commonNutrients, type Nutrient, nutrients, type OtherNutrient } from './nutrients.ts';
export { type Panel, type PanelOptions, type PanelValue, panel, sum } from './panel.ts';
export { type Amount, type Portion, portions } from './portions.ts';
export { type FoodOptions, foodProvider } from './provider.ts';
export type { AbridgedFood } from './records/abridged.ts';
export type { FoundFood } from './records/found.ts';
export type { BrandedFood, Food, FoundationFood, OtherFood, SrLegacyFood, SurveyFood } from './records/full.ts';
export type { SearchFood } from './records/search.ts';
export type { Specification } from './resources/specification.ts';
