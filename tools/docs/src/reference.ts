import ts from 'typescript';
import { firstSentence, type Links, table } from './api/comments.ts';
import { openSources } from './api/program.ts';
import { isType, renderSymbol } from './api/symbols.ts';
import { typeWriter } from './api/types.ts';
import { type EntryPoint, entryPoints } from './entry-points.ts';
import { methodPages } from './methods.ts';
import { read } from './repository.ts';

/** Exports of an entry point, by name. */
type Exports = ReadonlyMap<string, ts.Symbol>;

/**
 * Addresses of the documentation of every export: on the page of the first entry point that has it, or on a method
 * page.
 */
interface Index {
  readonly addresses: ReadonlyMap<ts.Symbol, string>;
  /** The first symbol of each name. */
  readonly byName: Exports;
}

/**
 * Renders a page for each entry point of each package, and a page that lists them. Returns their texts by path on the
 * site.
 */
export function renderReference(): Map<string, string> {
  const { checker, exportsOf } = openSources(entryPoints.map(({ file }) => file));
  const entries = entryPoints.map((entry) => ({ entry, exported: exportsOf(entry.file) }));
  const addresses = new Map<ts.Symbol, string>();
  const byName = new Map<string, ts.Symbol>();
  for (const { entry, exported } of entries)
    for (const [name, symbol] of exported) {
      if (!addresses.has(symbol)) addresses.set(symbol, addressOf(entry, name));
      if (!byName.has(name)) byName.set(name, symbol);
    }
  const pages = entries.map(({ entry, exported }): [string, string] => [
    entry.page,
    renderEntry(entry, exported, { addresses, byName }, checker),
  ]);
  const rows = [...Map.groupBy(entryPoints, (entry) => entry.package)].map(([name, own]) => [
    own.map(({ specifier, page }) => `[\`${specifier}\`](/reference/${page}.md)`).join(', '),
    JSON.parse(read(`packages/${name}/package.json`)).description,
  ]);
  const overview = ['# Reference', 'Every package, and what each of its entry points exports.'];
  pages.push(['index', [...overview, table(['Imports', 'Package'], rows), ''].join('\n\n')]);
  return new Map(pages.map(([page, text]) => [`reference/${page}.md`, text]));
}

const addressIn = ({ page }: EntryPoint, name: string) => `/reference/${page}.md#${name}`;

/**
 * Returns the address of an export. Groups of methods, and the types that methods use, are documented on method pages.
 */
function addressOf(entry: EntryPoint, name: string): string {
  const methods = methodPages.find((each) => each.package === entry.package);
  const isMain = entry.page === `${entry.package}/exports`;
  if (isMain && name === 'endpoints') return `/reference/${entry.package}/index.md`;
  const hasMethods = isMain || entry.page === `${entry.package}.endpoints`;
  return (hasMethods && methods?.addressOf(name)) || addressIn(entry, name);
}

/** Whether a symbol is an interface of these packages, but not a group of endpoints. */
function isOwnInterface({ declarations: [declaration] = [] }: ts.Symbol): boolean {
  if (!declaration || !ts.isInterfaceDeclaration(declaration)) return false;
  const { members } = declaration;
  const isGroup = members.every((each) => ts.isPropertySignature(each) && each.type && ts.isTypeQueryNode(each.type));
  const isOwn = /\/packages\/\w+\/src\//.test(declaration.getSourceFile().fileName);
  return isOwn && (!isGroup || members.length === 0);
}

function renderEntry(entry: EntryPoint, exported: Exports, index: Index, checker: ts.TypeChecker): string {
  const start = addressIn(entry, '');
  const linkTo = (symbol: ts.Symbol) => index.addresses.get(symbol)?.replace(start, '#');
  // Interfaces that nothing exports are documented on each page that refers to them.
  const unexported = new Set<ts.Symbol>();
  const links: Links = {
    ofSymbol(symbol) {
      const link = linkTo(symbol);
      if (link || !isOwnInterface(symbol)) return link;
      unexported.add(symbol);
      return `#${symbol.name}`;
    },
    ofName(name) {
      const symbol = exported.get(name) ?? index.byName.get(name);
      return symbol && linkTo(symbol);
    },
  };
  const writer = typeWriter(checker, links);
  const write = (name: string, symbol: ts.Symbol) =>
    [`### ${name} {#${name}}`, ...renderSymbol(name, symbol, writer)].join('\n\n');

  const isHere = (symbol: ts.Symbol) => index.addresses.get(symbol)?.startsWith(start);
  const sorted = [...exported].sort(byName);
  const sections = Map.groupBy(sorted, ([, symbol]) =>
    isHere(symbol) ? kindOf(symbol, checker) : 'Documented on other pages',
  );
  const kinds = (['Functions', 'Classes', 'Interfaces and types', 'Constants'] as const).flatMap((kind) => {
    const own = sections.get(kind) ?? [];
    return own.length > 0 ? [`## ${kind}`, ...own.map(([name, symbol]) => write(name, symbol))] : [];
  });
  const parts: [string, string][] = [];
  // The set grows during the loop.
  for (const symbol of unexported) parts.push([symbol.name, write(symbol.name, symbol)]);
  const others = (sections.get('Documented on other pages') ?? []).map(([name, symbol]) => [
    `[\`${name}\`](${linkTo(symbol)})`,
    firstSentence(writer.describe(symbol)),
  ]);
  return [
    `# ${entry.specifier}`,
    ...kinds,
    ...(parts.length > 0 ? ['## Parts of these types', 'Not exported by name.'] : []),
    ...parts.sort(byName).map(([, text]) => text),
    ...(others.length > 0 ? ['## Documented on other pages', table(['Export', 'Description'], others)] : []),
    '',
  ].join('\n\n');
}

function kindOf(symbol: ts.Symbol, checker: ts.TypeChecker) {
  if (symbol.flags & ts.SymbolFlags.Class) return 'Classes';
  if (isType(symbol)) return 'Interfaces and types';
  return checker.getTypeOfSymbol(symbol).getCallSignatures().length > 0 ? 'Functions' : 'Constants';
}

const collator = new Intl.Collator('en', { numeric: true });
const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]) => collator.compare(a, b);
