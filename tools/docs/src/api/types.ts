import ts from 'typescript';
import { type Documented, descriptionOf, firstSentence, type Links, table, tagsOf } from './comments.ts';

/** A field of a record, or a parameter. `path` is `images[].url` for a field inside a list. */
export interface Field {
  readonly path: string;
  readonly type: string;
  readonly optional: boolean;
  readonly description: string;
}

const code = (text: string) => `\`${text}\``;

/** Whether a type comes from the language, the runtime or a library. Such types are named but not explained. */
const isForeign = (symbol: ts.Symbol | undefined): boolean =>
  symbol?.declarations?.some((declaration) => declaration.getSourceFile().fileName.includes('/node_modules/')) ?? false;

export type TypeWriter = ReturnType<typeof typeWriter>;

/** Creates functions that write types and their JSDoc as Markdown. */
export function typeWriter(checker: ts.TypeChecker, links: Links) {
  /** Returns JSDoc with its remarks and its deprecation note, without the other tags. */
  const describe = (documented: Documented) => descriptionOf(documented, checker, links);

  /** Returns the type of a list's items. */
  const elementOf = (type: ts.Type): ts.Type | undefined =>
    checker.isArrayType(type) ? checker.getTypeArguments(type as ts.TypeReference)[0] : undefined;

  const named = (symbol: ts.Symbol | undefined, args: readonly ts.Type[] = []): string | undefined => {
    const href = symbol && links.ofSymbol(symbol);
    if (!href) return undefined;
    const list = args.map((arg) => write(arg)).join(', ');
    return `[${code(symbol.name)}](${href})${list && `&lt;${list}&gt;`}`;
  };

  const isEmptyObject = (type: ts.Type) =>
    Boolean(type.flags & ts.TypeFlags.Object) &&
    type.getProperties().length === 0 &&
    type.getCallSignatures().length === 0 &&
    checker.getIndexInfosOfType(type).length === 0;

  /** Returns the primitive type in a type such as `string & {}`, which lets editors propose values. */
  const openPrimitive = (type: ts.Type) =>
    type.isIntersection() && type.types.length === 2 && type.types[1] && isEmptyObject(type.types[1])
      ? type.types[0]
      : undefined;

  const isAbsent = (type: ts.Type) => Boolean(type.flags & ts.TypeFlags.Undefined);

  function writeUnion(type: ts.UnionType, optional: boolean): string {
    let members = optional ? type.types.filter((member) => !isAbsent(member)) : type.types;
    const isBoolean = members.filter(({ flags }) => flags & ts.TypeFlags.BooleanLiteral).length === 2;
    if (isBoolean) members = members.filter(({ flags }) => !(flags & ts.TypeFlags.BooleanLiteral));
    const last = (member: ts.Type) => {
      if (member.flags & ts.TypeFlags.Undefined) return 3;
      if (member.flags & ts.TypeFlags.Null) return 2;
      return openPrimitive(member) ? 1 : 0;
    };
    // The compiler's own order depends on what else it has read.
    const texts = members
      .map((member) => ({ text: write(member), place: last(member) }))
      .sort((a, b) => a.place - b.place || collator.compare(a.text, b.text))
      .map(({ text }) => text);
    if (isBoolean) texts.unshift('`boolean`');
    return [...new Set(texts)].join(' \\| ');
  }

  /** Writes a type on one line, with its names linked. If `optional` is set, leaves `undefined` out of unions. */
  function write(type: ts.Type, optional = false): string {
    const symbol = type.getSymbol();
    const alias = named(type.aliasSymbol, type.aliasTypeArguments);
    if (alias && !(optional && type.isUnion() && type.types.some(isAbsent))) return alias;
    const primitive = openPrimitive(type);
    if (primitive) return write(primitive);
    if (type.isUnion()) return writeUnion(type, optional);
    if (checker.isTupleType(type))
      return `[${checker
        .getTypeArguments(type as ts.TypeReference)
        .map((arg) => write(arg))
        .join(', ')}]`;
    const element = elementOf(type);
    if (element) {
      const text = write(element);
      return text.includes(' ') && element.isUnion() ? `(${text})[]` : `${text}[]`;
    }
    const args = isReference(type) ? checker.getTypeArguments(type).filter((arg) => arg !== type) : [];
    const own = named(symbol, args.slice(0, typeParametersOf(symbol).length));
    if (own) return own;
    if (!(type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection))) return code(checker.typeToString(type));
    // A name that only renames a type of the language: `interface FileBytes extends Uint8Array {}`.
    const [base] = type.isClassOrInterface() && !symbol?.members?.size ? checker.getBaseTypes(type) : [];
    if (base) return write(base);
    if (isForeign(symbol) && symbol?.name !== '__type') {
      const list = args.slice(0, typeParametersOf(symbol).filter((parameter) => !parameter.default).length);
      const text = list.map((arg) => write(arg)).join(', ');
      return `${code(symbol?.name ?? '')}${text && `&lt;${text}&gt;`}`;
    }
    if (type.getCallSignatures().length > 0)
      return code(checker.typeToString(type, undefined, ts.TypeFormatFlags.NoTruncation));
    const [index] = checker.getIndexInfosOfType(type);
    if (index && type.getProperties().length === 0)
      return `\`Record\`&lt;${write(index.keyType)}, ${write(index.type)}&gt;`;
    return isMethodGroup(type) ? 'methods' : '`object`';
  }

  /** Whether a type consists only of methods, at any depth, as the groups of a client do. */
  const isMethodGroup = (type: ts.Type): boolean => {
    const members = type.getProperties().map((member) => checker.getTypeOfSymbol(member));
    return (
      members.length > 0 &&
      members.every(
        (member) => member.getCallSignatures().length > 0 || (isPlainObject(member) && isMethodGroup(member)),
      )
    );
  };

  const isPlainObject = (type: ts.Type) =>
    Boolean(type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) && !isForeign(type.getSymbol());

  /**
   * Finds the unnamed objects in a type, including in lists and unions, with the suffix that shows that they are in a
   * list.
   */
  function objectsIn(type: ts.Type, suffix = ''): { object: ts.Type; suffix: string }[] {
    if (named(type.aliasSymbol) || named(type.getSymbol())) return [];
    if (type.isUnion()) return type.types.flatMap((member) => objectsIn(member, suffix));
    const element = elementOf(type);
    if (element) return objectsIn(element, `${suffix}[]`);
    const [index] = checker.getIndexInfosOfType(type);
    if (index && !isForeign(type.getSymbol()) && type.getProperties().length === 0)
      return objectsIn(index.type, `${suffix}.*`);
    return write(type) === '`object`' ? [{ object: type, suffix }] : [];
  }

  /**
   * Writes the type of a member. Writes functions as they are declared, because the compiler would write out the types
   * of their parameters.
   */
  function writeMember(property: ts.Symbol, type: ts.Type, optional: boolean): string {
    if (checker.getNonNullableType(type).getCallSignatures().length === 0) return write(type, optional);
    const [declaration] = property.declarations ?? [];
    if (declaration && ts.isMethodSignature(declaration)) return code(signatureText(declaration));
    const isDeclaration = declaration && (ts.isPropertySignature(declaration) || ts.isParameter(declaration));
    const text = isDeclaration && declaration.type ? onOneLine(declaration.type.getText()) : '';
    if (text && !/EndpointMethods<|import\(/.test(text))
      return code(optional ? text.replace(/ \| undefined$/, '') : text);
    // Methods of endpoints are listed elsewhere.
    return (declaration && ts.isPropertyAssignment(declaration)) || text ? 'method' : write(type, optional);
  }

  /** Returns the first sentence about a named type or a list of one; empty for other types. */
  function sentenceOf(type: ts.Type): string {
    const bare = checker.getNonNullableType(elementOf(type) ?? type);
    const symbol = bare.aliasSymbol ?? bare.getSymbol();
    return symbol && links.ofSymbol(symbol) ? firstSentence(describe(symbol)) : '';
  }

  function fieldOf(symbol: ts.Symbol, path: string, optional: boolean): Field {
    const type = checker.getTypeOfSymbol(symbol);
    return {
      path,
      type: writeMember(symbol, type, optional),
      optional,
      description: describe(symbol) || sentenceOf(type),
    };
  }

  /** Returns a row for each parameter of a function. */
  const parametersOf = ({ parameters }: ts.Signature): Field[] =>
    parameters.map((parameter) => {
      const { name, valueDeclaration: declaration } = parameter;
      const isOptional =
        declaration && ts.isParameter(declaration) && (declaration.questionToken || declaration.initializer);
      return fieldOf(parameter, name.startsWith('__') ? 'options' : name, Boolean(isOptional));
    });

  /** Returns a row for each field of a type, and for each field of the unnamed objects in it. */
  function fieldsOf(type: ts.Type, prefix = '', outer: readonly ts.Type[] = []): Field[] {
    const own = type
      .getProperties()
      .filter((property) => !isForeign(property) && !isPrivate(property) && !/^(~|__@)|#/.test(property.name));
    const inAll = own.flatMap((property) => {
      const fieldType = checker.getTypeOfSymbol(property);
      if (checker.getNonNullableType(fieldType).flags & ts.TypeFlags.Never) return []; // it must be absent
      const path = `${prefix}${property.name}`;
      const field = fieldOf(property, path, Boolean(property.flags & ts.SymbolFlags.Optional));
      const inner = fieldsInside(fieldType, path, outer);
      // An object without a description is explained by its fields.
      return field.type === '`object`' && !field.description && inner.length > 0 ? inner : [field, ...inner];
    });
    if (!type.isUnion()) return inAll;
    const known = new Set(inAll.map(({ path }) => path));
    const variants = type.types.map((variant) => fieldsOf(variant, prefix, outer));
    return [...inAll, ...mergeVariants(variants).filter(({ path }) => !known.has(path))];
  }

  /** Returns the same rows for an unnamed type or a list of one; none for any other type. */
  function fieldsInside(type: ts.Type, path = '', outer: readonly ts.Type[] = []): Field[] {
    const variants = objectsIn(type)
      .filter(({ object }) => !outer.includes(object))
      .map(({ object, suffix }) => fieldsOf(object, path && `${path}${suffix}.`, [...outer, object]));
    return mergeVariants(variants);
  }

  /** Returns the definition of an exported type: its fields, or its text for types without fields. */
  function define(symbol: ts.Symbol): { text: string; fields: Field[] } {
    const type = checker.getDeclaredTypeOfSymbol(symbol);
    if (type.isUnion()) return { text: `One of ${writeUnion(type, false)}.`, fields: [] };
    const isRecord = type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection) && type.getProperties().length > 0;
    return isRecord && !checker.isArrayType(type)
      ? { text: '', fields: fieldsOf(type) }
      : { text: write(type), fields: [] };
  }

  /** Returns the texts of all tags with a name, such as `throws`. */
  const tags = (documented: Documented, name: string) => tagsOf(documented, name, checker, links);
  return { checker, describe, tags, sentenceOf, write, fieldsOf, fieldsInside, parametersOf, define };
}

