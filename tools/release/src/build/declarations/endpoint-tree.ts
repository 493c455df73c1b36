import ts from 'typescript';
import { documentationOf, propertyName, type TypePrinter } from './print-type.ts';
import { type Project, specifierOf } from './project.ts';

/** The trees of one package. */
export interface PackageTrees {
  readonly project: Project;
  /** Name of the whole tree, such as `StreamClient`. */
  readonly root: string;
  /** Type of the whole tree. */
  readonly all: ts.Type | undefined;
  /** Where the consts that hold trees are on the client; the whole tree has the path `[]`. */
  readonly paths: ReadonlyMap<ts.Symbol, readonly string[]>;
  /** Names that the package exports. Params that would need one of them are written out in place. */
  readonly taken: ReadonlySet<string>;
  /** A call of each method that the tests run, by where the method is on the client: what its hover shows. */
  readonly examples: ReadonlyMap<string, string>;
}

/** How the type of a declaration, or of a group of them, is written: in a tree, and on the client. */
interface Names {
  readonly tree: string;
  readonly bound: string;
}

/** The name of a group or an endpoint in the names of types: `streams.key` is `StreamsKey`. */
export const pascalCase = (path: readonly string[]): string =>
  path.map((name) => name.charAt(0).toUpperCase() + name.slice(1)).join('');

