import ts from 'typescript';
import { firstSentence, type Links, table } from './api/comments.ts';
import { openSources, type Sources } from './api/program.ts';
import { renderSymbol } from './api/symbols.ts';
import { type TypeWriter, typeWriter } from './api/types.ts';
import { methodPages } from './methods.ts';
import { providers, read } from './pages.ts';

// Core comes first: what the others export of it then leads there.
const names = [
  'core',
  'stream',
  'music',
  'bank',
  'food',
  'quotes',
  'redis',
  'postgres',
  'cloudflare',
  'otel',
  'sandbox',
  'mcp',
];

/** A public entry point: `@x/stream/webhooks` for the page `stream.webhooks`, `@x/stream` for `stream/exports`. */
export interface EntryPoint {
  readonly specifier: string;
  readonly page: string;
  readonly file: string;
  readonly package: string;
}

export const entryPoints: readonly EntryPoint[] = names.flatMap((name) => {
  const { exports } = JSON.parse(read(`packages/${name}/package.json`));
  // One without code, as `@x/bank/operations`, holds types that a provider's file describes: its names are documented
  // there. A catalog is data.
  const withCode = Object.entries<{ '@x/source': string; default?: string }>(exports).filter(([, { default: code }]) =>
    code?.endsWith('.js'),
  );
  return withCode.map(([path, { '@x/source': source }]) => ({
    specifier: `@x/${name}${path.slice(1)}`,
    page: path === '.' && providers.includes(name) ? `${name}/exports` : `${name}${path.slice(1).replace('/', '.')}`,
    file: `packages/${name}/${source.slice(2)}`,
    package: name,
  }));
});

/** A page for each entry point of each package, and a page that lists them: paths on the site, and texts. */
export function renderReference(): Map<string, string> {
  const sources = openSources(entryPoints.map(({ file }) => file));
  const index = new ReferenceIndex(sources);
  const pages = entryPoints.map((entry) => [entry.page, renderEntry(entry, sources, index)] as const);
  const rows = entryPoints.map(({ specifier, page, package: name }) => {
    const { description } = JSON.parse(read(`packages/${name}/package.json`));
    const isMain = !specifier.includes('/', 3);
    return [`[\`${specifier}\`](/reference/${page}.md)`, isMain ? description : subpathOf(page)];
  });
  const overview = ['# Reference', 'What each entry point exports.', table(['Import', 'What it has'], rows), ''];
  return new Map(
    [...pages, ['index', overview.join('\n\n')] as const].map(([page, text]) => [`reference/${page}.md`, text]),
  );
}

const subpaths: Readonly<Record<string, string>> = {
  'core.cache': 'Cache for responses of GETs.',
  'core.catalog': 'Operations of a catalog: to find, describe and call them, and as an OpenAPI document.',
  'core.encryption': 'Encryption of what token stores store.',
  'core.file': 'Token store in files, for programs on one machine.',
  'core.kv': 'Token store in any storage of `unstorage`, without a lock.',
  'core.leased-store': 'Parts that token stores with a lock in a database share.',
  'core.options': 'Checks of options, and the kinds of values that they have.',
  'core.provider': 'Parts that clients of an API and stores are made of.',
  'core.sign-in': 'Routes that connect accounts of providers to users of an app.',
  'core.testing': 'Fakes of calls, lists and errors, for unit tests without a server.',
  'core.webhooks': 'Parts that receivers of webhooks share.',
  'mcp.ai': 'Operations as tools of the AI SDK, the package `ai`.',
  'stream.events': 'Listens to EventSub events over WebSockets, webhooks and conduits.',
  'stream.webhooks': 'Receives and verifies EventSub webhooks.',
  endpoints: 'Declarations of the methods, for `createClient` with a part of them, and types of their params.',
  'bank.webhooks': 'Receives and verifies Plaid webhooks.',
  'sandbox.msw': 'Handlers for MSW that respond to requests to the real hosts from a sandbox.',
  'sandbox.provider': 'Parts for an API of your own, which the sandbox serves.',
  'sandbox.vitest': 'A `test` of Vitest that takes a sandbox and clients.',
};

/** Returns the subpath of an entry point other than the main one. */
function subpathOf(page: string): string {
  const api = page.replace('sandbox.', '');
  const description = providers.includes(api)
    ? `Server of the ${api} API alone.`
    : (subpaths[page] ?? subpaths[page.replace(/^\w+\./, '')]);
  if (description === undefined) throw new Error(`tools/docs/src/reference.ts must describe the entry point ${page}`);
  return description;
}

/** Where an exported name is documented. */
interface Place {
  readonly address: string;
  /** The first entry point that exports it. */
  readonly entry: EntryPoint;
  /** For what the pages of methods document: the list of the entry point that leads there. */
  readonly list?: 'Endpoints' | 'Records';
}

/** Knows where each exported name is documented. */
class ReferenceIndex {
  readonly #places = new Map<ts.Symbol, Place>();
  /** The first symbol of each name. */
  readonly #byName = new Map<string, ts.Symbol>();

