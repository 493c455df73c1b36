import ts from 'typescript';
import { documentationOf, type TypePrinter } from './print-type.ts';
import { type Project, resolved, specifierOf } from './project.ts';

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

/** How the type of a declaration, or of a group of them, is written: in a tree, and on clients. */
interface Names {
  readonly tree: string;
  /** On a client that acts for a user, or whose API has no users. */
  readonly bound: string;
  /** On a client that acts for the app. */
  readonly ofApp: string;
}

/** Where an endpoint is. */
interface Place {
  /** Its path on the client. */
  readonly path: readonly string[];
  /** The whole tree's part at the same place, for a tree made from it. */
  readonly before?: ts.Type | undefined;
  /** How the file refers to the file that declares its types; undefined if that is the file itself. */
  readonly home?: string | undefined;
}

/** The name of a group or an endpoint in the names of types: `streams.key` is `StreamsKey`. */
export const pascalCase = (path: readonly string[]): string =>
  path.map((name) => name.charAt(0).toUpperCase() + name.slice(1)).join('');

/**
 * How the method of each kind of endpoint is written. The arguments are the types that its declaration carries, but for
 * params and credentials.
 */
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
 * @returns A function that writes the type of a const that holds a tree. Its `path` is where the tree is on the client.
 * For a type that was made of the whole tree, `path` is its name in the names of its groups, and `before` the type of
 * the whole tree: groups that are as in the whole tree keep the names that they have there.
 */
