import { endpoint, named } from '@x/core';
import * as v from 'valibot';
import { docs, get } from '../declarations.ts';

const unknownObject = v.record(v.string(), v.unknown());

const specificationSchema = v.object({
  openapi: v.string(),
  info: unknownObject,
  paths: unknownObject,
  components: v.optional(unknownObject),
  servers: v.optional(v.array(unknownObject)),
  security: v.optional(v.array(unknownObject)),
  tags: v.optional(v.array(unknownObject)),
});

/** An OpenAPI 3 document. */
export interface Specification extends v.InferOutput<typeof specificationSchema> {}

/** The API's description of itself. */
export const specification = {
  /**
   * Gives the OpenAPI file of the API. Answers are not always as it says: this package declares what they are.
   *
   * @see https://fdc.nal.usda.gov/api-spec/fdc_api.html#/FDC/getJsonSpec
   */
  getJson: endpoint({
    ...get,
    path: '/fdc/v1/json-spec',
    response: named<Specification>(specificationSchema),
    docs: docs('getJsonSpec'),
  }),

  /**
   * Gives the same file as YAML text.
   *
   * @see https://fdc.nal.usda.gov/api-spec/fdc_api.html#/FDC/getYamlSpec
   */
  getYaml: endpoint({
    ...get,
    path: '/fdc/v1/yaml-spec',
    as: 'text',
    response: v.string(),
    docs: docs('getYamlSpec'),
  }),
};
