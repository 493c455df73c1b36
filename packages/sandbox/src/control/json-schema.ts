import { toJsonSchema } from '@valibot/to-json-schema';
import { type OptionRules, objectWith, type Rule } from '../shared/check-fields.ts';

/** A JSON Schema, draft 2020-12. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Returns whether only code can express a value, such as a function or a class instance. JSON has no such values. */
const isCode = (schema: unknown) => ['function', 'custom'].includes((schema as Rule).type);

/** Returns the JSON Schema of the values that a rule accepts. */
export function schemaOfRule(rule: Rule): JsonSchema {
  const { $schema: _, ...schema } = toJsonSchema(rule as never, {
    target: 'draft-2020-12',
    typeMode: 'output', // of options, which are checked to be objects first
    errorMode: 'ignore', // checks that JSON Schema cannot express
    overrideSchema: ({ valibotSchema, jsonSchema }) =>
      isCode(valibotSchema) ? { not: {} } : withoutCode({ ...jsonSchema }),
  });
  return schema;
}

/** Returns the JSON Schema of an object with fields of these rules, and no others. */
export const schemaOfFields = (fields: OptionRules): JsonSchema => schemaOfRule(objectWith(fields));

/** Removes what only code can express from a schema. */
function withoutCode({ properties, anyOf, required, ...schema }: JsonSchema): object {
  const fields = Object.entries((properties ?? {}) as JsonSchema).filter(([, each]) => !isNothing(each));
  const kinds = ((anyOf ?? []) as readonly JsonSchema[]).filter((each) => !isNothing(each));
  return {
    ...schema,
    ...(kinds.length === 1 ? kinds[0] : kinds.length > 0 && { anyOf: kinds }),
    ...((required as readonly string[] | undefined)?.length && { required }),
    ...(properties !== undefined && { properties: Object.fromEntries(fields) }),
  };
}

const isNothing = (schema: unknown) => 'not' in (schema as object);
