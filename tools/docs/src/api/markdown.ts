/** A heading, with the anchor that GitHub and the site give it. */
export interface Heading {
  readonly line: number;
  readonly depth: number;
  readonly title: string;
  readonly slug: string;
}

/** Splits a text into alternating pieces: prose, and code between fences or backticks. */
const pieces = (text: string) => text.split(/(^```[\s\S]*?^```$|`[^`\n]+`)/m);

const linkPattern = /(!?)\[((?:[^\][]|\[[^\]]*\])*)\]\(([^)\s]+)\)/g;

/** Passes every link of a page, including images, to `change`, which returns its replacement. */
export function changeLinks(text: string, change: (link: string, label: string, isImage: boolean) => string): string {
  // Hides code while looking for links, because a label may contain code.
  const code = pieces(text).filter((_, index) => index % 2);
  const hidden = pieces(text)
    .map((piece, index) => (index % 2 ? `\0${(index - 1) / 2}\0` : piece))
    .join('');
  return hidden
    .replace(linkPattern, (_, mark, label, link) => change(link, label, mark === '!'))
    .replace(/\0(\d+)\0/g, (_, index) => code[index] ?? '');
}

/** Returns the targets of the links in a page. */
export function linksIn(text: string): string[] {
  const links: string[] = [];
  changeLinks(text, (link) => {
    links.push(link);
    return '';
  });
  return links;
}

/** Returns the anchor that GitHub gives a heading. */
export const slugOf = (title: string): string =>
  title
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');

export function headingsIn(text: string): Heading[] {
  let code = false;
  const seen = new Map<string, number>();
  return text.split('\n').flatMap((content, line) => {
    if (content.startsWith('```')) code = !code;
    const [, marks, title] = (!code && /^(#{1,6}) (.+)$/.exec(content)) || [];
    if (!marks || !title) return [];
    const base = slugOf(title.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1'));
    const count = seen.get(base) ?? 0;
    seen.set(base, count + 1);
    return [{ line, depth: marks.length, title, slug: count ? `${base}-${count}` : base }];
  });
}

/** Returns the section under the heading with an anchor, up to the next heading of the same or a higher level. */
export function sectionOf(text: string, slug: string): string | undefined {
  const headings = headingsIn(text);
  const start = headings.find((heading) => heading.slug === slug);
  if (!start) return undefined;
  const end = headings.find(({ line, depth }) => line > start.line && depth <= start.depth);
  return text
    .split('\n')
    .slice(start.line + 1, end?.line)
    .join('\n')
    .trim();
}
