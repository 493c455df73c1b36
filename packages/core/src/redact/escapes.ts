/** A string with some of its escapes decoded. */
export interface Layer {
  readonly text: string;
  /** Position in the original of each character, and of the end. Undefined: the same position. */
  readonly places?: readonly number[];
}

/** Returns a character's position in the original. */
export const placeIn = ({ places }: Layer, index: number): number => places?.[index] ?? index;

/** Maximum number of nested encodings to decode. */
const maxLayers = 4;

/** One escaped character: percent-encoded UTF-8, or an escape of JSON, JavaScript or HTML. */
const escapes =
  /%(?:[0-7][\dA-Fa-f]|[CDcd][\dA-Fa-f]%[89ABab][\dA-Fa-f]|[Ee][\dA-Fa-f](?:%[89ABab][\dA-Fa-f]){2}|[Ff][0-7](?:%[89ABab][\dA-Fa-f]){3})|\\(?:u[\dA-Fa-f]{4}|x[\dA-Fa-f]{2}|["'\\/bfnrt])|&(?:amp|lt|gt|quot|apos|#\d{1,7}|#[Xx][\dA-Fa-f]{1,6});/g;
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

/** A character that starts an escape. */
const escapeStart = /[%\\&]/;

/** Returns `text` with its escapes decoded once, twice and so on, until none is left. */
export function findLayers(text: string): Layer[] {
  const layers: Layer[] = [];
  let layer: Layer | undefined = escapeStart.test(text) ? { text } : undefined;
  while (layer && layers.length < maxLayers) {
    layer = unescaped(layer);
    if (layer) layers.push(layer);
  }
  return layers;
}

/** Decodes one layer of escapes; undefined if `layer` has none. */
function unescaped(layer: Layer): Layer | undefined {
  const { text } = layer;
  const parts: string[] = [];
  const below: number[] = [];
  let at = 0;
  const keep = (end: number) => {
    parts.push(text.slice(at, end));
    for (; at < end; at += 1) below.push(placeIn(layer, at));
  };
  for (const { 0: match, index } of text.matchAll(escapes)) {
    const character = decodeEscape(match);
    if (character === undefined) continue;
    keep(index);
    parts.push(character);
    for (let unit = 0; unit < character.length; unit += 1) below.push(placeIn(layer, at));
    at += match.length;
  }
  if (at === 0) return undefined;
  keep(text.length);
  below.push(placeIn(layer, at));
  return { text: parts.join(''), places: below };
}

/** Decodes an escaped character; undefined if there is none. */
function decodeEscape(escaped: string): string | undefined {
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
