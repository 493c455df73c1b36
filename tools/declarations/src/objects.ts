import ts from 'typescript';

/**
 * Finds the object type that has the most of the given properties and the fewest others: `type` itself, or a part of
 * it, such as a member of a union or the elements of a list.
 */
export function objectWith(checker: ts.TypeChecker, names: readonly string[], type: ts.Type): ts.Type | undefined {
  const missing = (object: ts.Type) => names.filter((name) => !object.getProperty(name)).length;
  const all = (object: ts.Type) => object.getProperties().length;
  return objectsIn(checker, type).sort((a, b) => missing(a) - missing(b) || all(a) - all(b))[0];
}

function objectsIn(checker: ts.TypeChecker, type: ts.Type, seen = new Set<ts.Type>()): ts.Type[] {
  if (seen.has(type)) return [];
  seen.add(type);
  const inside = (types: readonly ts.Type[] = []) => types.flatMap((each) => objectsIn(checker, each, seen));
  if (type.isUnion()) return inside(type.types);
  if (type.isIntersection()) return [type, ...inside(type.types)];
  if (!(type.flags & ts.TypeFlags.Object)) return [];
  const values = checker.getIndexInfosOfType(type).map((info) => info.type);
  const typeArguments = checker.getTypeArguments(type as ts.TypeReference);
  return [type, ...inside(values), ...inside(typeArguments), ...inside(type.aliasTypeArguments)];
}
