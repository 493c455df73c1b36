import { type Comment, parseSync, Visitor } from 'oxc-parser';

/** What stands in for code within prose: it counts as a word, and no pattern contains it. */
const codeMark = '\uE000';
/** What stands in for everything that is not prose: no pattern matches across it. */
const outsideMark = '\0';

/** Overwrites `part` with `mark`. Line breaks stay, so that positions stay. */
const overwrite = (part: string, mark: string) => part.replace(/[^\n]/g, mark);

/** Overwrites code and web addresses within prose. */
const withoutCode = (prose: string) =>
  prose
    .replace(/^[ \t]*```[\s\S]*?```/gm, (block) => overwrite(block, outsideMark))
    .replace(/`[^`\n]+`|\{@\w+[^}]*\}|https?:\/\/[^\s)>]+/g, (code) => overwrite(code, codeMark));

/** What people read on a page of Markdown. Code, addresses and HTML are overwritten. */
export const markdownProse = (page: string): string =>
  withoutCode(page)
    .replace(/^\[[^\]]+\]: .*$|\]\([^)]*\)/gm, (link) => overwrite(link, outsideMark))
    .replace(/<!--[\s\S]*?-->|<\/?\w[^>]*>/g, (html) => overwrite(html, outsideMark));

/** A comment with spaces for its slashes and asterisks. */
function commentProse({ type, value }: Comment): string {
  if (type === 'Line') return `  ${withoutCode(value)}`;
  const lines = value.replace(/^\*/, ' ').replace(/\n[ \t]*\* ?/g, (margin) => overwrite(margin, ' '));
  return `  ${withoutCode(lines)}  `;
}

/** Whether a string is a sentence or a phrase, rather than a key, a path or a program. */
const isSentence = (text: string) =>
  /[A-Za-z\uE000][,;:]? +[A-Za-z\uE000]/.test(text) && !/=> |;\n|\bimport \{/.test(text);

/**
 * What people read in a TypeScript or JavaScript file: comments, messages and titles, each at its place. Everything else is overwritten.
 */
export function proseOf(path: string, source: string): string {
  const { program, comments } = parseSync(path, source);
  let prose = overwrite(source, outsideMark);
  const put = (start: number, text: string) => {
    prose = prose.slice(0, start) + text + prose.slice(start + text.length);
  };

  let previousEnd = 0;
  for (const comment of comments) {
    // Line comments one below the other are joined, because their sentences go on from line to line.
    const between = source.slice(previousEnd, comment.start);
    if (comment.type === 'Line' && /^\n[ \t]*$/.test(between)) put(previousEnd, between);
    put(comment.start, commentProse(comment));
    previousEnd = comment.end;
  }

  const putString = (start: number, text: string) => {
    if (isSentence(text)) put(start, withoutCode(text));
  };
  new Visitor({
    Literal({ value, start, end }) {
      if (typeof value === 'string') putString(start + 1, source.slice(start + 1, end - 1));
    },
    TemplateLiteral({ start, end, expressions }) {
      // What is within `${}` is code. Its own strings come later, in their own places.
      let text = source.slice(start + 1, end - 1).replaceAll('\\`', '``');
      for (const expression of expressions) {
        const from = expression.start - start - 3;
        const to = expression.end - start;
        text = text.slice(0, from) + overwrite(text.slice(from, to), codeMark) + text.slice(to);
      }
      putString(start + 1, text);
    },
  }).visit(program);
  return prose;
}
