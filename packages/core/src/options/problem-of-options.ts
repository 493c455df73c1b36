import type { BaseIssue } from 'valibot';
import { describeValue } from '../shared/describe-value.ts';
import { explainInput, fieldsOf, missing, placeAt, unknownName } from '../validation/explain-input.ts';
import { issuesOf, type Node } from '../validation/node.ts';
import { isObject, isRequired, type OptionRules } from './option-rule.ts';

/** Options of {@link problemOfOptions}. */
export interface OptionsSubject {
  /** Word for a single one. Default `option`. */
  readonly noun?: string;
  /** Place of the object, as a prefix to the names of its options: `stream`. Default: none. */
  readonly place?: string;
  /** Handling of names without a rule, at the top and in nested options. Default `refuse`. */
  readonly others?: 'refuse' | 'ignore';
}

/**
 * Describes the problem with an options object; undefined if there is none. Undefined options count as not set. It runs
 * before every call that has options, so it reads only options that are set.
 */
export function problemOfOptions(
  options: unknown,
  rules: OptionRules,
  { noun = 'option', place = '', others = 'refuse' }: OptionsSubject = {},
): string | undefined {
  if (!isObject(options)) return `${place || `${noun}s`} must be an object; got ${describeValue(options)}`;
  for (const name in options) {
    const value = options[name];
    if (value === undefined) continue;
    const schema = Object.hasOwn(rules, name) ? rules[name] : undefined;
    if (schema && issuesOf(schema, value)) {
      const [problem] = explainInput(schema, value, { noun, place: placeAt(place, [name]), others, isShown });
      if (problem !== undefined) return problem;
    }
    if (!schema && others === 'refuse' && Object.hasOwn(options, name))
      return unknownName({ noun, place }, [name], Object.keys(rules));
  }
  for (const name in rules) {
    const schema = rules[name] as Node;
    if (isRequired(schema) && options[name] === undefined) return missing(placeAt(place, [name]), schema);
  }
  return undefined;
}

/** Schema types whose wrong values are shown. A value passed instead of any string or object may be secret. */
const shownTypes: readonly string[] = ['number', 'boolean', 'picklist', 'literal', 'union', 'variant'];
const isShown = ({ kind, type }: BaseIssue<unknown>) => kind === 'validation' || shownTypes.includes(type);

/** Collects all strings in options that errors never show. */
export function hiddenStrings(options: unknown, rules: OptionRules): string[] {
  return Object.entries(rules as Readonly<Record<string, Node>>).flatMap(([name, schema]) => {
    const value: unknown = Object(options)[name];
    const fields = fieldsOf(schema, value);
    if (fields) return hiddenStrings(value, fields);
    return typeof value === 'string' && !shownTypes.includes(schema.type) ? [value] : [];
  });
}
