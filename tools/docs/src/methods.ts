import { headingsIn } from './api/markdown.ts';
import { providers, read } from './pages.ts';

/** A group, a method or a type in an `api.md`, with the text below its heading. */
interface Section {
  readonly depth: number;
  readonly title: string;
  /** The title without backticks: its anchor on the site. */
  readonly name: string;
  /** Its anchor in the file. */
  readonly slug: string;
  readonly text: string;
}

/**
 * The pages of a package's methods, into which its `api.md` is divided: one for each group, one for the types that
 * several groups share, and one that lists all.
 */
export class MethodPages {
  readonly package: string;
  readonly #introduction: string;
  /** The sections of each page: `transactions` has `transactions` and `transactions.recurring`. */
  readonly #methods: ReadonlyMap<string, readonly Section[]>;
  readonly #types: ReadonlyMap<string, readonly Section[]>;
  /** The page of each page's name, group, method and type. */
  readonly #pages: ReadonlyMap<string, string>;
  readonly #bySlug: ReadonlyMap<string, Section>;

  constructor(name: string) {
    const api = read(`packages/${name}/api.md`);
    const sections = sectionsIn(api);
    const end = sections.findIndex((section) => section.name === 'Types');
    const types = sections.slice(end + 1);
    this.package = name;
    this.#introduction = api.slice(0, api.indexOf('\n## ')).trim();
    this.#bySlug = new Map(sections.map((section) => [section.slug, section]));
    let page = '';
    this.#methods = Map.groupBy(sections.slice(0, end), (section) => {
      if (section.depth === 2) page = pageOf(section.name);
      return page;
    });
    this.#types = placeTypes(types, this.#methods);
    this.#pages = new Map(
      [...this.#methods, ...this.#types].flatMap(([page, own]) =>
        [page, ...own.map((section) => section.name)].map((name) => [name, page]),
      ),
    );
  }

  /** Where a method, a group or a type is documented on the site. Undefined for any other name. */
  addressOf(name: string): string | undefined {
    const page = this.#pages.get(name);
    return page && `/reference/${this.package}/${page}.md${page === name ? '' : `#${name}`}`;
  }

  /** Whether there is a page of types that several groups share. */
  get hasSharedTypes(): boolean {
    return this.#types.has('types');
  }

  /** The names of the methods on each page of a group. */
  get menu(): [page: string, methods: string[]][] {
    return [...this.#methods].map(([page, own]) => [
      page,
      own.filter(({ depth }) => depth === 3).map(({ name }) => name),
    ]);
  }

  /** The pages by their paths on the site. */
  render(): Map<string, string> {
    const pages: [string, string][] = [...this.#methods].map(([page, methods]) => {
      const title = page === 'client' ? `# The ${this.package} client itself` : `# ${this.package}.${page}`;
      const types = this.#types.get(page) ?? [];
      return [
        page,
        [title, ...methods.map(write), ...(types.length > 0 ? ['## Types'] : []), ...types.map(write)].join('\n\n'),
      ];
    });
    const shared = this.#types.get('types') ?? [];
    const head = [`# Types of @x/${this.package}`, 'Types that several groups of methods share.'];
    if (shared.length > 0) pages.push(['types', [...head, ...shared.map(write)].join('\n\n')]);
    pages.push(['index', this.#introduction]);
    return new Map(
      pages.map(([page, text]) => [`reference/${this.package}/${page}.md`, `${this.#leadAnchors(text, page)}\n`]),
    );
  }

  /** Leads links to other sections to their pages. */
  #leadAnchors = (text: string, page: string) =>
    text.replaceAll(/\]\(#([^)]+)\)/g, (_, slug: string) => {
      const address = this.addressOf(this.#bySlug.get(slug)?.name ?? '') ?? '';
      return `](${address.replace(`/reference/${this.package}/${page}.md#`, '#')})`;
    });
}

function sectionsIn(api: string): Section[] {
  const lines = api.split('\n');
  const headings = headingsIn(api).filter(({ depth }) => depth > 1);
  return headings.map(({ depth, title, slug, line }, index) => ({
    depth,
    title,
    name: title.replaceAll('`', ''),
    slug,
    text: lines
      .slice(line + 1, headings[index + 1]?.line)
      .join('\n')
      .trim(),
  }));
}

/** The page of a group. "Top level" and "The client itself" are no groups on the client. */
const pageOf = (group: string): string => (group.includes(' ') ? 'client' : group.replace(/\..*/, ''));

const write = ({ depth, title, name, text }: Section): string => {
  const anchor = depth === 3 || name.includes('.') ? ` {#${name}}` : '';
  return `${'#'.repeat(depth)} ${title}${anchor}\n\n${text}`.trim();
};

/** The types by page: that of the only methods that refer to them, directly or through other types, or `types`. */
function placeTypes(
  types: readonly Section[],
  methods: ReadonlyMap<string, readonly Section[]>,
): Map<string, Section[]> {
  const bySlug = new Map(types.map((type) => [type.slug, type]));
  const users = new Map<Section, Set<string>>(types.map((type) => [type, new Set()]));
  const use = ({ text }: Section, page: string) => {
    for (const [, slug = ''] of text.matchAll(/\]\(#([^)]+)\)/g)) {
      const type = bySlug.get(slug);
      const pages = type && users.get(type);
      if (!pages || pages.has(page)) continue;
      pages.add(page);
      use(type, page);
    }
  };
  for (const [page, own] of methods) for (const section of own) use(section, page);
  return Map.groupBy(types, (type) => {
    const [page = 'types', ...others] = users.get(type) ?? [];
    return others.length > 0 ? 'types' : page;
  });
}

/** The pages of the methods of every provider's package. */
export const methodPages: readonly MethodPages[] = providers.map((name) => new MethodPages(name));
