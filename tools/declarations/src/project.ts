import { dirname, relative, resolve } from 'node:path';
import ts from 'typescript';

/** A package's sources, as TypeScript understands them. */
export interface Project {
  readonly program: ts.Program;
  readonly checker: ts.TypeChecker;
  /** Folder of the sources. */
  readonly sources: string;
}

const opened = new Map<string, Project>();

/**
 * Reads a package's sources with the compiler options that its declarations are emitted with. Steps of the same build
 * share the result.
 *
 * @param conditions Conditions with which it imports other packages. Default: none, as in the build.
 */
export function openProject(folder: string, conditions: readonly string[] = []): Project {
  const key = [folder, ...conditions].join('\0');
  const project = opened.get(key) ?? readProject(folder, conditions);
  opened.set(key, project);
  return project;
}

function readProject(folder: string, conditions: readonly string[]): Project {
  const config = ts.getParsedCommandLineOfConfigFile(
    resolve(folder, 'tsconfig.build.json'),
    { noEmit: true, customConditions: [...conditions] },
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic() {} },
  );
  if (!config) throw new Error(`${folder} has no tsconfig.build.json`);
  const program = ts.createProgram(config.fileNames, config.options);
  return { program, checker: program.getTypeChecker(), sources: resolve(folder, 'src') };
}

/** Whether a file is a source of the package itself. */
export const isSource = ({ sources }: Project, { fileName }: ts.SourceFile): boolean =>
  fileName.startsWith(`${sources}/`);

/** Returns the exports of a source file of the package; none if there is no such file. */
export function exportsOf({ program, checker, sources }: Project, file: string): ts.Symbol[] {
  const source = program.getSourceFile(resolve(sources, file));
  const symbol = source && checker.getSymbolAtLocation(source);
  return symbol ? checker.getExportsOfModule(symbol) : [];
}

/** Returns the symbol that an export or import refers to. */
export const resolved = (checker: ts.TypeChecker, symbol: ts.Symbol): ts.Symbol =>
  symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;

/**
 * Returns the specifier with which `from` imports a module. Printed types name the module in `import("…")` by an
 * absolute path without extension.
 */
export function specifierOf({ sources }: Project, path: string, from: string): string {
  if (!path.startsWith('/')) return path;
  if (path.startsWith(`${sources}/`)) {
    const target = relative(dirname(from), `${path}.ts`);
    return target.startsWith('.') ? target : `./${target}`;
  }
  const [, dependency] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path) ?? [];
  if (dependency) return dependency;
  throw new Error(`${from} refers to ${path}, which no package exports`);
}

/** A declaration with a name. */
type Declaration =
  | ts.InterfaceDeclaration
  | ts.TypeAliasDeclaration
  | ts.VariableDeclaration
  | (ts.FunctionDeclaration & { readonly name: ts.Identifier });

/** Returns the named declarations of a statement. */
export function declarationsIn(statement: ts.Statement): readonly Declaration[] {
  if (ts.isVariableStatement(statement)) return statement.declarationList.declarations;
  if (ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement)) return [statement];
  return ts.isFunctionDeclaration(statement) && statement.name ? [statement as Declaration] : [];
}
