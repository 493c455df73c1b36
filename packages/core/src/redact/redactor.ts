import { binaryOf, urlSafe } from '../shared/base64.ts';

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
/** Names of parameters whose value is secret even where a provider does not list them, as in custom requests. */
const secretParamName = /(?:token|secret|password|api_?-?key|verifier)s?$/i;
/** Addresses, with their users and queries. */
const address = /(\w:\/\/)(?:[^\s"'/?#]*@)?([^\s"'?#]*)(?:[?#][^\s"']*)?/g;
/** The start of an address that was cut within its host, or within the user and password before it. */
const cutAddress = /(\w:\/\/)[^\s"'/?#]*$/;

/** Shorter secrets are left alone: they would be found in every other word. */
const shortest = 4;
/** Characters that one character of a secret is written with at most, such as a `\u` escape within escaped JSON. */
const longestEscape = 12;
/** How many encodings, one within the other, are undone. */
const maxLayers = 4;
/** Values that are copied of one error body. */
const maxValues = 1000;

/** A string that shows a secret. */
interface Form {
  readonly text: string;
  /** 1 where the neighbouring base64 character holds some bits of the secret as well. */
  readonly before: number;
  readonly after: number;
}

/** A string with some escapes undone. */
interface Layer {
  readonly text: string;
  /** For each character, and for the end, its place in the original. Undefined: the same place. */
  readonly places?: readonly number[];
}

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

/**
 * Adds the strings that show a secret: itself, its usual encodings, and base64 of each. Other ways to escape its
 * characters are found by undoing the escapes of the text, see {@link unescaped}.
 */
function addForms(secret: string, forms: Map<string, Form>): void {
  const add: AddForm = (text, before = 0, after = 0) => {
    if (text.length >= shortest) forms.set(text, { text, before, after });
  };
  add(secret);
  const wellFormed = secret.toWellFormed();
  const base64 = addBase64(wellFormed, add);
  for (const text of new Set([base64, urlSafe(base64)])) addBase64(text, add);
  if (/^[\w.~-]*$/.test(secret)) return; // the same in every encoding
  const percent = encodeURIComponent(wellFormed);
  const html = secret.replace(/[&<>"']/g, (character) => htmlNames[character] as string);
  for (const text of new Set([percent, percent.replaceAll('%20', '+'), JSON.stringify(secret).slice(1, -1), html])) {
    add(text);
    addBase64(text, add);
  }
  add(wellFormed);
  // In a form, a space is a plus, which unescaping leaves as it is.
  add(secret.replaceAll(' ', '+'));
  // A secret that looks escaped itself is unescaped together with what surrounds it.
  for (const layer of layersOf(secret)) {
    add(layer.text);
    add(layer.text.replaceAll(' ', '+'));
  }
}

type AddForm = (text: string, before?: number, after?: number) => void;

/** Adds base64 of `text`, wherever it begins within the encoded bytes. Returns that of `text` alone. */
function addBase64(text: string, add: AddForm): string {
  const binary = /^[\0-\x7f]*$/.test(text) ? text : binaryOf(new TextEncoder().encode(text));
  for (let skip = 0; skip < 3; skip += 1) {
    const { text: part, before, after } = encodedPart(binary, skip);
    add(part, before, after);
    if (/[+/]/.test(part)) add(urlSafe(part), before, after);
  }
  return encodedPart(binary, 0).text;
}

/** The base64 characters that `binary` alone decides when `skip` bytes come before it. */
function encodedPart(binary: string, skip: number): Form {
  const first = skip * 8;
  const last = first + binary.length * 8;
  const text = btoa('\0'.repeat(skip) + binary).slice(Math.ceil(first / 6), Math.floor(last / 6));
  return { text, before: first % 6 ? 1 : 0, after: last % 6 ? 1 : 0 };
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

/** One escaped character: percent-encoded UTF-8, or an escape of JSON, JavaScript or HTML. */
const escapes =
  /%(?:[0-7][\dA-Fa-f]|[CDcd][\dA-Fa-f]%[89ABab][\dA-Fa-f]|[Ee][\dA-Fa-f](?:%[89ABab][\dA-Fa-f]){2}|[Ff][0-7](?:%[89ABab][\dA-Fa-f]){3})|\\(?:u[\dA-Fa-f]{4}|x[\dA-Fa-f]{2}|["'\\/bfnrt])|&(?:amp|lt|gt|quot|apos|#\d{1,7}|#[Xx][\dA-Fa-f]{1,6});/g;
const htmlNames: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const named: Readonly<Record<string, string>> = {
  '\\b': '\b',
  '\\f': '\f',
  '\\n': '\n',
  '\\r': '\r',
  '\\t': '\t',
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
};

/** `text` with its escapes undone once, twice and so on, until none is left. */
function layersOf(text: string): Layer[] {
  const layers: Layer[] = [];
  let layer: Layer | undefined = { text };
  while (layers.length < maxLayers) {
    layer = unescaped(layer);
    if (!layer) break;
    layers.push(layer);
  }
  return layers;
}

/** The layer below, or undefined when nothing in `layer` is escaped. */
function unescaped({ text, places }: Layer): Layer | undefined {
  const parts: string[] = [];
  const below: number[] = [];
  let at = 0;
  const keep = (end: number) => {
    parts.push(text.slice(at, end));
    for (; at < end; at += 1) below.push(places ? (places[at] as number) : at);
  };
  for (const { 0: match, index } of text.matchAll(escapes)) {
    const character = characterOf(match);
    if (character === undefined) continue;
    keep(index);
    parts.push(character);
    for (let unit = 0; unit < character.length; unit += 1) below.push(places ? (places[at] as number) : at);
    at += match.length;
  }
  if (at === 0) return undefined;
  keep(text.length);
  below.push(places ? (places[at] as number) : at);
  return { text: parts.join(''), places: below };
}

/** The character that is written as `escaped`; undefined when there is none. */
function characterOf(escaped: string): string | undefined {
  try {
    if (escaped.startsWith('%')) return decodeURIComponent(escaped);
    // `&#65;` or `&#x41;`: with a 0 before the x, `Number` reads both.
    if (escaped.startsWith('&#')) return String.fromCodePoint(Number(escaped.slice(2, -1).replace(/^x/i, '0x')));
  } catch {
    return undefined; // overlong UTF-8, or beyond Unicode
  }
  if (escaped.length > 2 && escaped.startsWith('\\')) return String.fromCharCode(Number.parseInt(escaped.slice(2), 16));
  return named[escaped] ?? escaped.slice(1);
}

/**
 * Whether the parameter at `place`, or one that it is part of, is secret. See {@link Provider.secretParams}.
 *
 * @param place Names from the top, without the indexes of lists.
 */
export function isSecretParam(secretParams: readonly string[], place: readonly string[]): boolean {
  return place.some((name, index) => isSecretName(secretParams, name, place[index - 1]));
}

const isSecretName = (secretParams: readonly string[], name: string, parent: string | undefined): boolean =>
  secretParamName.test(name) || secretParams.includes(name) || secretParams.includes(`${parent}.${name}`);

/** All strings, numbers and bigints in the secret parameters of a call, however deep. */
export function secretsIn(secretParams: readonly string[], params: unknown): Set<unknown> {
  const found = new Set<unknown>();
  // The same object may be in several places of which only one is secret: it is read once per name.
  const seen = new Map<object, Set<string | true | undefined>>();
  const open: { value: unknown; name: string | undefined; secret: boolean }[] = [
    { value: params, name: undefined, secret: false },
  ];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, name, secret } = next;
    if (typeof value !== 'object' || value === null) {
      if (secret) found.add(value);
      continue;
    }
    if (ArrayBuffer.isView(value)) continue;
    const names = seen.get(value) ?? new Set();
    const as = secret || name;
    if (names.has(true) || names.has(as)) continue;
    seen.set(value, names.add(as));
    const isList = Array.isArray(value);
    for (const [key, member] of fieldsOf(value))
      open.push(
        isList
          ? { value: member, name, secret }
          : { value: member, name: key, secret: secret || isSecretName(secretParams, key, name) },
      );
  }
  return found;
}

/** The fields of an object; none where reading one throws. */
function fieldsOf(value: object): [string, unknown][] {
  try {
    return Object.entries(value);
  } catch {
    return [];
  }
}
