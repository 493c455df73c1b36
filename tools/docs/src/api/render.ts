import { type AnySpec, type CallSpec, type ListSpec, type LookupSpec, operationsOf } from '@x/core/provider';
import ts from 'typescript';
import { pascal } from '../../../providers.ts';
import type { Links } from './comments.ts';
import { formatExamples, openExamples, type Params, renderExample } from './examples.ts';
import { headingsIn } from './markdown.ts';
import { bySection, membersOf } from './members.ts';
import { resolved, type Sources } from './program.ts';
import { isType, renderSymbol } from './symbols.ts';
import { fieldTable, parameterTable, type TypeWriter, typeWriter } from './types.ts';

/** A provider package whose methods are listed. */
export interface ProviderPackage {
  /** Name without scope: `music`. */
  readonly name: string;
  /** Its tree of endpoints, as the program exports it. */
  readonly endpoints: object;
  /** Title of the provider's own documentation. */
  readonly documentation: string;
}

/**
 * Renders the `api.md` of a package: every method, in groups such as `transactions` or `transactions.recurring`, and
 * every type in their parameters and results.
 */
export function renderApi(provider: ProviderPackage, sources: Sources): string {
  const { name, endpoints, documentation } = provider;
  const { checker } = sources;
  const exported = sources.exportsOf(`packages/${name}/src/index.ts`);
  const core = sources.exportsOf('packages/core/src/index.ts');
  const [declaredCodes] = core.get('ErrorCode')?.declarations ?? [];
  const errorCodes = declaredCodes?.getText().match(/(?<=')\w+/g) ?? [];
  const types = new TypeIndex(exported, core);
  const writer = typeWriter(checker, types);
  const clientName = `${pascal(name)}Client`;
  const tree = exported.get('endpoints');
  const client = exported.get(clientName);
  if (!tree || !client) throw new Error(`packages/${name} must export endpoints and ${clientName}`);

  const operations = operationsOf(endpoints);
  const byGroup = Map.groupBy(operations, ([operation]) => groupOf(operation));
  // The client of one user has methods that an app's client lacks.
  const clients = [client, exported.get(`${pascal(name)}AccountClient`) ?? []].flat();
  const found = clients.flatMap((each) => membersOf(each, endpoints, writer));
  const members = [...new Map(found.map((member) => [member.name, member])).values()];
  const others = bySection(members, new Set(operations.map(([operation]) => operation)));
  const calls = openExamples(name);
  const groups = [...new Set([...byGroup.keys(), ...others.keys()])].map((group) => {
    const endpoints = byGroup.get(group) ?? [];
    const methods = endpoints.map(([operation, spec]) => {
      const symbol = memberAt(tree, operation, checker);
      const client = spec.auth === 'user' ? 'ann' : name;
      const method = { operation, spec, symbol, documentation, errorCodes, client, call: calls.get(operation) };
      return { name: operation, text: renderMethod(method, writer) };
    });
    const description = group && endpoints.length > 0 ? writer.describe(memberAt(tree, group, checker)) : '';
    return { name: group, description, methods: [...methods, ...(others.get(group) ?? [])] };
  });
  const contents = groups.map(({ name, methods }) => {
    const prefix = name && `${name}.`;
    const links = methods.map((method) => `[\`${method.name.replace(prefix, '')}\`](ref:\`${method.name}\`)`);
    return `- **${name || 'Top level'}**: ${links.join(' ')}`;
  });
  const page = [
    `# @x/${name}: every method`,
    `The ${operations.length} methods of the client, and the types of their parameters and results. Generated from the source by \`npx pnpm@12 api\`.`,
    operations.some(([, { auth }]) => auth === 'user') &&
      `In examples, \`ann\` is the client of a user: \`const ann = ${name}.withAccount('ann')\`.`,
    'Every method also takes options as its second argument: `signal`, `deadlineMs`, `timeoutMs`, `headers`, and for lists `cursor`, `prefetch` and, where pages can be addressed directly, `concurrency`. An `ApiCall` is a promise of its result. A `PagedCall` is a promise of the first page, and `for await` iterates over the items of all pages. A `LookupResult` has the `items` of all IDs that were passed, in their order, and the IDs that are `missing`. Under **Errors** are the codes that a method adds to [common errors](README.md#errors).',
    contents.join('\n'),
    ...groups.flatMap(({ name, description, methods }) => [
      `## ${name || 'Top level'}`,
      description,
      ...methods.map(({ text }) => text),
    ]),
    '## Types',
    ...types.render(writer),
  ];
  return formatExamples(leadReferences(`${page.filter(Boolean).join('\n\n')}\n`));
}

/** Replaces references to methods and types, `](ref:…)`, with the anchors of their headings. */
function leadReferences(page: string): string {
  const anchors = new Map(headingsIn(page).map(({ depth, title, slug }) => [depth === 3 && title, slug]));
  return page.replaceAll(/\]\(ref:([^)]+)\)/g, (_, title: string) => {
    const slug = anchors.get(title);
    if (slug === undefined) throw new Error(`nothing documents ${title}`);
    return `](#${slug})`;
  });
}

