import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import ts from 'typescript';
import { declarationsIn } from './project.ts';

/**
 * Removes declarations that no entry point needs, such as the types of schemas, from a package's declaration files, so
 * that users' compilers have less to read. A declaration stays if anything that stays mentions its name.
 */
export function sweepDeclarations(folder: string): void {
  const { exports } = JSON.parse(readFileSync(resolve(folder, 'package.json'), 'utf8'));
  // Entry points of programs and data have no types.
  const entries = Object.values<{ types?: string }>(exports).flatMap(({ types }) =>
    types ? resolve(folder, types) : [],
  );
  const files = new Map(
    globSync('dist/**/*.d.ts', { cwd: folder }).map((name) => {
      const path = resolve(folder, name);
      return [path, ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.ESNext, true)];
    }),
  );
  const declarations = [...files.values()].flatMap(({ statements }) =>
    statements.flatMap((statement) => namesIn(statement).map((name) => ({ name, statement }))),
  );
  const declaring = Map.groupBy(declarations, ({ name }) => name);
  const kept = new Set<ts.Statement>();
  const keep = (statement: ts.Statement): void => {
    if (kept.has(statement)) return;
    kept.add(statement);
    for (const name of identifiersIn(statement))
      for (const { statement: other } of declaring.get(name) ?? [])
        if (other.parent === statement.parent || isExported(other)) keep(other);
  };
  for (const [path, { statements }] of files)
    for (const statement of statements) if (entries.includes(path) || isAlwaysKept(statement)) keep(statement);

  const texts = new Map([...files].map(([path, { statements }]) => [path, sweptText(statements, kept)]));
  const reached = new Set<string>();
  const reach = (path: string): void => {
    const text = texts.get(path);
    if (text === undefined || reached.has(path)) return;
    reached.add(path);
    for (const [, specifier = ''] of text.matchAll(/(?:from|import\() ?["'](\.[^"']+)\.ts["']/g))
      reach(resolve(dirname(path), `${specifier}.d.ts`));
  };
  for (const entry of entries) reach(entry);
  for (const [path, text] of texts)
    if (reached.has(path)) writeFileSync(path, text);
    else rmSync(path);
}

/** Whether a statement must be kept because it declares no name that others could mention, such as a re-export. */
const isAlwaysKept = (statement: ts.Statement): boolean =>
  namesIn(statement).length === 0 && !ts.isImportDeclaration(statement);

/** Returns the names that a statement declares. */
const namesIn = (statement: ts.Statement): string[] =>
  ts.isClassDeclaration(statement) && statement.name
    ? [statement.name.text]
    : declarationsIn(statement).map(({ name }) => name.getText());

/** Returns the text of a file with only the kept statements and the imports that they need. */
function sweptText(statements: readonly ts.Statement[], kept: ReadonlySet<ts.Statement>): string {
  const used = new Set(statements.filter((statement) => kept.has(statement)).flatMap(identifiersIn));
  const texts = statements.map((statement) => {
    if (kept.has(statement)) return statement.getFullText();
    return ts.isImportDeclaration(statement) ? importIn(statement, used) : '';
  });
  return `${texts.join('').trim()}\n`;
}

const isExported = (statement: ts.Statement): boolean =>
  ts.canHaveModifiers(statement) &&
  statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;

/** Returns the names that a statement mentions. */
function identifiersIn(statement: ts.Statement): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) found.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(statement);
  return found;
}

/** Reduces an import to the names that are used. */
function importIn(statement: ts.ImportDeclaration, used: ReadonlySet<string>): string {
  const bindings = statement.importClause?.namedBindings;
  if (!bindings) return statement.getFullText();
  if (ts.isNamespaceImport(bindings)) return used.has(bindings.name.text) ? statement.getFullText() : '';
  const names = bindings.elements.filter(({ name }) => used.has(name.text)).map((each) => each.getText());
  if (names.length === bindings.elements.length) return statement.getFullText();
  const type = statement.importClause?.isTypeOnly ? 'type ' : '';
  return names.length > 0 ? `\nimport ${type}{ ${names.join(', ')} } from ${statement.moduleSpecifier.getText()};` : '';
}