  constructor(sources: Sources) {
    for (const entry of entryPoints)
      for (const [name, symbol] of sources.exportsOf(entry.file)) {
        if (!this.#places.has(symbol)) this.#places.set(symbol, placeIn(entry, name));
        if (!this.#byName.has(name)) this.#byName.set(name, symbol);
      }
  }

  placeOf = (symbol: ts.Symbol): Place | undefined => this.#places.get(symbol);

  /**
   * Links for the page of an entry point. Interfaces that nothing exports are documented on it, and noted in
   * `unexported`.
   */
  linksOf = (entry: EntryPoint, exported: ReadonlyMap<string, ts.Symbol>, unexported: Set<ts.Symbol>): Links => {
    const addressOf = (symbol: ts.Symbol | undefined) =>
      symbol && this.placeOf(symbol)?.address.replace(addressIn(entry, ''), '#');
    return {
      ofSymbol: (symbol) => {
        const address = addressOf(symbol);
        if (address || !isOwnInterface(symbol)) return address;
        unexported.add(symbol);
        return `#${symbol.name}`;
      },
      ofName: (name) => addressOf(exported.get(name) ?? this.#byName.get(name)),
    };
  };
}

const addressIn = ({ page }: EntryPoint, name: string) => `/reference/${page}.md#${name}`;

/** Groups of methods, and the types that methods have, are documented on the pages of the methods. */
function placeIn(entry: EntryPoint, name: string): Place {
  const methods = methodPages.find((each) => each.package === entry.package);
  const isMain = entry.page === `${entry.package}/exports`;
  if (methods && isMain && name === 'endpoints')
    return { entry, address: `/reference/${entry.package}/index.md`, list: 'Endpoints' };
  const isEndpoints = entry.page === `${entry.package}.endpoints`;
  const address = isMain || isEndpoints ? methods?.addressOf(name) : undefined;
  if (address && methods?.isType(name)) return { entry, address, list: 'Records' };
  if (address && isEndpoints) return { entry, address, list: 'Endpoints' };
  return { entry, address: addressIn(entry, name) };
}

/** Whether a symbol is an interface of these packages that was written by hand, with fields of its own. */
function isOwnInterface(symbol: ts.Symbol): boolean {
  const [declaration] = symbol.declarations ?? [];
  if (!declaration || !ts.isInterfaceDeclaration(declaration)) return false;
  if (!/\/packages\/\w+\/src\//.test(declaration.getSourceFile().fileName)) return false;
  const isTree = declaration.members.every(
    (member) => ts.isPropertySignature(member) && member.type && ts.isTypeQueryNode(member.type),
  );
  if (isTree && declaration.members.length > 0) return false; // a group of endpoints
  return declaration.members.length > 0 || !/InferOutput|Uint8Array/.test(declaration.getText());
}

/** What the page of an entry point says about exports that are documented elsewhere. */
const introductions = {
  Endpoints: 'Declarations of the methods, for `createClient` with a part of them.',
  Records: 'Types of parameters and results.',
  'Also exported': 'Documented where it is defined.',
};

function renderEntry(entry: EntryPoint, sources: Sources, index: ReferenceIndex): string {
  const exported = sources.exportsOf(entry.file);
  const unexported = new Set<ts.Symbol>();
  const writer = typeWriter(sources.checker, index.linksOf(entry, exported, unexported));
  const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]) => collator.compare(a, b);
  const sections: Record<Section, string[]> = {
    Functions: [],
    Classes: [],
    'Interfaces and types': [],
    Constants: [],
  };
  const lists: Record<keyof typeof introductions, string[][]> = { Endpoints: [], Records: [], 'Also exported': [] };
  for (const [name, symbol] of [...exported].sort(byName)) {
    const place = index.placeOf(symbol) ?? placeIn(entry, name);
    const isOwn = place.list === 'Records' ? place.entry.package === entry.package : place.entry === entry;
    const list = isOwn ? place.list : 'Also exported';
    if (list) lists[list].push([`[\`${name}\`](${place.address})`, firstSentence(writer.describe(symbol))]);
    else {
      sections[sectionOf(symbol, sources.checker)].push(renderExport(name, symbol, writer));
    }
  }
  const parts = new Map<string, string>();
  for (const symbol of unexported) // the set grows while it is read
    parts.set(symbol.name, renderExport(symbol.name, symbol, writer));
  return [
    `# ${entry.specifier}`,
    ...Object.entries(sections).flatMap(([title, texts]) => (texts.length > 0 ? [`## ${title}`, ...texts] : [])),
    ...(parts.size > 0
      ? ['## Parts of these types', 'Not exported by name.', ...[...parts].sort(byName).map(([, text]) => text)]
      : []),
    ...Object.entries(introductions).flatMap(([title, introduction]) => {
      const rows = lists[title as keyof typeof introductions];
      return rows.length > 0 ? [`## ${title}`, introduction, table(['Export', 'Description'], rows)] : [];
    }),
    '',
  ].join('\n\n');
}

type Section = 'Functions' | 'Classes' | 'Interfaces and types' | 'Constants';

function sectionOf(symbol: ts.Symbol, checker: ts.TypeChecker): Section {
  if (symbol.flags & ts.SymbolFlags.Class) return 'Classes';
  if (symbol.flags & (ts.SymbolFlags.Interface | ts.SymbolFlags.TypeAlias)) return 'Interfaces and types';
  return checker.getTypeOfSymbol(symbol).getCallSignatures().length > 0 ? 'Functions' : 'Constants';
}

function renderExport(name: string, symbol: ts.Symbol, writer: TypeWriter): string {
  return [`### ${name} {#${name}}`, ...renderSymbol(name, symbol, writer)].join('\n\n');
}

const collator = new Intl.Collator('en', { numeric: true });
