import { endpoint, named } from '@x/core/provider';
import * as v from 'valibot';
import { docs, get } from '../declarations.ts';

const unknownObject = v.record(v.string(), v.unknown());

export const specificationSchema = v.object({
  /** Version of the OpenAPI format, such as `3.0.0`. */
  openapi: v.string(),
  /** Title, version and license of the API. */
  info: unknownObject,
  /** Operations of the API, by path. */
  paths: unknownObject,
  /** Schemas that the operations refer to. */
  components: v.optional(unknownObject),
  /** Base URLs of the API. */
  servers: v.optional(v.array(unknownObject)),
  /** Ways to authenticate that apply to all operations. */
  security: v.optional(v.array(unknownObject)),
  /** Groups of operations. */
  tags: v.optional(v.array(unknownObject)),
});

/** An OpenAPI 3 document. */
export interface Specification extends v.InferOutput<typeof specificationSchema> {}

/** The OpenAPI document that the API publishes about itself. */
export const specification = {
  /**
   * Returns the API's OpenAPI document. Real responses differ from it in places; this package's types describe the real
   * responses.
   */
  getJson: endpoint({
    ...get,
    path: '/fdc/v1/json-spec',
    response: named<Specification>(specificationSchema),
    docs: docs('getJsonSpec'),
  }),

  /** Returns the same document as a YAML string. */
  getYaml: endpoint({
    ...get,
    path: '/fdc/v1/yaml-spec',
    as: 'text',
    response: v.string(),
    docs: docs('getYamlSpec'),
  }),
};
