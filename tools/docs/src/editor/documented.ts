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
  /** Code of a user that has the name between these two parts. */
  readonly use: readonly [before: string, after: string];
  /** The values that are known of a string, or of the strings of a list; empty for anything else. */
  readonly values: readonly string[];
  /** Whether only a list of strings is valid. */
  readonly isList: boolean;
}

/** What the code of `use` needs besides the clients, which it has under the names of their packages. */
const usePrelude = `
declare function value<T>(): T;
type Having<T, Name extends string> = T extends unknown ? (Name extends keyof T ? T : never) : never;
type Field<T, Name extends string> = T extends unknown ? (Name extends keyof T ? NonNullable<T[Name]> : never) : never;
type Item<T> = T extends readonly (infer Each)[] ? NonNullable<Each> : never;
type Value<T> = T extends unknown ? (string extends keyof T ? NonNullable<T[string & keyof T]> : never) : never;
`;

/** The clients of a provider in the code of `use`: declarations of consts, and their names with what places on them begin with. */
export function clientsOf(provider: Provider): { code: string; clients: (readonly [name: string, prefix: string])[] } {
  const type = `${provider.charAt(0).toUpperCase()}${provider.slice(1)}Client`;
  const code = `import type { ${type} } from '@x/${provider}';\ndeclare const ${provider}: ${type};\n${usePrelude}`;
  if (provider !== 'bank') return { code, clients: [[provider, '']] };
  return { code: `${code}const ${itemClient[0]} = bank.withItem('');\n`, clients: [[provider, ''], itemClient] };
}

/** The client of one Item of bank: its code, and what the places on it begin with. */
const itemClient = ['forItem', 'withItem.'] as const;

/** Code that uses the properties of an object. */
interface Code {
  /** Code before and after the name of a property. */
  use(name: string): Documented['use'];
  /** Code that uses what is inside of a property. */
  property(name: string): Code;
  /** Code that uses what is inside of the items of a list. */
  item(): Code;
  /** Code that uses what is inside of the values of a record. */
  value(): Code;
  /** Code that uses one part of a union. */
  part(marks: Marks): Code;
}

/** What distinguishes a part of a union from the other parts. */
interface Marks {
  /** Code of the values of properties that have only one value, by the names of the properties. */
  readonly literals: ReadonlyMap<string, string>;
  /** Name of a property that only this part has. */
  readonly own?: string | undefined;
  /** Code of the type of the part, if it has a name. */
  readonly type?: string | undefined;
}

const isIdentifier = (name: string) => /^[\w$]+$/.test(name) && !/^\d/.test(name);

/** A call with an object literal around the name: `stream.streams.list({ first: value() });`. */
function paramCode(before: string, after: string, literals: ReadonlyMap<string, string> = new Map()): Code {
  const quoted = (name: string) => (isIdentifier(name) ? name : `'${name}'`);
  const othersThan = (name: string) =>
    [...literals].flatMap(([other, value]) => (other === name ? [] : [`${quoted(other)}: ${value}, `])).join('');
  const nested = (name: string) => paramCode(`${before}{ ${othersThan(name)}${quoted(name)}: `, ` }${after}`);
  return {
    use(name) {
      const quote = isIdentifier(name) ? '' : "'";
      const value = literals.get(name) ?? 'value()';
      return [`${before}{ ${othersThan(name)}${quote}`, `${quote}: ${value} }${after}`];
    },
    property: nested,
    item: () => paramCode(`${before}[`, `]${after}`),
    value: () => nested('any'),
    part: (marks) => paramCode(before, after, marks.literals),
  };
}

