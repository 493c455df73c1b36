import ts from 'typescript';
import { table } from './comments.ts';
import type { Sources } from './program.ts';

/** A method or property of a client that no endpoint declares, such as `transactions.syncAll` of bank. */
export interface Member {
  /** The name on the client: `transactions.syncAll`. */
  readonly name: string;
  /**
   * The part of `api.md` about it: each signature with the first sentence of its documentation and a table of
   * parameters.
   */
  readonly text: string;
}

/** The section for members that belong to no resource, such as `with`. */
export const ownSection = 'The client itself';

/** `a.b` of `a.b.c`. */
const parentOf = (name: string) => name.split('.').slice(0, -1).join('.');

/**
 * Groups members by the heading that lists them: their resource, that of the endpoint they belong to, or the name of
 * what they are members of.
 *
 * @param endpoints The names of all endpoints.
 */
export function bySection(members: readonly Member[], endpoints: ReadonlySet<string>): Map<string, Member[]> {
  return Map.groupBy(members, ({ name }) => {
    const parent = parentOf(name);
    if (endpoints.has(parent)) return parentOf(parent);
    return parent === '' ? ownSection : parent;
  });
}

const printed = ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.UseAliasDefinedOutsideCurrentScope;

/**
 * The methods and properties of a provider's client, the interface `name` that `file` exports, that are not endpoints.
 */
export function membersOf(sources: Sources, file: string, name: string, endpoints: object): Member[] {
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
    // On the client of the app, an endpoint that needs a user is no method.
    if (endpoint && 'path' in endpoint && own.getCallSignatures().length === 0) return [];
    // An endpoint may have methods besides its call, such as `random.stream` of quotes.
    if (endpoint) return collect(context, own, 'path' in endpoint ? {} : endpoint, `${name}.`);
    if (own.getCallSignatures().length === 0 && hasMethods(context, own)) return collect(context, own, {}, `${name}.`);
    return [{ name, text: [`### \`${name}\``, ...renderSignatures(context, symbol, own, name)].join('\n\n') }];
  });
}

const hasMethods = ({ checker, source }: Context, type: ts.Type) =>
  checker
    .getPropertiesOfType(type)
    .some((symbol) => checker.getTypeOfSymbolAtLocation(symbol, source).getCallSignatures().length > 0);

/** Documents each way to call a member, or the type of a property. */
function renderSignatures(context: Context, symbol: ts.Symbol, type: ts.Type, name: string): string[] {
  const { checker, source } = context;
  const documented = symbol.getDocumentationComment(checker);
  const mark = isOptional(symbol) ? '?' : '';
  const code = (text: string) => `\`\`\`ts\n${name}${mark}${text}\n\`\`\``;
  const calls = type.getCallSignatures();
  if (calls.length === 0)
    return [sentenceOf(documented, name), code(`: ${checker.typeToString(type, source, printed)}`)];
  return calls.flatMap((call) => {
    const own = call.getDocumentationComment(checker);
    const rows = call.parameters.flatMap((parameter) => rowsOf(context, parameter, name));
    const withCallOptions = call.parameters.filter((each) => fieldsOf(context, each).some(isCallOption));
    const names = withCallOptions.map((each) => `\`${each.name}\``).join(' and ');
    return [
      sentenceOf(own.length > 0 ? own : documented, name),
      // A client with all endpoints is `Client` for short: the compiler would write the name that only `client.ts`
      // knows.
      code(checker.signatureToString(call, source, printed).replace(/<typeof \w+>/g, '')),
      ...(rows.length > 0 ? [table(['Parameter', 'Type', 'Required', 'Description'], rows)] : []),
      ...(names ? [`${names} ${rows.length > 0 ? 'also takes' : 'takes'} the options of every call.`] : []),
    ];
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

/**
 * Rows for the fields of an object parameter, required ones first, without the fields that every call has; or for the
 * parameter itself.
 */
function rowsOf(context: Context, parameter: ts.Symbol, method: string): string[][] {
  const { checker } = context;
  const row = (symbol: ts.Symbol, path: string, isRequired: boolean) => {
    const description = descriptionOf(symbol.getDocumentationComment(checker), `${path} of ${method}`);
    return [`\`${path}\``, `\`${typeText(context, symbol)}\``, isRequired ? 'yes' : 'no', description];
  };
  const fields = fieldsOf(context, parameter)
    .filter((field) => !isCallOption(field))
    .sort((a, b) => Number(isOptional(a)) - Number(isOptional(b)) || (a.name < b.name ? -1 : 1));
  if (fields.length > 0)
    return fields.map((field) => row(field, `${parameter.name}.${field.name}`, !isOptional(field)));
  if (parameter.getDocumentationComment(checker).length === 0) return [];
  const [declaration] = parameter.declarations ?? [];
  const canBeLeftOut =
    declaration && ts.isParameter(declaration) && (declaration.questionToken || declaration.initializer);
  return [row(parameter, parameter.name, !canBeLeftOut)];
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
