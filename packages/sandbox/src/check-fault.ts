import { isRegExp } from 'node:util/types';
import { describe, numberFrom0, oneOf, problemOfFields, type RulesOf } from './check-fields.ts';
import { providerNames } from './context.ts';
import type { Fault } from './fault.ts';

const rules = {
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
} satisfies RulesOf<Fault>;

/**
 * Checks a fault before it is added: a misspelled field or provider would make it hit other requests, or none, and a test would
 * pass for the wrong reason. Fields that are undefined count as absent.
 *
 * @throws TypeError that names the field, what was expected and what was received.
 */
export function checkFault(fault: Fault): void {
  if (typeof fault !== 'object' || fault === null || Array.isArray(fault))
    throw new TypeError(`a fault must be an object such as { provider: 'food', status: 503 }; got ${describe(fault)}`);
  const problem = problemOfFields(fault, rules, { what: 'a fault', noun: 'field', prefix: 'fault.' });
  if (problem) throw new TypeError(problem.message);
}
