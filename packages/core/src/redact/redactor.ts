import { type Layer, layersOf } from './escapes.ts';
import { addForms, type Form, shortest } from './forms.ts';

/** Removes the given secrets from whatever is about to leave in an error or event. */
export interface Redactor {
  /**
   * `value` without secrets, and without the users and queries of addresses.
   *
   * @param limit Characters after which the result is cut. A secret at the cut is removed whole. Default 1000.
   */
  text(value: string, limit?: number): string;
  /** A bounded copy of `value` without secrets: known values, fields whose name says so, queries of addresses. */
  value(value: unknown): unknown;
}

const mask = '[redacted]';
const tooMuch = '[…]';
/** Fields of a response whose value is never shown. */
const secretName = /token|secret|password|authorization|api_?-?key|cookie|credential|verifier/i;
/** Addresses, with their users and queries. */
const address = /(\w:\/\/)(?:[^\s"'/?#]*@)?([^\s"'?#]*)(?:[?#][^\s"']*)?/g;
/** The start of an address that was cut within its host, or within the user and password before it. */
const cutAddress = /(\w:\/\/)[^\s"'/?#]*$/;

/** Characters that one character of a secret is written with at most, such as a `\u` escape within escaped JSON. */
const longestEscape = 12;
/** Values that are copied of one error body. */
const maxValues = 1000;

/**
 * Makes a redactor of secret values: strings, numbers and bigints. Those with fewer than 4 characters are left alone.
 *
 * It finds a secret as it is, percent-encoded, as a form field, escaped for JSON or HTML, and several of these one
 * within the other; and in base64 of both alphabets, also as part of a longer encoded string.
 */
export function createRedactor(secrets: Iterable<unknown>): Redactor {
  const forms = new Map<string, Form>();
  let longest = 0;
  for (const secret of secrets) {
    if (typeof secret !== 'string' && typeof secret !== 'number' && typeof secret !== 'bigint') continue;
    const text = String(secret);
    if (text.length < shortest) continue;
    longest = Math.max(longest, text.length);
    addForms(text, forms);
  }
  // What follows is read too, so that a secret that begins before the cut is found whole.
  const lookahead = longest * longestEscape;

  const text = (value: string, limit = 1000) => {
    const end = limit * 2; // twice, because what is removed makes room
    const shown = masked(value.slice(0, end + lookahead), forms, end);
    const whole = value.length > end ? shown.replace(cutAddress, '$1') : shown;
    return whole.replace(address, '$1$2').slice(0, limit);
  };
  let left = maxValues;
  const copy = (value: unknown, depth: number): unknown => {
    if (typeof value === 'string') return text(value, 2000);
    if (typeof value === 'number' || typeof value === 'bigint') {
      const digits = String(value);
      return text(digits) === digits ? value : mask;
    }
    if (typeof value !== 'object' || value === null) return value;
    left -= 1;
    if (depth === 0 || left < 0) return tooMuch;
    if (Array.isArray(value)) return value.slice(0, 20).map((member) => copy(member, depth - 1));
    return Object.fromEntries(
      Object.entries(value)
        .slice(0, 50)
        .map(([name, member]) => [text(name), secretName.test(name) ? mask : copy(member, depth - 1)]),
    );
  };
  return {
    text,
    value(value) {
      left = maxValues;
      return copy(value, 5);
    },
  };
}

/** `value` up to `end`, with a mask for each place where one of `forms` shows. */
function masked(value: string, forms: ReadonlyMap<string, Form>, end: number): string {
  const spans: [start: number, end: number][] = [];
  for (const { text, places } of [{ text: value } as Layer, ...layersOf(value)]) {
    const placeOf = (index: number) => (places ? (places[index] as number) : index);
    const isBase64 = (index: number) => /^[\w+/-]$/.test(text.charAt(index));
    for (const form of forms.values())
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