/** Returns the names of a result's fields: none if there is no result, undefined if it is not a single object. */
function namesOf(result: ts.Type): readonly string[] | undefined {
  if (result.flags & (ts.TypeFlags.Void | ts.TypeFlags.Undefined)) return [];
  if (!(result.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) || result.getStringIndexType())
    return undefined;
  const names = result.getProperties().map(({ name }) => name);
  return names.includes('length') ? undefined : names;
}

const groupOf = (operation: string) => operation.split('.').slice(0, -1).join('.');

/** Returns the declaration of a method or a group of methods. */
function memberAt(tree: ts.Symbol, path: string, checker: ts.TypeChecker): ts.Symbol {
  return path.split('.').reduce((owner, name) => {
    const member = checker.getTypeOfSymbol(owner).getProperty(name);
    if (!member) throw new Error(`${path} is not in the type of endpoints`);
    return resolved(checker, member);
  }, tree);
}

interface Method {
  readonly operation: string;
  readonly spec: AnySpec;
  readonly symbol: ts.Symbol;
  readonly documentation: string;
  /** All error codes. */
  readonly errorCodes: readonly string[];
  /** Name of the client in examples. */
  readonly client: string;
  /** Parameters of a call of the method in the tests; undefined if the tests have none. */
  readonly call: Params | undefined;
}

function renderMethod(method: Method, writer: TypeWriter): string {
  const { operation, spec, symbol, documentation, errorCodes, client, call } = method;
  const { checker } = writer;
  // The declaration's type arguments: the parameters, the result or an item, and the ID of a lookup.
  const [params, result, id] = checker.getTypeArguments(checker.getTypeOfSymbol(symbol) as ts.TypeReference);
  if (!params || !result) throw new Error(`${operation} must be declared by endpoint, list or lookup`);
  const isList = 'paging' in spec;
  const isLookup = 'items' in spec;
  const fields = writer.fieldsOf(params);
  const description = writer.describe(symbol);
  const written = writer.write(result);
  const content = isLookup && id ? `\`LookupResult\`&lt;${written}, ${writer.write(id)}&gt;` : written;
  const returns = `\`${isList ? 'PagedCall' : 'ApiCall'}\`&lt;${content}&gt;`;
  return [
    `### \`${operation}\``,
    description,
    `\`${spec.method} ${spec.path}\` · [${documentation}](${spec.docs})`,
    `\`\`\`ts example\n${renderExample({ client, operation, spec, fields, result: namesOf(result), call })}\n\`\`\``,
    parameterTable(fields) || 'No parameters.',
    [
      `- **Returns**: ${returns}`,
      `- **Authentication**: ${authenticationOf(spec)}`,
      isList && `- **Paging**: ${pagingOf(spec)}`,
      isLookup && `- **IDs**: any number; ${idsOf(spec.ids)} go into one request`,
      `- **Errors**: ${errorsOf(spec, description, errorCodes)}`,
      spec.deprecated && `- **Deprecated** ${deprecationOf(spec.deprecated)}`,
    ]
      .filter(Boolean)
      .join('\n'),
    fieldTable(writer.fieldsInside(result), 'Field of the result'),
  ]
    .filter(Boolean)
    .join('\n\n');
}

