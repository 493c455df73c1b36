import type { Schema } from '../validation/node.ts';

/**
 * The schema of each option, by name. An option may be left out or undefined, unless its schema is `required`. A schema
 * message begins with `must` and completes the option's name: `must be a whole number of at least 0`.
 */
export type OptionRules = Readonly<Record<string, Schema>>;

/** A table with a schema for each option of an interface, so that no option can be added without one. */
export type RulesOf<Options> = Readonly<Record<keyof Options, Schema>>;

/** An object from the caller. */
export type Fields = Readonly<Record<string, unknown>>;

/** Whether a value is an object and not an array. */
export const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether an option must be set. */
export const isRequired = (schema: Schema | undefined): boolean => schema?.type === 'non_optional';
