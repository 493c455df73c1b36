import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { fc } from '../../test/properties.ts';
import { createRedactor, type KnownForms } from './redactor.ts';
import { isSecretParam, secretsIn } from './secret-params.ts';

const mask = '[redacted]';
const long = 'aZ9+/é"\\ '.repeat(22_223).slice(0, 200_000);

/** Any string that does not contain the marks around it in a message. */
const secret = fc
  .oneof(
    fc.string({ minLength: 4, maxLength: 300 }),
    fc.string({ minLength: 4, maxLength: 300, unit: 'grapheme' }),
    fc.string({ minLength: 4, maxLength: 40, unit: fc.constantFrom(...'aZ9+/=%&;#x41u\\nt"\' ~!*(.-_?:@') }),
    fc.string({ minLength: 4, maxLength: 12, unit: fc.constantFrom('a', '\ud83d\ude00', '\ud800', '\udc00', 'é') }),
  )
  .filter((text) => text.length >= 4 && !/[«»]/.test(text) && text.trim() === text);

const percent = (text: string) => encodeURIComponent(text.toWellFormed());
const lower = (text: string) => text.replace(/%[\dA-F]{2}/g, (escaped) => escaped.toLowerCase());
const json = (text: string) => JSON.stringify(text).slice(1, -1);
const hex = (unit: string, digits: number) => unit.charCodeAt(0).toString(16).padStart(digits, '0');

