import { toBinary, urlSafe } from '../shared/base64.ts';
import { findLayers } from './escapes.ts';

/** A string that reveals a secret. @internal */
export interface Form {
  readonly text: string;
  /** 1 if the neighboring base64 character also holds some bits of the secret. */
  readonly before: number;
  readonly after: number;
}

/** Length of the shortest secret that is removed. Shorter ones would be found in every other word. @internal */
export const shortest = 4;

const htmlNames: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * Lists the strings that reveal a secret: the secret itself, its usual encodings, and the base64 of each. Other ways to
 * escape its characters are found by decoding the escapes in the text, see {@link findLayers}.
 *
 * @internal
 */
export function listForms(secret: string): readonly Form[] {
  const forms = new Map<string, Form>();
  const add: AddForm = (text, before = 0, after = 0) => {
    if (text.length >= shortest) forms.set(text, { text, before, after });
  };
  addForms(secret, add);
  return [...forms.values()];
}

function addForms(secret: string, add: AddForm): void {
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
  // In a form, a space becomes a plus, which decoding leaves unchanged.
  add(secret.replaceAll(' ', '+'));
  // A secret that itself looks escaped is decoded together with the text around it.
  for (const layer of findLayers(secret)) {
    add(layer.text);
    add(layer.text.replaceAll(' ', '+'));
  }
}

type AddForm = (text: string, before?: number, after?: number) => void;

/**
 * Adds the base64 of `text` for every offset at which it can start in the encoded bytes. Returns the base64 of `text`
 * alone.
 */
function addBase64(text: string, add: AddForm): string {
  const binary = /^[\0-\x7f]*$/.test(text) ? text : toBinary(new TextEncoder().encode(text));
  for (let skip = 0; skip < 3; skip += 1) {
    const { text: part, before, after } = encodedPart(binary, skip);
    add(part, before, after);
    if (/[+/]/.test(part)) add(urlSafe(part), before, after);
  }
  return encodedPart(binary, 0).text;
}

/** Returns the base64 characters that depend only on `binary` when `skip` bytes precede it. */
function encodedPart(binary: string, skip: number): Form {
  const first = skip * 8;
  const last = first + binary.length * 8;
  const text = btoa('\0'.repeat(skip) + binary).slice(Math.ceil(first / 6), Math.floor(last / 6));
  return { text, before: first % 6 ? 1 : 0, after: last % 6 ? 1 : 0 };
}
