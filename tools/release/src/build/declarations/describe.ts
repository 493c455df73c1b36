import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import ts from 'typescript';
import { isTree, type PackageTrees, pascalCase, writeTree } from './endpoint-tree.ts';
import { TypePrinter } from './print-type.ts';
import { exportsOf, isSource, namesOf, openProject, type Project, resolved, specifierOf } from './project.ts';

/** A change of a string: what is between two positions becomes `text`. */
interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Rewrites the declaration files that `tsc` emitted into `dist` of a package, so that editors show the JSDoc of every
 * method, parameter and field. `tsc` emits types that are computed from schemas, and drops the JSDoc of properties that
 * it computes or copies from other files; TypeScript 7 shows no JSDoc on properties of mapped types at all. So the
 * types are written out here as interfaces, with the JSDoc of the sources:
 *
 * - `interface Stream extends v.InferOutput<typeof streamSchema>` lists the fields of a stream;
 * - the params of `streams.list` are `StreamsListParams`, and `client.streams` is `StreamsMethods`;
 * - where some methods need a user, `StreamsAppMethods` is the same on a client that acts for the app;
 * - a result without a name, as that of `streams.key.get`, is `StreamsKeyGetResult`;
 * - a type that is made of all endpoints, `type WithItemTree = …`, has such names too: `WithItemAccountsGetParams`.
 *
 * The types are the same as before; only the names and the JSDoc are added. The entry point `endpoints` exports the
 * names, because declaration files of users' own code refer to them.
 */
export function describeDeclarations(folder: string): void {
  const project = openProject(folder);
  const { program, checker, sources } = project;
  const exported = exportsOf(project, 'index.ts');
  const declaredParams = exportsOf(project, 'endpoints.ts');
  const exportedEndpoints = exported.find(({ name }) => name === 'endpoints');
  const endpoints = exportedEndpoints && resolved(checker, exportedEndpoints);
  const { name } = JSON.parse(readFileSync(resolve(folder, 'package.json'), 'utf8'));
  const trees: PackageTrees = {
    project,
    root: `${pascalCase([name.replace(/.*\//, '')])}Client`,
    paths: pathsOf(project, endpoints),
    taken: new Set([...exported, ...declaredParams].map(({ name }) => name)),
    examples: examplesIn(resolve(folder, 'api.md')),
    added: new Map(),
  };

  for (const source of program.getSourceFiles()) {
    if (!isSource(project, source)) continue;
    const path = resolve(folder, 'dist', relative(sources, source.fileName).replace(/\.ts$/, '.d.ts'));
    if (!existsSync(path)) continue;
    const text = describeFile(trees, source, readFileSync(path, 'utf8'));
    if (text !== undefined) writeFileSync(path, withImports(trees, source, text));
  }
  exportNames(folder, trees);
}

