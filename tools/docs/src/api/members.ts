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

/** Returns the name of a member's owner: `a.b` for `a.b.c`. */
const parentOf = (name: string) => name.split('.').slice(0, -1).join('.');

/**
 * Groups members by the heading that lists them: their resource, the resource of the endpoint they belong to, or the
 * name of the object they belong to.
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

/** Returns the methods and properties of a provider's client that are not endpoints. */
export function membersOf(client: ts.Symbol, endpoints: object, writer: TypeWriter): Member[] {
  const members = collect(writer, writer.checker.getDeclaredTypeOfSymbol(client), endpoints, '');
  // The compiler's own order depends on what it has read before.
  return members.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Collects the members of `type`, at any depth. `declared` is the part of the endpoints that `type` binds. */
function collect(writer: TypeWriter, type: ts.Type, declared: object, prefix: string): Member[] {
  const { checker } = writer;
  return type.getProperties().flatMap((symbol) => {
    // Skips members with symbols as names: users do not call them, the language does, as `await using` calls
    // `Symbol.asyncDispose`.
    if (symbol.name.startsWith('__@')) return [];
    const name = prefix + symbol.name;
    const own = checker.getTypeOfSymbol(symbol);
    const isMethod = own.getCallSignatures().length > 0;
    const endpoint = Object.entries(declared).find(([each]) => each === symbol.name)?.[1];
    // On the app's client, an endpoint that needs a user is not a method.
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
