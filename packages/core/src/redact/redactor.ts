import { findLayers, placeIn } from './escapes.ts';
import { type Form, listForms, shortest } from './forms.ts';

/** Removes the given secrets from everything that leaves in an error or event. */
export interface Redactor {
  /**
   * Returns `value` without secrets, without the users and queries of addresses, and without fragments that are not
   * words.
   *
   * @param limit Characters after which the result is cut. A secret at the cut is removed whole. Default 1000.
   */
  text(value: string, limit?: number): string;
  /** Returns all of `value` without secrets. Addresses keep their queries. */
  hide(value: string): string;
  /**
   * Returns a shortened copy of `value` without secrets: known values, fields with a secret name, queries of addresses.
   */
  value(value: unknown): unknown;
}

const mask = '[redacted]';
const tooMuch = '[…]';
/** Names of response fields whose values are never shown. */
const secretName = /token|secret|password|authorization|api_?-?key|cookie|credential|verifier/i;
/** A word in an anchor: `oauth`, `getFood`, `ITEM`, `v2`, `2026`. A token does not consist of words. */
const word = '(?:[A-Z]?[a-z]+(?:[A-Z][a-z]+)*\\d{0,2}|[A-Z]+|\\d{1,4})';
/** A fragment that names a place in a page, such as `#oauth-redirect-uris` and `#/FDC/getFood`. */
const anchor = `#/?${word}(?:[-_./]${word})*(?=[.,;:)]?(?:[\\s"'<]|$))`;
/** Addresses, with their users, queries and fragments. In the implicit grant, the fragment holds the token. */
const address = new RegExp(`(\\w://)(?:[^\\s"'/?#]*@)?([^\\s"'?#]*)(?:(${anchor})|[?#][^\\s"']*)?`, 'g');
/** Start of an address that was cut within its host, the user and password before it, or its fragment. */
const cutAddress = /(\w:\/\/)(?:[^\s"'/?#]*|([^\s"'?#]*)#[^\s"']*)$/;

/**
 * Maximum number of characters that one character of a secret can be escaped to, such as a `\u` escape within escaped
 * JSON.
 */
const longestEscape = 12;
/** Maximum number of values, of any kind, that are copied from one error body. */
const maxValues = 5000;
/** Maximum number of characters that are searched for secrets in one error body. */
const maxCharacters = 100_000;
/** Length in characters at which a string in an error body, or the name of a field, is cut. */
const longestValue = 2000;
const longestName = 1000;
/** Maximum number of list elements and object fields that are copied. */
const maxElements = 20;
const maxFields = 50;
/** Maximum depth of nested objects and lists that are copied. */
const maxDepth = 5;

/**
 * Known forms of the secrets that a client never shows in its errors. Finding the forms costs more than searching for
 * them, and a client's secrets rarely change.
 */
export type KnownForms = Map<string, readonly Form[]>;

/**
 * Maximum number of secrets whose forms are stored. A client has two or three; tokens that it no longer uses are
 * dropped.
 */
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
 * Creates a redactor of secret values: strings, numbers and bigints. Values with fewer than 4 characters are left
 * alone.
 *
 * It finds a secret in plain text, percent-encoded, as a form field, escaped for JSON, HTML or CSV, in several of these
 * nested, and in base64 of both alphabets, even as part of a longer encoded string.
 *
 * The work is limited. It searches only the shown part of a string and a secret that may be at its end, and only the
 * copied part of a value.
 *
 * @param secrets Secrets that only this redactor knows, such as the ones in a call's params.
 * @param lasting Secrets that later redactors are likely to know as well, such as a client's credentials.
 * @param known Known forms of lasting secrets. Default: none are stored.
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
  // Read beyond the cut, so that a secret that begins before it is found whole.
  const lookahead = longest * longestEscape;
  const text = (value: string, limit = 1000) => {
    const end = limit * 2; // twice the limit, because removed secrets make room
    const shown = masked(value.slice(0, end + lookahead), forms, end);
    const whole = value.length > end ? shown.replace(cutAddress, '$1$2') : shown;
    return (whole.includes('://') ? whole.replace(address, '$1$2$3') : whole).slice(0, limit);
  };
  return {
    text,
    hide: (value) => masked(value, forms, value.length),
    value: (value) => limitedCopy(value, text, lookahead),
  };
}

/**
 * Copies a value, limited to a size that fits an error, with each string in it redacted.
 *
 * @param lookahead Number of characters that `text` searches beyond the ones that it may show.
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
    // Do not use `Object.entries`, because the objects in an error body may have a million fields.
    for (const name in value) {
      if (fields.length === maxFields) break;
      if (!Object.hasOwn(value, name)) continue; // skip properties inherited from a modified prototype
      const isSecret = name.length > longestName || secretName.test(name);
      fields.push([copyString(name, longestName), isSecret ? mask : copy(value[name], depth - 1)]);
    }
    return Object.fromEntries(fields);
  }

  return copy(value, maxDepth);
}

/** Returns `value` up to `end`, with each occurrence of `forms` masked. */
function masked(value: string, forms: readonly Form[], end: number): string {
  if (value.length < shortest) return value.slice(0, end); // results have thousands of values such as `US`
  const spans: [start: number, end: number][] = [];
  for (const layer of [{ text: value }, ...findLayers(value)]) {
    const { text } = layer;
    const isBase64 = (index: number) => /^[\w+/-]$/.test(text.charAt(index));
    for (const form of forms)
      for (let at = text.indexOf(form.text); at >= 0; at = text.indexOf(form.text, at + form.text.length)) {
        const after = at + form.text.length;
        const start = form.before && isBase64(at - 1) ? at - 1 : at;
        const stop = form.after && isBase64(after) ? after + 1 : after;
        spans.push([placeIn(layer, start), placeIn(layer, stop)]);
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
