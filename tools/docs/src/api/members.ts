import ts from 'typescript';
import type { Sources } from './program.ts';

/** A method or property of a client that no endpoint declares, such as `transactions.syncAll` of bank. */
export interface Member {
  /** The name on the client: `transactions.syncAll`. */
  readonly name: string;
  /** Its declaration after the name, such as `(account: string): Promise<void>`. One for each overload. */
  readonly signatures: readonly Signature[];
}

/** One way to call a member; for a property, its type. */
export interface Signature {
  /** `(account: string): Promise<void>`, or `: RateState | undefined` for a property. */
  readonly text: string;
  /** The first sentence of its documentation. */
  readonly sentence: string;
  /** The fields of parameters that are objects, without those of every call; and parameters that have a description. */
  readonly parameters: readonly Parameter[];
  /** The names of parameters that also take the options of every call, such as `signal`. */
  readonly callOptions: readonly string[];
}

/** A parameter, or a field of one. */
export interface Parameter {
  /** `options.limit`, or the name of the parameter itself. */
  readonly path: string;
  /** The type, as it is declared. */
  readonly type: string;
  readonly isRequired: boolean;
  /** Its documentation. */
  readonly description: string;
}

const printed = ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.UseAliasDefinedOutsideCurrentScope;

/**
 * The methods and properties of a provider's client that are not endpoints, read from the type of the client.
 *
 * @param provider Name of the package, such as `bank`.
 * @param endpoints The endpoints of the package.
 */
export function membersOf(sources: Sources, provider: string, endpoints: object): Member[] {
  const name = `${provider[0]?.toUpperCase()}${provider.slice(1)}Client`;
  return membersOfType(sources, `packages/${provider}/src/client.ts`, name, endpoints);
}

/** The same for any type: `name`, which `file` exports. */
export function membersOfType(sources: Sources, file: string, name: string, endpoints: object): Member[] {
  const { checker } = sources;
  const client = sources.exportsOf(file).get(name);
  if (!client) throw new Error(`${file} must export the interface ${name}`);
  const context = { checker, source: sources.sourceOf(file) };
  const members = collect(context, checker.getDeclaredTypeOfSymbol(client), endpoints, '');
  // The compiler's order depends on what it has read before.
  return members.sort((a, b) => (a.name < b.name ? -1 : 1));
}

interface Context {
  readonly checker: ts.TypeChecker;
  readonly source: ts.SourceFile;
}

/** The members below `type`. `declared` is the part of the endpoints that `type` binds. */
function collect(context: Context, type: ts.Type, declared: object, prefix: string): Member[] {
  const { checker, source } = context;
  return checker.getPropertiesOfType(type).flatMap((symbol) => {
    // The language calls members under symbols, as `await using` does with `Symbol.asyncDispose`; users do not.
    if (symbol.name.startsWith('__@')) return [];
    const name = prefix + symbol.name;
    const own = checker.getTypeOfSymbolAtLocation(symbol, source);
    const endpoint = Object.entries(declared).find(([each]) => each === symbol.name)?.[1];
    // An endpoint may have methods besides its call, such as `random.stream` of quotes.
    if (endpoint) return collect(context, own, 'path' in endpoint ? {} : endpoint, `${name}.`);
    if (own.getCallSignatures().length === 0 && hasMethods(context, own)) return collect(context, own, {}, `${name}.`);
    return [{ name, signatures: signaturesOf(context, symbol, own, name) }];
  });
}

const hasMethods = ({ checker, source }: Context, type: ts.Type) =>
  checker
    .getPropertiesOfType(type)
    .some((symbol) => checker.getTypeOfSymbolAtLocation(symbol, source).getCallSignatures().length > 0);

function signaturesOf(context: Context, symbol: ts.Symbol, type: ts.Type, name: string): Signature[] {
  const { checker, source } = context;
  const documented = symbol.getDocumentationComment(checker);
  const calls = type.getCallSignatures();
  const mark = isOptional(symbol) ? '?' : '';
  if (calls.length === 0) {
    const text = `${mark}: ${checker.typeToString(type, source, printed)}`;
    return [{ text, sentence: sentenceOf(documented, name), parameters: [], callOptions: [] }];
  }
  return calls.map((call) => {
    const own = call.getDocumentationComment(checker);
    return {
      // A client with all endpoints is `Client` for short: the compiler would write the name that only `client.ts` knows.
      text: mark + checker.signatureToString(call, source, printed).replace(/<typeof \w+>/g, ''),
      sentence: sentenceOf(own.length > 0 ? own : documented, name),
      parameters: call.parameters.flatMap((parameter) => parametersIn(context, parameter, name)),
      callOptions: call.parameters
        .filter((each) => fieldsOf(context, each).some(isCallOption))
        .map((each) => each.name),
    };
  });
}

