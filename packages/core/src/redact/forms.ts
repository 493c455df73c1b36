import { toBinary, urlSafe } from '../shared/base64.ts';
import { findLayers } from './escapes.ts';

/** A string that reveals a secret. */
export interface Form {
  /** The string itself. */
  readonly text: string;
  /** 1 if the neighboring base64 character also holds some bits of the secret. */
  readonly before: number;
  /** The same for the character after it. */
  readonly after: number;
}

/** Length of the shortest secret that is removed. Shorter ones would be found in every other word. */
export const shortest = 4;

const htmlNames: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Returns text as JSON writes it within quotes. */
const inJson = (text: string) => JSON.stringify(text).slice(1, -1);

/**
 * Lists the strings that reveal a secret: the secret itself, its usual encodings, and the base64 of each. Other ways to
 * escape its characters are found by decoding the escapes in the text, see {@link findLayers}.
 */
export function listForms(secret: string): readonly Form[] {
  const wellFormed = secret.toWellFormed();
  const base64 = encodedPart(toBytes(wellFormed), 0).text;
  const plain = [secret];
  const encoded = [wellFormed, base64, urlSafe(base64)]; // their base64 reveals the secret
  // Other secrets are the same in every encoding.
  if (!/^[\w.~-]*$/.test(secret)) {
    const percent = encodeURIComponent(wellFormed);
    const html = secret.replace(/[&<>"']/g, (character) => htmlNames[character] as string);
    const json = inJson(secret);
    // Decoding also finds most of these, but not in a secret that contains escapes itself, such as `\\\\"a` in HTML.
    const escaped = [percent, percent.replaceAll('%20', '+'), json, json.replaceAll('/', '\\/'), inJson(json), html];
    encoded.push(...escaped);
    // A secret that itself looks escaped is decoded together with the text around it.
    const decoded = [secret, secret.replaceAll('"', '""'), wellFormed].flatMap((written) => [
      written,
      ...findLayers(written).map(({ text }) => text),
    ]);
    // In a form, a space becomes a plus, which decoding leaves unchanged.
    plain.push(...escaped, ...decoded, ...decoded.map((text) => text.replaceAll(' ', '+')));
  }
  const forms = new Map(plain.map((text): [string, Form] => [text, { text, before: 0, after: 0 }]));
  for (const text of new Set(encoded)) for (const form of base64Forms(text)) forms.set(form.text, form);
  return [...forms.values()].filter(({ text }) => text.length >= shortest);
}

/** Lists the base64 of `text` for every offset at which it can start in the encoded bytes. */
function base64Forms(text: string): Form[] {
  const binary = toBytes(text);
  const forms = [0, 1, 2].map((skip) => encodedPart(binary, skip));
  return forms.flatMap((form) => [form, { ...form, text: urlSafe(form.text) }]);
}

/** Converts text to a string with one character per byte of its UTF-8. */
const toBytes = (text: string): string => (/^[\0-\x7f]*$/.test(text) ? text : toBinary(new TextEncoder().encode(text)));

/** Returns the base64 characters that depend only on `binary` when `skip` bytes precede it. */
function encodedPart(binary: string, skip: number): Form {
  const first = skip * 8;
  const last = first + binary.length * 8;
  const text = btoa('\0'.repeat(skip) + binary).slice(Math.ceil(first / 6), Math.floor(last / 6));
  return { text, before: first % 6 ? 1 : 0, after: last % 6 ? 1 : 0 };
}