/** An access to the name: `value<Stream>().title;`. */
function fieldCode(type: string): Code {
  const code: Code = {
    use(name) {
      const object = `value<Having<${type}, '${name}'>>()`;
      return isIdentifier(name) ? [`${object}.`, ';'] : [`${object}['`, "'];"];
    },
    property: (name) => fieldCode(`Field<${type}, '${name}'>`),
    item: () => fieldCode(`Item<${type}>`),
    value: () => fieldCode(`Value<${type}>`),
    part({ literals, own, type: named }) {
      if (named !== undefined) return fieldCode(named);
      if (own !== undefined) return fieldCode(`Having<${type}, '${own}'>`);
      const values = [...literals].map(([name, value]) => `'${name}': ${value}`);
      return values.length > 0 ? fieldCode(`Extract<${type}, { ${values.join('; ')} }>`) : code;
    },
  };
  return code;
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

  function note(
    kind: Documented['kind'],
    provider: Provider,
    place: string,
    symbol: ts.Symbol,
    use: Documented['use'],
  ): void {
    const declaration = symbol.declarations?.find(isOurs);
    if (!declaration) return;
    const file = declaration.getSourceFile();
    const { line } = file.getLineAndCharacterOfPosition(declaration.getStart());
    const declared = `${file.fileName.replace(/^.*\/packages\//, 'packages/')}:${line + 1}`;
    const key = `${kind} ${declared} ${declaration.getStart()} ${symbol.name}`;
    const prose = ts.displayPartsToString(symbol.getDocumentationComment(checker));
    const before = found.get(key);
    if (before && (before.prose || !prose)) return;
    found.set(key, {
      ...{ kind, provider, place, name: symbol.name, prose, declared, use },
      ...knownValues(checker.getTypeOfSymbol(symbol)),
    });
  }

  /** The values of the string literals in a type, or else in the items of the lists in it. */
  function knownValues(type: ts.Type): Pick<Documented, 'values' | 'isList'> {
    const partsOf = (each: ts.Type) => (each.isUnion() ? each.types : [each]);
    const stringsOf = (parts: readonly ts.Type[]) =>
      parts.flatMap((each) => (each.isStringLiteral() && each.value !== '' ? [each.value] : []));
    const parts = partsOf(type);
    const values = stringsOf(parts);
    if (values.length > 0) return { values, isList: false };
    const items = parts
      .filter((each) => checker.isArrayType(each))
      .flatMap((each) => checker.getTypeArguments(each as ts.TypeReference).flatMap(partsOf));
    return { values: stringsOf(items), isList: true };
  }

  /**
   * Notes the properties of a type, of its parts, and of the items of lists.
   *
   * @param code Code that a use of a property is written in: for a field the type that has it, for a param what is
   * before and after the object that has it.
   */
  function walk(
    kind: 'param' | 'field',
    provider: Provider,
    place: string,
    type: ts.Type,
    code: Code,
    seen: Set<ts.Type>,
  ): void {
    if (seen.has(type)) return;
    seen.add(type);
    if (type.isUnionOrIntersection() && !(type.flags & ts.TypeFlags.Intersection)) {
      for (const part of type.types)
        walk(kind, provider, place, part, code.part(marksOf(provider, part, type.types)), seen);
      return;
    }
    if (checker.isArrayType(type) || checker.isTupleType(type)) {
      for (const item of checker.getTypeArguments(type as ts.TypeReference))
        walk(kind, provider, place, item, code.item(), seen);
      return;
    }
    const isObject = (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) !== 0;
    if (!isObject || type.getCallSignatures().length > 0) return;
    for (const property of checker.getPropertiesOfType(type)) {
      if (!property.declarations?.some(isOurs)) continue;
      const where = kind === 'param' ? `${place}(${property.name})` : `${place} → ${property.name}`;
      note(kind, provider, where, property, code.use(property.name));
      walk(kind, provider, where, checker.getTypeOfSymbol(property), code.property(property.name), seen);
    }
    for (const { type: each } of checker.getIndexInfosOfType(type))
      walk(kind, provider, place, each, code.value(), seen);
  }

  /** What distinguishes a part of a union from the other parts. */
  function marksOf(provider: Provider, part: ts.Type, parts: readonly ts.Type[]): Marks {
    if (parts.filter((each) => each.flags & ts.TypeFlags.Object).length < 2) return { literals: new Map() };
    const properties = checker.getPropertiesOfType(part);
    const literals = properties.flatMap((each): [string, string][] => {
      const type = checker.getTypeOfSymbol(each);
      return type.isStringLiteral() ? [[each.name, JSON.stringify(type.value)]] : [];
    });
    const others = parts.filter((each) => each !== part && each.flags & ts.TypeFlags.Object);
    const own = properties.find(({ name }) => others.every((other) => !other.getProperty(name)));
    const type = part.isClassOrInterface() && exportsOf(provider).has(part.symbol.name) ? part.symbol.name : undefined;
    return { literals: new Map(literals), own: own?.name, type: type && `import('@x/${provider}').${type}` };
  }

  /** The names that a package exports. */
  function exportsOf(provider: Provider): ReadonlySet<string> {
    const imports = root?.statements.filter(ts.isImportDeclaration) ?? [];
    const found = imports.find(({ moduleSpecifier }) => moduleSpecifier.getText(root).includes(`@x/${provider}`));
    const module = found && checker.getSymbolAtLocation(found.moduleSpecifier);
    return new Set(module && checker.getExportsOfModule(module).map(({ name }) => name));
  }

  /** The types of the arguments of a method: `(...args: [params, options])`, or only `(params, …)`. */
  function argumentsOf(parameter: ts.Symbol | undefined): readonly ts.Type[] {
    if (!parameter) return [];
    const type = checker.getTypeOfSymbol(parameter);
    return checker.isTupleType(type) ? checker.getTypeArguments(type as ts.TypeReference) : [type];
  }

  /**
   * Notes what is on a client.
   *
   * @param code Code of the client.
   * @param prefix What places begin with.
   */
  function walkClient(provider: Provider, client: ts.Type, code: string, prefix: string): void {
    const groups = new Set<string>();
    for (const [operation] of operationsOf(trees[provider])) {
      let type = client;
      const path: string[] = [];
      for (const name of operation.split('.')) {
        path.push(name);
        const symbol = type.getProperty(name);
        if (!symbol) throw new Error(`${code}.${operation} is not a method of the client`);
        type = checker.getTypeOfSymbol(symbol);
        const group = path.join('.');
        if (group !== operation && !groups.has(group)) {
          groups.add(group);
          note('group', provider, prefix + group, symbol, [[code, ...path.slice(0, -1), ''].join('.'), ';']);
        }
      }
      for (const signature of type.getCallSignatures())
        walkSignature(provider, prefix + operation, `${code}.${operation}`, signature);
    }
  }

  /** Notes what a method takes and what it returns. */
  function walkSignature(provider: Provider, place: string, method: string, signature: ts.Signature): void {
    const [params] = signature.getParameters();
    for (const [index, passed] of argumentsOf(params).entries()) {
      const before = index === 0 ? `${method}(` : `${method}(value(), `;
      walk('param', provider, place, checker.getNonNullableType(passed), paramCode(before, ');'), new Set());
    }
    const result = signature.getReturnType() as ts.TypeReference;
    const resolved = `Awaited<ReturnType<typeof ${method}>>`;
    const code = fieldCode(result.symbol.name === 'PagedCall' ? `Item<${resolved}['items']>` : resolved);
    for (const data of checker.getTypeArguments(result)) walk('field', provider, place, data, code, new Set());
  }

  for (const provider of providers) {
    const [declared] = root.statements.filter(
      (each): each is ts.VariableStatement =>
        ts.isVariableStatement(each) && each.declarationList.declarations[0]?.name.getText(root) === provider,
    );
    const variable = declared?.declarationList.declarations[0];
    if (!variable) continue;
    walkClient(provider, checker.getTypeAtLocation(variable), provider, '');
    const forItem = checker.getTypeAtLocation(variable).getProperty('withItem');
    const [signature] = forItem ? checker.getTypeOfSymbol(forItem).getCallSignatures() : [];
    if (signature) walkClient(provider, signature.getReturnType(), ...itemClient);
  }
  return [...found.values()];
}

/** Whether a line adds nothing to the name: `User ID` of `user_id`. */
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
