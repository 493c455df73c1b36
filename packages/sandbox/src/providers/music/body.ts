import { invalid } from './errors.ts';

/** Reads a member of a JSON body; null counts as missing. */
export function readMember<T>(
  body: Readonly<Record<string, unknown>>,
  name: string,
  is: (value: unknown) => value is T,
): T | undefined {
  const value = body[name];
  if (value === undefined || value === null) return undefined;
  if (!is(value)) throw invalid(`Invalid ${name}`);
  return value;
}

export const isText = (value: unknown) => typeof value === 'string';
export const isFlag = (value: unknown) => typeof value === 'boolean';
/** A whole number from 0 up. */
export const isIndex = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
export const isTexts = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every(isText);
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const isObjects = (value: unknown): value is readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) && value.every(isObject);