/** Renders a table of fields; empty if there are none. */
export const fieldTable = (fields: readonly Field[], head = 'Field'): string => {
  const rows = fields.map(({ path, type, optional, description }) => [
    `\`${path}${optional ? '?' : ''}\``,
    type,
    description,
  ]);
  return rows.length > 0 ? table([head, 'Type', 'Description'], rows) : '';
};

/** Renders a table of parameters, required ones first, each followed by its own fields; empty if there are none. */
export function parameterTable(fields: readonly Field[]): string {
  const required = new Set(fields.filter(({ optional }) => !optional).map(({ path }) => path));
  const isRequired = ({ path }: Field) => required.has(path.split(/[.[]/, 1)[0] ?? path);
  const sorted = [...fields.filter(isRequired), ...fields.filter((field) => !isRequired(field))];
  const rows = sorted.map(({ path, type, optional, description }) => [
    `\`${path}\``,
    type,
    optional ? 'no' : 'yes',
    description,
  ]);
  return rows.length > 0 ? table(['Parameter', 'Type', 'Required', 'Description'], rows) : '';
}

/** Merges the fields of an object's variants. A field that some variants lack is optional. */
function mergeVariants(variants: readonly (readonly Field[])[]): Field[] {
  return [...Map.groupBy(variants.flat(), ({ path }) => path).values()].flatMap((same) =>
    same.slice(0, 1).map((first) => ({
      ...first,
      type: [...new Set(same.map(({ type }) => type))].join(' \\| '),
      optional: first.optional || same.length < variants.length,
    })),
  );
}

/** Returns the source text of a declaration on one line, without comments. */
export const onOneLine = (text: string): string =>
  text
    .replaceAll(/\/\*[\s\S]*?\*\/|\/\/ .*/g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll('( ', '(')
    .replaceAll(/,? \)/g, ')')
    .replaceAll(/; }/g, ' }');

/** Returns the type of a method as it is declared, on one line: `() => Promise<void>`. */
const signatureText = (declaration: ts.MethodSignature): string =>
  onOneLine(declaration.getText()).slice(declaration.name.getText().length).replace(/;$/, '').replace(/\): /, ') => ');

const isPrivate = (member: ts.Symbol): boolean =>
  member.valueDeclaration !== undefined &&
  (ts.getCombinedModifierFlags(member.valueDeclaration) & ts.ModifierFlags.Private) !== 0;

const isReference = (type: ts.Type): type is ts.TypeReference =>
  Boolean((type as ts.ObjectType).objectFlags & ts.ObjectFlags.Reference);

/** Returns the declared type parameters, without the type of `this` that the compiler adds to an interface. */
function typeParametersOf(symbol: ts.Symbol | undefined): readonly ts.TypeParameterDeclaration[] {
  const [declaration] = symbol?.declarations ?? [];
  return (declaration as ts.InterfaceDeclaration | undefined)?.typeParameters ?? [];
}

const collator = new Intl.Collator('en', { numeric: true });
