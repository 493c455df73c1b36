export type { Endpoint, ListEndpoint, LookupEndpoint, WithMethods } from '@x/core/provider';
export {
  /** Foods and their nutrients: search, lists, and lookups by FDC ID. */
  foods,
} from './resources/foods.ts';
export {
  /** The OpenAPI document that the API publishes about itself. */
  specification,
} from './resources/specification.ts';
