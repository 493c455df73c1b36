import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { describeApis } from './api/packages.ts';
import { root } from './pages.ts';

// The calls come from the tests of the endpoints, which run them. Here the examples made of them are compiled.

const folder = fileURLToPath(new URL('../.generated/examples/', import.meta.url));
const apis = describeApis();
const examplesOf = (name: string) =>
  (apis.find((api) => api.package === name)?.groups ?? []).flatMap(({ methods }) =>
    methods.map((method) => ({ ...method, code: /^```ts\n([\s\S]*?)^```$/m.exec(method.text)?.[1] ?? '' })),
  );

/** The names that a program uses as variables without declaring them: the shorthands in the params. */
function undeclaredIn(code: string): Set<string> {
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isShorthandPropertyAssignment(node)) names.add(node.name.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('example.ts', code, ts.ScriptTarget.Latest));
  return names;
}

describe.each(apis.map((api) => api.package))('the examples of @x/%s', (name) => {
  const examples = examplesOf(name).filter(({ text }) => /^`[A-Z]+ \//m.test(text));

  it('are there for every method', () => {
    expect(
      examples.filter(({ code }) => !/\b(ann|stream|music|bank|food|quotes)\./.test(code)).map((method) => method.name),
    ).toEqual([]);
  });

  it('fit the 80 columns that a page shows without scrolling', () => {
    const long = examples.filter(({ code }) => code.split('\n').some((line) => line.length > 80));
    expect(long.map((method) => method.name)).toEqual([]);
  });
});

it('every example compiles', () => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const { package: name } of apis) {
    const client = `${name[0]?.toUpperCase()}${name.slice(1)}Client`;
    const programs = examplesOf(name)
      .filter(({ text }) => /^`[A-Z]+ \//m.test(text))
      .map(({ name: method, code }) => {
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
