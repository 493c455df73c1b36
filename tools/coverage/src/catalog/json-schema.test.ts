import { operationsIn } from '@x/catalog';
import { catalogOf } from '@x/testing/catalogs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';
import { names } from '../../../providers.ts';

it.each(names)(
  'all schemas in the catalog of %s are JSON Schema 2020-12, and refer to schemas that exist',
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

it.each(names)('summaries and descriptions in the catalog of %s consist of whole sentences', (provider) => {
  const { operations } = catalogOf(provider);
  const texts = operations.flatMap(({ summary, description = summary }) => [summary, description]);
  expect(texts.filter((text) => !/^[A-Z0-9`].*\.$/.test(text))).toEqual([]);
});
