import { operationsIn } from '@x/core/catalog';
import { catalogOf } from '@x/testing/catalogs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';

it.each(['stream', 'music', 'bank', 'food', 'quotes'])(
  'all schemas of the catalog of %s are JSON Schema 2020-12, and refer to schemas that exist',
  (provider) => {
    const catalog = catalogOf(provider);
    const ajv = new Ajv2020({ strict: false, validateFormats: false, code: { optimize: false } });
    const stored = catalog.operations.flatMap(({ params, result = {} }) => [params, result]);
    const read = [...operationsIn(catalog).values()].map(({ params }) => params);
    const all = {
      $defs: catalog.$defs,
      anyOf: [...Object.keys(catalog.$defs).map((name) => ({ $ref: `#/$defs/${name}` })), ...stored, ...read],
    };
    expect(ajv.validateSchema(all)).toBe(true);
    const validate = ajv.compile(all);
    expect(validate({})).toBeTypeOf('boolean');
    expect(() => ajv.compile({ $defs: catalog.$defs, $ref: '#/$defs/none' })).toThrow("can't resolve reference");
  },
);
