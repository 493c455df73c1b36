import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

/** The packages' sources, as the compiler understands them. */
export interface Sources {
  readonly checker: ts.TypeChecker;
  /** A source file; `file` is a path from the repository's root. */
  sourceOf(file: string): ts.SourceFile;
  /** Everything that a source file exports, by name; `file` is a path from the repository's root. */
  exportsOf(file: string): Map<string, ts.Symbol>;
}

/** Reads source files and all that they import. Paths are relative to the repository's root. */
export function openSources(files: readonly string[]): Sources {
  const host = {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic(problem: ts.Diagnostic) {
      throw new Error(ts.flattenDiagnosticMessageText(problem.messageText, '\n'));
    },
  };
  const config = ts.getParsedCommandLineOfConfigFile(`${root}tsconfig.base.json`, { types: [] }, host);
  const program = ts.createProgram(
    files.map((file) => root + file),
    config?.options ?? {},
  );
  return sourcesOf(program, root);
}

/** The sources of any program, by their paths below `folder`. */
export function sourcesOf(program: ts.Program, folder: string): Sources {
  const checker = program.getTypeChecker();
  function sourceOf(file: string): ts.SourceFile {
    const source = program.getSourceFile(folder + file);
    if (!source) throw new Error(`${file} does not exist`);
    return source;
  }
  return {
    checker,
    sourceOf,
    exportsOf(file) {
      const module = checker.getSymbolAtLocation(sourceOf(file));
      if (!module) throw new Error(`${file} exports nothing`);
      return new Map(
        checker
          .getExportsOfModule(module)
          .map((symbol): [string, ts.Symbol] => [
            symbol.name,
            symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol,
          ]),
      );
    },
  };
}