const encodings: Readonly<Record<string, (text: string) => string>> = {
  unencoded: (text) => text,
  'percent-encoded': percent,
  'percent-encoded in lower case': (text) => lower(percent(text)),
  'percent-encoded by a strict encoder': (text) => percent(text).replace(/[!'()*~]/g, (char) => `%${hex(char, 2)}`),
  'percent-encoded in every character': (text) =>
    [...new TextEncoder().encode(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
  'a form field': (text) => new URLSearchParams([['', text]]).toString().slice(1),
  'a form field in lower case': (text) => lower(new URLSearchParams([['', text]]).toString().slice(1)),
  JSON: json,
  'JSON with escaped slashes': (text) => json(text).replaceAll('/', '\\/'),
  'JSON in ASCII': (text) => json(text).replace(/[^ -~]/g, (unit) => `\\u${hex(unit, 4)}`),
  'JSON with every character escaped': (text) => text.replace(/[\s\S]/g, (unit) => `\\u${hex(unit, 4).toUpperCase()}`),
  HTML: (text) =>
    text.replace(/[&<>"']/g, (char) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[char] ?? '&#39;'),
  CSV: (text) => text.replaceAll('"', '""'),
  'CSV in JSON': (text) => json(text.replaceAll('"', '""')),
  'percent-encoded twice': (text) => percent(percent(text)),
  'percent-encoded twice in lower case': (text) => lower(percent(lower(percent(text)))),
  'JSON within JSON': (text) => json(json(text)),
  'JSON, percent-encoded': (text) => percent(json(text)),
  'percent-encoded in JSON with escaped slashes': (text) => json(percent(text)).replaceAll('/', '\\/'),
};

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
const bytesOf = (text: string) => new TextEncoder().encode(text);

describe('the redactor', () => {
  it.each(Object.keys(encodings))('removes a secret and nothing else: %s', (name) => {
    const encode = encodings[name] as (text: string) => string;
    fc.assert(
      fc.property(secret, fc.constantFrom('', 'key=', '{"a":"', 'https://h.test/'), (planted, before) => {
        const { text, hide } = createRedactor([planted]);
        expect(text(`${before}«${encode(planted)}» rest`, 20_000)).toBe(`${before}«${mask}» rest`);
        expect(hide(`${before}«${encode(planted)}»?a=1`)).toBe(`${before}«${mask}»?a=1`);
      }),
      // Secrets that contain escapes themselves.
      {
        numRuns: 200,
        examples: [
          ['%00/', ''],
          ['\\\\"a', ''],
          ['\\%1a', ''],
          ['\\%00', ''],
        ],
      },
    );
  });

  it.each(Object.keys(encodings))('removes a secret of 200,000 characters: %s', (name) => {
    const { text } = createRedactor([long]);
    const encoded = (encodings[name] as (text: string) => string)(long);
    expect(text(`«${encoded}»`, 4_000_000)).toBe(`«${mask}»`);
    expect(text(`«${encoded}»`)).toBe(`«${mask}`);
  });

  it.each(['base64', 'base64url'] as const)('removes a secret from anything encoded in %s', (alphabet) => {
    fc.assert(
      fc.property(secret, fc.nat(5), fc.nat(5), fc.boolean(), (planted, before, after, escaped) => {
        const inside = Buffer.concat([Buffer.alloc(before, 0xff), bytesOf(planted), Buffer.alloc(after, 0xff)]);
        const whole = inside.toString(alphabet);
        const first = Math.floor((before * 8) / 6);
        const last = Math.ceil(((inside.length - after) * 8) / 6);
        const kept = [whole.slice(0, first), whole.slice(last)];
        const write = (part: string) => (escaped ? encodeURIComponent(part) : part);
        expect(createRedactor([planted]).text(`«${write(whole)}»`, 20_000)).toBe(`«${kept.map(write).join(mask)}»`);
      }),
      { numRuns: 1000 },
    );
  });

  it('removes basic credentials, base64 within base64, and a secret of 200,000 characters from base64', () => {
    const planted = 'shh/client+secret"1';
    const basic = base64(bytesOf(`client:${planted}`));
    const fields = base64(bytesOf(`client:${encodeURIComponent(planted)}`));
    const twice = base64(bytesOf(base64(bytesOf(planted))));
    const { text } = createRedactor([planted]);
    expect(text(`Basic ${basic}`)).toMatch(/^Basic Y2xpZW50O\[redacted\]=*$/);
    expect(text(`Basic ${fields}`)).toMatch(/^Basic Y2xpZW50O\[redacted\]=*$/);
    expect(text(`is ${twice}`)).toMatch(/^is \[redacted\].{0,4}=*$/);
    expect(text(basic.replaceAll('/', '\\/'))).toMatch(/^Y2xpZW50O\[redacted\]=*$/);
    expect(createRedactor([long]).text(`is ${base64(bytesOf(`x${long}`))}`)).toBe(`is e${mask}`);
  });

  it('removes numbers and bigints, from text and from values', () => {
    const { text, value } = createRedactor([123456789, 98765432109876543210n, 1234.5]);
    expect(text('ssn 123456789 or 98765432109876543210')).toBe(`ssn ${mask} or ${mask}`);
    expect(value({ ssn: 123456789, list: [1234.5, 12], longer: 51234567890, text: '123456789' })).toEqual({
      ssn: mask,
      list: [mask, 12],
      longer: mask,
      text: mask,
    });
  });

  it('leaves values alone that have fewer than 4 characters, or are neither strings nor numbers', () => {
    const { text, value } = createRedactor(['abc', 123, true, null, undefined, {}, Symbol('long enough')]);
    const shown = 'abc 123 true null undefined [object Object] long enough';
    expect(text(shown)).toBe(shown);
    expect(value({ ok: true, n: 123, none: null })).toEqual({ ok: true, n: 123, none: null });
  });

  it('removes secrets that overlap or contain each other completely', () => {
    const { text } = createRedactor(['abcd', 'bcdefg', 'abcdefgh']);
    expect(text('-abcdefgh-abcdefg-abcd-')).toBe(`-${mask}-${mask}-${mask}-`);
  });

  it('shows no part of a secret at the end of a truncated message', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 8, maxLength: 60, unit: fc.constantFrom(...'QXZ/+%"') }),
        fc.constantFrom(...Object.keys(encodings)),
        fc.integer({ min: -70, max: 10 }),
        fc.nat(30),
        (planted, name, offset, before) => {
          const encoded = (encodings[name] as (text: string) => string)(planted);
          const { text } = createRedactor([planted]);
          // Secrets before the cut make room for the part after it.
          const filled = `${`«${encoded}»`.repeat(before)}${'-'.repeat(1000 + offset)}${`«${encoded}»`.repeat(40)}`;
          const shown = text(filled);
          expect(shown.length).toBeLessThanOrEqual(1000);
          expect(shown.replaceAll(mask, '').replace(/\[[redact]*$/, '')).toMatch(/^[«»-]*$/);
        },
      ),
    );
  });

  it('shows no part of a hidden address at the end of a truncated message', () => {
    for (let length = 900; length < 1100; length += 1)
      for (const hidden of [
        'https://ann:hunter2secret@h.test/p',
        'https://h.test/p?key=hunter2secret',
        'https://h.test/p#access_token=hunter2secret',
        'https://h.test/p#hunter2-4711secret',
      ])
        expect(createRedactor([]).text('-'.repeat(length) + hidden + '-'.repeat(2000))).not.toContain('hunter2');
    const masks = 'abcd'.repeat(1_000);
    for (let length = 0; length < 40; length += 1) {
      const text = `${masks.slice(0, 1980)}${'-'.repeat(length)}https://ann:hunter2secret@h.test/${masks}`;
      expect(createRedactor(['abcd'.repeat(99)]).text(text)).not.toContain('hunter2');
    }
  });

  it.each([
    'https://dev.twitch.tv/docs/api/reference/eventsub/#create-eventsub-subscription',
    'https://plaid.com/docs/#oauth-redirect-uris',
    'https://plaid.com/docs/errors/transactions/#transactions_sync_mutation_during_pagination',
    'https://plaid.com/docs/errors/item/#ITEM_LOGIN_REQUIRED',
    'https://fdc.nal.usda.gov/api-spec/fdc_api.html#/FDC/getFoodsSearch',
  ])('keeps a page anchor: %s', (page) => {
    const { text } = createRedactor([]);
    for (const shown of [page, `See ${page}.`, `"${page}"`, `(${page}) and more`]) expect(text(shown)).toBe(shown);
  });

  it.each([
    '#access_token=prau3ol6mg5glgek8m89ec2s9q5i3i&scope=bits',
    '#prau3ol6mg5glgek8m89ec2s9q5i3i',
    '#eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl',
    '#550e8400-e29b-41d4-a716-446655440000',
    '#state%3Dsecret',
    '#123456',
    '?key=1#get-streams',
  ])('removes a fragment that is not an anchor: %s', (fragment) => {
    const { text } = createRedactor([]);
    expect(text(`See https://h.test/p${fragment} now`)).toBe('See https://h.test/p now');
  });

  it('reads a fragment of any length in one pass', () => {
    const { text } = createRedactor([]);
    for (const part of ['a', 'aA', 'A', '1-', 'a-', 'Aa_'])
      expect(text(`https://h.test/#${part.repeat(50_000)}=`, 200_000)).toBe('https://h.test/');
  });

  it('removes fields with secret names, users and queries in URLs, and values that are nested too deeply', () => {
    const { value } = createRedactor([]);
    expect(
      value({
        access_token: 'a',
        ApiKey: 'b',
        url: 'see https://me:pass@word@h.test/p@q?key=1#f now',
        n: 1,
        deep: { a: { b: { c: { d: {} } } } },
      }),
    ).toEqual({
      access_token: mask,
      ApiKey: mask,
      url: 'see https://h.test/p@q now',
      n: 1,
      deep: { a: { b: { c: { d: '[…]' } } } },
    });
  });

  it('copies a bounded part of a value, no matter how large it is', () => {
    const wide = (depth: number): unknown => (depth === 0 ? 'x' : Array.from({ length: 20 }, () => wide(depth - 1)));
    const copy = createRedactor([]).value(wide(4));
    expect(JSON.stringify(copy).length).toBeLessThan(100_000);
    expect(JSON.stringify(createRedactor([]).value(wide(2)))).toBe(JSON.stringify(wide(2)));
  });

  it('reads no more fields of an object than it copies', () => {
    let reads = 0;
    const fields = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`field${index}`, 'value']));
    const counted = new Proxy(fields, {
      get(target, name, receiver) {
        reads += 1;
        return Reflect.get(target, name, receiver);
      },
    });
    const copy = createRedactor(['shh-secret']).value(counted) as object;
    expect(Object.keys(copy)).toEqual(Object.keys(fields).slice(0, 50));
    expect(reads).toBe(50);
  });

  it('searches a bounded number of characters of a value, no matter how many strings it has', () => {
    let searched = 0;
    const { matchAll } = String.prototype;
    const spy = vi.spyOn(String.prototype, 'matchAll').mockImplementation(function (this: string, pattern) {
      searched += this.length;
      return matchAll.call(this, pattern as RegExp);
    });
    onTestFinished(() => spy.mockRestore());
    const escaped = '%2525'.repeat(200);
    const list = Array.from({ length: 20 }, () => escaped);
    const body = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`k${index}`, [list, list, list]]));
    const copy = createRedactor(['shh-secret']).value(body);
    // There are 3 million characters, which would be searched once for each time that they are escaped.
    expect(searched).toBeLessThan(5 * 101_000);
    expect(JSON.stringify(copy)).toContain('"[…]"');
  });

  it('removes a secret where a string of a value is cut, including the last string that it searches', () => {
    const planted = 'shh-secret-with-40-characters-0123456789';
    for (let offset = -60; offset <= 60; offset += 1) {
      const text = `${'-'.repeat(4000 + offset)}${planted}${planted.slice(1)}`;
      const shown = JSON.stringify(
        createRedactor([planted]).value(Array.from({ length: 20 }, () => [text, text, text])),
      );
      expect(shown).not.toContain('shh-s');
    }
  });

  it('masks the value of a field whose name is too long to show', () => {
    const name = `${'x'.repeat(2000)}_token`;
    expect(createRedactor([]).value({ [name]: 'hidden' })).toEqual({ [name.slice(0, 1000)]: mask });
  });

  it('finds the forms of lasting secrets once, and drops them when there are too many', () => {
    const encode = vi.spyOn(globalThis, 'btoa');
    onTestFinished(() => encode.mockRestore());
    const known: KnownForms = new Map();
    const shown = (secret: string) =>
      createRedactor([], [secret], known).text(`is ${secret} or ${base64(bytesOf(secret))}`);
    expect(shown('lasting-secret')).toMatch(/^is \[redacted\] or \[redacted\]=*$/);
    const encoded = encode.mock.calls.length;
    expect(encoded).toBeGreaterThan(0);
    expect(shown('lasting-secret')).toMatch(/^is \[redacted\] or \[redacted\]=*$/);
    expect(encode).toHaveBeenCalledTimes(encoded);
    for (let index = 0; index < 100; index += 1) expect(shown(`token-${index}-x`)).not.toContain('token-');
    expect(known.size).toBeLessThanOrEqual(16);
  });
});

