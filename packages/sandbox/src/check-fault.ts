import { isRegExp } from 'node:util/types';
import { providerNames } from './context.ts';
import type { Fault } from './fault.ts';

interface Rule {
  /** What the value must be, in words. */
  readonly expected: string;
  readonly isValid: (value: unknown) => boolean;
  /** The values that there are, for a suggestion. */
  readonly choices?: readonly string[];
}

const oneOf = (...choices: readonly string[]): Rule => ({
  expected: `one of ${choices.join(', ')}`,
  isValid: (value) => choices.some((choice) => choice === value),
  choices,
});
const numberFrom0 = (what: string): Rule => ({
  expected: `${what}, at least 0`,
  isValid: (value) => typeof value === 'number' && value >= 0,
});

const rules: { readonly [Name in keyof Required<Fault>]: Rule } = {
  provider: oneOf(...providerNames),
  path: {
    expected: 'a path below the prefix of the provider that begins with /, or a regular expression',
    isValid: (value) => (typeof value === 'string' ? value.startsWith('/') : isRegExp(value)),
  },
  method: {
    expected: 'an HTTP method, such as "POST"',
    isValid: (value) => typeof value === 'string' && value !== '',
  },
  times: numberFrom0('a number of requests'),
  after: numberFrom0('a number of requests'),
  delayMs: numberFrom0('milliseconds'),
  dripMs: numberFrom0('milliseconds'),
  drop: oneOf('before', 'after', 'headers', 'mid-body'),
  stall: oneOf('before', 'mid-body'),
  status: {
    expected: 'a whole number from 200 to 599',
    isValid: (value) => typeof value === 'number' && Number.isInteger(value) && value >= 200 && value <= 599,
  },
  body: { expected: 'a string, bytes, or a value for JSON', isValid: () => true },
  rewrite: {
    expected: 'a function from the text of the response to another',
    isValid: (value) => typeof value === 'function',
  },
  headers: {
    expected: 'an object with header names and values',
    isValid: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  },
  truncateBytes: numberFrom0('a number of bytes'),
  padToBytes: numberFrom0('a number of bytes'),
};

/**
 * Checks a fault before it is added: a misspelled field or provider would make it hit other requests, or none, and a test would
 * pass for the wrong reason. Fields that are undefined count as absent.
 *
 * @throws TypeError that names the field, what was expected and what was received.
 */
export function checkFault(fault: Fault): void {
  if (typeof fault !== 'object' || fault === null || Array.isArray(fault))
    throw new TypeError(`a fault must be an object such as { provider: 'food', status: 503 }; got ${describe(fault)}`);
  for (const [name, value] of Object.entries(fault)) {
    const rule = Object.hasOwn(rules, name) ? rules[name as keyof Fault] : undefined;
    if (!rule) {
      const names = Object.keys(rules);
      throw new TypeError(`a fault has no field "${name}"${suggest(name, names)}. The fields are ${names.join(', ')}`);
    }
    if (value === undefined || rule.isValid(value)) continue;
    const suggestion = typeof value === 'string' && rule.choices ? suggest(value, rule.choices) : '';
    throw new TypeError(`fault.${name} must be ${rule.expected}; got ${describe(value)}${suggestion}`);
  }
}

const describe = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number'
    ? JSON.stringify(value)
    : value === null
      ? 'null'
      : typeof value;

/** `: did you mean "…"?` with the name that takes the fewest changes, at most 3 and fewer than it has letters. */
function suggest(given: string, names: readonly string[]): string {
  const [closest] = names
    .map((name) => ({ name, changes: countChanges(given.toLowerCase(), name.toLowerCase()) }))
    .filter(({ name, changes }) => changes <= 3 && changes < name.length - 1)
    .sort((one, other) => one.changes - other.changes);
  return closest ? `: did you mean "${closest.name}"?` : '';
}

/** Levenshtein distance: letters to insert, remove or replace until one text is the other. */
function countChanges(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [line, letter] of [...one.slice(0, 100)].entries()) {
    const next = [line + 1];
    for (let index = 0; index < other.length; index += 1) {
      const replaced = (row[index] ?? 0) + (letter === other[index] ? 0 : 1);
      next.push(Math.min(replaced, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
