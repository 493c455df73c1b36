import ts from 'typescript';
import { documentationOf, type TypePrinter } from './print-type.ts';
import type { Project } from './project.ts';

/** The trees of one package. */
export interface PackageTrees {
  readonly project: Project;
  /** Name of the whole tree, such as `StreamClient`. */
  readonly root: string;
  /** Paths on the client of the constants that hold trees. The whole tree has the path `[]`. */
  readonly paths: ReadonlyMap<ts.Node | undefined, readonly string[]>;
  /** Names that the package exports. Params that would need one of them are written out in place. */
  readonly taken: ReadonlySet<string>;
  /** Example call of each method, from the tests, by the method's path on the client. The method's hover shows it. */
  readonly examples: ReadonlyMap<string, string>;
  /** Address of the provider's page about each endpoint, by its path. The hover shows it as well. */
  readonly links: ReadonlyMap<string, string>;
  /** Declarations that are added to the package's files, by name. */
  readonly added: Map<string, AddedDeclaration>;
}

/** A declaration that is added to a file. */
export interface AddedDeclaration {
  readonly file: ts.SourceFile;
  readonly text: string;
  /** Type that is declared. A tree that has the same type in the same place refers to this declaration. */
  readonly type: ts.Type;
}

/** Texts for the type of an endpoint, or of a group of endpoints: in a tree, and on clients. */
interface Names {
  readonly tree: string;
  /** On a client that acts for a user, or whose API has no users. */
  readonly bound: string;
  /** On a client that acts for the app. */
  readonly ofApp: string;
}

/** Returns the name of a group or an endpoint for use in type names: `StreamsKey` for `streams.key`. */
export const pascalCase = (path: readonly string[]): string =>
  path.map((name) => name.charAt(0).toUpperCase() + name.slice(1)).join('');

const core = "import('@x/core').";
const provider = "import('@x/core/provider').";

/**
 * Writes the method of each kind of endpoint. The arguments are the type arguments of its declaration, except params
 * and credentials.
 */
const methodsOf = {
  Endpoint: (result: string) => [`${core}CallOptions`, `${core}ApiCall<${result}>`],
  ListEndpoint: (item: string, options: string) => [options, `${core}PagedCall<${item}>`],
  LookupEndpoint: (item: string, id: string) => [
    `${core}CallOptions`,
    `${core}ApiCall<${core}LookupResult<${item}, ${id}>>`,
  ],
} satisfies Readonly<Record<string, (...types: string[]) => [options: string, call: string]>>;

const kindOf = (type: ts.Type): keyof typeof methodsOf | undefined => {
  const name = type.symbol?.name;
  return name === 'Endpoint' || name === 'ListEndpoint' || name === 'LookupEndpoint' ? name : undefined;
};

const isObject = (type: ts.Type) => (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) !== 0;

/** Whether a type is an endpoint, or holds nothing but endpoints and groups of them. */
export function isTree(checker: ts.TypeChecker, type: ts.Type): boolean {
  if (kindOf(type)) return true;
  if (!isObject(type) || checker.isArrayLikeType(type) || type.getCallSignatures().length > 0) return false;
  const properties = type.getProperties();
  return properties.length > 0 && properties.every((each) => isTree(checker, checker.getTypeOfSymbol(each)));
}

/**
 * Writes the type of a tree for one file. Declares its groups of endpoints, their methods and the params of each
 * method. If these are already declared, the type refers to those declarations.
 *
 * @param path Path of the tree on the client.
 * @param method Name of the method that returns the client with the tree, such as `withItem`, unless it is the
 * package's client. Types that differ from the package's have names that begin with it.
 */
