import { resolveReferences } from './api/markdown.ts';
import { ownSection } from './api/members.ts';
import { describeApis } from './api/packages.ts';
import { type Api, type MethodGroup, renderContents } from './api/render.ts';

/**
 * The pages of a package's methods: one for each group, one for the types that several groups share, one that lists
 * all.
 */
export class MethodPages {
  readonly package: string;
  /** The groups of each page, by the page's name: `transactions` has `transactions` and `transactions.recurring`. */
  readonly groups: ReadonlyMap<string, readonly MethodGroup[]>;
  readonly #api: Api;
  /** The page of each type. */
  readonly #types: ReadonlyMap<string, string>;
  /** The page of each page's name, group, method and type. */
  readonly #pages: ReadonlyMap<string, string>;

  constructor(api: Api) {
    this.package = api.package;
    this.#api = api;
    this.groups = Map.groupBy(api.groups, ({ name }) => pageOf(name));
    this.#types = placeTypes(api, this.groups);
    const places = [...this.groups].flatMap(([page, groups]) => {
      const names = groups.flatMap(({ name, methods }) => [name, ...methods.map((method) => method.name)]);
      return [page, ...names].map((name) => [name, page] as const);
    });
    this.#pages = new Map([...places, ...this.#types]);
  }

  /** Where a method, a group or a type is documented on the site. Undefined for any other name. */
  addressOf(name: string): string | undefined {
    const page = this.#pages.get(name);
    return page && `/reference/${this.package}/${page}.md${page === name ? '' : `#${name}`}`;
  }

  /** Whether there is a page of types that several groups share. */
  get hasSharedTypes(): boolean {
    return [...this.#types.values()].includes('types');
  }

  isType = (name: string): boolean => this.#types.has(name);

  /** The pages by their paths on the site. */
  render(): Map<string, string> {
    const { title, introduction, groups } = this.#api;
    const pages = [...this.groups].map(([page, own]): [string, string] => [page, this.#renderPage(page, own)]);
    const shared = this.#typesOf('types');
    if (shared.length > 0)
      pages.push([
        'types',
        [`# Types of @x/${this.package}`, 'Types that several groups of methods share.', ...shared].join('\n\n'),
      ]);
    const address = (method: string) => this.addressOf(method) ?? '';
    pages.push(['index', [`# ${title}`, ...introduction, renderContents(groups, address)].join('\n\n')]);
    return new Map(
      pages.map(([page, text]) => [`reference/${this.package}/${page}.md`, `${this.#resolve(text, page)}\n`]),
    );
  }

  #renderPage(page: string, groups: readonly MethodGroup[]): string {
    const types = this.#typesOf(page);
    return [
      page === 'client' ? `# The ${this.package} client itself` : `# ${this.package}.${page}`,
      ...groups.flatMap(({ name, description, methods }) => [
        name.includes('.') ? `## ${name} {#${name}}` : `## ${name || 'Top level'}`,
        description,
        ...methods.map((method) => method.text.replace(/^### .*$/m, (heading) => `${heading} {#${method.name}}`)),
      ]),
      ...(types.length > 0 ? ['## Types', ...types] : []),
    ]
      .filter(Boolean)
      .join('\n\n');
  }

  #typesOf = (page: string) =>
    this.#api.types
      .filter(({ name }) => this.#types.get(name) === page)
      .map(({ name, text }) => text.replace(/^### .*$/m, (heading) => `${heading} {#${name}}`));

  /** Leads references to other parts to their pages. */
  #resolve = (text: string, page: string) =>
    resolveReferences(text, (reference) =>
      this.addressOf(reference.replaceAll('`', ''))?.replace(`/reference/${this.package}/${page}.md#`, '#'),
    );
}

/** The page of a group. */
const pageOf = (group: string): string => {
  const [top = ''] = group.split('.', 1);
  return top === '' || top === ownSection ? 'client' : top;
};

/**
 * Page of each type: the page of the only methods that refer to it, directly or through other types, or `types` if
 * several pages do.
 */
function placeTypes({ types }: Api, groups: ReadonlyMap<string, readonly MethodGroup[]>): Map<string, string> {
  const referencesIn = (text: string) => [...text.matchAll(/\]\(ref:(\w+)\)/g)].map(([, name = '']) => name);
  const byName = new Map(types.map(({ name, text }) => [name, referencesIn(text)]));
  const users = new Map<string, Set<string>>();
  const use = (name: string, page: string) => {
    const known = users.get(name) ?? new Set();
    if (known.has(page)) return;
    users.set(name, known.add(page));
    for (const inner of byName.get(name) ?? []) use(inner, page);
  };
  for (const [page, own] of groups)
    for (const { description, methods } of own)
      for (const text of [description, ...methods.map((method) => method.text)])
        for (const name of referencesIn(text)) use(name, page);
  return new Map(
    types.map(({ name }) => {
      const [page = 'types', ...others] = users.get(name) ?? [];
      return [name, others.length > 0 ? 'types' : page];
    }),
  );
}

let opened: readonly MethodPages[] | undefined;

/** The pages of the methods of every package. They are made from the source, once. */
export function methodPages(): readonly MethodPages[] {
  opened ??= describeApis().map((api) => new MethodPages(api));
  return opened;
}
