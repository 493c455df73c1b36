/** What the value of an option must be. Undefined is always allowed, and means that the option is not set. */
export interface OptionRule {
  /** What a value must be, in words that complete "must be": `a whole number of at least 0`. */
  readonly expected: string;
  /** Whether a value is valid. It is never undefined. */
  readonly isValid: (value: unknown) => boolean;
  /**
   * Whether errors may show a value that is not valid. `false` where it may be a secret, or given in place of one: errors
   * then report only its type, and the length of a string.
   */
  readonly shown: boolean;
  /** Whether the option must be set. Default `false`. Missing credentials of a client are reported with their sign-up page instead. */
  readonly required?: boolean;
  /** The rules of the fields of an option that is an object. */
  readonly fields?: OptionRules;
  /** What to do about certain values: a sentence that follows the error. */
  readonly advice?: Readonly<Record<string, string>>;
}

/** The rules of an interface of options: one for each name. */
export type OptionRules = Readonly<Record<string, OptionRule>>;

/** A table with a rule for each option of an interface, so that no option can be added without one. */
export type RulesOf<Options> = Readonly<Record<keyof Options, OptionRule>>;

const shownRule = (expected: string, isValid: (value: unknown) => boolean): OptionRule => ({
  expected,
  isValid,
  shown: true,
});
const hiddenRule = (expected: string, isValid: (value: unknown) => boolean): OptionRule => ({
  expected,
  isValid,
  shown: false,
});

const isNumberFrom = (least: number) => (value: unknown) => typeof value === 'number' && value >= least;
const isAboveZero = (value: unknown) => typeof value === 'number' && value > 0;
const isCountFrom = (least: number) => (value: unknown) => Number.isSafeInteger(value) && (value as number) >= least;
const isString = (value: unknown) => typeof value === 'string';
/** Functions may have functions, too: `Date` is a clock. */
const hasFunctions = (value: unknown, ...names: readonly string[]) =>
  ((typeof value === 'object' && value !== null) || typeof value === 'function') &&
  names.every((name) => typeof (value as Record<string, unknown>)[name] === 'function');

/** One of some strings. */
// @__NO_SIDE_EFFECTS__
function choice(choices: readonly string[], advice: Readonly<Record<string, string>> = {}): OptionRule {
  const expected = `one of ${choices.join(', ')}`;
  return { expected, isValid: (value) => choices.some((each) => each === value), shown: true, advice };
}

/** An object with fields of its own. */
// @__NO_SIDE_EFFECTS__
function object(fields: OptionRules): OptionRule {
  const isValid = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);
  return {
    expected: `an object with the fields ${Object.keys(fields).join(' and ')}`,
    isValid,
    shown: false,
    fields,
  };
}

/** An object with some functions: `a clock`. */
// @__NO_SIDE_EFFECTS__
function objectWith(what: string, names: readonly string[]): OptionRule {
  const functions = names.length === 1 ? 'function' : 'functions';
  const listed = [names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(' and ');
  return hiddenRule(`${what}: an object with the ${functions} ${listed}`, (value) => hasFunctions(value, ...names));
}

/** A rule whose option must be set. */
// @__NO_SIDE_EFFECTS__
const required = (rule: OptionRule): OptionRule => ({ ...rule, required: true });

/** The kinds of options: what each may be, in code and in words. `Infinity` stands for no limit where a number may have a fraction. */
export const optionKind = {
  choice,
  object,
  required,
  milliseconds: /* @__PURE__ */ shownRule('a number of milliseconds above 0', isAboveZero),
  millisecondsFrom0: /* @__PURE__ */ shownRule('a number of milliseconds of at least 0', isNumberFrom(0)),
  bytes: /* @__PURE__ */ shownRule('a number of bytes above 0', isAboveZero),
  count: /* @__PURE__ */ shownRule('a whole number of at least 0', isCountFrom(0)),
  countOrInfinity: /* @__PURE__ */ shownRule(
    'a whole number of at least 0, or Infinity',
    (value) => value === Number.POSITIVE_INFINITY || isCountFrom(0)(value),
  ),
  countFrom1OrInfinity: /* @__PURE__ */ shownRule(
    'a whole number of at least 1, or Infinity',
    (value) => value === Number.POSITIVE_INFINITY || isCountFrom(1)(value),
  ),
  boolean: /* @__PURE__ */ shownRule('true or false', (value) => typeof value === 'boolean'),
  string: /* @__PURE__ */ shownRule('a string', isString),
  strings: /* @__PURE__ */ hiddenRule(
    'an array of strings',
    (value) => Array.isArray(value) && value.every((each) => typeof each === 'string'),
  ),
  /** A string that errors never show. */
  secret: /* @__PURE__ */ hiddenRule('a string', isString),
  function: /* @__PURE__ */ hiddenRule('a function', (value) => typeof value === 'function'),
  functionOrOff: /* @__PURE__ */ hiddenRule(
    "a function or 'off'",
    (value) => value === 'off' || typeof value === 'function',
  ),
  objectWith,
  signal: /* @__PURE__ */ hiddenRule(
    'an AbortSignal, such as the signal of an AbortController',
    (value) =>
      hasFunctions(value, 'addEventListener', 'removeEventListener', 'throwIfAborted') &&
      typeof (value as AbortSignal).aborted === 'boolean',
  ),
  clock: /* @__PURE__ */ objectWith('a clock', ['now']),
  tokenStore: /* @__PURE__ */ objectWith('a token store', ['get', 'set', 'delete']),
  schema: /* @__PURE__ */ hiddenRule('a valibot schema', (value) => typeof Object(value)['~run'] === 'function'),
  asyncIterable: /* @__PURE__ */ hiddenRule(
    'an async iterable',
    (value) => typeof Object(value)[Symbol.asyncIterator] === 'function',
  ),
  /** For options that other code checks, with better words. */
  checkedLater: /* @__PURE__ */ hiddenRule('valid', () => true),
} as const;
