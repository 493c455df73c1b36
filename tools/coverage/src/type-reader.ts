import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import ts from 'typescript';

/** A method of another client, as its type declarations have it. */
export interface TypedMethod {
  /** Names that lead to it from what the file exports: `albums.tracks`. */
  readonly path: string;
  /** Fields of its parameters that are objects, and names of its other parameters except IDs, which go by any name. */
  readonly params: ReadonlySet<string>;
  /** Names of all fields that its result may have, at any depth. */
  readonly fields: ReadonlySet<string>;
  /** Names of all fields inside the fields called `name`, such as those of the items of a list; empty when there is none. */
  fieldsInside(name: string): ReadonlySet<string>;
}

/** Properties of properties of properties are as far as clients nest their methods. */
const maxDepth = 3;

/**
 * Reads the methods of the classes and interfaces that a `.d.ts` file exports, and those of their properties: the client
 * `SpotifyApi` has `albums`, which has `tracks`. Only fields that the package itself declares count, not those of promises
 * or of the HTTP library. Accessors of classes do not count either: they are derived from fields.
 *
 * @throws Error when there is no such file.
 */
export function readMethods(file: string): TypedMethod[] {
  if (!existsSync(file))
    throw new Error(`There is no file ${file}. Pass the type declarations of a package: --types FILE.d.ts`);
  // Package managers link packages: what a package imports is found beside its real folder.
  const path = realpathSync(file);
  const program = ts.createProgram([path], {
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    skipLibCheck: true,
    types: [],
    strict: true,
  });
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(path);
  const module = source && checker.getSymbolAtLocation(source);
  if (!source || !module) throw new Error(`${file} exports nothing. Pass the file that package.json names as types.`);
  const folder = packageOf(source.fileName);
  const isOwnFile = (name: string) => name.startsWith(folder) && !name.slice(folder.length).includes('node_modules/');
  const isOwn = (symbol: ts.Symbol | undefined): boolean =>
    symbol?.declarations?.some((node) => isOwnFile(node.getSourceFile().fileName)) ?? false;

  /** Types that `type` is made of and takes as arguments, such as the result of a promise. */
  function partsOf(type: ts.Type): readonly ts.Type[] {
    const constraint = type.flags & ts.TypeFlags.TypeParameter ? checker.getBaseConstraintOfType(type) : undefined;
    const conditional = type.flags & ts.TypeFlags.Conditional ? branchesOf(type as ts.ConditionalType) : [];
    const reference = isReference(type) ? checker.getTypeArguments(type) : [];
    const bases = type.isClassOrInterface() ? checker.getBaseTypes(type) : [];
    // A generic class is an instance of its declaration, which has the base types.
    const declared = isReference(type) && type.target !== type ? (checker.getBaseTypes(type.target) ?? []) : [];
    const members = type.isUnionOrIntersection() ? type.types : [];
    const index = type.flags & ts.TypeFlags.Object ? checker.getIndexInfosOfType(type).map((info) => info.type) : [];
    const parts = [constraint, ...conditional, ...reference, ...(type.aliasTypeArguments ?? []), ...bases, ...declared];
    return [...parts, ...members, ...index].filter((part) => part !== undefined);
  }

  const branchesOf = ({ root }: ts.ConditionalType): ts.Type[] =>
    [root.node.trueType, root.node.falseType].map((node) => checker.getTypeFromTypeNode(node));

  /** The fields of some types and of all types inside them, by name, with their types. */
  function fieldsOf(roots: readonly ts.Type[]): Map<string, ts.Type[]> {
    const fields = new Map<string, ts.Type[]>();
    const seen = new Set<ts.Type>();
    const open = [...roots];
    for (let type = open.pop(); type; type = open.pop()) {
      if (seen.has(type)) continue;
      seen.add(type);
      open.push(...partsOf(type));
      if (!(type.flags & ts.TypeFlags.Object)) continue;
      for (const property of checker.getPropertiesOfType(type)) {
        if (!isOwn(property) || !isField(property)) continue;
        const held = checker.getTypeOfSymbol(property);
        // The name of a symbol is not that of a field.
        if (!property.name.startsWith('__@')) fields.set(property.name, [...(fields.get(property.name) ?? []), held]);
        open.push(held);
      }
    }
    return fields;
  }

  /** The types that a result is written with: those inside a type of a library that is not installed are found too. */
  function writtenIn(signature: ts.Signature): ts.Type[] {
    const types: ts.Type[] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isTypeReferenceNode(node)) types.push(checker.getTypeFromTypeNode(node));
      ts.forEachChild(node, visit);
    };
    const written = signature.declaration?.type;
    if (written) visit(written);
    return types;
  }

  function paramsOf(signature: ts.Signature): Set<string> {
    const names = new Set<string>();
    for (const parameter of signature.parameters) {
      const type = checker.getNonNullableType(checker.getTypeOfSymbol(parameter));
      const properties = type.flags & ts.TypeFlags.Object ? checker.getPropertiesOfType(type).filter(isOwn) : [];
      if (properties.length > 0) for (const { name } of properties) names.add(name);
      else if (!(type.flags & ts.TypeFlags.Any) && !/ids?$/i.test(parameter.name)) names.add(parameter.name);
    }
    return names;
  }

  const methods = new Map<string, { params: Set<string>; results: ts.Type[] }>();

  function walk(type: ts.Type, path: readonly string[], seen: readonly ts.Type[]): void {
    if (seen.includes(type)) return;
    for (const property of checker.getPropertiesOfType(type)) {
      if (!isOwn(property) || isHidden(property) || property.name === 'prototype') continue;
      const target = checker.getTypeOfSymbol(property);
      const name = [...path, property.name];
      const signatures = target.getCallSignatures();
      for (const signature of signatures) {
        const key = name.join('.');
        const method = methods.get(key) ?? { params: new Set<string>(), results: [] };
        methods.set(key, method);
        for (const param of paramsOf(signature)) method.params.add(param);
        method.results.push(signature.getReturnType(), ...writtenIn(signature));
      }
      if (signatures.length === 0 && name.length < maxDepth && isOwn(target.symbol))
        walk(target, name, [...seen, type]);
    }
  }

  for (const symbol of checker.getExportsOfModule(module)) {
    const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    // An interface is mostly data, whose own methods, if any, are found all the same.
    if (target.flags & (ts.SymbolFlags.Class | ts.SymbolFlags.Interface))
      walk(checker.getDeclaredTypeOfSymbol(target), [], []);
  }
  return [...methods].map(([path, { params, results }]) => {
    const fields = fieldsOf(results);
    const inside = (name: string) => new Set(fieldsOf(fields.get(name) ?? []).keys());
    return { path, params, fields: new Set(fields.keys()), fieldsInside: inside };
  });
}

const isReference = (type: ts.Type): type is ts.TypeReference =>
  Boolean(type.flags & ts.TypeFlags.Object && (type as ts.ObjectType).objectFlags & ts.ObjectFlags.Reference);

/** Whether other code cannot see it. */
const isHidden = (symbol: ts.Symbol): boolean =>
  symbol.declarations?.some((node) => {
    const flags = ts.getCombinedModifierFlags(node);
    return (flags & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected | ts.ModifierFlags.Static)) !== 0;
  }) ?? false;

/** Whether a property holds data of its own: it is not a method, nor an accessor of a class. */
const isField = (symbol: ts.Symbol): boolean =>
  !isHidden(symbol) && !(symbol.flags & (ts.SymbolFlags.Method | ts.SymbolFlags.Accessor));

/** The folder of the package that a file belongs to, with a slash at the end. */
function packageOf(file: string): string {
  let folder = dirname(file);
  while (!existsSync(join(folder, 'package.json')) && dirname(folder) !== folder) folder = dirname(folder);
  // A folder of a package may have a package.json of its own that only says what kind of modules it has.
  const above = folder.lastIndexOf(`${sep}dist${sep}`);
  return `${above < 0 ? folder : folder.slice(0, above)}/`;
}