/** Reads the example of each method from the package's `api.md`, which is made from calls in the tests. */
function examplesIn(file: string): Map<string, string> {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const examples = text.matchAll(/^### `(.+)`\n(?:(?!^#|^```)[\s\S])*?^```ts\n([\s\S]*?)\n```$/gm);
  return new Map([...examples].map(([, operation = '', code = '']) => [operation, code]));
}

/** Where the consts that hold trees are on the client, by the symbols of the consts. */
function pathsOf({ checker }: Project, endpoints: ts.Symbol | undefined): Map<ts.Symbol, readonly string[]> {
  const paths = new Map<ts.Symbol, readonly string[]>();
  if (!endpoints) return paths;
  paths.set(endpoints, []);
  for (const group of checker.getTypeOfSymbol(endpoints).getProperties())
    paths.set(resolved(checker, group), [group.name]);
  return paths;
}

/** The text of a declaration file with its types written out; undefined if there is nothing to write out. */
function describeFile(trees: PackageTrees, source: ts.SourceFile, emitted: string): string | undefined {
  const { project, paths, added } = trees;
  const { checker } = project;
  const file = ts.createSourceFile('emitted.d.ts', emitted, ts.ScriptTarget.ESNext, true);
  const print = new TypePrinter(project, source);
  const edits: Edit[] = [];
  const replace = (node: ts.Node, text: string) => edits.push({ start: node.getStart(), end: node.end, text });
  const declared = new Map(source.statements.flatMap((each) => namesOf(each).map((name) => [name, each])));

  for (const statement of file.statements) {
    const [name = ''] = namesOf(statement);
    const original = declared.get(name);
    if (!original) continue;
    if (ts.isInterfaceDeclaration(statement) && ts.isInterfaceDeclaration(original))
      edits.push(...describeInterface(project, print, statement, original));
    else if (ts.isTypeAliasDeclaration(statement) && ts.isTypeAliasDeclaration(original)) {
      const type = checker.getTypeAtLocation(original.name);
      const [, tree] = /^(\w+)Tree$/.exec(name) ?? [];
      if (tree && !original.typeParameters && isTree(checker, type)) {
        const method = tree.charAt(0).toLowerCase() + tree.slice(1);
        replace(statement.type, writeTree(trees, print, type, [], method));
        continue;
      }
      const inferred = inferredIn(original);
      for (const [index, node] of inferredIn(statement).entries())
        replace(node, print.type(checker.getTypeAtLocation(inferred[index] as ts.Node), ''));
    } else if (ts.isVariableStatement(statement)) {
      const [declaration] = statement.declarationList.declarations;
      const symbol = constIn(checker, original, name);
      const path = symbol && paths.get(symbol);
      if (!declaration?.type || !symbol || !path) continue;
      const type = checker.getTypeOfSymbol(symbol);
      if (isTree(checker, type)) replace(declaration.type, writeTree(trees, print, type, path));
    }
  }
  if (edits.length === 0) return undefined;
  for (const name of declared.keys())
    if (added.get(name)?.file === source)
      throw new Error(`${source.fileName} declares ${name}, which is the name of a generated type`);
  const described = edits
    .sort((a, b) => b.start - a.start)
    .reduce(apply, emitted)
    .trimEnd();
  return [described, ...[...added.values()].filter(({ file }) => file === source).map(({ text }) => text)].join('\n');
}

const apply = (text: string, { start, end, text: replacement }: Edit): string =>
  text.slice(0, start) + replacement + text.slice(end);

/** Writes out the fields that an interface inherits from the type of a schema. */
function describeInterface(
  { checker }: Project,
  print: TypePrinter,
  statement: ts.InterfaceDeclaration,
  original: ts.InterfaceDeclaration,
): Edit[] {
  const clause = original.heritageClauses?.[0];
  const emittedClause = statement.heritageClauses?.[0];
  if (!clause || !emittedClause || inferredIn(clause).length === 0) return [];
  const bases = clause.types.filter((each) => inferredIn(each).length > 0);
  const others = clause.types.filter((each) => !bases.includes(each)).map((each) => each.getText());
  const own = new Set(original.members.map((each) => each.name?.getText()));
  const inherited = bases.map((each) => print.members(checker.getTypeAtLocation(each), '  ', own)).join('');
  const start = statement.members.pos;
  return [
    {
      start: emittedClause.pos,
      end: emittedClause.end,
      text: others.length > 0 ? ` extends ${others.join(', ')}` : '',
    },
    { start, end: start, text: `\n${inherited.trimEnd()}` },
  ];
}

/** The outermost types that valibot infers from schemas. */
function inferredIn(node: ts.Node): ts.Node[] {
  const isReference = ts.isTypeReferenceNode(node) || ts.isExpressionWithTypeArguments(node);
  if (isReference && /^(v\.)?Infer(Input|Output)</.test(node.getText())) return [node];
  const found: ts.Node[] = [];
  ts.forEachChild(node, (child) => {
    found.push(...inferredIn(child));
  });
  return found;
}

function constIn(checker: ts.TypeChecker, statement: ts.Statement, name: string): ts.Symbol | undefined {
  if (!ts.isVariableStatement(statement)) return undefined;
  const found = statement.declarationList.declarations.find((each) => each.name.getText() === name);
  return found && checker.getSymbolAtLocation(found.name);
}

/** Names from core that trees need. */
const ofTrees: Readonly<Record<string, readonly string[]>> = {
  '@x/core': [
    'AddressableListOptions',
    'ApiCall',
    'CallItOnWithAccount',
    'CallOptions',
    'ListOptions',
    'LookupResult',
    'NoParams',
    'PagedCall',
  ],
  '@x/core/provider': ['AuthKind', 'Endpoint', 'ListEndpoint', 'LookupEndpoint', 'WithMethods'],
};

/**
 * Imports what a declaration file refers to as `import('./file.ts').Name`, so that editors show the name without the
 * file. Also adds the source's type imports, and the names from core that trees need; the sweep removes unused ones.
 */
function withImports({ project, added }: PackageTrees, source: ts.SourceFile, text: string): string {
  const file = ts.createSourceFile('written.d.ts', text, ts.ScriptTarget.ESNext, true);
  const known = new Set(file.statements.flatMap((each) => [...namesOf(each), ...importedNames(each)]));
  /** Specifiers of added imports by name. */
  const from = new Map<string, string>();
  /** Adds an import unless the name means something else; returns whether it is imported. */
  function add(name: string, specifier: string): boolean {
    if (known.has(name)) return false;
    if (!from.has(name)) from.set(name, specifier);
    return from.get(name) === specifier;
  }
  const named = text.replace(/import\('(\.[^']+)'\)\.(\w+)|\w+/g, (reference, specifier, name) => {
    if (name !== undefined) return add(name, specifier) ? name : reference;
    const { file } = added.get(reference) ?? {};
    if (file && file !== source)
      add(reference, specifierOf(project, file.fileName.replace(/\.ts$/, ''), source.fileName));
    return reference;
  });
  for (const { importClause, moduleSpecifier } of source.statements.filter(ts.isImportDeclaration)) {
    const bindings = importClause?.namedBindings;
    if (!bindings || ts.isNamespaceImport(bindings)) continue;
    for (const { name, isTypeOnly } of bindings.elements)
      if (isTypeOnly || importClause.isTypeOnly) add(name.text, (moduleSpecifier as ts.StringLiteral).text);
  }
  for (const [specifier, names] of Object.entries(ofTrees)) for (const name of names) add(name, specifier);
  const imports = [...Map.groupBy(from.keys(), (name) => from.get(name))].map(
    ([specifier, names]) => `import type { ${names.sort().join(', ')} } from '${specifier}';`,
  );
  return [...imports, named].join('\n');
}

function importedNames(statement: ts.Statement): string[] {
  if (!ts.isImportDeclaration(statement)) return [];
  const bindings = statement.importClause?.namedBindings;
  if (!bindings) return [];
  return ts.isNamespaceImport(bindings) ? [bindings.name.text] : bindings.elements.map(({ name }) => name.text);
}

/**
 * Exports the added names from the entry point of endpoints, so that the declaration files of users' own code can refer
 * to them. The main entry point names that file, or compilers would not have read it.
 */
function exportNames(folder: string, { project: { sources }, added }: PackageTrees): void {
  const index = resolve(folder, 'dist/index.d.ts');
  writeFileSync(index, `import type {} from './endpoints.ts';\n${readFileSync(index, 'utf8')}`);
  const path = resolve(folder, 'dist/endpoints.d.ts');
  const named = Map.groupBy(added, ([, { file }]) => file.fileName);
  const lines = [...named].map(
    ([file, names]) =>
      `export type { ${names
        .map(([name]) => name)
        .sort()
        .join(', ')} } from './${relative(sources, file)}';`,
  );
  writeFileSync(path, `${[readFileSync(path, 'utf8').trimEnd(), ...lines].join('\n')}\n`);
}
