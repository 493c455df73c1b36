import ts from 'typescript';
import { documentationOf, propertyName, type TypePrinter } from './print-type.ts';
import { type Project, specifierOf } from './project.ts';

/** A declaration that is added to those that were emitted. */
export interface NamedDeclaration {
  readonly name: string;
  readonly text: string;
}

/** The name of a group or an endpoint in the names of types: `streams.key` is `StreamsKey`. */
export const pascalCase = (path: readonly string[]): string =>
  path.map((name) => name.charAt(0).toUpperCase() + name.slice(1)).join('');

type EndpointKind = 'Endpoint' | 'ListEndpoint';
type Declare = (each: NamedDeclaration) => void;

/** How the type of a declaration, or of a group of them, is written: in a tree, and on the client. */
interface Names {
  readonly tree: string;
  readonly bound: string;
}

const kindOf = (type: ts.Type): EndpointKind | undefined =>
  type.symbol?.name === 'Endpoint' || type.symbol?.name === 'ListEndpoint' ? type.symbol.name : undefined;

/** Whether a type is an endpoint, or holds nothing but endpoints and groups of them. */
export function isTree(checker: ts.TypeChecker, type: ts.Type): boolean {
  if (kindOf(type)) return true;
  const isObject = (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) !== 0;
  if (!isObject || checker.isArrayLikeType(type) || type.getCallSignatures().length > 0) return false;
  const properties = type.getProperties();
  return properties.length > 0 && properties.every((each) => isTree(checker, checker.getTypeOfSymbol(each)));
}

/** Where the consts that hold trees are on the client; the tree of the whole package has the path `[]`. */
export type TreePaths = ReadonlyMap<ts.Symbol, readonly string[]>;

/** Names the types of the trees of one package: its groups of endpoints and their methods, and the params of each. */
export class TreeNamer {
  readonly #project: Project;
  readonly #root: string;
  readonly #paths: TreePaths;
  readonly #taken: ReadonlySet<string>;
  readonly #all: ts.Type | undefined;

  /**
   * @param root Name of the whole tree.
   * @param taken Names that the package exports. Params that would need one of them are written out in place.
   * @param all Type of the whole tree.
   */
  constructor(project: Project, root: string, paths: TreePaths, taken: ReadonlySet<string>, all: ts.Type | undefined) {
    this.#project = project;
    this.#root = root;
    this.#paths = paths;
    this.#taken = taken;
    this.#all = all;
  }

  /**
   * Writes the type of a const that holds a tree.
   *
   * @param path Where the tree is on the client.
   * @param declare Called with each declaration that the type refers to.
   */
  type(type: ts.Type, path: readonly string[], print: TypePrinter, declare: Declare): string {
    return this.#node(type, path, print, declare).tree;
  }

  /**
   * Writes a type that was made of the whole tree. Its groups that are as in the whole tree keep the names that they have there.
   *
   * @param path The name of the type in the names of its groups.
   */
  typeOfAll(type: ts.Type, path: readonly string[], print: TypePrinter, declare: Declare): string {
    return this.#node(type, path, print, declare, this.#all).tree;
  }

  /** What a declaration is in the tree, and what it is on the client. */
  #node(type: ts.Type, path: readonly string[], print: TypePrinter, declare: Declare, before?: ts.Type): Names {
    const kind = kindOf(type);
    if (kind) return this.#endpoint(kind, type, path, print, declare, before);
    const { checker } = this.#project;
    let tree = '';
    let bound = '';
    for (const member of type.getProperties()) {
      const own = checker.getTypeOfSymbol(member);
      const inside = [...path, member.name];
      const original = before?.getProperty(member.name);
      const typeBefore = original && checker.getTypeOfSymbol(original);
      const node =
        this.#elsewhere(member, print) ??
        (typeBefore && this.#unchanged(own, typeBefore, inside, print)) ??
        this.#node(own, inside, print, declare, typeBefore);
      const head = `${documentationOf(member, '  ')}  readonly ${propertyName(member.name)}`;
      tree += `${head}: ${node.tree};\n`;
      bound += `${head}: ${node.bound};\n`;
    }
    const names = this.#namesOf(path);
    const where = path.length > 0 ? `\`${path.join('.')}\`` : 'this package';
    declare({
      name: names.bound,
      text: `/** The methods of ${where}. */\nexport interface ${names.bound} {\n${bound}}\n`,
    });
    declare({
      name: names.tree,
      text: `/** The endpoints of ${where}, as \`createClient\` takes them. */\nexport type ${names.tree} = {\n${tree}} & WithMethods<${names.bound}>;\n`,
    });
    return names;
  }

