import { expect, it } from 'vitest';
import { clientOptionRules } from '../declare/provider.ts';
import { optionKind } from './option-rule.ts';
import { problemOfOptions } from './problem-of-options.ts';
import { nearestName } from './suggest.ts';

const rules = {
  ...clientOptionRules,
  apiKey: optionKind.secret,
  mode: optionKind.choice(['fast', 'safe'], { slow: 'It was removed: use safe' }),
  extension: optionKind.object({ secret: optionKind.required(optionKind.secret), ownerId: optionKind.string }),
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
  ['options that are undefined, known or not', { timeoutMs: undefined, retries: undefined, colour: undefined }],
  ['frozen options', Object.freeze({ timeoutMs: 5 })],
  ['an instance of a class', new Settings()],
  ['options without a prototype', Object.assign(Object.create(null), { timeoutMs: 5 })],
  ['properties whose name is a symbol', { [Symbol('internal')]: 1 }],
  ['numbers of milliseconds without limit', { timeoutMs: 1 / 0, deadlineMs: 0, maxWaitMs: 0, maxBlockMs: 1 / 0 }],
  ['a token store whose functions are inherited', { tokens: Object.create({ get() {}, set() {}, delete() {} }) }],
  ['a class as a clock', { clock: Date }],
  ['rate limits that are off', { rateLimits: 'off' }],
  ['nested options', { extension: { secret: 'x', ownerId: undefined } }],
])('the check of options accepts %s', (_, options) => {
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
  [{ validation: 'loose' }, 'validation must be one of strict, report, off; got "loose"'],
  [{ validation: 'x'.repeat(99) }, `validation must be one of strict, report, off; got "${'x'.repeat(60)}"…`],
  [{ mode: 'slow' }, 'mode must be one of fast, safe; got "slow". It was removed: use safe'],
  [{ fetch: 'x' }, 'fetch must be a function; got a string of 1 character'],
  [{ onEvent: {} }, 'onEvent must be a function; got an object'],
  [{ rateLimits: 'on' }, "rateLimits must be a function or 'off'; got a string of 2 characters"],
  [{ allowBrowser: 'yes' }, 'allowBrowser must be true or false; got "yes"'],
  [
    { tokens: { set() {}, delete() {} } },
    'tokens must be a token store: an object with the functions get, set and delete; got an object',
  ],
  [{ clock: Date.now }, 'clock must be a clock: an object with the function now; got a function'],
  [{ apiKey: 12345 }, 'apiKey must be a string; got a number'],
  [{ apiKey: ['secret-1', 'secret-2'] }, 'apiKey must be a string; got an array'],
  [{ extension: 'secret-1' }, 'extension must be an object with the fields secret and ownerId; got a string of 8 '],
  [{ extension: { secret: 5 } }, 'extension.secret must be a string; got a number'],
  [{ extension: {} }, 'extension.secret is required: it must be a string'],
  [{ extension: { secret: 's', owner_id: '1' } }, 'unknown option extension.owner_id; did you mean extension.ownerId?'],
])('the check of %o reports: %s', (options, problem) => {
  expect(problemOfOptions(options, rules)?.slice(0, problem.length)).toBe(problem);
});

it('the check of options ignores unknown names where another table knows them', () => {
  expect(problemOfOptions({ colour: 1 }, rules, 'ignore')).toBeUndefined();
  expect(problemOfOptions({ colour: 1, retries: -1 }, rules, 'ignore')).toMatch('retries must be');
});

it.each<[string, string[], string | undefined]>([
  ['clientid', ['client', 'clientId'], 'clientId'],
  ['limt', ['offset', 'limit'], 'limit'],
  ['maxRetries', ['retries', 'random'], 'retries'],
  ['colour', ['size', 'id'], undefined],
  ['x', ['id'], undefined],
  ['', ['id'], undefined],
])('the name nearest to %j of %j is %j', (given, names, nearest) => {
  expect(nearestName(given, names)).toBe(nearest);
});
