import type { TableField, TableFields } from '../../openapi-table.ts';
import { invalid } from './errors.ts';

/** An object of JSON. */
export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The fields of `value` that the table knows; null counts as missing. Refuses those that are of another type. */
export function checkFields(fields: TableFields, value: JsonObject): JsonObject {
  const known = Object.entries(fields).filter(([name]) => value[name] !== undefined && value[name] !== null);
  return Object.fromEntries(known.map(([name, field]) => [name, checkField(name, field, value[name])]));
}

function checkField(name: string, field: TableField, value: unknown): unknown {
  const { items, fields } = field;
  if (items && Array.isArray(value)) return value.map((each) => checkField(name, items, each));
  if (fields && isObject(value)) return checkFields(fields, value);
  if (items || fields || !isOfType(field.type, value)) throw invalid(`Invalid ${name}`);
  return value;
}

/** Whole numbers are positions and times: none is below 0. */
function isOfType(type = 'string', value: unknown): boolean {
  if (type === 'integer') return Number.isSafeInteger(value) && (value as number) >= 0;
  return type === 'object' ? isObject(value) : typeof value === type;
}
