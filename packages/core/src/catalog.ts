export { callOperation } from './catalog/call-operation.ts';
export type {
  Catalog,
  CatalogOperation,
  CatalogPaging,
  CatalogSecurity,
  JsonSchema,
  StoredOperation,
} from './catalog/catalog.ts';
export { type OpenApiDocument, type OpenApiOptions, openApiOf } from './catalog/openapi.ts';
export { definitionsFor, operationsIn } from './catalog/operations.ts';