const credentials: Readonly<Record<CallSpec['auth'], string>> = {
  none: 'none',
  key: "the client's credentials",
  app: 'app token',
  user: 'user token',
  'app-or-user': 'app or user token',
  jwt: "a token that the client signs with the caller's secret",
};

function authenticationOf({ auth, scopes = [] }: AnySpec): string {
  const list = scopes.map((scope) => `\`${scope}\``).join(' or ');
  return `${credentials[auth]}${list && `; scope ${list}`}`;
}

const pagings: Readonly<Record<ListSpec['paging']['kind'], string>> = {
  single: 'one response has the whole list',
  cursor: 'by cursor',
  offset: 'by offset',
  page: 'by page number',
};

function pagingOf({ paging, ids = [] }: ListSpec): string {
  const splits = [ids].flat().map((list) => `; ${idsOf(list)} go into one request, and more are split`);
  return pagings[paging.kind] + splits.join('');
}

function idsOf({ params, max }: Pick<LookupSpec['ids'], 'params' | 'max'>): string {
  return `up to ${max} values of ${params.map((name) => `\`${name}\``).join(' and ')}`;
}

/** Lists the codes that follow from a declaration, and those that its description names. */
function errorsOf(spec: AnySpec, description: string, errorCodes: readonly string[]): string {
  const isPaged = 'paging' in spec && (spec.paging.kind !== 'single' || spec.ids !== undefined);
  const codes = new Set<string>([
    ...(isPaged ? ['invalid_cursor'] : []),
    ...(spec.auth === 'user' ? ['reauthorization_required', 'permission_denied'] : []),
    ...(spec.scopes ? ['permission_denied'] : []),
    ...(spec.deprecated ? ['not_supported'] : []),
    ...[...description.matchAll(/`(\w+)`/g)].map(([, code = '']) => code),
  ]);
  const own = errorCodes.filter((code) => codes.has(code)).map((code) => `\`${code}\``);
  return [...own, '[common errors](README.md#errors)'].join(', ');
}

const deprecationOf = ({ since, openTo, replacement }: NonNullable<CallSpec['deprecated']>) =>
  `since ${since}${openTo ? `, still open to ${openTo}` : ''}${replacement ? `. Use [\`${replacement}\`](ref:\`${replacement}\`) instead` : ''}`;

/**
 * Index of the types that have been referred to: those of a package, and those of core that members of its client take.
 */
class TypeIndex implements Links {
  readonly #own: ReadonlyMap<string, ts.Symbol>;
  readonly #all: ReadonlyMap<string, ts.Symbol>;
  readonly #used = new Set<ts.Symbol>();

  constructor(own: ReadonlyMap<string, ts.Symbol>, core: ReadonlyMap<string, ts.Symbol>) {
    this.#own = own;
    this.#all = new Map([...core, ...own]);
  }

  ofSymbol = (symbol: ts.Symbol): string | undefined => {
    if (!isType(symbol) || this.#all.get(symbol.name) !== symbol) return undefined;
    this.#used.add(symbol);
    return `ref:${symbol.name}`;
  };

  ofName = (name: string): string | undefined => {
    const symbol = this.#own.get(name);
    return symbol && this.ofSymbol(symbol);
  };

  /** Renders the sections of all types that have been referred to, including by other sections, sorted by name. */
  render(writer: TypeWriter): string[] {
    const sections = new Map<string, string>();
    // The set grows during the loop.
    for (const symbol of this.#used)
      sections.set(symbol.name, [`### ${symbol.name}`, ...renderSymbol(symbol.name, symbol, writer)].join('\n\n'));
    return [...sections].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, section]) => section);
  }
}