export function writeTree(
  { project: { checker }, root, taken, examples, links, added }: PackageTrees,
  print: TypePrinter,
  type: ts.Type,
  path: readonly string[],
  method?: string,
): string {
  const start = method === undefined ? [] : [method];
  const addressOf = (path: readonly string[]) => [...start, ...path].join('.');
  const add = (name: string, type: ts.Type, text: string) => added.set(name, { file: print.file, text, type });

  function node(type: ts.Type, path: readonly string[]): Names {
    if (kindOf(type)) return endpoint(type, path);
    const known = namesOf(pascalCase(path) || root, type);
    const typeBefore = added.get(known.tree)?.type;
    if (typeBefore && isSame(type, typeBefore)) return known;
    let tree = '';
    let bound = '';
    let ofApp = '';
    for (const member of type.getProperties()) {
      const inside = [...path, member.name];
      const names = node(checker.getTypeOfSymbol(member), inside);
      const documentation = withLink(documentationOf(member, '  '), links.get(inside.join('.')));
      const head = `${documentation}  readonly ${member.name}`;
      tree += `${head}: ${names.tree};\n`;
      const shown = withExample(head, examples.get(addressOf(inside)));
      ofApp += `${shown}: ${names.ofApp};\n`;
      if (names.bound !== names.ofApp) bound += `${shown}: ${names.bound};\n`;
    }
    const names = namesOf(pascalCase([...start, ...path]) || root, type);
    const address = addressOf(path);
    const where = address ? `\`${address}\`` : 'this package';
    const forApp = bound === '' ? '' : ' on a client that acts for the app';
    add(names.ofApp, type, `/** The methods of ${where}${forApp}. */\nexport interface ${names.ofApp} {\n${ofApp}}\n`);
    if (bound !== '')
      add(
        names.bound,
        type,
        `/** The methods of ${where} on a client that acts for a user. */\nexport interface ${names.bound} extends ${names.ofApp} {\n${bound}}\n`,
      );
    const methods = [...new Set([names.bound, names.ofApp])].join(', ');
    add(
      names.tree,
      type,
      `/** The endpoints of ${where}, as \`createClient\` takes them. */\nexport type ${names.tree} = {\n${tree}} & ${provider}WithMethods<${methods}>;\n`,
    );
    return names;
  }

  function endpoint(type: ts.Type, path: readonly string[]): Names {
    const kind = kindOf(type);
    const [params, ...others] = checker.getTypeArguments(type as ts.TypeReference);
    const [result, ...rest] = others;
    if (!kind || !params || !result) throw new Error(`${path.join('.')} has no types`);
    const printedParams = writeParams(params, path);
    const printedResult = writeNamed(result, kind === 'Endpoint' ? 'Result' : 'Item', path);
    const printed = [printedResult, ...rest.map((each) => print.type(each, '  '))];
    const [options, call] = (methodsOf[kind] as (...types: string[]) => [string, string])(...printed);
    const given = `params${isOptional(params) ? '?' : ''}: ${printedParams}, options?: ${options}`;
    const bound = `(${given}) => ${call}`;
    return {
      tree: `${provider}${kind}<${[printedParams, ...printed].join(', ')}>`,
      bound,
      ofApp: needsUser(type) ? `${core}CallItOnWithAccount` : bound,
    };
  }

  /** Whether the method of an endpoint, or one of a group, needs a user. */
  function needsUser(type: ts.Type): boolean {
    if (!kindOf(type)) return type.getProperties().some((each) => needsUser(checker.getTypeOfSymbol(each)));
    const auth = checker.getTypeArguments(type as ts.TypeReference).at(-1);
    return auth?.isStringLiteral() === true && auth.value === 'user';
  }

  /** Whether two trees have the same endpoints, with the same params and results. */
  function isSame(a: ts.Type, b: ts.Type): boolean {
    if (kindOf(a) !== kindOf(b)) return false;
    if (kindOf(a)) {
      const others = checker.getTypeArguments(b as ts.TypeReference);
      return checker.getTypeArguments(a as ts.TypeReference).every((each, index) => each === others[index]);
    }
    return a.getProperties().every((each) => {
      const other = b.getProperty(each.name);
      return other !== undefined && isSame(checker.getTypeOfSymbol(each), checker.getTypeOfSymbol(other));
    });
  }

  /** Writes params by name, also those of which a call takes one alone: `string | FoodsFindParams`. */
  function writeParams(type: ts.Type, path: readonly string[]): string {
    const [text, params] = type.isUnion() ? type.types : [];
    if (!params || !text || !(text.flags & ts.TypeFlags.String)) return writeNamed(type, 'Params', path);
    return `string | ${writeNamed(params, 'Params', path)}`;
  }

  /** Writes a type by name, and declares it unless it already has a name. The name ends with `suffix`. */
  function writeNamed(type: ts.Type, suffix: 'Params' | 'Result' | 'Item', path: readonly string[]): string {
    const known = pascalCase(path) + suffix;
    if (added.get(known)?.type === type) return known;
    const name = pascalCase([...start, ...path]) + suffix;
    const printed = print.type(type, '  ');
    const isNamed = suffix !== 'Params' && !printed.startsWith('{');
    if (isNamed || !isObject(type) || type.getProperties().length === 0 || taken.has(name)) return printed;
    const what = { Params: 'Params of', Result: 'Result of', Item: 'One item of' }[suffix];
    const documentation = `/** ${what} \`${addressOf(path)}\`. */\n`;
    add(name, type, `${documentation}export interface ${name} {\n${print.members(type, '  ')}}\n`);
    return name;
  }

  const namesOf = (name: string, type: ts.Type): Names => ({
    tree: `${name}Endpoints`,
    bound: `${name}Methods`,
    ofApp: `${name}${needsUser(type) ? 'App' : ''}Methods`,
  });

  return node(type, path).tree;
}

const onSeveralLines = (documented: string) => documented.replace(/^ {2}\/\*\* (.*) \*\/\n/, '  /**\n   * $1\n   */\n');

/** Adds the link of an endpoint to its JSDoc, unless it already has one. */
function withLink(documentation: string, link: string | undefined): string {
  if (link === undefined || documentation === '' || documentation.includes('@see')) return documentation;
  const blank = /^ {3}\*(?: @.*)?\n {3}\*\/$/m.test(documentation) ? '' : '   *\n';
  return onSeveralLines(documentation).replace(/^ {3}\*\/$/m, `${blank}   * @see ${link}\n   */`);
}

/** Adds an example to the JSDoc of a method, before its links, unless it already has one. */
function withExample(method: string, example: string | undefined): string {
  if (example === undefined || !method.startsWith('  /**') || method.includes('@example')) return method;
  const lines = ['@example', ...example.split('\n')].map((line) => `   * ${line}\n`).join('');
  return onSeveralLines(method).replace(/^ {3}(?:\* @see|\*\/)/m, (end) => `${lines}${end}`);
}

/** Whether a call can omit the params, because none of them is required. */
function isOptional(params: ts.Type): boolean {
  const parts = params.isUnion() ? params.types : [params];
  return parts.some(
    (part) => isObject(part) && part.getProperties().every(({ flags }) => flags & ts.SymbolFlags.Optional),
  );
}
