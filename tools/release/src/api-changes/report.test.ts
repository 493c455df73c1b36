import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import { exportsOf, resolved } from '@x/declarations';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { publicPackages } from '../checkout.ts';
import { compilerOptions, entriesOf, root } from './report.ts';

const libraries = publicPackages(root).filter(({ folder }) => entriesOf(folder).length > 0);

const program = ts.createProgram(
  libraries.flatMap(({ folder }) => entriesOf(folder).map(({ types }) => types)),
  ts.convertCompilerOptionsFromJson(compilerOptions, root).options,
);
const checker = program.getTypeChecker();

describe.each(libraries.map(({ folder }) => [basename(folder), folder]))('%s', (_, folder) => {
  it.each(entriesOf(folder))(
    'exports at run time exactly the values that $specifier declares',
    async ({ types, code }) => {
      const declared = exportsOf({ program, checker, sources: folder }, types)
        .filter((symbol) => resolved(checker, symbol).flags & ts.SymbolFlags.Value)
        .map(({ name }) => name);
      expect(declared).not.toEqual([]);
      expect(Object.keys(await import(/* @vite-ignore */ pathToFileURL(code).href)).sort()).toEqual(declared.sort());
    },
  );
});
