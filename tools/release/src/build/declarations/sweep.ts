import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import ts from 'typescript';
import { namesOf } from './project.ts';

interface File {
  readonly path: string;
  source: ts.SourceFile;
}

/**
 * Removes from the declaration files of a package what nothing refers to any more, such as the types of schemas, and
 * the files that no entry point leads to. Users' compilers have less to read. A name that any file mentions stays.
 */
export function sweepDeclarations(folder: string): void {
  const { exports } = JSON.parse(readFileSync(resolve(folder, 'package.json'), 'utf8'));
  const entries = Object.values<{ types: string }>(exports).map(({ types }) => resolve(folder, types));
  const files = globSync('dist/**/*.d.ts', { cwd: folder }).map((path): File => read(resolve(folder, path)));
  while (sweepOnce(files, entries));
  const reached = new Set<string>();
  const reach = (path: string): void => {
    const file = files.find((each) => each.path === path);
    if (!file || reached.has(path)) return;
    reached.add(path);
    for (const [, specifier = ''] of file.source.text.matchAll(/(?:from|import\() ?["'](\.[^"']+)\.ts["']/g))
      reach(resolve(dirname(path), `${specifier}.d.ts`));
  };
  for (const entry of entries) reach(entry);
  for (const { path, source } of files)
    if (reached.has(path)) writeFileSync(path, source.text);
    else rmSync(path);
}

const read = (path: string, text = readFileSync(path, 'utf8')): File => ({
  path,
  source: ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true),
});

/**
 * Removes what nothing refers to; returns whether it found any. Without that, something else may have no use, either.
 */
function sweepOnce(files: File[], entries: readonly string[]): boolean {
  const mentions = files.map(({ source }) => mentionsIn(source.statements));
  let changed = false;
  for (const [index, file] of files.entries()) {
    if (entries.includes(file.path)) continue;
    const isUsed = (name: string, statement: ts.Statement): boolean => {
      const inside = mentionsIn([statement]).get(name) ?? 0;
      if ((mentions[index]?.get(name) ?? 0) > inside) return true;
      const isExported = ts.canHaveModifiers(statement) && statement.modifiers?.some(isExport);
      return isExported === true && mentions.some((each, other) => other !== index && each.has(name));
    };
    const texts = file.source.statements.map((statement) => {
      if (ts.isImportDeclaration(statement)) return importIn(statement, (name) => isUsed(name, statement));
      const names = namesOf(statement);
      return names.length > 0 && !names.some((name) => isUsed(name, statement)) ? '' : statement.getFullText();
    });
    const text = `${texts.join('').trim()}\n`;
    if (text === `${file.source.text.trim()}\n`) continue;
    files[index] = read(file.path, text);
    changed = true;
  }
  return changed;
}

const isExport = ({ kind }: ts.ModifierLike): boolean => kind === ts.SyntaxKind.ExportKeyword;

/** How often each name is written in some statements. */
function mentionsIn(statements: Iterable<ts.Statement>): Map<string, number> {
  const found = new Map<string, number>();
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) found.set(node.text, (found.get(node.text) ?? 0) + 1);
    ts.forEachChild(node, visit);
  };
  for (const statement of statements) visit(statement);
  return found;
}

/** An import without the names that are not used. */
function importIn(statement: ts.ImportDeclaration, isUsed: (name: string) => boolean): string {
  const bindings = statement.importClause?.namedBindings;
  if (!bindings) return statement.getFullText();
  if (ts.isNamespaceImport(bindings)) return isUsed(bindings.name.text) ? statement.getFullText() : '';
  const kept = bindings.elements.filter(({ name }) => isUsed(name.text)).map((each) => each.getText());
  if (kept.length === bindings.elements.length) return statement.getFullText();
  const type = statement.importClause?.isTypeOnly ? 'type ' : '';
  return kept.length > 0 ? `\nimport ${type}{ ${kept.join(', ')} } from ${statement.moduleSpecifier.getText()};` : '';
}
