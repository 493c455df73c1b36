import type ts from 'typescript';
import { renderSymbol } from './symbols.ts';
import type { TypeWriter } from './types.ts';

/** A method or property of a client that no endpoint declares, such as `transactions.syncAll` of bank. */
export interface Member {
  /** The name on the client: `transactions.syncAll`. */
  readonly name: string;
  /** The part of `api.md` about it. */
  readonly text: string;
}

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
    return parent || 'The client itself';
  });
}

/** The methods and properties of a provider's client that are not endpoints. */
export function membersOf(client: ts.Symbol, endpoints: object, writer: TypeWriter): Member[] {
  const members = collect(writer, writer.checker.getDeclaredTypeOfSymbol(client), endpoints, '');
  // The compiler's order depends on what it has read before.
  return members.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The members below `type`. `declared` is the part of the endpoints that `type` binds. */
function collect(writer: TypeWriter, type: ts.Type, declared: object, prefix: string): Member[] {
  const { checker } = writer;
  return type.getProperties().flatMap((symbol) => {
    // The language calls members under symbols, as `await using` does with `Symbol.asyncDispose`; users do not.
    if (symbol.name.startsWith('__@')) return [];
    const name = prefix + symbol.name;
    const own = checker.getTypeOfSymbol(symbol);
    const isMethod = own.getCallSignatures().length > 0;
    const endpoint = Object.entries(declared).find(([each]) => each === symbol.name)?.[1];
    // On the client of the app, an endpoint that needs a user is no method.
    if (endpoint && 'path' in endpoint && !isMethod) return [];
    // An endpoint may have methods besides its call, such as `random.stream` of quotes.
    if (endpoint) return collect(writer, own, 'path' in endpoint ? {} : endpoint, `${name}.`);
    if (!isMethod && hasMethods(own, checker)) return collect(writer, own, {}, `${name}.`);
    if (!writer.describe(symbol)) throw new Error(`${name} has no documentation. Add JSDoc where it is declared`);
    return [{ name, text: [`### \`${name}\``, ...renderSymbol(name, symbol, writer)].join('\n\n') }];
  });
}

const hasMethods = (type: ts.Type, checker: ts.TypeChecker) =>
  type.getProperties().some((symbol) => checker.getTypeOfSymbol(symbol).getCallSignatures().length > 0);
