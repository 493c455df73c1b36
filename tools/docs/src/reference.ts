import { operationsOf } from '@x/core/provider';
import ts from 'typescript';
import { descriptionOf, firstSentence, type Links, table, tagsOf } from './api/comments.ts';
import { anchorsIn, resolveReferences } from './api/markdown.ts';
import { providerPackages } from './api/packages.ts';
import { openSources, type Sources } from './api/program.ts';
import { declaredText, type Field, type TypeWriter, typeWriter } from './api/types.ts';
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
  const pages = entryPoints.map((entry) => ({ page: entry.page, text: renderEntry(entry, sources, index) }));
  const rows = entryPoints.map(({ specifier, page, package: name }) => {
    const { description } = JSON.parse(read(`packages/${name}/package.json`));
    const isMain = !specifier.includes('/', 3);
    return [`[\`${specifier}\`](/reference/${page}.md)`, isMain ? description : subpathOf(page)];
  });
  const overview = ['# Reference', 'What each entry point exports.', table(['Import', 'What it has'], rows), ''];
  return new Map(
    [...withAnchors(pages), { page: 'index', text: overview.join('\n\n') }].map(({ page, text }) => [
      `reference/${page}.md`,
      text,
    ]),
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

/** The pages of a provider's methods. */
const methodsOf = (name: string) => methodPages().find((each) => each.package === name);

/** Knows on which page, and under which heading, each exported name is documented. */
class ReferenceIndex {
  readonly #places = new Map<ts.Symbol, { readonly page: string; readonly heading: string }>();

  constructor(sources: Sources) {
    for (const { file, page, package: name } of entryPoints)
      for (const [heading, symbol] of sources.exportsOf(file)) {
        const isOfMethods = page === `${name}/exports` || page === `${name}.endpoints`;
        const isRecord = isOfMethods && methodsOf(name)?.isType(heading);
        if (!this.#places.has(symbol)) this.#places.set(symbol, { page: isRecord ? `${name}/methods` : page, heading });
      }
  }

  /** Where a symbol is documented, as it is linked before the anchors are known. */
  placeOf = (symbol: ts.Symbol): string | undefined => {
    const place = this.#places.get(symbol);
    return place && `ref:${place.page}:${place.heading}`;
  };

  /**
   * Links for the page of an entry point. Interfaces that nothing exports are documented on it, and noted in
   * `unexported`.
   */
  linksOf = (entry: EntryPoint, exported: ReadonlyMap<string, ts.Symbol>, unexported: Set<ts.Symbol>): Links => ({
    ofSymbol: (symbol) => {
      const place = this.placeOf(symbol);
      if (place || !isOwnInterface(symbol)) return place;
      unexported.add(symbol);
      return `ref:${entry.page}:${symbol.name}`;
    },
    ofName: (name) => {
      const own = exported.get(name);
      if (own) return this.placeOf(own);
      const [other] = [...this.#places].find(([, { heading }]) => heading === name) ?? [];
      return other && this.placeOf(other);
    },
  });
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

function renderEntry(entry: EntryPoint, sources: Sources, index: ReferenceIndex): string {
  const exported = sources.exportsOf(entry.file);
  const unexported = new Set<ts.Symbol>();
  const links = index.linksOf(entry, exported, unexported);
  const writer = typeWriter(sources.checker, links);
  const context: Context = { checker: sources.checker, writer, links };
  const trees = treesOf(entry);
  const sections = new Map<Section, string[]>();
  const listed: Record<'Endpoints' | 'Records' | 'Also exported', string[][]> = {
    Endpoints: [],
    Records: [],
    'Also exported': [],
  };
  for (const [name, symbol] of [...exported].sort(([a], [b]) => collator.compare(a, b))) {
    const place = index.placeOf(symbol) ?? '';
    const row = [`[\`${name}\`](${place})`, firstSentence(descriptionOf(symbol, sources.checker, links))];
    const isRecord = place.startsWith(`ref:${entry.package}/methods:`);
    if (!place.startsWith(`ref:${entry.page}:`) && !isRecord) listed['Also exported'].push(row);
    else if (isRecord) listed.Records.push(row);
    else if (trees.has(name)) listed.Endpoints.push([`[\`${name}\`](${trees.get(name)})`, row[1] ?? '']);
    else {
      const section = sectionOf(symbol, sources.checker);
      sections.set(section, [...(sections.get(section) ?? []), renderExport(name, symbol, section, context)]);
    }
  }
  const order: readonly Section[] = ['Functions', 'Classes', 'Interfaces and types', 'Constants'];
  const others = new Map<string, string>();
  for (const symbol of unexported)
    others.set(symbol.name, renderExport(symbol.name, symbol, 'Interfaces and types', context));
  return [
    `# ${entry.specifier}`,
    ...order.flatMap((section) => {
      const texts = sections.get(section);
      return texts ? [`## ${section}`, ...texts] : [];
    }),
    ...(others.size > 0
      ? [
          '## Parts of these types',
          'Not exported by name.',
          ...[...others].sort(([a], [b]) => collator.compare(a, b)).map(([, text]) => text),
        ]
      : []),
    ...(listed.Endpoints.length > 0
      ? [
          '## Endpoints',
          'Declarations of the methods, for `createClient` with a part of them.',
          table(['Export', 'Description'], listed.Endpoints),
        ]
      : []),
    ...(listed.Records.length > 0
      ? ['## Records', 'Types of parameters and results.', table(['Type', 'Description'], listed.Records)]
      : []),
    ...(listed['Also exported'].length > 0
      ? [
          '## Also exported',
          'Documented where it is defined.',
          table(['Export', 'Description'], listed['Also exported']),
        ]
      : []),
    '',
  ].join('\n\n');
}

/** Exports that are declarations of endpoints, with the addresses of their methods. */
function treesOf(entry: EntryPoint): Map<string, string> {
  const provider = providerPackages.find(({ name }) => name === entry.package);
  const isOfGroups = entry.page === `${entry.package}.endpoints`;
  if (!provider || !(isOfGroups || entry.page === `${entry.package}/exports`)) return new Map();
  const tops = operationsOf(provider.endpoints).map(([operation]) => operation.split('.', 1)[0] ?? operation);
  const all = `/reference/${entry.package}/index.md`;
  const addressOf = (name: string) => methodsOf(entry.package)?.addressOf(name) ?? all;
  if (!isOfGroups) return new Map([['endpoints', all]]);
  return new Map(tops.map((name): [string, string] => [name, addressOf(name)]));
}

interface Context {
  readonly checker: ts.TypeChecker;
  readonly writer: TypeWriter;
  readonly links: Links;
}

type Section = 'Functions' | 'Classes' | 'Interfaces and types' | 'Constants';

function sectionOf(symbol: ts.Symbol, checker: ts.TypeChecker): Section {
  if (symbol.flags & ts.SymbolFlags.Class) return 'Classes';
  if (symbol.flags & (ts.SymbolFlags.Interface | ts.SymbolFlags.TypeAlias)) return 'Interfaces and types';
  return checker.getTypeOfSymbol(symbol).getCallSignatures().length > 0 ? 'Functions' : 'Constants';
}

function renderExport(name: string, symbol: ts.Symbol, section: Section, context: Context): string {
  const { checker, writer, links } = context;
  const parts = [`### ${name}`, descriptionOf(symbol, checker, links)];
  if (section === 'Functions') parts.push(...renderFunction(name, symbol, context));
  else if (section === 'Constants') {
    const type = checker.getTypeOfSymbol(symbol);
    const fields = writer.fieldsInside(type);
    parts.push(fields.every(({ description }) => description) ? fieldTable(fields) : '');
    if (!parts.at(-1)) parts.push(`Type: ${writer.write(type)}`);
  } else parts.push(...renderDeclared(symbol, context));
  parts.push(...renderTags(symbol, context));
  return parts.filter(Boolean).join('\n\n');
}

function renderDeclared(symbol: ts.Symbol, { writer }: Context): string[] {
  const { text, fields } = writer.define(symbol);
  const head = headOf(symbol);
  return [head && codeBlock(head), head ? '' : text, fieldTable(fields)];
}

/** The first line of a declaration that takes type parameters or extends others; all of an alias. */
function headOf(symbol: ts.Symbol): string {
  const [declaration] = symbol.declarations ?? [];
  if (!declaration) return '';
  const text = declaration.getText().replace(/^export /, '');
  if (/InferOutput|InferInput|typeof |named</.test(text)) return '';
  if (ts.isTypeAliasDeclaration(declaration)) {
    const isPlain = ts.isUnionTypeNode(declaration.type) || ts.isTypeLiteralNode(declaration.type);
    return isPlain && !declaration.typeParameters
      ? ''
      : withoutOpenTypes(text).replaceAll(/\/\*\*[\s\S]*?\*\/\s*/g, '');
  }
  if (!ts.isInterfaceDeclaration(declaration) && !ts.isClassDeclaration(declaration)) return '';
  if (!declaration.typeParameters && !declaration.heritageClauses) return '';
  return text.slice(0, text.indexOf('{')).replaceAll(/\s+/g, ' ').trim();
}

function renderFunction(name: string, symbol: ts.Symbol, context: Context): string[] {
  const { checker, writer, links } = context;
  const signatures = checker.getTypeOfSymbol(symbol).getCallSignatures();
  const texts = signatures.map((signature) => signatureText(name, signature, checker));
  const parameters = signatures[0]?.parameters ?? [];
  const rows = parameters.map((parameter) => {
    const type = checker.getTypeOfSymbol(parameter);
    const optional = isOptional(parameter);
    const own = descriptionOf(parameter, checker, links);
    const named = type.aliasSymbol ?? type.getSymbol();
    const description =
      own || (named && links.ofSymbol(named) ? firstSentence(descriptionOf(named, checker, links)) : '');
    const label = parameter.name.startsWith('__') ? 'options' : parameter.name;
    return [`\`${label}\``, writer.write(type, optional), optional ? 'no' : 'yes', description];
  });
  // A signature is enough where the parameters need no explanation.
  const isExplained = rows.length > 0 && rows.every(([, , , description]) => description);
  return [
    codeBlock(texts.join('\n')),
    isExplained ? table(['Parameter', 'Type', 'Required', 'Description'], rows) : '',
  ];
}

/** A function as it is declared, without its body; as the compiler understands it where no result is declared. */
function signatureText(name: string, signature: ts.Signature, checker: ts.TypeChecker): string {
  const { declaration } = signature;
  if (declaration && !ts.isJSDocSignature(declaration) && declaration.type) {
    const types = declaration.typeParameters?.map((parameter) => declaredText(parameter)).join(', ');
    const parameters = declaration.parameters.map((parameter) =>
      // How a parameter is destructured, and its default, do not concern the caller.
      ts.isObjectBindingPattern(parameter.name)
        ? `options${parameter.initializer ? '?' : ''}: ${parameter.type && declaredText(parameter.type)}`
        : declaredText(parameter),
    );
    const text = `function ${name}${types ? `<${types}>` : ''}(${parameters.join(', ')}): ${declaredText(declaration.type)};`;
    return withoutOpenTypes(text);
  }
  const flags = ts.TypeFormatFlags.NoTruncation;
  const text = checker.signatureToString(signature, declaration, flags);
  return withoutOpenTypes(
    `function ${name}${text};`.replaceAll(/import\("[^"]+"[^)]*\)\./g, '').replaceAll('__0', 'options'),
  );
}

/** `string & {}` means any string to readers; the compiler needs it to propose the known values. */
const withoutOpenTypes = (text: string) => text.replaceAll('(string & {})', 'string');

function isOptional(parameter: ts.Symbol): boolean {
  const declaration = parameter.valueDeclaration;
  return Boolean(declaration && ts.isParameter(declaration) && (declaration.questionToken || declaration.initializer));
}

function renderTags(symbol: ts.Symbol, { checker, links }: Context): string[] {
  const tagged = (name: string) => tagsOf(symbol, name, checker, links);
  return [
    ...tagged('returns').map((text) => `**Returns** ${text}`),
    ...tagged('throws').map((text) => `**Throws** ${text.replace(/^ApiError\b/, '`ApiError`')}`),
    ...symbol
      .getJsDocTags(checker)
      .filter(({ name }) => name === 'example')
      .map(({ text }) => codeBlock(ts.displayPartsToString(text).trim())),
    ...tagged('see').map((text) => `See ${text.replace(/^(https:\/\/\S+)/, '[$1]($1)')}`),
  ];
}

const codeBlock = (code: string) => (code.startsWith('```') ? code : `\`\`\`ts\n${code}\n\`\`\``);

const fieldTable = (fields: readonly Field[]) =>
  fields.length === 0
    ? ''
    : table(
        ['Field', 'Type', 'Description'],
        fields.map(({ path, type, optional, description }) => [`\`${path}${optional ? '?' : ''}\``, type, description]),
      );

const collator = new Intl.Collator('en', { numeric: true });

/** Puts addresses in the place of the references to headings. */
function withAnchors(pages: readonly { page: string; text: string }[]): { page: string; text: string }[] {
  const addresses = new Map<string, string>([
    ...entryPoints.flatMap((entry) =>
      [...treesOf(entry)].map(([name, address]) => [`${entry.page}:${name}`, address] as const),
    ),
    ...pages.flatMap(({ page, text }) =>
      [...anchorsIn(text)].map(([title, slug]) => [`${page}:${title}`, `/reference/${page}.md#${slug}`] as const),
    ),
  ]);
  const addressOf = (reference: string) => {
    const [, name = '', type = ''] = /^(\w+)\/methods:(\w+)$/.exec(reference) ?? [];
    return name ? methodsOf(name)?.addressOf(type) : addresses.get(reference);
  };
  return pages.map(({ page, text }) => ({
    page,
    text: resolveReferences(text, (reference) => addressOf(reference)?.replace(`/reference/${page}.md`, '')),
  }));
}
