import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { pascal } from '../../providers.ts';
import { apiOf } from './api/packages.ts';
import { providers, root } from './repository.ts';

// The endpoint tests run the calls that the examples are made from. These tests compile the examples.

const folder = fileURLToPath(new URL('../.generated/examples/', import.meta.url));

/** Returns the example of each method in a package's `api.md`, below its route. */
const examplesOf = (name: string) =>
  [...apiOf(name).matchAll(/^### `(.+)`\n(?:(?!^#)[\s\S])*?^`[A-Z]+ \/.*\n\n```ts\n([\s\S]*?)^```$/gm)].map(
    ([, method = '', code = '']) => ({ method, code }),
  );

/** Returns the variables that a program uses without declaring them, which are the shorthands in its params. */
function undeclaredIn(code: string): Set<string> {
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isShorthandPropertyAssignment(node)) names.add(node.name.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('example.ts', code, ts.ScriptTarget.Latest));
  return names;
}

describe.each(providers)('the examples of @x/%s', (name) => {
  const examples = examplesOf(name);

  it('exist for every method', () => {
    const methods = apiOf(name).match(/^`[A-Z]+ \//gm) ?? [];
    const calls = examples.filter(({ code }) => new RegExp(`\\b(ann|${name})\\.`).test(code));
    expect(calls.length).toBe(methods.length);
  });

  it('fit the 80 columns that a page shows without scrolling', () => {
    const long = examples.filter(({ code }) => code.split('\n').some((line) => line.length > 80));
    expect(long.map(({ method }) => method)).toEqual([]);
  });
});

it('every example compiles', () => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const name of providers) {
    const client = `${pascal(name)}Client`;
    const programs = examplesOf(name).map(({ method, code }) => {
      const declared = [...undeclaredIn(code)].map((each) => `${each}: never`).join(', ');
      return `// ${method}\nexport async function example${method.replaceAll('.', '_')}(${declared}) {\n${code}}\n`;
    });
    const hasUsers = name === 'stream' || name === 'music';
    const users = hasUsers ? `declare const ann: ReturnType<typeof ${name}.withAccount>;\n` : '';
    writeFileSync(
      `${folder}${name}.ts`,
      `import type { ${client} } from '@x/${name}';\ndeclare const ${name}: ${client};\n${users}${programs.join('\n')}`,
    );
  }
  const config = { extends: `${root}tsconfig.base.json`, include: ['.'], compilerOptions: { skipLibCheck: true } };
  writeFileSync(`${folder}tsconfig.json`, JSON.stringify(config));
  const tsc = `${root}node_modules/typescript/bin/tsc`;
  expect(() => execFileSync(process.execPath, [tsc, '-p', folder], { stdio: 'inherit' })).not.toThrow();
});
