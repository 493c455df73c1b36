import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, it } from 'vitest';
import type { Provider } from './documented.ts';
import { trees } from './hover-app.ts';
import { writeProgram } from './language-service.ts';

// The build writes out the types of the packages: they must still be the types of the sources.

const tsc = join(
  dirname(createRequire(new URL('../../../../package.json', import.meta.url)).resolve('typescript/package.json')),
  'bin',
  'tsc',
);
const options = [
  '--noEmit',
  '--strict',
  '--exactOptionalPropertyTypes',
  '--allowImportingTsExtensions',
  '--skipLibCheck',
];
const target = ['--target', 'es2023', '--lib', 'es2024,esnext.array,dom,dom.iterable,dom.asynciterable'];
const modules = ['--module', 'nodenext', '--types', 'node', '--ignoreConfig'];

/** The names of types without type parameters that the sources of a package export. */
function typesOf(index: string): string[] {
  const program = ts.createProgram([index], {
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.NodeNext,
    allowImportingTsExtensions: true,
    noEmit: true,
    types: [],
  });
  const checker = program.getTypeChecker();
  const file = program.getSourceFile(index);
  const module = file && checker.getSymbolAtLocation(file);
  return (module ? checker.getExportsOfModule(module) : []).flatMap((symbol) => {
    const resolved = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    const declarations = resolved.declarations?.filter(
      (each) => ts.isInterfaceDeclaration(each) || ts.isTypeAliasDeclaration(each),
    );
    return declarations?.length && declarations.every(({ typeParameters }) => !typeParameters) ? [symbol.name] : [];
  });
}

it.each(Object.keys(trees) as Provider[])(
  'the built types of %s and those of its sources are assignable to each other',
  (provider) => {
    const index = fileURLToPath(new URL(`../../../../packages/${provider}/src/index.ts`, import.meta.url));
    const names = typesOf(index);
    expect(names.length).toBeGreaterThan(10);
    const program = `import type * as built from '@x/${provider}';
import type * as source from '${index}';
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : 'the built type is wider') : 'the built type is narrower';
${names.map((name) => `export const of${name}: Same<built.${name}, source.${name}> = true;`).join('\n')}
export const ofEndpoints: Same<typeof built.endpoints, typeof source.endpoints> = true;`;
    const files = writeProgram(`same-types-${provider}`, [program]);
    let output = '';
    try {
      execFileSync(process.execPath, [tsc, ...options, ...target, ...modules, ...files], { encoding: 'utf8' });
    } catch (error) {
      output = (error as { stdout: string }).stdout;
    }
    expect(output).toBe('');
  },
  120_000,
);
