import type { OptionRule, OptionRules } from './option-rule.ts';
import { suggestion } from './suggest.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * What is wrong with an object of options; undefined if nothing is. Options that are undefined count as not set.
 *
 * @param others What happens to own properties without a rule. Default `refuse`.
 */
export function problemOfOptions(
  options: unknown,
  rules: OptionRules,
  others: 'refuse' | 'ignore' = 'refuse',
): string | undefined {
  return problemOfSet(options, rules, others) ?? problemOfMissing(options as Fields, rules, '');
}

/**
 * The same for options of which none is required. It runs before every call: it reads only the options that are set, and
 * allocates nothing if they are valid.
 *
 * @param prefix What names are shown with: the path of the object, and a dot. Empty at the top.
 * @internal
 */
export function problemOfSet(
  options: unknown,
  rules: OptionRules,
  others: 'refuse' | 'ignore' = 'refuse',
  prefix = '',
): string | undefined {
  if (typeof options !== 'object' || options === null || Array.isArray(options))
    return `options must be an object; got ${described(options, false)}`;
  for (const name in options) {
    const value = (options as Fields)[name];
    if (value === undefined) continue;
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
    if (rule) {
      const problem = problemOfValue(prefix + name, value, rule);
      if (problem !== undefined) return problem;
    } else if (others === 'refuse' && Object.hasOwn(options, name)) {
      const names = Object.keys(rules).map((each) => prefix + each);
      return `unknown option ${prefix}${name}${suggestion(prefix + name, names, 'options')}`;
    }
  }
  return undefined;
}

/** The first required option that is not set. */
function problemOfMissing(options: Fields, rules: OptionRules, prefix: string): string | undefined {
  for (const [name, { required, expected }] of Object.entries(rules))
    if (required && options[name] === undefined) return `${prefix}${name} is required: it must be ${expected}`;
  return undefined;
}

function problemOfValue(name: string, value: unknown, rule: OptionRule): string | undefined {
  const { expected, isValid, shown, fields, advice } = rule;
  if (!isValid(value)) {
    const hint = typeof value === 'string' && advice && Object.hasOwn(advice, value) ? `. ${advice[value]}` : '';
    return `${name} must be ${expected}; got ${described(value, shown)}${hint}`;
  }
  if (!fields) return undefined;
  return problemOfSet(value, fields, 'refuse', `${name}.`) ?? problemOfMissing(value as Fields, fields, `${name}.`);
}

/** Longest part of a string that an error shows. */
const longestShown = 60;

/** A value for an error; without `shown` only its type, and the length of a string. */
function described(value: unknown, shown: boolean): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return 'an array';
  switch (typeof value) {
    case 'string':
      if (!shown) return `a string of ${value.length} character${value.length === 1 ? '' : 's'}`;
      return value.length > longestShown ? `${JSON.stringify(value.slice(0, longestShown))}…` : JSON.stringify(value);
    case 'number':
    case 'boolean':
    case 'bigint':
      return shown ? String(value) : `a ${typeof value}`;
    case 'object':
      return 'an object';
    default:
      return `a ${typeof value}`;
  }
}

/** All strings in options that errors never show. @internal */
export function hiddenStrings(options: unknown, rules: OptionRules): string[] {
  return Object.entries(rules).flatMap(([name, { shown, fields }]) => {
    const value: unknown = Object(options)[name];
    if (fields) return hiddenStrings(value, fields);
    return !shown && typeof value === 'string' ? [value] : [];
  });
}
