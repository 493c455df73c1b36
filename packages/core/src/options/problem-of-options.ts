import { describeValue } from '../shared/describe-value.ts';
import { fieldsOf, type Node } from '../validation/node.ts';
import { type Problem, problemsOf } from '../validation/problems.ts';
import { describeInput, firstLines, missing, placeAt, unknownName } from '../validation/words.ts';
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
 * Describes the first problems with an options object; undefined if there is none. Undefined options count as not set. It runs
 * before every call that has options, so it reads only options that are set.
 */
export function problemOfOptions(
  options: unknown,
  rules: OptionRules,
  { noun = 'option', place = '', others = 'refuse' }: OptionsSubject = {},
): string | undefined {
  if (!isObject(options)) return `${place || `${noun}s`} must be an object; got ${describeValue(options)}`;
  const found: string[] = [];
  for (const name in options) {
    const value = options[name];
    if (value === undefined) continue;
    const schema = Object.hasOwn(rules, name) ? rules[name] : undefined;
    if (schema) {
      const problems = problemsOf(schema, value);
      // An unknown name is often the missing one, misspelled.
      const first = problems.find(({ rule }) => !rule && others === 'refuse') ?? problems.find(({ rule }) => rule);
      if (first) found.push(describeInput(first, { noun, place: placeAt(place, [name]), isShown }));
    } else if (others === 'refuse' && Object.hasOwn(options, name))
      found.push(unknownName({ noun, place }, [name], Object.keys(rules)));
  }
  if (found.length > 0) return firstLines(found);
  for (const name in rules) {
    const schema = rules[name] as Node;
    if (isRequired(schema) && options[name] === undefined) return missing(placeAt(place, [name]), schema);
  }
  return undefined;
}

/** Schema types whose wrong values are shown. A value passed instead of any string or object may be secret. */
const shownTypes: readonly string[] = ['number', 'boolean', 'picklist', 'literal', 'union', 'variant'];
const isShown = ({ rule }: Problem) => rule?.kind === 'validation' || shownTypes.includes(String(rule?.type));

/** Collects all strings in options that errors never show. */
export function hiddenStrings(options: unknown, rules: OptionRules): string[] {
  return Object.entries(rules as Readonly<Record<string, Node>>).flatMap(([name, schema]) => {
    const value: unknown = Object(options)[name];
    const fields = fieldsOf(schema);
    if (Object.keys(fields).length > 0 && isObject(value)) return hiddenStrings(value, fields);
    return typeof value === 'string' && !shownTypes.includes(schema.type) ? [value] : [];
  });
}
