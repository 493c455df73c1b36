import { resolve } from 'node:path';
import ts from 'typescript';
import { root } from '../repository.ts';

/** Source files, as the compiler understands them. Paths are relative to the repository's root. */
export interface Sources {
  readonly checker: ts.TypeChecker;
  sourceOf(file: string): ts.SourceFile;
  /** Returns everything that a source file exports, by name. */
  exportsOf(file: string): Map<string, ts.Symbol>;
}

/** Reads source files and everything that they import. */
export function openSources(files: readonly string[]): Sources {
  const { config } = ts.readConfigFile(`${root}tsconfig.base.json`, ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, files }, ts.sys, root);
  const program = ts.createProgram(
    files.map((file) => resolve(root, file)),
    { ...options, types: [] },
  );
  const checker = program.getTypeChecker();
  function sourceOf(file: string): ts.SourceFile {
    const source = program.getSourceFile(resolve(root, file));
    if (!source) throw new Error(`${file} does not exist`);
    return source;
  }
  return {
    checker,
    sourceOf,
    exportsOf(file) {
      const module = checker.getSymbolAtLocation(sourceOf(file));
      if (!module) throw new Error(`${file} exports nothing`);
      return new Map(checker.getExportsOfModule(module).map((symbol) => [symbol.name, resolved(checker, symbol)]));
    },
  };
}

/** Returns the symbol that an export or import refers to. */
export const resolved = (checker: ts.TypeChecker, symbol: ts.Symbol): ts.Symbol =>
  symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
