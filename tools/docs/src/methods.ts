import { headingsIn } from './api/markdown.ts';
import { apiOf } from './api/packages.ts';
import { providers } from './repository.ts';

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

/** A page of the site: `transactions` has the groups `transactions` and `transactions.recurring`. */
interface MethodPage {
  readonly name: string;
  readonly methods: readonly Section[];
  /** The types that no other page refers to. */
  readonly types: readonly Section[];
}

/**
 * The pages into which a package's `api.md` is divided: one for each group of methods, and `types` for the types that
 * several groups share.
 */
export class MethodPages {
  readonly package: string;
  readonly pages: readonly MethodPage[];
  /** The page of each page's name, group, method and type. */
  readonly #pageOf = new Map<string, string>();
  readonly #introduction: string;
  /** The name of each section by its anchor in the file. */
  readonly #names: ReadonlyMap<string, string>;

  constructor(name: string) {
    const api = apiOf(name);
    const sections = sectionsIn(api);
    const end = sections.findIndex((section) => section.name === 'Types');
    let page = '';
    const methods = Map.groupBy(sections.slice(0, end), (section) => {
      if (section.depth === 2) page = pageOf(section.name);
      return page;
    });
    const types = placeTypes(sections.slice(end + 1), methods);
    this.package = name;
    this.#names = new Map(sections.map(({ slug, name }) => [slug, name]));
    this.#introduction = api.slice(0, api.indexOf('\n## ')).trim();
    this.pages = [...new Set([...methods.keys(), ...types.keys()])].map((name) => ({
      name,
      methods: methods.get(name) ?? [],
      types: types.get(name) ?? [],
    }));
    for (const { name: page, methods, types } of this.pages)
      for (const name of [page, ...[...methods, ...types].map((section) => section.name)])
        if (!this.#pageOf.has(name)) this.#pageOf.set(name, page);
  }

  /** Returns where a method, a group or a type is documented on the site; undefined for any other name. */
  addressOf(name: string): string | undefined {
    const page = this.#pageOf.get(name);
    return page && `/reference/${this.package}/${page}.md${page === name ? '' : `#${name}`}`;
  }

  /** Renders the pages, and one that lists all methods, by their paths on the site. */
  render(): Map<string, string> {
    const titles: Record<string, string> = {
      client: `The ${this.package} client itself`,
      types: `Types that several groups of @x/${this.package} share`,
    };
    const texts = this.pages.map(({ name, methods, types }): [string, string] => {
      const title = `# ${titles[name] ?? `${this.package}.${name}`}`;
      const isMixed = methods.length > 0 && types.length > 0;
      return [name, [title, ...methods.map(write), ...(isMixed ? ['## Types'] : []), ...types.map(write)].join('\n\n')];
    });
    return new Map(
      [['index', this.#introduction] as const, ...texts].map(([page, text]) => {
        const path = `/reference/${this.package}/${page}.md`;
        const led = text.replaceAll(/\]\(#([^)]+)\)/g, (_, slug: string) => {
          const address = this.addressOf(this.#names.get(slug) ?? '');
          return `](${address?.replace(`${path}#`, '#')})`;
        });
        return [path.slice(1), `${led}\n`];
      }),
    );
  }
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

/** Returns the page of a group. "Top level" and "The client itself" are not groups on the client. */
const pageOf = (group: string): string => (group.includes(' ') ? 'client' : group.replace(/\..*/, ''));

const write = ({ depth, title, name, text }: Section): string => {
  const anchor = depth === 3 || name.includes('.') ? ` {#${name}}` : '';
  return `${'#'.repeat(depth)} ${title}${anchor}\n\n${text}`.trim();
};

/**
 * Groups the types by page: the only page whose methods refer to them, directly or through other types, or else
 * `types`.
 */
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

/** Method pages of every provider package. */
export const methodPages: readonly MethodPages[] = providers.map((name) => new MethodPages(name));
