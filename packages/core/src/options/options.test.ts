import * as v from 'valibot';
import { expect, it } from 'vitest';
import { clientOptionRules } from '../declare/provider.ts';
import { nearestName } from '../shared/suggest.ts';
import { problemOfOptions } from './check-options.ts';
import * as optionKind from './option-kind.ts';

const rules = {
  ...clientOptionRules,
  apiKey: optionKind.string,
  mode: optionKind.choice(['fast', 'safe']),
  scopes: optionKind.strings,
  records: v.union(
    [v.number(), v.array(optionKind.object({ id: optionKind.required(optionKind.string), name: optionKind.string }))],
    'must be a number, or an array of records',
  ),
  place: v.picklist(['here'], ({ input }) => `must be here${input === 'there' ? ', not there' : ''}`),
  extension: optionKind.object({ secret: optionKind.required(optionKind.string), ownerId: optionKind.string }),
};

class Settings {
  timeoutMs = 5;
  retries = 1;
  #unused = 1;
  get rest(): number {
    return this.#unused;
  }
}

it.each<[string, object]>([
  ['no options', {}],
  ['undefined options, known or unknown', { timeoutMs: undefined, retries: undefined, colour: undefined }],
  ['frozen options', Object.freeze({ timeoutMs: 5 })],
  ['an instance of a class', new Settings()],
  ['options without a prototype', Object.assign(Object.create(null), { timeoutMs: 5 })],
  ['properties whose key is a symbol', { [Symbol('internal')]: 1 }],
  ['unlimited milliseconds', { timeoutMs: 1 / 0, deadlineMs: 0, maxWaitMs: 0, maxRetryAfterMs: 1 / 0 }],
  ['a token store whose functions are inherited', { tokens: Object.create({ get() {}, set() {}, delete() {} }) }],
  ['a class as a clock', { clock: Date }],
  ['a rate limiter that is off', { rateLimiter: 'off' }],
  ['nested options', { extension: { secret: 'x', ownerId: undefined } }],
  ['undefined nested options, known or unknown', { extension: { secret: 'x', ownerId: undefined, b: undefined } }],
  ['nested options that are inherited', { extension: Object.create({ secret: 'x', other: 1 }) }],
])('the options check accepts %s', (_, options) => {
  expect(problemOfOptions(options, rules)).toBeUndefined();
});

