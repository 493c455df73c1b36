import { describe, expect, it } from 'vitest';
import type { ErrorMatch, ErrorRule, Failure, ReportedError } from '../declare/error-rules.ts';
import { findErrorRule } from './find-error-rule.ts';

const endpoint = { method: 'GET', path: '/albums/{id}', auth: 'none', docs: '' } as const;
const authEndpoint = { ...endpoint, path: '/token', host: 'auth' } as const;
const failure: Failure = { status: 404, headers: new Headers(), body: {}, endpoint, params: {}, now: 0 };
const ofAuth: Failure = { ...failure, endpoint: authEndpoint };
const reported: ReportedError = { message: 'No such album', providerCode: 'GONE' };

const named = (name: string, match: ErrorMatch): ErrorRule => ({ match, remedy: name });
const remedyOf = (rules: readonly ErrorRule[], to: Failure = failure, said: ReportedError = reported) =>
  findErrorRule(rules, to, said)?.remedy;

describe('a rule', () => {
  it.each<[title: string, match: ErrorMatch, matches: boolean, to?: Failure, said?: ReportedError]>([
    ['without conditions matches', {}, true],
    ['for the status matches', { status: 404 }, true],
    ['for another status does not match', { status: 400 }, false],
    ['for several statuses matches one of them', { status: [400, 404] }, true],
    ['for several other statuses does not match', { status: [400, 403] }, false],
    ['for no status at all matches nothing', { status: [] }, false],
    ['for the API matches its responses', { host: 'api' }, true],
    ['for the API does not match the authorization server', { host: 'api' }, false, ofAuth],
    ['for the authorization server matches its responses', { host: 'auth' }, true, ofAuth],
    ['for the authorization server does not match the API', { host: 'auth' }, false],
    ['without a host matches either server', { status: 404 }, true, ofAuth],
    ['for the code matches', { providerCode: 'GONE' }, true],
    ['for several codes matches one of them', { providerCode: ['LOST', 'GONE'] }, true],
    ['for another code does not match', { providerCode: 'LOST' }, false],
    ['for the code in another case does not match', { providerCode: 'gone' }, false],
    ['for a code named like a built-in property does not match', { providerCode: 'constructor' }, false],
    ['for a code does not match a response without one', { providerCode: 'GONE' }, false, failure, {}],
    ['for the empty code does not match a response without one', { providerCode: '' }, false, failure, {}],
    ['for no code at all matches nothing', { providerCode: [] }, false],
    ['for a message matches if the message contains the pattern', { message: /album$/ }, true],
    ['for another message does not match', { message: /track/ }, false],
    ['for any message does not match a response without one', { message: /(?:)/ }, false, failure, {}],
    ['for an empty message matches an empty message', { message: /^$/ }, true, failure, { message: '' }],
    ['for the path matches', { path: '/albums/{id}' }, true],
    ['for several paths matches one of them', { path: ['/tracks', '/albums/{id}'] }, true],
    ['for another path does not match', { path: '/albums' }, false],
    ['matches when its own condition holds', { when: ({ status }, { message }) => status === 404 && !!message }, true],
    ['does not match when its own condition does not hold', { when: () => false }, false],
    ['matches if all its conditions hold', { status: 404, providerCode: 'GONE', message: /album/ }, true],
    ['does not match if the status differs', { status: 400, providerCode: 'GONE', message: /album/ }, false],
    ['does not match if the code differs', { status: 404, providerCode: 'LOST', message: /album/ }, false],
    ['does not match if the message differs', { status: 404, providerCode: 'GONE', message: /track/ }, false],
    ['does not match if the path differs', { status: 404, providerCode: 'GONE', path: '/tracks' }, false],
    ['does not match if the host differs', { status: 404, providerCode: 'GONE', host: 'auth' }, false],
  ])('%s', (_, match, matches, to, said) => {
    expect(remedyOf([named('found', match)], to, said)).toBe(matches ? 'found' : undefined);
  });

  it('checks its own condition last', () => {
    const unreachable = () => expect.unreachable('the other conditions do not hold');
    expect(remedyOf([named('found', { status: 400, when: unreachable })])).toBeUndefined();
    expect(remedyOf([named('found', { providerCode: 'LOST', when: unreachable })])).toBeUndefined();
  });

  it.each([/album/g, /No/y, /no such/giy])('with the pattern %s matches every time', (message) => {
    const rules = [named('found', { message })];
    message.lastIndex = 7;
    for (let time = 0; time < 3; time += 1) expect(remedyOf(rules)).toBe('found');
  });
});

describe('of several rules', () => {
  const rules = [
    named('status and code', { status: 400, providerCode: 'GONE' }),
    named('message', { message: /album/ }),
    named('code', { providerCode: ['GONE', 'LOST', 'GONE'] }),
    named('status', { status: 404 }),
  ];
  it.each<[title: string, status: number, said: ReportedError, found: string | undefined]>([
    ['the first match applies', 404, reported, 'message'],
    ['a rule for a code applies before a later one for any code', 400, reported, 'status and code'],
    ['a rule for a code applies if earlier ones do not match', 404, { providerCode: 'LOST' }, 'code'],
    ['a rule for any code applies to a code that no rule names', 404, { providerCode: 'NEW' }, 'status'],
    ['a rule for any code applies without a code', 404, {}, 'status'],
    ['none applies if none matches', 400, { providerCode: 'NEW' }, undefined],
  ])('%s', (_, status, said, found) => {
    expect(remedyOf(rules, { ...failure, status }, said)).toBe(found);
  });

  it('none is found in an empty table', () => {
    expect(findErrorRule([], failure, reported)).toBeUndefined();
  });

  it('a rule for another code is skipped before its own condition is checked', () => {
    let tried = 0;
    const when = () => {
      tried += 1;
      return false;
    };
    const many = Array.from({ length: 1000 }, (_, index) => ({ match: { providerCode: `CODE_${index}`, when } }));
    const table: readonly ErrorRule[] = [...many, { match: { when } }];
    expect(findErrorRule(table, failure, { providerCode: 'CODE_999' })).toBeUndefined();
    expect(tried).toBe(2);
  });
});

it('a pattern is compared with only the first 10,000 characters of a message', () => {
  let searched = 0;
  const pattern = Object.assign(/album/, {
    [Symbol.search](text: string) {
      searched = text.length;
      return text.indexOf('album');
    },
  });
  expect(remedyOf([named('any', { message: pattern })], failure, { message: `album${'x'.repeat(1_000_000)}` })).toBe(
    'any',
  );
  expect(searched).toBe(10_000);
});
