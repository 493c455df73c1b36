import type ts from 'typescript';

/** Addresses of the documentation of exported names. */
export interface Links {
  /** Returns the address of a type or value; undefined if it has none. */
  readonly ofSymbol: (symbol: ts.Symbol) => string | undefined;
  /** Returns the address of an exported name; undefined if it has none. */
  readonly ofName: (name: string) => string | undefined;
}

/** A symbol, or one signature of a function. */
export type Documented = Pick<ts.Symbol, 'getDocumentationComment' | 'getJsDocTags'>;

/** Escapes what Markdown, HTML or the site's templates would interpret, outside of code. */
export const escapeProse = (text: string): string =>
  text
    .split(/(```[\s\S]*?```|`[^`]*`)/)
    .map((piece, index) => (index % 2 ? piece : piece.replaceAll('<', '&lt;').replaceAll('{{', '&#123;{')))
    .join('');

/** Formats a table cell: one line, with pipes escaped. */
const cell = (text: string): string =>
  text
    .trim()
    .replaceAll(/\n\s*\n/g, '<br><br>')
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll(/(?<!\\)\|/g, '\\|');

/** Renders a table in Markdown. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows.map((row) => row.map(cell))].map((row) => `| ${row.join(' | ')} |`).join('\n');

/** Renders the parts of a comment as Markdown. Its `{@link}`s become links to the documentation of the names. */
function partsText(parts: readonly ts.SymbolDisplayPart[] | undefined, links: Links): string {
  const texts = (parts ?? []).map(({ kind, text }) => {
    if (kind === 'link') return '';
    if (kind !== 'linkName') return text;
    const href = links.ofName(text.split('.')[0] ?? text);
    return href ? `[\`${text}\`](${href})` : `\`${text}\``;
  });
  return escapeProse(texts.join('')).trim();
}

/** Returns JSDoc with its remarks and its deprecation note, without the other tags. */
export function descriptionOf(documented: Documented, checker: ts.TypeChecker, links: Links): string {
  const text = partsText(documented.getDocumentationComment(checker), links);
  const remarks = tagsOf(documented, 'remarks', checker, links);
  const [deprecated] = tagsOf(documented, 'deprecated', checker, links);
  return [text, ...remarks, deprecated !== undefined && `**Deprecated.** ${deprecated}`]
    .filter(Boolean)
    .join(' ')
    .trim();
}

/** Returns the texts of all tags with a name, such as `throws`. */
export const tagsOf = (documented: Documented, name: string, checker: ts.TypeChecker, links: Links): string[] =>
  documented
    .getJsDocTags(checker)
    .filter((tag) => tag.name === name)
    .map(({ text }) => partsText(text, links));

/** Returns the first sentence of a description. */
export const firstSentence = (text: string): string =>
  /^[\s\S]*?[.:](?=\s|$)/.exec(text)?.[0].replace(/:$/, '.') ?? text;
