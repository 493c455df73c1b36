export { checkOptions, type OptionsOwner, optionsError } from './options/check-options.ts';
export {
  asyncIterable,
  boolean,
  bytes,
  checkedLater,
  choice,
  clock,
  count,
  countFrom1OrInfinity,
  countOrInfinity,
  function,
  functionOrFunctions,
  functionOrOff,
  milliseconds,
  millisecondsFrom0,
  object,
  objectWith,
  required,
  signal,
  string,
  strings,
  tokenStore,
} from './options/option-kind.ts';
export { isObject, isRequired, type OptionRules, type RulesOf } from './options/option-rule.ts';
export { type OptionsSubject, problemOfOptions } from './options/problem-of-options.ts';
export { describeValue } from './shared/describe-value.ts';
export { nearestName } from './shared/suggest.ts';
