import { fileURLToPath } from 'node:url';
import { endpoints as bank } from '@x/bank';
import { operationsOf } from '@x/core';
import { endpoints as food } from '@x/food';
import { endpoints as music } from '@x/music';
import { endpoints as quotes } from '@x/quotes';
import { endpoints as stream } from '@x/stream';
import ts from 'typescript';

// What an editor shows on the parameters, response fields and resource groups of the five clients.

const trees = { bank, food, music, quotes, stream };

/** The name of a provider's package without its scope. */
export type Provider = keyof typeof trees;

/** Something with a name that an editor shows documentation of. */
export interface Documented {
  /** `param` of a method, `field` of a response, or `group` of methods. */
  readonly kind: 'param' | 'field' | 'group';
  readonly provider: Provider;
  /** Where it can be seen: `streams.list(first)`, `streams.list → user_id`, `streams`. */
  readonly place: string;
  readonly name: string;
  readonly prose: string;
  /** File and line of its declaration. */
  readonly declared: string;
}

/**
 * Reads all parameters, response fields and groups as TypeScript sees them. Those that are declared once and seen in several
 * methods are returned once.
 *
 * @param from `source` reads the sources of the packages, `built` what was built of them.
 */
export function readDocumented(providers: readonly Provider[], from: 'source' | 'built'): Documented[] {
  const app = fileURLToPath(new URL('documented-app.ts', import.meta.url));
  const source = providers
    .map((name) => {
      const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Client`;
      return `import type { ${type} } from '@x/${name}';\nexport declare const ${name}: ${type};`;
    })
    .join('\n');
  const options: ts.CompilerOptions = {
    strict: true,
    target: ts.ScriptTarget.ES2023,
    lib: ['lib.es2024.d.ts', 'lib.esnext.array.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    allowImportingTsExtensions: true,
    noEmit: true,
    skipLibCheck: true,
    types: ['node'],
    ...(from === 'source' && { customConditions: ['@x/source'] }),
  };
  const host = ts.createCompilerHost(options);
  const original = host.getSourceFile.bind(host);
  host.getSourceFile = (file, ...rest) =>
    file === app ? ts.createSourceFile(app, source, ts.ScriptTarget.ES2023) : original(file, ...rest);
  const exists = host.fileExists.bind(host);
  host.fileExists = (file) => file === app || exists(file);
  const read = host.readFile.bind(host);
  host.readFile = (file) => (file === app ? source : read(file));
  const program = ts.createProgram([app], options, host);
  const checker = program.getTypeChecker();
  const root = program.getSourceFile(app);
  if (!root) throw new Error('the program has no app');
  const found = new Map<string, Documented>();

  const isOurs = (declaration: ts.Declaration) =>
    /\/packages\/\w+\/(src|dist)\//.test(declaration.getSourceFile().fileName);

  function note(kind: Documented['kind'], provider: Provider, place: string, symbol: ts.Symbol): void {
    const declaration = symbol.declarations?.find(isOurs);
    if (!declaration) return;
    const file = declaration.getSourceFile();
    const { line } = file.getLineAndCharacterOfPosition(declaration.getStart());
    const declared = `${file.fileName.replace(/^.*\/packages\//, 'packages/')}:${line + 1}`;
    const key = `${kind} ${declared} ${declaration.getStart()} ${symbol.name}`;
    const prose = ts.displayPartsToString(symbol.getDocumentationComment(checker));
    const before = found.get(key);
    if (before && (before.prose || !prose)) return;
    found.set(key, { kind, provider, place, name: symbol.name, prose, declared });
  }

  /** Notes the properties of a type, of its parts, and of the items of lists. */
  function walk(kind: 'param' | 'field', provider: Provider, place: string, type: ts.Type, seen: Set<ts.Type>): void {
    if (seen.has(type)) return;
    seen.add(type);
    if (type.isUnionOrIntersection() && !(type.flags & ts.TypeFlags.Intersection)) {
      for (const part of type.types) walk(kind, provider, place, part, seen);
      return;
    }
    if (checker.isArrayType(type) || checker.isTupleType(type)) {
      for (const item of checker.getTypeArguments(type as ts.TypeReference)) walk(kind, provider, place, item, seen);
      return;
    }
    const isObject = (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) !== 0;
    if (!isObject || type.getCallSignatures().length > 0) return;
    for (const property of checker.getPropertiesOfType(type)) {
      if (!property.declarations?.some(isOurs)) continue;
      const where = kind === 'param' ? `${place}(${property.name})` : `${place} → ${property.name}`;
      note(kind, provider, where, property);
      walk(kind, provider, where, checker.getTypeOfSymbol(property), seen);
    }
    for (const { type: each } of checker.getIndexInfosOfType(type)) walk(kind, provider, place, each, seen);
  }

  for (const provider of providers) {
    const [declared] = root.statements.filter(
      (each): each is ts.VariableStatement =>
        ts.isVariableStatement(each) && each.declarationList.declarations[0]?.name.getText(root) === provider,
    );
    const variable = declared?.declarationList.declarations[0];
    if (!variable) continue;
    const client = checker.getTypeAtLocation(variable);
    const groups = new Set<string>();
    for (const [operation] of operationsOf(trees[provider])) {
      let type = client;
      const path: string[] = [];
      for (const name of operation.split('.')) {
        path.push(name);
        const symbol = type.getProperty(name);
        if (!symbol) throw new Error(`${provider}.${operation} is not a method of the client`);
        type = checker.getTypeOfSymbol(symbol);
        if (path.length < operation.split('.').length && !groups.has(path.join('.'))) {
          groups.add(path.join('.'));
          note('group', provider, path.join('.'), symbol);
        }
      }
      const signatures = type.getCallSignatures();
      for (const signature of signatures) {
        const [params] = signature.getParameters();
        if (params && params.name !== 'options')
          walk('param', provider, operation, checker.getNonNullableType(checker.getTypeOfSymbol(params)), new Set());
        const result = signature.getReturnType() as ts.TypeReference;
        for (const data of checker.getTypeArguments(result)) walk('field', provider, operation, data, new Set());
      }
    }
  }
  return [...found.values()];
}

/** Whether a line says nothing that the name does not say: `User ID` of `user_id`. */
export function isEmptyWords({ name, prose }: Pick<Documented, 'name' | 'prose'>): boolean {
  const words = (text: string) =>
    text
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .split(/[^a-z0-9]+/)
      .filter((word) => word !== '' && !['the', 'a', 'an', 'of', 'this', 'its', 'is'].includes(word));
  const own = new Set(words(name));
  return words(prose).every((word) => own.has(word));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [which = 'all', from = 'source'] = process.argv.slice(2);
  const providers = which === 'all' ? (Object.keys(trees) as Provider[]) : [which as Provider];
  const all = readDocumented(providers, from === 'built' ? 'built' : 'source');
  for (const each of all)
    if (isEmptyWords(each))
      console.log(`${each.declared} ${each.kind} ${each.place}${each.prose ? `: "${each.prose}"` : ''}`);
  for (const kind of ['param', 'field', 'group'] as const) {
    const ofKind = all.filter((each) => each.kind === kind);
    console.log(`${kind}s: ${ofKind.filter((each) => !isEmptyWords(each)).length} of ${ofKind.length} documented`);
  }
}
