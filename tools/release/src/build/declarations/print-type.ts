import ts from 'typescript';
import { isSource, type Project, specifierOf } from './project.ts';

const flags =
  ts.NodeBuilderFlags.NoTruncation |
  ts.NodeBuilderFlags.MultilineObjectLiterals |
  ts.NodeBuilderFlags.UseTypeOfFunction |
  ts.NodeBuilderFlags.UseStructuralFallback |
  ts.NodeBuilderFlags.AllowEmptyTuple |
  ts.NodeBuilderFlags.GenerateNamesForShadowedTypeParams;

const printer = ts.createPrinter({ removeComments: true });

/** Prints types for one declaration file. TypeScript prints them without the JSDoc of properties; this adds it. */
export class TypePrinter {
  readonly #project: Project;
  /** The source that the declaration file was emitted from. */
  readonly file: ts.SourceFile;

  constructor(project: Project, file: ts.SourceFile) {
    this.#project = project;
    this.file = file;
  }

  /** A type as it is written after a colon. */
  type(type: ts.Type, indent: string): string {
    return this.#node(this.#nodeOf(type), [type], indent);
  }

  /**
   * The properties of an object type, one per line, each below its JSDoc.
   *
   * @param except Names of properties that are left out. Default: none.
   */
  members(type: ts.Type, indent: string, except: ReadonlySet<string | undefined> = new Set()): string {
    const node = this.#nodeOf(type, true);
    const parts = ts.isIntersectionTypeNode(node) ? node.types : [node];
    return parts
      .map((part) => {
        if (!ts.isTypeLiteralNode(part)) throw new Error(`${this.file.fileName}: no object type: ${this.#plain(part)}`);
        return this.#members(part, [type], indent, except);
      })
      .join('');
  }

