import { findLayers, type Layer } from './escapes.ts';
import { type Form, listForms, shortest } from './forms.ts';

/** Removes the given secrets from whatever is about to leave in an error or event. */
export interface Redactor {
  /**
   * `value` without secrets, and without the users and queries of addresses, and fragments that are not words.
   *
   * @param limit Characters after which the result is cut. A secret at the cut is removed whole. Default 1000.
   */
  text(value: string, limit?: number): string;
  /** A shortened copy of `value` without secrets: known values, fields with a secret name, queries of addresses. */
  value(value: unknown): unknown;
}

const mask = '[redacted]';
const tooMuch = '[…]';
/** Fields of a response whose value is never shown. */
const secretName = /token|secret|password|authorization|api_?-?key|cookie|credential|verifier/i;
/** A word of an anchor: `oauth`, `getFood`, `ITEM`, `v2`, `2026`. A token is not made of words. */
const word = '(?:[A-Z]?[a-z]+(?:[A-Z][a-z]+)*\\d{0,2}|[A-Z]+|\\d{1,4})';
/** A fragment that names a place of a page, such as `#oauth-redirect-uris` and `#/FDC/getFood`. */
const anchor = `#/?${word}(?:[-_./]${word})*(?=[.,;:)]?(?:[\\s"'<]|$))`;
/** Addresses, with their users, and with their queries and fragments, where the implicit grant has its token. */
const address = new RegExp(`(\\w://)(?:[^\\s"'/?#]*@)?([^\\s"'?#]*)(?:(${anchor})|[?#][^\\s"']*)?`, 'g');
/** The start of an address that was cut within its host, the user and password before it, or its fragment. */
const cutAddress = /(\w:\/\/)(?:[^\s"'/?#]*|([^\s"'?#]*)#[^\s"']*)$/;

/** Characters that one character of a secret is written with at most, such as a `\u` escape within escaped JSON. */
const longestEscape = 12;
/** Values of any kind that are copied from one error body. */
const maxValues = 5000;
/** Characters that are searched for secrets in one error body. */
const maxCharacters = 100_000;
/** Characters after which a string of an error body, or the name of one of its fields, is cut. */
const longestValue = 2000;
const longestName = 1000;
/** Elements of a list, and fields of an object, that are copied. */
const maxElements = 20;
const maxFields = 50;
/** Objects and lists within each other that are copied. */
const maxDepth = 5;

/**
 * The forms of secrets that a client shows in none of its errors. Finding them costs more than the search for them, and
 * the secrets of a client rarely change.
 *
 * @internal
 */
export type KnownForms = Map<string, readonly Form[]>;

/** Secrets whose forms are stored. A client has two or three; tokens that it no longer uses are dropped. */
const maxKnown = 16;

function findForms(secret: string, known: KnownForms): readonly Form[] {
  let forms = known.get(secret);
  if (!forms) {
    if (known.size >= maxKnown) known.clear();
    forms = listForms(secret);
    known.set(secret, forms);
  }
  return forms;
}

/**
 * Makes a redactor of secret values: strings, numbers and bigints. Those with fewer than 4 characters are left alone.
 *
 * It finds a secret as it is, percent-encoded, as a form field, escaped for JSON or HTML, and several of these one
 * within the other; and in base64 of both alphabets, also as part of a longer encoded string.
 *
 * The work is limited: of a string, only what is shown and what may belong to a secret at its end is searched; of a value,
 * only what is copied.
 *
 * @param secrets Secrets that only this redactor knows, such as those in the params of a call.
 * @param lasting Secrets that later redactors are likely to know as well, such as the credentials of a client.
 * @param known The forms of lasting secrets. Default: none are stored.
 */