/** A documentation on one line, with names in place of links to them. */
function descriptionOf(parts: readonly ts.SymbolDisplayPart[], name: string): string {
  const text = ts.displayPartsToString([...parts]).replaceAll(/\{@link ([^}|\s]+)[^}]*\}/g, '`$1`');
  if (!text) throw new Error(`${name} has no documentation. Add a sentence of JSDoc where it is declared`);
  return text.replaceAll(/\s+/g, ' ').trim();
}

function sentenceOf(parts: readonly ts.SymbolDisplayPart[], name: string): string {
  const text = descriptionOf(parts, name);
  return /^.*?\.(?= |$)/.exec(text)?.[0] ?? text;
}

/** The fields of a parameter that is an object, required ones first, each kind in alphabetical order. */
function parametersIn(context: Context, parameter: ts.Symbol, method: string): Parameter[] {
  const { checker } = context;
  const fields = fieldsOf(context, parameter).filter((field) => !isCallOption(field));
  const rows = fields
    .map((field) => {
      const path = `${parameter.name}.${field.name}`;
      const description = descriptionOf(field.getDocumentationComment(checker), `${path} of ${method}`);
      return { path, type: typeText(context, field), isRequired: !isOptional(field), description };
    })
    .sort((a, b) => Number(b.isRequired) - Number(a.isRequired) || (a.path < b.path ? -1 : 1));
  const documented = parameter.getDocumentationComment(checker);
  if (rows.length > 0 || documented.length === 0) return rows;
  const [declaration] = parameter.declarations ?? [];
  const isRequired = !(
    declaration &&
    ts.isParameter(declaration) &&
    (declaration.questionToken || declaration.initializer)
  );
  const { name } = parameter;
  return [{ path: name, type: typeText(context, parameter), isRequired, description: descriptionOf(documented, name) }];
}

/** The fields of a parameter that is an object; none for any other. */
function fieldsOf({ checker, source }: Context, parameter: ts.Symbol): ts.Symbol[] {
  const type = checker.getNonNullableType(checker.getTypeOfSymbolAtLocation(parameter, source));
  if (type.isUnion() || (type.flags & ts.TypeFlags.Object) === 0 || type.getCallSignatures().length > 0) return [];
  // A field that can only be undefined belongs to another overload.
  const isPossible = (field: ts.Symbol) =>
    (checker.getTypeOfSymbolAtLocation(field, source).flags & ts.TypeFlags.Undefined) === 0;
  return checker.getPropertiesOfType(type).filter(isPossible);
}

/** The type of a field as it is declared, where it is short; otherwise what kind of value it is. */
function typeText({ checker, source }: Context, field: ts.Symbol): string {
  const [declaration] = field.declarations ?? [];
  const declared =
    declaration && (ts.isPropertySignature(declaration) || ts.isParameter(declaration)) && declaration.type?.getText();
  const type = checker.getNonNullableType(checker.getTypeOfSymbolAtLocation(field, source));
  const text = (declared || checker.typeToString(type, source, printed)).replaceAll(/\s+/g, ' ');
  const isReadable = text.length <= 120 && !/typeof|Infer(In|Out)put|import\(|\{ \[|__/.test(text);
  return isReadable ? text.replace(/ \| undefined$/, '').replace(/^\((.* => \w+)\)$/, '$1') : 'object';
}

const isOptional = ({ flags }: ts.Symbol) => (flags & ts.SymbolFlags.Optional) !== 0;

/** Whether a field was inherited from the options of every call. */
const isCallOption = (field: ts.Symbol) =>
  field.declarations?.some(({ parent }) => ts.isInterfaceDeclaration(parent) && parent.name.text === 'CallOptions') ??
  false;