  #endpoint(
    kind: EndpointKind,
    type: ts.Type,
    path: readonly string[],
    print: TypePrinter,
    declare: Declare,
    before?: ts.Type,
  ): Names {
    const { checker } = this.#project;
    const [params, result] = checker.getTypeArguments(type as ts.TypeReference);
    if (!params || !result) throw new Error(`${path.join('.')} has no types`);
    const isUnchanged = before && checker.getTypeArguments(before as ts.TypeReference)[0] === params;
    const printedParams = isUnchanged
      ? this.#params(params, path.slice(1), print, undefined)
      : this.#params(params, path, print, declare);
    const printedResult = print.type(result, '  ');
    const [options, call] = kind === 'ListEndpoint' ? ['ListOptions', 'PagedCall'] : ['CallOptions', 'ApiCall'];
    const given = `params${isOptional(params) ? '?' : ''}: ${printedParams}, options?: ${options}`;
    return {
      tree: `${kind}<${printedParams}, ${printedResult}>`,
      bound: `(${given}) => ${call}<${printedResult}>`,
    };
  }

  /** The names of a group of the whole tree, if a type that was made of that tree has the same group. */
  #unchanged(type: ts.Type, before: ts.Type, path: readonly string[], print: TypePrinter): Names | undefined {
    if (kindOf(type) || !this.#isSame(type, before)) return undefined;
    const { tree, bound } = this.#namesOf(path.slice(1));
    const from = this.#importOf(path.slice(1), print);
    return { tree: from + tree, bound: from + bound };
  }

  /** Whether two trees have the same endpoints, with the same params and results. */
  #isSame(a: ts.Type, b: ts.Type): boolean {
    const { checker } = this.#project;
    if (kindOf(a) !== kindOf(b)) return false;
    if (kindOf(a)) {
      const others = checker.getTypeArguments(b as ts.TypeReference);
      return checker.getTypeArguments(a as ts.TypeReference).every((each, index) => each === others[index]);
    }
    return a.getProperties().every((each) => {
      const other = b.getProperty(each.name);
      return other !== undefined && this.#isSame(checker.getTypeOfSymbol(each), checker.getTypeOfSymbol(other));
    });
  }

  /** How a file refers to the names of what is at a path of the whole tree: `import('./resources/auth.ts').`. */
  #importOf([group = '']: readonly string[], print: TypePrinter): string {
    const symbol = this.#all?.getProperty(group);
    const file = symbol && resolved(this.#project.checker, symbol).valueDeclaration?.getSourceFile();
    if (!file) throw new Error(`${group} is not a group of the package`);
    return `import('${specifierOf(this.#project, file.fileName.replace(/\.ts$/, ''), print.file.fileName)}').`;
  }

  /** The names of a group that is a const of another file, which declares them. */
  #elsewhere(member: ts.Symbol, print: TypePrinter): Names | undefined {
    const { checker } = this.#project;
    const symbol = resolved(checker, member);
    const path = this.#paths.get(symbol);
    const file = symbol.valueDeclaration?.getSourceFile();
    if (!path || !file || file === print.file || kindOf(checker.getTypeOfSymbol(symbol))) return undefined;
    const specifier = specifierOf(this.#project, file.fileName.replace(/\.ts$/, ''), print.file.fileName);
    const { tree, bound } = this.#namesOf(path);
    return { tree: `import('${specifier}').${tree}`, bound: `import('${specifier}').${bound}` };
  }

  #namesOf(path: readonly string[]): Names {
    const name = path.length > 0 ? pascalCase(path) : this.#root;
    return { tree: `${name}Endpoints`, bound: `${name}Methods` };
  }

  /** @param declare Called with the declaration of the params. Without it they are those that the whole tree has there. */
  #params(params: ts.Type, path: readonly string[], print: TypePrinter, declare: Declare | undefined): string {
    const name = `${pascalCase(path)}Params`;
    const isObject = (params.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) !== 0;
    if (!isObject || params.getProperties().length === 0 || this.#taken.has(name)) return print.type(params, '  ');
    if (!declare) return this.#importOf(path, print) + name;
    const documentation = `/** Params of \`${path.join('.')}\`. */\n`;
    declare({ name, text: `${documentation}export interface ${name} {\n${print.members(params, '  ')}}\n` });
    return name;
  }
}

/** Whether a call can leave the params out: nothing in them is required. */
function isOptional(params: ts.Type): boolean {
  const parts = params.isUnion() ? params.types : [params];
  return parts.some((part) => part.getProperties().every(({ flags }) => flags & ts.SymbolFlags.Optional));
}

/** What an export or import stands for. */
export const resolved = (checker: ts.TypeChecker, symbol: ts.Symbol): ts.Symbol =>
  symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