/** How the method of each kind of endpoint is written. The arguments are the types that its declaration carries, but for the params. */
const methodsOf = {
  Endpoint: (result: string) => ['CallOptions', `ApiCall<${result}>`],
  ListEndpoint: (item: string, options: string) => [options, `PagedCall<${item}>`],
  LookupEndpoint: (item: string, id: string) => ['CallOptions', `ApiCall<LookupResult<${item}, ${id}>>`],
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
 * Writes types of trees for one file: its groups of endpoints and their methods, and the params of each.
 *
 * @param declare Called with the name and the text of each declaration that the types refer to.
 * @returns A function that writes the type of a const that holds a tree. Its `path` is where the tree is on the client. For a type
 * that was made of the whole tree, `path` is its name in the names of its groups, and `before` the type of the whole tree: groups
 * that are as in the whole tree keep the names that they have there.
 */
export function treeWriter(
  { project, root, all, paths, taken, examples }: PackageTrees,
  print: TypePrinter,
  declare: (name: string, text: string) => void,
): (type: ts.Type, path: readonly string[], before?: ts.Type) => string {
  const { checker } = project;

  function node(type: ts.Type, path: readonly string[], before?: ts.Type): Names {
    if (kindOf(type)) return endpoint(type, path, before);
    let tree = '';
    let bound = '';
    for (const member of type.getProperties()) {
      const own = checker.getTypeOfSymbol(member);
      const inside = [...path, member.name];
      const original = before?.getProperty(member.name);
      const typeBefore = original && checker.getTypeOfSymbol(original);
      const isUnchanged = typeBefore && !kindOf(own) && isSame(own, typeBefore);
      const names =
        elsewhere(member) ??
        (isUnchanged ? namesFrom(importOf(inside.slice(1)), inside.slice(1)) : node(own, inside, typeBefore));
      const head = `${documentationOf(member, '  ')}  readonly ${propertyName(member.name)}`;
      tree += `${head}: ${names.tree};\n`;
      bound += `${withExample(head, examples.get(inside.join('.')))}: ${names.bound};\n`;
    }
    const names = namesFrom('', path);
    const where = path.length > 0 ? `\`${path.join('.')}\`` : 'this package';
    declare(names.bound, `/** The methods of ${where}. */\nexport interface ${names.bound} {\n${bound}}\n`);
    declare(
      names.tree,
      `/** The endpoints of ${where}, as \`createClient\` takes them. */\nexport type ${names.tree} = {\n${tree}} & WithMethods<${names.bound}>;\n`,
    );
    return names;
  }

  function endpoint(type: ts.Type, path: readonly string[], before?: ts.Type): Names {
    const kind = kindOf(type);
    const [params, ...results] = checker.getTypeArguments(type as ts.TypeReference);
    if (!kind || !params || results.length === 0) throw new Error(`${path.join('.')} has no types`);
    const isUnchanged = before && checker.getTypeArguments(before as ts.TypeReference)[0] === params;
    const printedParams = writeParams(params, isUnchanged ? path.slice(1) : path, Boolean(isUnchanged));
    // Every file of a tree imports what trees need of core.
    const printed = results.map((each) => print.type(each, '  ').replace(/^import\('@x\/core'\)\./, ''));
    const [options, call] = (methodsOf[kind] as (...types: string[]) => [string, string])(...printed);
    const given = `params${isOptional(params) ? '?' : ''}: ${printedParams}, options?: ${options}`;
    return {
      tree: `${kind}<${[printedParams, ...printed].join(', ')}>`,
      bound: `(${given}) => ${call}`,
    };
  }

  /** @param isDeclared Whether the params match the whole tree's params at this place. */
  function writeParams(params: ts.Type, path: readonly string[], isDeclared: boolean): string {
    const name = `${pascalCase(path)}Params`;
    if (!isObject(params) || params.getProperties().length === 0 || taken.has(name)) return print.type(params, '  ');
    if (isDeclared) return importOf(path) + name;
    const documentation = `/** Params of \`${path.join('.')}\`. */\n`;
    declare(name, `${documentation}export interface ${name} {\n${print.members(params, '  ')}}\n`);
    return name;
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

  const importFrom = (file: ts.SourceFile) =>
    `import('${specifierOf(project, file.fileName.replace(/\.ts$/, ''), print.file.fileName)}').`;

  /** How the file refers to the names of what is at a path of the whole tree: `import('./resources/auth.ts').`. */
  function importOf([group = '']: readonly string[]): string {
    const symbol = all?.getProperty(group);
    const file = symbol && resolved(checker, symbol).valueDeclaration?.getSourceFile();
    if (!file) throw new Error(`${group} is not a group of the package`);
    return importFrom(file);
  }

  /** The names of a group that is a const of another file, which declares them. */
  function elsewhere(member: ts.Symbol): Names | undefined {
    const symbol = resolved(checker, member);
    const path = paths.get(symbol);
    const file = symbol.valueDeclaration?.getSourceFile();
    if (!path || !file || file === print.file || kindOf(checker.getTypeOfSymbol(symbol))) return undefined;
    return namesFrom(importFrom(file), path);
  }

  function namesFrom(from: string, path: readonly string[]): Names {
    const name = from + (path.length > 0 ? pascalCase(path) : root);
    return { tree: `${name}Endpoints`, bound: `${name}Methods` };
  }

  return (type, path, before) => node(type, path, before).tree;
}

/** Adds an example to the JSDoc of a method, before its links, unless it has one. */
function withExample(method: string, example: string | undefined): string {
  if (example === undefined || !method.startsWith('  /**') || method.includes('@example')) return method;
  const lines = ['@example', ...example.split('\n')].map((line) => `   * ${line}\n`).join('');
  const multiLine = method.replace(/^ {2}\/\*\* (.*) \*\/\n/, '  /**\n   * $1\n   */\n');
  return multiLine.replace(/^ {3}(?:\* @see|\*\/)/m, (end) => `${lines}${end}`);
}

/** Whether a call can leave the params out: nothing in them is required. */
function isOptional(params: ts.Type): boolean {
  const parts = params.isUnion() ? params.types : [params];
  return parts.some((part) => part.getProperties().every(({ flags }) => flags & ts.SymbolFlags.Optional));
}

/** Returns the symbol that an export or import refers to. */
export const resolved = (checker: ts.TypeChecker, symbol: ts.Symbol): ts.Symbol =>
  symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