export function treeWriter(
  { project, root, all, paths, taken, examples }: PackageTrees,
  print: TypePrinter,
  declare: (name: string, text: string) => void,
): (type: ts.Type, path: readonly string[], before?: ts.Type) => string {
  const { checker } = project;

  /** @param home How this file refers to names of the file that declares the endpoint; undefined for this file. */
  function node(type: ts.Type, path: readonly string[], before?: ts.Type, home?: string): Names {
    if (kindOf(type)) return endpoint(type, { path, before, home });
    let tree = '';
    let bound = '';
    let ofApp = '';
    for (const member of type.getProperties()) {
      const own = checker.getTypeOfSymbol(member);
      const inside = [...path, member.name];
      const original = before?.getProperty(member.name);
      const typeBefore = original && checker.getTypeOfSymbol(original);
      const isUnchanged = typeBefore && !kindOf(own) && isSame(own, typeBefore);
      const names =
        elsewhere(member, own) ??
        (isUnchanged
          ? namesFrom(importOf(inside.slice(1)), inside.slice(1), own)
          : node(own, inside, typeBefore, homeOf(member)));
      const head = `${documentationOf(member, '  ')}  readonly ${member.name}`;
      tree += `${head}: ${names.tree};\n`;
      const shown = withExample(head, examples.get(inside.join('.')));
      ofApp += `${shown}: ${names.ofApp};\n`;
      if (names.bound !== names.ofApp) bound += `${shown}: ${names.bound};\n`;
    }
    const names = namesFrom('', path, type);
    const where = path.length > 0 ? `\`${path.join('.')}\`` : 'this package';
    if (bound === '')
      declare(names.bound, `/** The methods of ${where}. */\nexport interface ${names.bound} {\n${ofApp}}\n`);
    else {
      declare(
        names.ofApp,
        `/** The methods of ${where} on a client that acts for the app. */\nexport interface ${names.ofApp} {\n${ofApp}}\n`,
      );
      declare(
        names.bound,
        `/** The methods of ${where} on a client that acts for a user. */\nexport interface ${names.bound} extends ${names.ofApp} {\n${bound}}\n`,
      );
    }
    const methods = [...new Set([names.bound, names.ofApp])].join(', ');
    declare(
      names.tree,
      `/** The endpoints of ${where}, as \`createClient\` takes them. */\nexport type ${names.tree} = {\n${tree}} & WithMethods<${methods}>;\n`,
    );
    return names;
  }

  function endpoint(type: ts.Type, { path, before, home }: Place): Names {
    const kind = kindOf(type);
    const [params, ...others] = checker.getTypeArguments(type as ts.TypeReference);
    const [result, ...rest] = others;
    if (!kind || !params || !result) throw new Error(`${path.join('.')} has no types`);
    const [paramsBefore, resultBefore] = before ? checker.getTypeArguments(before as ts.TypeReference) : [];
    /** The path and the file of what the whole tree has there; those of the endpoint itself otherwise. */
    const place = (known: ts.Type | undefined, type: ts.Type): Place =>
      known === type ? { path: path.slice(1), home: importOf(path.slice(1)) } : { path, home };
    const printedParams = writeNamed(params, 'Params', place(paramsBefore, params));
    const printedResult = writeNamed(result, kind === 'Endpoint' ? 'Result' : 'Item', place(resultBefore, result));
    const printed = [printedResult, ...rest.map((each) => fromCore(print.type(each, '  ')))];
    const [options, call] = (methodsOf[kind] as (...types: string[]) => [string, string])(...printed);
    const given = `params${isOptional(params) ? '?' : ''}: ${printedParams}, options?: ${options}`;
    const bound = `(${given}) => ${call}`;
    return {
      tree: `${kind}<${[printedParams, ...printed].join(', ')}>`,
      bound,
      ofApp: needsUser(type) ? 'CallItOnWithAccount' : bound,
    };
  }

  /** Whether the method of an endpoint, or one of a group, needs a user. */
  function needsUser(type: ts.Type): boolean {
    if (!kindOf(type)) return type.getProperties().some((each) => needsUser(checker.getTypeOfSymbol(each)));
    const auth = checker.getTypeArguments(type as ts.TypeReference).at(-1);
    return auth?.isStringLiteral() === true && auth.value === 'user';
  }

  /** Every file of a tree imports what trees need of core. */
  const fromCore = (text: string) => text.replace(/^import\('@x\/core(\/provider)?'\)\./, '');

  /** Writes a type by name, and declares it unless it has a name already. The name ends with `suffix`. */
  function writeNamed(type: ts.Type, suffix: 'Params' | 'Result' | 'Item', { path, home }: Place): string {
    const name = `${pascalCase(path)}${suffix}`;
    const printed = fromCore(print.type(type, '  '));
    const isNamed = suffix !== 'Params' && !printed.startsWith('{');
    if (isNamed || !isObject(type) || type.getProperties().length === 0 || taken.has(name)) return printed;
    if (home !== undefined) return home + name;
    const what = { Params: 'Params of', Result: 'Result of', Item: 'One item of' }[suffix];
    const documentation = `/** ${what} \`${path.join('.')}\`. */\n`;
    declare(name, `${documentation}export interface ${name} {\n${print.members(type, '  ')}}\n`);
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
  function elsewhere(member: ts.Symbol, type: ts.Type): Names | undefined {
    const symbol = resolved(checker, member);
    const path = paths.get(symbol);
    const file = symbol.valueDeclaration?.getSourceFile();
    if (!path || !file || file === print.file || kindOf(type)) return undefined;
    return namesFrom(importFrom(file), path, type);
  }

  /** How the file refers to names of another file, which declares an endpoint that is a const of its own. */
  function homeOf(member: ts.Symbol): string | undefined {
    const symbol = resolved(checker, member);
    const file = symbol.valueDeclaration?.getSourceFile();
    return paths.has(symbol) && file && file !== print.file ? importFrom(file) : undefined;
  }

  function namesFrom(from: string, path: readonly string[], type: ts.Type): Names {
    const name = from + (path.length > 0 ? pascalCase(path) : root);
    return {
      tree: `${name}Endpoints`,
      bound: `${name}Methods`,
      ofApp: `${name}${needsUser(type) ? 'App' : ''}Methods`,
    };
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