export function createRedactor(
  secrets: Iterable<unknown>,
  lasting: Iterable<unknown> = [],
  known: KnownForms = new Map(),
): Redactor {
  const forms: Form[] = [];
  let longest = 0;
  const add = (secret: unknown, formsOfSecret: (text: string) => readonly Form[]) => {
    if (typeof secret !== 'string' && typeof secret !== 'number' && typeof secret !== 'bigint') return;
    const text = String(secret);
    if (text.length < shortest) return;
    longest = Math.max(longest, text.length);
    for (const form of formsOfSecret(text)) forms.push(form);
  };
  for (const secret of lasting) add(secret, (text) => findForms(text, known));
  for (const secret of secrets) add(secret, listForms);
  // What follows is read too, so that a secret that begins before the cut is found whole.
  const lookahead = longest * longestEscape;
  const text = (value: string, limit = 1000) => {
    const end = limit * 2; // twice, because what is removed makes room
    const shown = masked(value.slice(0, end + lookahead), forms, end);
    const whole = value.length > end ? shown.replace(cutAddress, '$1$2') : shown;
    return (whole.includes('://') ? whole.replace(address, '$1$2$3') : whole).slice(0, limit);
  };
  return { text, value: (value) => limitedCopy(value, text, lookahead) };
}

/**
 * A copy of a value, limited to the size that fits an error, with each string in it redacted.
 *
 * @param lookahead Characters that `text` searches after those that it may show.
 */
function limitedCopy(value: unknown, text: Redactor['text'], lookahead: number): unknown {
  let valuesLeft = maxValues;
  let charactersLeft = maxCharacters;

  const copyString = (value: string, limit: number): string => {
    charactersLeft -= Math.min(value.length, limit * 2 + lookahead);
    return text(value, limit);
  };

  function copy(value: unknown, depth: number): unknown {
    valuesLeft -= 1;
    if (valuesLeft < 0 || charactersLeft <= 0) return tooMuch;
    if (typeof value === 'string') return copyString(value, longestValue);
    if (typeof value === 'number' || typeof value === 'bigint') {
      const digits = String(value);
      return text(digits) === digits ? value : mask;
    }
    if (typeof value !== 'object' || value === null) return value;
    if (depth === 0) return tooMuch;
    if (Array.isArray(value)) return value.slice(0, maxElements).map((element) => copy(element, depth - 1));
    return copyFields(value as Readonly<Record<string, unknown>>, depth);
  }

  function copyFields(value: Readonly<Record<string, unknown>>, depth: number): object {
    const fields: [name: string, value: unknown][] = [];
    // Not by `Object.entries`: the objects of an error body may have a million fields.
    for (const name in value) {
      if (fields.length === maxFields) break;
      if (!Object.hasOwn(value, name)) continue; // inherited from a prototype that someone changed
      const isSecret = name.length > longestName || secretName.test(name);
      fields.push([copyString(name, longestName), isSecret ? mask : copy(value[name], depth - 1)]);
    }
    return Object.fromEntries(fields);
  }

  return copy(value, maxDepth);
}

/** `value` up to `end`, with a mask for each place where one of `forms` shows. */
function masked(value: string, forms: readonly Form[], end: number): string {
  const spans: [start: number, end: number][] = [];
  for (const { text, places } of [{ text: value } as Layer, ...findLayers(value)]) {
    const placeOf = (index: number) => (places ? (places[index] as number) : index);
    const isBase64 = (index: number) => /^[\w+/-]$/.test(text.charAt(index));
    for (const form of forms)
      for (let at = text.indexOf(form.text); at >= 0; at = text.indexOf(form.text, at + form.text.length)) {
        const after = at + form.text.length;
        spans.push([
          placeOf(form.before && isBase64(at - 1) ? at - 1 : at),
          placeOf(form.after && isBase64(after) ? after + 1 : after),
        ]);
      }
  }
  if (spans.length === 0) return value.slice(0, end);
  spans.sort(([one], [other]) => one - other);
  let shown = '';
  let at = 0;
  for (const [start, stop] of spans) {
    if (start >= end) break;
    if (start >= at) shown += value.slice(at, start) + mask;
    at = Math.max(at, stop);
  }
  return at < end ? shown + value.slice(at, end) : shown;
}
