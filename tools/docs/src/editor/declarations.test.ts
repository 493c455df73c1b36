import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { operationsOf } from '@x/core/provider';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { openSources } from '../api/program.ts';
import { providers } from '../repository.ts';
import { isEmptyWords, tsc, writeProgram } from './language-service.ts';

// The build writes out the packages' types. They must still be the same as in the sources, with all of their JSDoc.

const packages = fileURLToPath(new URL('../../../../packages/', import.meta.url));

const flags = [
  '--noEmit',
  '--strict',
  '--exactOptionalPropertyTypes',
  '--allowImportingTsExtensions',
  '--skipLibCheck',
];
const target = ['--target', 'es2023', '--lib', 'es2024,esnext.array,dom,dom.iterable,dom.asynciterable'];
const modules = ['--module', 'nodenext', '--types', 'node', '--ignoreConfig'];

/** Returns the names of the types without type parameters that a package's sources export. */
function typesOf(provider: string): string[] {
  const index = `packages/${provider}/src/index.ts`;
  return [...openSources([index]).exportsOf(index)].flatMap(([name, { declarations = [] }]) => {
    const types = declarations.filter((each) => ts.isInterfaceDeclaration(each) || ts.isTypeAliasDeclaration(each));
    return types.length > 0 && types.every(({ typeParameters }) => !typeParameters) ? [name] : [];
  });
}

/** Returns the properties of the exported interfaces in a declaration file, at any depth, with their JSDoc. */
function propertiesIn(file: string): { name: string; prose: string }[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ESNext, true);
  const found: { name: string; prose: string }[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isPropertySignature(node)) {
      const prose = ts.getJSDocCommentsAndTags(node).map((each) => ts.getTextOfJSDocComment(each.comment) ?? '');
      found.push({ name: node.name.getText(), prose: prose.join(' ') });
    }
    // The IDs that a lookup did not find are described at its method.
    if (!(ts.isTypeReferenceNode(node) && node.typeName.getText() === 'LookupResult')) ts.forEachChild(node, visit);
  };
  for (const statement of source.statements)
    if (ts.isInterfaceDeclaration(statement) && statement.modifiers && statement.name.text !== 'SearchItems')
      visit(statement); // `SearchItems` of music only lists types
  return found;
}

describe.each(providers)('the built declarations of %s', (provider) => {
  it('have the same types as the sources', () => {
    const names = typesOf(provider);
    expect(names.length).toBeGreaterThan(10);
    const file = writeProgram(
      `same-types-${provider}`,
      `import type * as built from '@x/${provider}';
import type * as source from '${packages}${provider}/src/index.ts';
// No compiler sees that two generic functions with conditional types are the same: \`request\` of bank, and what
// returns clients.
type Rest<T> = T extends { request: unknown } ? Omit<T, 'request' | 'with' | 'withItem'> : T;
type Same<A, B> = [Rest<A>] extends [Rest<B>] ? ([Rest<B>] extends [Rest<A>] ? true : 'the built type is wider') : 'the built type is narrower';
${names.map((name) => `export const of${name}: Same<built.${name}, source.${name}> = true;`).join('\n')}
export const ofEndpoints: Same<typeof built.endpoints, typeof source.endpoints> = true;`,
    );
    let output = '';
    try {
      execFileSync(process.execPath, [tsc, ...flags, ...target, ...modules, file], { encoding: 'utf8' });
    } catch (error) {
      output = (error as { stdout: string }).stdout;
    }
    expect(output).toBe('');
  }, 120_000);

  it('document every param and every field of a record', () => {
    const files = globSync(`${packages}${provider}/dist/{resources,records}/**/*.d.ts`);
    const properties = files.flatMap((file) => propertiesIn(file).map((each) => ({ file, ...each })));
    expect(properties.length).toBeGreaterThan(20);
    const undocumented = properties.filter(({ name, prose }) => isEmptyWords(name, prose));
    expect(undocumented.map(({ file, name, prose }) => `${file.slice(packages.length)} ${name}: ${prose}`)).toEqual([]);
  });

  it('show an example of every method', async () => {
    const { endpoints } = await import(`@x/${provider}`);
    const files = globSync(`${packages}${provider}/dist/**/*.d.ts`);
    const comments = files.flatMap((file) => readFileSync(file, 'utf8').match(/^ *\/\*\*[\s\S]*?\*\//gm) ?? []);
    const examples = comments.filter((comment) => comment.includes('@example')).join('\n');
    const methods = operationsOf(endpoints).map(([operation]) => operation);
    expect(
      methods.filter((name) => !examples.includes(`${provider}.${name}(`) && !examples.includes(`ann.${name}(`)),
    ).toEqual([]);
  });
});