describe('secret parameters', () => {
  const names = ['access_tokens', 'ssn_full', 'id_numbers.value'];

  it.each([
    [['access_tokens'], true],
    [['options', 'access_tokens'], true],
    [['access_tokens', 'deeper'], true],
    [['identity', 'id_numbers', 'value'], true],
    [['identity', 'value'], false],
    [['id_numbers', 'type'], false],
    [['id_numbers', 'deeper', 'value'], false],
    [['value'], false],
    [[], false],
    [['some_new_token'], true],
    [['reroute_to_credentials'], false],
  ])('are known by name, or by name and parent: %j', (place, secret) => {
    expect(isSecretParam(names, place)).toBe(secret);
  });

  const found = (params: unknown) => [...secretsIn(names, params)];

  it('are found with values of any type, at any depth, even in arrays', () => {
    expect(found({ ssn_full: 123456789, other: 5 })).toEqual([123456789]);
    expect(found({ a: [{ access_tokens: ['x', { deep: [2n] }] }] }).sort()).toEqual(['x', 2n].sort());
    expect(found({ identity: { id_numbers: [{ value: 'v', type: 't' }] }, value: 'w' })).toEqual(['v']);
  });

  it('are found in an object that also appears in places that are not secret', () => {
    const items = ['tok-1', 'tok-2'];
    expect(found({ items, access_tokens: items }).sort()).toEqual(items);
    expect(found({ access_tokens: items, items }).sort()).toEqual(items);
    const entry = { value: '900-11-2222' };
    expect(found({ plain: [entry], id_numbers: [entry] })).toEqual([entry.value]);
    expect(found({ id_numbers: [entry], plain: [entry] })).toEqual([entry.value]);
  });

  it('are found in circular values, in very deep ones, and in values that share their parts many times', () => {
    const circle: Record<string, unknown> = { ssn_full: 1234 };
    circle.self = circle;
    circle.access_tokens = [circle, 'tok-1'];
    expect(found(circle)).toEqual(expect.arrayContaining([1234, 'tok-1']));
    let deep: unknown = { ssn_full: 5678 };
    for (let level = 0; level < 100_000; level += 1) deep = { deep };
    expect(found(deep)).toEqual([5678]);
    let shared: unknown = { ssn_full: 9012 };
    for (let level = 0; level < 60; level += 1) shared = { a: shared, b: shared, access_tokens: [shared] };
    expect(found(shared)).toEqual([9012]);
  });
});
