import ts from 'typescript';
import { objectWith } from './objects.ts';
import { isSource, type Project, specifierOf } from './project.ts';

const flags =
  ts.NodeBuilderFlags.NoTruncation |
  ts.NodeBuilderFlags.MultilineObjectLiterals |
  ts.NodeBuilderFlags.UseTypeOfFunction |
  ts.NodeBuilderFlags.UseStructuralFallback |
  ts.NodeBuilderFlags.AllowEmptyTuple |
  ts.NodeBuilderFlags.GenerateNamesForShadowedTypeParams;

const printer = ts.createPrinter();

/** Prints types for one declaration file. TypeScript prints them without the JSDoc of properties; this adds it. */
export class TypePrinter {
  readonly #project: Project;
  /** The source that the declaration file was emitted from. */
  readonly file: ts.SourceFile;

  constructor(project: Project, file: ts.SourceFile) {
    this.#project = project;
    this.file = file;
  }

  /** Prints a type as it is written after a colon. */
  type(type: ts.Type, indent: string): string {
    return this.#print(this.#documented(this.#nodeOf(type), type), indent).trimStart();
  }

  /**
   * Prints the properties of an object type, one per line, each below its JSDoc.
   *
   * @param except Names of properties to leave out. Default: none.
   */
  members(type: ts.Type, indent: string, except: ReadonlySet<string | undefined> = new Set()): string {
    const node = this.#nodeOf(type, true);
    const parts = ts.isIntersectionTypeNode(node) ? node.types : [node];
    return parts
      .flatMap((part) => {
        if (!ts.isTypeLiteralNode(part)) throw new Error(`${this.file.fileName}: the type must be an object type`);
        return this.#members(part, type).filter(({ name }) => !name || !except.has(nameOf(name)));
      })
      .map((member) => `${this.#print(member, indent)}\n`)
      .join('');
  }

  /** @param isWrittenOut Whether to write out the type even if it has a name. */
  #nodeOf(type: ts.Type, isWrittenOut = false): ts.TypeNode {
    // Writes out helper types, such as `InferOutput`; keeps names that the package declares.
    const isOwn =
      !isWrittenOut && type.aliasSymbol?.declarations?.some((each) => isSource(this.#project, each.getSourceFile()));
    const inAlias = isOwn ? ts.NodeBuilderFlags.None : ts.NodeBuilderFlags.InTypeAlias;
    const node = this.#project.checker.typeToTypeNode(type, this.file, flags | inAlias);
    if (!node) throw new Error(`${this.file.fileName}: a type cannot be written`);
    return node;
  }

  /** Adds JSDoc to the properties in a node. The node is a part of `type`, which has these properties. */
  #documented(node: ts.Node, type: ts.Type): ts.Node {
    const { factory } = ts;
    if (ts.isTypeLiteralNode(node))
      return factory.updateTypeLiteralNode(node, factory.createNodeArray(this.#members(node, type)));
    const visited = ts.visitEachChild(node, (child) => this.#documented(child, type), undefined);
    if (!ts.isUnionTypeNode(visited)) return visited;
    // TypeScript adds a second `undefined` to an optional property if a mapped type has declared one.
    const isUndefined = ({ kind }: ts.Node) => kind === ts.SyntaxKind.UndefinedKeyword;
    const types = visited.types.filter(
      (each, index, all) => !isUndefined(each) || all.findIndex(isUndefined) === index,
    );
    return factory.updateUnionTypeNode(visited, factory.createNodeArray(types));
  }

  #members(node: ts.TypeLiteralNode, type: ts.Type): ts.TypeElement[] {
    const names = node.members.flatMap(({ name }) => (name ? [nameOf(name)] : []));
    const owner = objectWith(this.#project.checker, names, type);
    const symbolOf = ({ name }: ts.TypeElement) => name && owner?.getProperty(nameOf(name));
    return node.members
      .map((member) => ({ member, symbol: symbolOf(member), place: this.#placeOf(symbolOf(member)) }))
      .sort((a, b) => (a.place < b.place ? -1 : 1))
      .map(({ member, symbol }) => {
        const inside = symbol ? this.#project.checker.getTypeOfSymbol(symbol) : type;
        const documented = ts.visitEachChild(
          member,
          // The sources have a string, and a number would be a different key.
          (child) =>
            child === member.name && (ts.isStringLiteral(child) || ts.isNumericLiteral(child))
              ? ts.factory.createStringLiteral(child.text)
              : this.#documented(child, inside),
          undefined,
        );
        // Suppresses the JSDoc that TypeScript itself finds for properties in the same file.
        ts.setEmitFlags(documented, ts.EmitFlags.NoComments);
        const text = symbol && documentationOf(symbol, '').trim().slice('/*'.length, -'*/'.length);
        const kind = ts.SyntaxKind.MultiLineCommentTrivia;
        const comments = text ? [{ kind, text, pos: -1, end: -1, hasTrailingNewLine: true } as const] : undefined;
        return ts.setSyntheticLeadingComments(documented, comments);
      });
  }

  /**
   * Returns a sort key for where a property is declared. Properties that are spread from other files come last;
   * TypeScript's own order mixes them in.
   */
  #placeOf(symbol: ts.Symbol | undefined): string {
    const declaration = symbol?.declarations?.[0];
    const file = declaration?.getSourceFile();
    return `${file === this.file ? 0 : 1} ${file?.fileName ?? ''} ${String(declaration?.pos ?? 0).padStart(9)}`;
  }

  #print(node: ts.Node, indent: string): string {
    return (
      printer
        .printNode(ts.EmitHint.Unspecified, node, this.file)
        .replace(/^ */gm, (spaces) => indent + spaces.slice(2 * Math.floor(spaces.length / 4)))
        .replace(
          /\bimport\("([^"]+)"\)/g,
          (_, path) => `import('${specifierOf(this.#project, path, this.file.fileName)}')`,
        )
        // Compilers before 5.7 do not know that this type is generic; for others, this is its default.
        .replaceAll('Uint8Array<ArrayBufferLike>', 'Uint8Array')
    );
  }
}

const nameOf = (name: ts.PropertyName): string => (ts.isComputedPropertyName(name) ? name.getText() : name.text);

/** The line with words for searching catalogs, which editors need not show. */
const keywords = /^ *\* @keywords .*\n/m;

/** Returns a symbol's JSDoc as written in the sources, on its own lines, without keywords; empty if there is none. */
export function documentationOf(symbol: ts.Symbol, indent: string): string {
  for (const declaration of symbol.declarations ?? []) {
    const comment = ts.getJSDocCommentsAndTags(declaration).filter(ts.isJSDoc).at(-1);
    if (!comment) continue;
    const lines = comment.getText().replace(keywords, '').split('\n');
    return lines.map((line, index) => `${indent}${index === 0 ? '' : ' '}${line.trim()}\n`).join('');
  }
  return '';
}
