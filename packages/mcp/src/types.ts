import type { Catalog, JsonSchema } from '@x/catalog';
import { isSecretName } from './api.ts';
import { fieldsOf } from './fields.ts';

/** Detail of a type's text. */
interface Detail {
  /** Levels of nested fields that have types and comments. Deeper ones are names. */
  readonly levels: number;
  /** Maximum length of a comment on the first level. */
  readonly longest: number;
  /** Whether it marks fields and values that may be absent. Any field of a result may be. */
  readonly marksAbsent: boolean;
}

const paramsDetail: Detail = { levels: 2, longest: 200, marksAbsent: true };
const resultDetail: Detail = { levels: 1, longest: 60, marksAbsent: false };

/** Maximum number of names in a list of names. */
const mostNames = 16;

/** Returns the first sentences of a description, as many as fit. */
function commentOf(description: string, longest: number): string {
  const sentences = description.replaceAll(/\s+/g, ' ').split(/(?<=\.) /);
  while (sentences.join(' ').length > longest) sentences.pop();
  return sentences.join(' ') && ` // ${sentences.join(' ')}`;
}

/** Returns params as a compact TypeScript type with comments. */
export const paramsType = (catalog: Catalog, schema: JsonSchema): string => typeOf(catalog, [schema], paramsDetail, 0);

/** Returns a result, or an item of a list, as a compact TypeScript type: the fields that a call can ask for. */
export const resultType = (catalog: Catalog, schema: JsonSchema): string => typeOf(catalog, [schema], resultDetail, 0);

/** Lists the alternatives of schemas that describe the same value, without references. */
function alternativesOf(
  { $defs }: Catalog,
  schemas: readonly JsonSchema[],
  open: readonly unknown[] = [],
): JsonSchema[] {
  return schemas.flatMap((schema) => {
    if (open.includes(schema)) return [];
    const { $ref, anyOf, oneOf, ...own } = schema;
    const named = typeof $ref === 'string' ? $defs[$ref.replace('#/$defs/', '')] : undefined;
    const inner = [named, anyOf, oneOf].flat().filter((each) => each !== undefined) as JsonSchema[];
    return inner.length > 0 ? alternativesOf({ $defs } as Catalog, inner, [...open, schema]) : [own];
  });
}

const isObject = ({ type, properties, allOf, additionalProperties }: JsonSchema): boolean =>
  [type].flat().includes('object') || [properties, allOf, additionalProperties].some((each) => each !== undefined);

function typeOf(catalog: Catalog, schemas: readonly JsonSchema[], detail: Detail, level: number): string {
  const all = alternativesOf(catalog, schemas);
  const objects = all.filter(isObject);
  const arrays = all.filter(({ items }) => items !== undefined);
  const texts = all.flatMap((each) => (isObject(each) ? nullOf(each) : scalarsOf(each)));
  if (arrays.length > 0) {
    const item = typeOf(
      catalog,
      arrays.map(({ items }) => items as JsonSchema),
      detail,
      level,
    );
    // Whoever accepts one value or a list of them accepts a list.
    if (texts.join('|') === item) texts.length = 0;
    texts.unshift(/^[^{]*\|/.test(item) ? `(${item})[]` : `${item}[]`);
  }
  if (objects.length > 0) texts.unshift(objectType(catalog, objects, detail, level));
  return [...new Set(texts)].filter((text) => text !== 'null' || detail.marksAbsent).join('|') || 'unknown';
}

const nullOf = ({ type }: JsonSchema) => (Array.isArray(type) && type.includes('null') ? ['null'] : []);

/** Returns the types of a value that is neither an object nor a list. */
function scalarsOf({ type, enum: values, const: only, items }: JsonSchema): string[] {
  const literals = (values as unknown[] | undefined) ?? (only === undefined ? [] : [only]);
  if (literals.length > 0) return literals.map((value) => JSON.stringify(value));
  const types = [type ?? (items ? [] : 'unknown')].flat().filter((each) => each !== 'object' && each !== 'array');
  return types.map((each) => (each === 'integer' ? 'number' : String(each)));
}

/** Returns the names of the fields that every value has. */
function requiredIn(catalog: Catalog, schema: JsonSchema): string[] {
  const parts = (schema.allOf as readonly JsonSchema[] | undefined) ?? [];
  const inner = alternativesOf(catalog, parts).flatMap((part) => requiredIn(catalog, part));
  return [...((schema.required as string[] | undefined) ?? []), ...inner];
}

function objectType(catalog: Catalog, schemas: readonly JsonSchema[], detail: Detail, level: number): string {
  const fields = [...fieldsOf(catalog.$defs, schemas)].filter(([name]) => !isSecretName(name));
  if (fields.length === 0 || level > detail.levels + 1) return 'object';
  if (level >= detail.levels) {
    const names = fields.map(([name, own]) => {
      const inner = level > detail.levels ? '' : typeOf(catalog, own, { ...detail, marksAbsent: false }, level + 1);
      return name + (/^\{.*\}/.exec(inner)?.[0] ?? '');
    });
    return `{${names.slice(0, mostNames).join(', ')}${names.length > mostNames ? ', …' : ''}}`;
  }
  const required = new Set(schemas.flatMap((schema) => requiredIn(catalog, schema)));
  const indent = ' '.repeat(level + 1);
  const lines = fields.map(([name, own]) => {
    const [description = ''] = own.map((each) => descriptionOf(catalog, each)).filter(Boolean);
    const mark = detail.marksAbsent && !required.has(name) ? '?' : '';
    const [first, ...rest] = typeOf(catalog, own, detail, level + 1).split('\n');
    return [`${indent}${name}${mark}: ${first}${commentOf(description, detail.longest / (level + 1))}`, ...rest].join(
      '\n',
    );
  });
  return ['{', ...lines, `${' '.repeat(level)}}`].join('\n');
}

function descriptionOf({ $defs }: Catalog, { description, $ref }: JsonSchema): string {
  const named = typeof $ref === 'string' ? $defs[$ref.replace('#/$defs/', '')] : undefined;
  return String(description ?? named?.description ?? '');
}