  /** @param isWrittenOut Whether a name of the type itself is left out. */
  #nodeOf(type: ts.Type, isWrittenOut = false): ts.TypeNode {
    // Names of helper types, such as `InferOutput`, are left out; a name that the package declares is not.
    const isOwn =
      !isWrittenOut && type.aliasSymbol?.declarations?.some((each) => isSource(this.#project, each.getSourceFile()));
    const inAlias = isOwn ? ts.NodeBuilderFlags.None : ts.NodeBuilderFlags.InTypeAlias;
    const node = this.#project.checker.typeToTypeNode(type, this.file, flags | inAlias);
    if (!node) throw new Error(`${this.file.fileName}: a type cannot be written`);
    return node;
  }

  /** @param types What the node may be a part of: types whose properties have the JSDoc. */
  #node(node: ts.TypeNode, types: readonly ts.Type[], indent: string): string {
    const print = (each: ts.TypeNode): string => this.#node(each, types, indent);
    if (ts.isTypeLiteralNode(node))
      return node.members.length === 0 ? '{}' : `{\n${this.#members(node, types, `${indent}  `)}${indent}}`;
    if (ts.isArrayTypeNode(node)) return `${print(node.elementType)}[]`;
    if (ts.isParenthesizedTypeNode(node)) return `(${print(node.type)})`;
    // TypeScript adds `undefined` to an optional property once more where a mapped type has declared it.
    if (ts.isUnionTypeNode(node)) return [...new Set(node.types.map(print))].join(' | ');
    if (ts.isIntersectionTypeNode(node)) return node.types.map(print).join(' & ');
    if (ts.isTypeOperatorNode(node)) return `${ts.tokenToString(node.operator)} ${print(node.type)}`;
    if (ts.isTypeReferenceNode(node) && node.typeArguments) {
      const text = `${this.#plain(node.typeName)}<${node.typeArguments.map(print).join(', ')}>`;
      // Compilers before 5.7 do not know that this type is generic; for others, this is its default.
      return text === 'Uint8Array<ArrayBufferLike>' ? 'Uint8Array' : text;
    }
    if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument) && ts.isStringLiteral(node.argument.literal)) {
      const specifier = specifierOf(this.#project, node.argument.literal.text, this.file.fileName);
      const name = node.qualifier ? `.${this.#plain(node.qualifier)}` : '';
      const typeArguments = node.typeArguments ? `<${node.typeArguments.map(print).join(', ')}>` : '';
      return `${node.isTypeOf ? 'typeof ' : ''}import('${specifier}')${name}${typeArguments}`;
    }
    return this.#plain(node);
  }

  #members(
    node: ts.TypeLiteralNode,
    types: readonly ts.Type[],
    indent: string,
    except: ReadonlySet<string | undefined> = new Set(),
  ): string {
    const owner = this.#ownerOf(node, types);
    const placeOf = ({ name }: ts.TypeElement) => this.#placeOf(name && owner?.getProperty(nameOf(name)));
    return [...node.members]
      .filter(({ name }) => !name || !except.has(nameOf(name)))
      .sort((a, b) => compare(placeOf(a), placeOf(b)))
      .map((member) => {
        if (ts.isIndexSignatureDeclaration(member)) {
          const [key] = member.parameters;
          const values = owner ? this.#project.checker.getIndexInfosOfType(owner).map(({ type }) => type) : types;
          const readonly = isReadonly(member) ? 'readonly ' : '';
          return `${indent}${readonly}[${key ? this.#plain(key) : ''}]: ${this.#node(member.type, values, indent)};\n`;
        }
        if (!ts.isPropertySignature(member) || !member.type) return `${indent}${this.#plain(member)}\n`;
        const symbol = owner?.getProperty(nameOf(member.name));
        const inner = symbol ? [this.#project.checker.getTypeOfSymbol(symbol)] : types;
        const readonly = isReadonly(member) ? 'readonly ' : '';
        const head = `${readonly}${propertyName(nameOf(member.name))}${member.questionToken ? '?' : ''}`;
        return `${symbol ? documentationOf(symbol, indent) : ''}${indent}${head}: ${this.#node(member.type, inner, indent)};\n`;
      })
      .join('');
  }

  /**
   * Where a property is declared, to be sorted by: what is spread from other files comes last. TypeScript's own order
   * of properties mixes them.
   */
  #placeOf(symbol: ts.Symbol | undefined): readonly [boolean, string, number] {
    const declaration = symbol?.declarations?.[0];
    const file = declaration?.getSourceFile();
    return [file !== this.file, file?.fileName ?? '', declaration?.pos ?? 0];
  }

  /** The part of `types` that a literal was printed from: the object type with the same names. */
  #ownerOf(node: ts.TypeLiteralNode, types: readonly ts.Type[]): ts.Type | undefined {
    const names = node.members.flatMap(({ name }) => (name ? [nameOf(name)] : []));
    const candidates = types.flatMap((type) => this.#objectsIn(type));
    const has = (type: ts.Type) => names.every((name) => type.getProperty(name));
    const same = candidates.filter((type) => has(type) && type.getProperties().length === names.length);
    // The members of a union that have the same names are printed in their order.
    const next = same.find((type) => !this.#printed.has(type)) ?? same[0] ?? candidates.find(has);
    if (next) this.#printed.add(next);
    return next;
  }
  readonly #printed = new Set<ts.Type>();

  #objectsIn(type: ts.Type, seen = new Set<ts.Type>()): ts.Type[] {
    if (seen.has(type)) return [];
    seen.add(type);
    const { checker } = this.#project;
    const inside = (types: readonly ts.Type[]) => types.flatMap((each) => this.#objectsIn(each, seen));
    if (type.isUnion()) return inside(type.types);
    if (type.isIntersection()) return [type, ...inside(type.types)];
    if (!(type.flags & ts.TypeFlags.Object)) return [];
    const typeArguments = checker.getTypeArguments(type as ts.TypeReference);
    return [type, ...inside(typeArguments), ...inside(type.aliasTypeArguments ?? [])];
  }

  #plain(node: ts.Node): string {
    return printer.printNode(ts.EmitHint.Unspecified, node, this.file);
  }
}

/** Compares places part by part. */
function compare(a: readonly (boolean | string | number)[], b: readonly (boolean | string | number)[]): number {
  for (const [index, left] of a.entries()) {
    const right = b[index] as typeof left;
    if (left !== right) return left < right ? -1 : 1;
  }
  return 0;
}

const isReadonly = (member: ts.PropertySignature | ts.IndexSignatureDeclaration): boolean =>
  member.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ReadonlyKeyword) ?? false;

/** A name as a property is declared with. A number would be another key than the string that the sources have. */
export const propertyName = (name: string): string =>
  /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name) ? name : JSON.stringify(name);

const nameOf = (name: ts.PropertyName): string => (ts.isComputedPropertyName(name) ? name.getText() : name.text);

/** The JSDoc of a symbol as written in the sources, in lines of its own; empty where there is none. */
export function documentationOf(symbol: ts.Symbol, indent: string): string {
  for (const declaration of symbol.declarations ?? []) {
    const comment = ts.getJSDocCommentsAndTags(declaration).filter(ts.isJSDoc).at(-1);
    if (!comment) continue;
    const lines = comment.getText().split('\n');
    return lines.map((line, index) => `${indent}${index === 0 ? '' : ' '}${line.trim()}\n`).join('');
  }
  return '';
}
