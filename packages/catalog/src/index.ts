export { callOperation } from './call-operation.ts';
export type {
  Catalog,
  CatalogOperation,
  CatalogPaging,
  CatalogSecurity,
  JsonSchema,
  StoredOperation,
} from './catalog.ts';
export { type OpenApiDocument, type OpenApiOptions, openApiOf } from './openapi.ts';
export { definitionsFor, operationsIn } from './operations.ts';
export { paramsSchema, resultSchema } from './schemas.ts';
