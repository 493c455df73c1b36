import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import ts from 'typescript';
import { isTree, type PackageTrees, pascalCase, writeTree } from './endpoint-tree.ts';
import { TypePrinter } from './print-type.ts';
import { declarationsIn, exportsOf, isSource, openProject, type Project, resolved, specifierOf } from './project.ts';

/** An edit of a string: `text` replaces everything from `start` to `end`. */
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
 * - a result without a name, such as the result of `streams.key.get`, is `StreamsKeyGetResult`;
 * - a type that is made of all endpoints, `type WithItemTree = …`, gets similar names: `WithItemAccountsGetParams`.
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
    ...examplesIn(resolve(folder, 'api.md')),
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

/** Reads the link and the example of each method from the package's `api.md`. Examples are made from calls in tests. */
function examplesIn(file: string): Pick<PackageTrees, 'examples' | 'links'> {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const read = (part: RegExp) =>
    new Map(
      [...text.matchAll(new RegExp(`^### \`(.+)\`\\n(?:(?!^#|^\`\`\`)[\\s\\S])*?${part.source}$`, 'gm'))].map(
        ([, operation = '', found = '']) => [operation, found] as const,
      ),
    );
  return { examples: read(/^```ts\n([\s\S]*?)\n```/), links: read(/^`[A-Z]+ \S+` · \[.*\]\((.*)\)/) };
}

/** Returns where the constants that hold trees are on the client, by their declarations. */
function pathsOf({ checker }: Project, endpoints: ts.Symbol | undefined): PackageTrees['paths'] {
  const paths = new Map<ts.Node | undefined, readonly string[]>([[endpoints?.valueDeclaration, []]]);
  for (const group of endpoints ? checker.getTypeOfSymbol(endpoints).getProperties() : [])
    paths.set(resolved(checker, group).valueDeclaration, [group.name]);
  return paths;
}

/** Returns the text of a declaration file with its types written out; undefined if there is nothing to write out. */
function describeFile(trees: PackageTrees, source: ts.SourceFile, emitted: string): string | undefined {
  const { project, paths, added } = trees;
  const { checker } = project;
  const file = ts.createSourceFile('emitted.d.ts', emitted, ts.ScriptTarget.ESNext, true);
  const print = new TypePrinter(project, source);
  const edits: Edit[] = [];
  const replace = (node: ts.Node, text: string) => edits.push({ start: node.getStart(), end: node.end, text });
  const originals = new Map(source.statements.flatMap(declarationsIn).map((each) => [each.name.getText(), each]));

  for (const declaration of file.statements.flatMap(declarationsIn)) {
    const name = declaration.name.getText();
    const original = originals.get(name);
    if (ts.isInterfaceDeclaration(declaration) && original && ts.isInterfaceDeclaration(original))
      edits.push(...describeInterface(project, print, declaration, original));
    else if (ts.isTypeAliasDeclaration(declaration) && original && ts.isTypeAliasDeclaration(original)) {
      const type = checker.getTypeAtLocation(original.name);
      const [, tree] = /^(\w+)Tree$/.exec(name) ?? [];
      if (tree && !original.typeParameters && isTree(checker, type)) {
        const method = tree.charAt(0).toLowerCase() + tree.slice(1);
        replace(declaration.type, writeTree(trees, print, type, [], method));
        continue;
      }
      const inferred = inferredIn(original);
      for (const [index, node] of inferredIn(declaration).entries())
        replace(node, print.type(checker.getTypeAtLocation(inferred[index] as ts.Node), ''));
    } else if (ts.isVariableDeclaration(declaration) && declaration.type && original) {
      const path = paths.get(original);
      const type = path && checker.getTypeAtLocation(original);
      if (type && isTree(checker, type)) replace(declaration.type, writeTree(trees, print, type, path));
    }
  }
  if (edits.length === 0) return undefined;
  for (const name of originals.keys())
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

/** Writes out the fields that an interface inherits from a schema's type. */
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
  const heritage = others.length > 0 ? ` extends ${others.join(', ')}` : '';
  const { pos: end } = statement.members;
  return [{ start: emittedClause.pos, end, text: `${heritage} {\n${inherited.trimEnd()}` }];
}

/** Finds the outermost types that valibot infers from schemas. */
function inferredIn(node: ts.Node): ts.Node[] {
  const isReference = ts.isTypeReferenceNode(node) || ts.isExpressionWithTypeArguments(node);
  if (isReference && /^(v\.)?Infer(Input|Output)</.test(node.getText())) return [node];
  const found: ts.Node[] = [];
  ts.forEachChild(node, (child) => {
    found.push(...inferredIn(child));
  });
  return found;
}

/**
 * Adds imports for names that a declaration file refers to as `import('./file.ts').Name`, so that editors show the name
 * without the file, and for the added declarations of other files. Also adds the source's type imports; the sweep
 * removes unused ones.
 */
function withImports({ project, added }: PackageTrees, source: ts.SourceFile, text: string): string {
  const file = ts.createSourceFile('written.d.ts', text, ts.ScriptTarget.ESNext, true);
  /** Module of each name in the file; undefined for the file's own names. */
  const known = new Map<string, string | undefined>();
  for (const { name } of file.statements.flatMap(declarationsIn)) known.set(name.getText(), undefined);
  for (const { name, from } of file.statements.flatMap(importsIn)) known.set(name, from);
  const imports: string[] = [];
  /** Adds an import unless the name is known. Returns whether the name refers to that import. */
  function add(name: string, specifier: string): boolean {
    if (!known.has(name)) {
      known.set(name, specifier);
      imports.push(name);
    }
    return known.get(name) === specifier;
  }
  const named = text.replace(/import\('([^']+)'\)\.(\w+)|\w+/g, (reference, specifier, name) => {
    if (name !== undefined) return add(name, specifier) ? name : reference;
    const { file } = added.get(reference) ?? {};
    if (file && file !== source)
      add(reference, specifierOf(project, file.fileName.replace(/\.ts$/, ''), source.fileName));
    return reference;
  });
  for (const { name, from, isType } of source.statements.flatMap(importsIn)) if (isType && from) add(name, from);
  const lines = [...Map.groupBy(imports, (name) => known.get(name))].map(
    ([specifier, names]) => `import type { ${names.sort().join(', ')} } from '${specifier}';`,
  );
  return [...lines.sort(), named].join('\n');
}

/** A name that a statement imports. */
interface Import {
  readonly name: string;
  /** The module that exports it; undefined if it stands for the whole module. */
  readonly from?: string;
  readonly isType: boolean;
}

function importsIn(statement: ts.Statement): Import[] {
  const { importClause, moduleSpecifier } = ts.isImportDeclaration(statement) ? statement : {};
  const bindings = importClause?.namedBindings;
  if (!bindings) return [];
  const isType = importClause.isTypeOnly;
  if (ts.isNamespaceImport(bindings)) return [{ name: bindings.name.text, isType }];
  const from = (moduleSpecifier as ts.StringLiteral).text;
  return bindings.elements.map(({ name, isTypeOnly }) => ({ name: name.text, from, isType: isType || isTypeOnly }));
}

/**
 * Exports the added names from the entry point `endpoints`, so that the declaration files of users' own code can refer
 * to them. The main entry point imports that file, because compilers would not read it otherwise.
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
