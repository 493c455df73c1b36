import { readFileSync } from 'node:fs';
import type { CatalogOperation, JsonSchema } from '@x/catalog';
import { nearestName } from '@x/core/options';
import { Problem } from '../failure.ts';

/** Returns the schemas of an operation's params, by name. */
export const propertiesOf = ({ params }: CatalogOperation): Readonly<Record<string, JsonSchema>> =>
  (params.properties ?? {}) as Readonly<Record<string, JsonSchema>>;

/** Whether an operation's result has pages. */
export const hasPages = ({ paging }: CatalogOperation): boolean => paging !== undefined && paging.kind !== 'lookup';

/** Lists the schemas that a value may have, except those of lists: `items` stands for them. */
function alternativesOf(schema: JsonSchema): JsonSchema[] {
  const { anyOf, oneOf, items } = schema as Readonly<Record<string, JsonSchema[] | undefined>>;
  const inner = [anyOf, oneOf, items].flat().filter((each) => each !== undefined);
  return inner.length === 0 ? [schema] : inner.flatMap(alternativesOf);
}

const typesOf = (schemas: readonly JsonSchema[]): Set<unknown> => new Set(schemas.flatMap(({ type }) => type));

/** Whether a param accepts several values. */
export const isList = ({ type, anyOf = [] }: JsonSchema): boolean =>
  [type].flat().includes('array') || (anyOf as readonly JsonSchema[]).some(isList);

/** Returns the documented values of a param. */
export const valuesOf = (schema: JsonSchema): string[] =>
  [...new Set(alternativesOf(schema).flatMap(({ enum: values = [], examples = [] }) => [values, examples].flat()))].map(
    String,
  );

/** Kind of a param's value, for help. */
export function kindOf(schema: JsonSchema): 'boolean' | 'number' | 'json' | 'bytes' | 'text' {
  const types = typesOf(alternativesOf(schema));
  types.delete('null');
  if (types.has('object') || types.has('array')) return 'json';
  if (types.has('string')) return 'text';
  if (types.has('integer') || types.has('number')) return 'number';
  return types.has('boolean') ? 'boolean' : 'bytes';
}

/** Reads one value of a param. */
function readValue(name: string, schema: JsonSchema, text: string): unknown {
  const kind = kindOf(schema);
  if (kind === 'bytes') return new Uint8Array(readFile(`--${name}`, text.replace(/^@/, '')));
  // Of a text or an object, as tags are, an object begins with a brace.
  if (kind === 'json' && (/^\s*[{[]/.test(text) || !typesOf(alternativesOf(schema)).has('string')))
    return readJson(`--${name}`, text);
  if (kind === 'number') {
    const value = Number(text);
    if (text.trim() === '' || Number.isNaN(value))
      throw new Problem(`--${name} must be a number; got ${JSON.stringify(text)}`);
    return value;
  }
  const values = valuesOf(schema);
  const nearest = values.includes(text) ? undefined : nearestName(text, values);
  if (nearest !== undefined)
    throw new Problem(
      `--${name}: there is no value ${JSON.stringify(text)}; did you mean ${nearest}? To send it anyway, use --params`,
    );
  return text;
}

/** Reads the values of a param that flags gave. */
export function readFlag(name: string, schema: JsonSchema, given: unknown): unknown {
  if (!Array.isArray(given)) return typeof given === 'string' ? readValue(name, schema, given) : given;
  const [first = ''] = given as readonly string[];
  if (given.length === 1 && first.startsWith('[')) return readJson(`--${name}`, first);
  // A documented value or a number contains no comma, but a text may.
  const hasNoComma = kindOf(schema) === 'number' || valuesOf(schema).length > 0;
  const texts = hasNoComma ? given.flatMap((text: string) => text.split(',')) : given;
  const values = texts.map((text: string) => readValue(name, schema, text));
  return values.length === 1 && schema.anyOf !== undefined ? values[0] : values;
}

/** Parses JSON. Its message never shows the text, which may be secret. */
export function readJson(place: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const [, position = ''] = /(line \d+ column \d+|position \d+)/.exec((error as Error).message) ?? [];
    throw new Problem(`${place} is not valid JSON${position && ` at ${position}`}`);
  }
}

/**
 * Reads the value of `--params`: JSON, `@file`, or `-` for standard input.
 *
 * @param readAll Reads standard input.
 */
export async function readParams(given: string | undefined, readAll: () => Promise<string>): Promise<object> {
  if (given === undefined) return {};
  const text =
    given === '-' ? await readAll() : given.startsWith('@') ? readFile('--params', given.slice(1)).toString() : given;
  const params = readJson('--params', text.trim());
  if (typeof params !== 'object' || params === null || Array.isArray(params))
    throw new Problem('--params must be a JSON object, such as \'{"id":"1"}\'');
  return params;
}

function readFile(flag: string, path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new Problem(`${flag}: ${path} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}
