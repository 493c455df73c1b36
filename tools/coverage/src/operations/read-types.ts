import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { type Field, keyOf, type Operations, type SpecifiedOperation } from '../operation.ts';

/** The generated types of all operations of the bank API. */
export const operationsFile = fileURLToPath(new URL('../../../../packages/bank/src/operations.ts', import.meta.url));

/**
 * Reads the operations back from the interface `Operations` of the generated types, as the compiler understands them.
 *
 * @throws Error when the file has no such interface.
 */
export function readOperationTypes(file: string): Operations<SpecifiedOperation> {
  const program = ts.createProgram([file], { strict: true, noEmit: true, types: [], allowImportingTsExtensions: true });
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(file);
  const symbol = source && checker.getSymbolAtLocation(source)?.exports?.get('Operations' as ts.__String);
  if (!symbol) throw new Error(`${file} exports no interface Operations`);

  const typeOf = (owner: ts.Type, name: string): ts.Type | undefined => {
    const property = checker.getPropertyOfType(owner, name);
    return property && checker.getTypeOfSymbol(property);
  };
  const isNull = (type: ts.Type) => (type.flags & ts.TypeFlags.Null) !== 0;
  const partsOf = (type: ts.Type): readonly ts.Type[] => (type.isUnion() ? type.types : [type]);

  /** Notes the members of a type and of all types inside it; `seen` ends recursion. */
  function collect(type: ts.Type, path: string, into: Map<string, Field>, seen: readonly ts.Type[] = []): void {
    for (const part of partsOf(type)) {
      if (seen.includes(part) || !(part.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection))) continue;
      const inner = [...seen, part];
      if (checker.isArrayType(part)) {
        for (const item of checker.getTypeArguments(part as ts.TypeReference)) collect(item, `${path}[]`, into, inner);
        continue;
      }
      for (const member of checker.getPropertiesOfType(part)) {
        if (isInherited(member)) continue;
        const held = checker.getTypeOfSymbol(member);
        const at = path ? `${path}.${member.name}` : member.name;
        into.set(at, {
          required: (member.flags & ts.SymbolFlags.Optional) === 0,
          nullable: partsOf(held).some(isNull),
        });
        collect(held, at, into, inner);
      }
    }
  }

  /** Whether a member is built into the language, such as the members of strings. */
  const isInherited = (member: ts.Symbol) =>
    member.declarations?.every((node) => program.isSourceFileDefaultLibrary(node.getSourceFile())) ?? false;

  const operations = checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(symbol)).map((operation) => {
    const [, method = 'POST', path = operation.name] = /^([A-Z]+) (.*)$/.exec(operation.name) ?? [];
    const held = checker.getTypeOfSymbol(operation);
    const params = new Map<string, Field>();
    const fields = new Map<string, Field>();
    const [given, returned] = [typeOf(held, 'params'), typeOf(held, 'response')];
    if (given) collect(given, '', params);
    if (returned) collect(returned, '', fields);
    const names = new Set([...params.keys()].filter((name) => !/[.[]/.test(name)));
    const own =
      method === 'GET' ? { query: names, body: new Set<string>() } : { query: new Set<string>(), body: names };
    return [keyOf(method, path), { ...own, params, fields, examples: new Map() }] as const;
  });
  return new Map(operations);
}
