import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { endpoints as bank } from '@x/bank';
import { operationsOf } from '@x/core';
import { endpoints as food } from '@x/food';
import { endpoints as music } from '@x/music';
import { endpoints as quotes } from '@x/quotes';
import { endpoints as stream } from '@x/stream';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const trees = { bank, food, music, quotes, stream };
const clients = Object.keys(trees).map((name) => {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Client`;
  return `import type { ${type} } from '@x/${name}';\ndeclare const ${name}: ${type};`;
});
const calls = Object.entries(trees).flatMap(([name, tree]) =>
  operationsOf(tree).map(([operation]) => `${name}.${operation}`),
);
const source = [...clients, ...calls].join('\n');

const app = fileURLToPath(new URL('app.ts', import.meta.url));
const service = ts.createLanguageService({
  getScriptFileNames: () => [app],
  getScriptVersion: () => '1',
  getScriptSnapshot(file) {
    if (file === app) return ts.ScriptSnapshot.fromString(source);
    return ts.sys.fileExists(file) ? ts.ScriptSnapshot.fromString(readFileSync(file, 'utf8')) : undefined;
  },
  getCurrentDirectory: () => fileURLToPath(new URL('..', import.meta.url)),
  getCompilationSettings: () => ({
    strict: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    skipLibCheck: true,
    types: [],
  }),
  getDefaultLibFileName: ts.getDefaultLibFilePath,
  fileExists: ts.sys.fileExists,
  readFile: ts.sys.readFile,
  readDirectory: ts.sys.readDirectory,
});

/** What an editor shows on the last name of `call`. */
function hover(call: string) {
  const start = source.indexOf(`\n${call}`) + 1 + call.lastIndexOf('.') + 1;
  const info = service.getQuickInfoAtPosition(app, start);
  return { type: ts.displayPartsToString(info?.displayParts), prose: ts.displayPartsToString(info?.documentation) };
}

it('the app compiles', () => {
  expect(service.getSemanticDiagnostics(app).map(({ messageText }) => messageText)).toEqual([]);
});

describe('hovering a method', () => {
  it.each(calls)('%s shows its prose, and a type with a name unless it is small', (call) => {
    const { type, prose } = hover(call);
    expect(prose).toMatch(/^[A-Z].{15,}/);
    const [, result] = type.match(/.*(?:=>|\):) ((?:Promise|ApiCall|PagedCall)<.*)$/s) ?? [];
    expect(result).toMatch(/^\w+<([^{]+|\{\s*(\w+\??: [^;{]+;\s*){1,3}\})>$/);
  });
});
