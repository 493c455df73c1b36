import { type ConversionConfig, toJsonSchema } from '@valibot/to-json-schema';
import type { JsonSchema } from '@x/catalog';
import type { GenericSchema } from 'valibot';

/** The parts of a valibot schema that are read here. */
interface SchemaNode extends GenericSchema {
  /** Schemas that a lazy schema chooses from. */
  readonly options?: readonly SchemaNode[];
  /** Strings that are known today. The field may also hold others. */
  readonly known?: readonly string[];
}

type Override = NonNullable<ConversionConfig['overrideSchema']>;

/**
 * Converts core's own schemas, which valibot treats only as checks. Requests and responses may have undeclared fields.
 */
const overrideSchema: Override = ({ valibotSchema, jsonSchema }) => {
  const { known, type, options } = valibotSchema as GenericSchema as SchemaNode;
  // The alternatives of a lazy schema.
  if (type === 'lazy') return { anyOf: (options ?? []).map((option) => jsonSchemaOf(option, 'output')) };
  if (known) return { type: 'string', examples: [...known] };
  const { required = [], additionalProperties, ...rest } = jsonSchema;
  return {
    ...rest,
    ...(required.length > 0 && { required }),
    ...(typeof additionalProperties === 'object' && { additionalProperties }),
  };
};

const overrideAction: NonNullable<ConversionConfig['overrideAction']> = ({ valibotAction, jsonSchema }) => {
  const { min, max } = valibotAction as { readonly min?: number; readonly max?: number };
  if (min === undefined) return jsonSchema;
  return { ...jsonSchema, type: 'integer', minimum: min, ...(max !== undefined && { maximum: max }) };
};

/** Converts a schema to JSON Schema 2020-12. Leaves out what JSON cannot express, such as a check across two fields. */
export function jsonSchemaOf(schema: GenericSchema, typeMode: 'input' | 'output'): JsonSchema {
  const options = { typeMode, errorMode: 'ignore', overrideSchema, overrideAction } as const;
  const { $schema: _, $defs: __, ...converted } = toJsonSchema(schema, options);
  return converted as JsonSchema;
}