it.each<[unknown, string]>([
  [null, 'options must be an object; got null'],
  ['key', 'options must be an object; got a string of 3 characters'],
  [[], 'options must be an object; got an array'],
  [{ timeOutMs: 5 }, 'unknown option timeOutMs; did you mean timeoutMs?'],
  [{ TIMEOUTMS: 5 }, 'unknown option TIMEOUTMS; did you mean timeoutMs?'],
  [{ timeout: 5 }, 'unknown option timeout; did you mean timeoutMs?'],
  [{ constructor: 5 }, 'unknown option constructor; the options are fetch, timeoutMs, deadlineMs, '],
  [{ retries: -1 }, 'retries must be a whole number of at least 0; got -1'],
  [{ retries: 1.5 }, 'retries must be a whole number of at least 0; got 1.5'],
  [{ retries: 1 / 0 }, 'retries must be a whole number of at least 0; got Infinity'],
  [{ retries: '2' }, 'retries must be a whole number of at least 0; got "2"'],
  [{ timeoutMs: '5s' }, 'timeoutMs must be a number of milliseconds above 0; got "5s"'],
  [{ timeoutMs: 0 }, 'timeoutMs must be a number of milliseconds above 0; got 0'],
  [{ timeoutMs: null }, 'timeoutMs must be a number of milliseconds above 0; got null'],
  [{ timeoutMs: NaN }, 'timeoutMs must be a number of milliseconds above 0; got NaN'],
  [{ deadlineMs: -1 }, 'deadlineMs must be a number of milliseconds of at least 0; got -1'],
  [{ maxBodyBytes: 10n }, 'maxBodyBytes must be a number of bytes above 0; got 10'],
  [{ validation: 'loose' }, 'validation must be one of strict, report; got "loose"'],
  [{ validation: 'x'.repeat(99) }, `validation must be one of strict, report; got "${'x'.repeat(60)}"…`],
  [{ mode: 'slow' }, 'mode must be one of fast, safe; got "slow"'],
  [{ place: 'there' }, 'place must be here, not there; got "there"'],
  [{ fetch: 'x' }, 'fetch must be a function; got a string of 1 character'],
  [{ onEvent: {} }, 'onEvent must be a function, or an array of functions; got an object'],
  [{ rateLimiter: 'on' }, "rateLimiter must be a function or 'off'; got a string of 2 characters"],
  [{ allowBrowser: 'yes' }, 'allowBrowser must be true or false; got "yes"'],
  [
    { tokens: { set() {}, delete() {} } },
    'tokens must be a token store (an object with the functions get, set and delete); got an object',
  ],
  [{ clock: Date.now }, 'clock must be a clock (an object with the function now); got a function'],
  [{ apiKey: 12345 }, 'apiKey must be a string; got a number'],
  [{ apiKey: ['secret-1', 'secret-2'] }, 'apiKey must be a string; got an array'],
  [{ extension: 'secret-1' }, 'extension must be an object with the fields secret and ownerId; got a string of 8 '],
  [{ extension: { secret: 5 } }, 'extension.secret must be a string; got a number'],
  [{ extension: {} }, 'extension.secret is required: a string'],
  [{ extension: [] }, 'extension must be an object with the fields secret and ownerId; got an array of 0 entries'],
  [
    { extension: { secret: 's', constructor: 1 } },
    'unknown option extension.constructor; the options are secret, ownerId',
  ],
  [{ apiKey: '1', scopes: 'secret-1' }, 'scopes must be an array of strings; got a string of 8 characters'],
  [{ scopes: ['a', 5] }, 'scopes[1] must be a string; got a number'],
  [{ records: 'none' }, 'records must be a number, or an array of records; got "none"'],
  [{ records: [{ id: 'a' }, { id: 5 }] }, 'records[1].id must be a string; got a number'],
  [{ records: [{}] }, 'records[0].id is required: a string'],
  [{ records: [{ id: 'a', nmae: 'b' }] }, 'unknown option records[0].nmae; did you mean records[0].name?'],
  [{ extension: { secret: 's', id: '1' } }, 'unknown option extension.id; did you mean extension.ownerId?'],
  [{ mode: 'sake', colr: 1 }, 'mode must be one of fast, safe; got "sake"; did you mean "safe"?; unknown option colr'],
  [{ extension: { secret: 's', owner_id: '1' } }, 'unknown option extension.owner_id; did you mean extension.ownerId?'],
])('the options check reports for %o: %s', (options, problem) => {
  expect(problemOfOptions(options, rules)?.slice(0, problem.length)).toBe(problem);
});

it('the options check names the place and kind of the options', () => {
  const subject = { noun: 'field', place: 'faults[0]' };
  expect(problemOfOptions({ retrys: 1 }, rules, subject)).toBe(
    'unknown field faults[0].retrys; did you mean faults[0].retries?',
  );
  expect(problemOfOptions({ retries: -1 }, rules, subject)).toBe(
    'faults[0].retries must be a whole number of at least 0; got -1',
  );
  expect(problemOfOptions({ extension: {} }, rules, subject)).toBe('faults[0].extension.secret is required: a string');
  expect(problemOfOptions(null, rules, subject)).toBe('faults[0] must be an object; got null');
});

it('the options check can ignore unknown names, which another table may contain', () => {
  expect(problemOfOptions({ colour: 1 }, rules, { others: 'ignore' })).toBeUndefined();
  expect(problemOfOptions({ extension: { secret: 's', b: 1 } }, rules, { others: 'ignore' })).toBeUndefined();
  expect(problemOfOptions({ colour: 1, retries: -1 }, rules, { others: 'ignore' })).toMatch('retries must be');
});

it.each<[string, string[], string | undefined]>([
  ['clientid', ['client', 'clientId'], 'clientId'],
  ['limt', ['offset', 'limit'], 'limit'],
  ['maxRetries', ['retries', 'random'], 'retries'],
  ['colour', ['size', 'id'], undefined],
  ['x', ['id'], undefined],
  ['', ['id'], undefined],
])('the name nearest to %j among %j is %j', (given, names, nearest) => {
  expect(nearestName(given, names)).toBe(nearest);
});
