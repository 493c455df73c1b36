import ts from 'typescript';
import type { Documented } from './comments.ts';
import { fieldTable, onOneLine, parameterTable, type TypeWriter } from './types.ts';

/** Whether a symbol is a type, not a value. */
export const isType = ({ flags }: ts.Symbol): boolean =>
  (flags & (ts.SymbolFlags.Class | ts.SymbolFlags.Interface | ts.SymbolFlags.TypeAlias)) !== 0;

/** Documents an export, or a member of one, in paragraphs: its JSDoc, and its fields or parameters. */
export function renderSymbol(name: string, symbol: ts.Symbol, writer: TypeWriter): string[] {
  const document = (documented: Documented, parts: readonly string[]) =>
    [writer.describe(documented), ...parts, ...renderTags(documented, writer)].filter(Boolean);
  if (isType(symbol)) return document(symbol, renderType(symbol, writer));
  const type = writer.checker.getTypeOfSymbol(symbol);
  const signatures = type.getCallSignatures();
  if (signatures.length === 0) return document(symbol, renderConstant(type, writer));
  return signatures.flatMap((signature) =>
    document(signatures.length > 1 ? signature : symbol, renderSignature(name, signature, writer)),
  );
}

function renderConstant(type: ts.Type, writer: TypeWriter): string[] {
  const fields = writer.fieldsInside(type);
  const isExplained = fields.length > 0 && fields.every(({ description }) => description);
  return [isExplained ? fieldTable(fields) : `Type: ${writer.write(type)}`];
}

function renderType(symbol: ts.Symbol, writer: TypeWriter): string[] {
  const { text, fields } = writer.define(symbol);
  const head = headOf(symbol);
  return [head ? codeBlock(head) : text, fieldTable(fields)];
}

/**
 * Returns the first line of a declaration that has type parameters or extends others; for an alias, the whole
 * declaration.
 */
function headOf(symbol: ts.Symbol): string {
  const [declaration] = symbol.declarations ?? [];
  if (!declaration) return '';
  const text = declaration.getText().replace(/^export /, '');
  if (/InferOutput|InferInput|typeof |named</.test(text)) return '';
  if (ts.isTypeAliasDeclaration(declaration)) {
    const isPlain = ts.isUnionTypeNode(declaration.type) || ts.isTypeLiteralNode(declaration.type);
    return isPlain && !declaration.typeParameters
      ? ''
      : withoutOpenTypes(text).replaceAll(/\/\*\*[\s\S]*?\*\/\s*/g, '');
  }
  if (!ts.isInterfaceDeclaration(declaration) && !ts.isClassDeclaration(declaration)) return '';
  if (!declaration.typeParameters && !declaration.heritageClauses) return '';
  const members = declaration.end - declaration.members.pos;
  return onOneLine(text.slice(0, -members - 1)).trim();
}

/** Renders a signature, and a table of its parameters that have a description. */
const renderSignature = (name: string, signature: ts.Signature, writer: TypeWriter): string[] => [
  codeBlock(signatureText(name, signature, writer.checker)),
  parameterTable(writer.parametersOf(signature).filter(({ description }) => description)),
];

/**
 * Writes a function as it is declared, without its body. Writes it as the compiler understands it if no result is
 * declared, or if it is a method, whose types depend on its owner's type arguments.
 */
function signatureText(name: string, signature: ts.Signature, checker: ts.TypeChecker): string {
  const { declaration } = signature;
  const isMethod = declaration && (ts.isMethodSignature(declaration) || ts.isFunctionTypeNode(declaration));
  if (declaration?.type && !isMethod && !ts.isJSDocSignature(declaration)) {
    const types = declaration.typeParameters?.map((parameter) => onOneLine(parameter.getText())).join(', ');
    const parameters = declaration.parameters.map((parameter) =>
      // How a parameter is destructured, and its default, do not concern the caller.
      ts.isObjectBindingPattern(parameter.name)
        ? `options${parameter.initializer ? '?' : ''}: ${parameter.type && onOneLine(parameter.type.getText())}`
        : onOneLine(parameter.getText()),
    );
    const text = `function ${name}${types ? `<${types}>` : ''}(${parameters.join(', ')}): ${onOneLine(declaration.type.getText())};`;
    return withoutOpenTypes(text);
  }
  const text = checker
    .signatureToString(signature, declaration, ts.TypeFormatFlags.NoTruncation)
    .replaceAll(/import\("[^"]+"[^)]*\)\./g, '')
    // Shortens the type of a client with all endpoints to `Client`. The compiler also writes the type of all endpoints.
    .replaceAll(/<typeof \w+>/g, '')
    .replaceAll('__0', 'options');
  return withoutOpenTypes(isMethod ? name + text : `function ${name}${text};`);
}

/** `string & {}` means any string to readers; the compiler needs it to propose the known values. */
const withoutOpenTypes = (text: string) => text.replaceAll('(string & {})', 'string');

function renderTags(documented: Documented, { checker, tags }: TypeWriter): string[] {
  const examples = documented.getJsDocTags(checker).filter(({ name }) => name === 'example');
  return [
    ...tags(documented, 'returns').map((text) => `**Returns** ${text}`),
    ...tags(documented, 'throws').map((text) => `**Throws** ${text.replace(/^ApiError\b/, '`ApiError`')}`),
    ...examples.map(({ text }) => codeBlock(ts.displayPartsToString(text).trim())),
    ...tags(documented, 'see').map((text) => `See ${text.replace(/^(https:\/\/\S+)/, '[$1]($1)')}`),
  ];
}

const codeBlock = (code: string) => `\`\`\`ts\n${code}\n\`\`\``;
