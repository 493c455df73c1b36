import { endpoint, named } from '@x/core';
import * as v from 'valibot';
import { docs } from '../fdc.ts';

const anything = v.record(v.string(), v.unknown());

const specificationSchema = v.object({
  openapi: v.string(),
  info: anything,
  paths: anything,
  components: v.optional(anything),
  servers: v.optional(v.array(anything)),
  security: v.optional(v.array(anything)),
  tags: v.optional(v.array(anything)),
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
    method: 'GET',
    path: '/fdc/v1/json-spec',
    auth: 'key',
    response: named<Specification>(specificationSchema),
    docs: docs('getJsonSpec'),
  }),

  /**
   * Gives the same file as YAML text.
   *
   * @see https://fdc.nal.usda.gov/api-spec/fdc_api.html#/FDC/getYamlSpec
   */
  getYaml: endpoint({
    method: 'GET',
    path: '/fdc/v1/yaml-spec',
    auth: 'key',
    as: 'text',
    response: v.string(),
    docs: docs('getYamlSpec'),
  }),
};
