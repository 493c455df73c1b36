import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import type { Content, Document, Operation, Parameter, Schema } from '../openapi.ts';

/** An OpenAPI document with the version of the file that it was made from. */
export interface ClientDocument extends Document {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
}

/** The generated types of all operations of the bank API. */
export const operationsFile = fileURLToPath(new URL('../../../../packages/bank/src/operations.ts', import.meta.url));

/** Reads the source of the official client, npm `plaid`, that is installed. */
export function readClientSource(): string {
  const entry = createRequire(import.meta.url).resolve('plaid');
  return readFileSync(join(dirname(entry), '..', 'api.ts'), 'utf8');
}

/**
 * Turns the source of the official client back into the OpenAPI document that it was generated from. Names, types,
 * required members, nulls and listed values survive; limits, formats and defaults do not, and all numbers are of type
 * `number`.
 *
 * @throws Error when the source has another form than the generator of the client gives it.
 */
export function documentOfClient(source: string): ClientDocument {
  const file = ts.createSourceFile('api.ts', source, ts.ScriptTarget.ESNext);
  const version = /version of the OpenAPI document: (\S+)/.exec(source)?.[1] ?? '';
  const schemas: Record<string, Schema> = {};
  for (const node of file.statements) {
    if (ts.isInterfaceDeclaration(node)) schemas[node.name.text] = schemaOfInterface(node, file);
    if (ts.isEnumDeclaration(node)) schemas[node.name.text] = schemaOfEnum(node, file);
    if (ts.isTypeAliasDeclaration(node)) schemas[node.name.text] = schemaOfType(node.type, file);
  }
  const paths = pathsOf(file, responsesOf(source));
  if (Object.keys(paths).length === 0) throw new Error('the source of the official client has no operations');
  const inlined = withoutInventedNames(schemas);
  return { openapi: '3.0.3', info: { title: 'Plaid', version }, paths, components: { schemas: inlined } };
}

/**
 * Puts lists of values back to where they were used: the generator of the client moves them out, under names of its
 * own.
 */
function withoutInventedNames(schemas: Readonly<Record<string, Schema>>): Record<string, Schema> {
  const isInvented = (name: string) => name.endsWith('Enum') && schemas[name]?.enum !== undefined;
  const inline = (schema: Schema): Schema => {
    const name = schema.$ref?.split('/').at(-1) ?? '';
    if (isInvented(name)) return schemas[name] as Schema;
    const { allOf: [only] = [], ...rest } = schema;
    if (only && isInvented(only.$ref?.split('/').at(-1) ?? '')) return { ...inline(only), ...rest };
    return {
      ...schema,
      ...(schema.items && { items: inline(schema.items) }),
      ...(schema.properties && {
        properties: Object.fromEntries(Object.entries(schema.properties).map(([key, value]) => [key, inline(value)])),
      }),
    };
  };
  return Object.fromEntries(
    Object.entries(schemas)
      .filter(([name]) => !isInvented(name))
      .map(([name, schema]) => [name, inline(schema)]),
  );
}

function schemaOfInterface({ members }: ts.InterfaceDeclaration, file: ts.SourceFile): Schema {
  const properties = members.filter(ts.isPropertySignature).map((member) => {
    const name = ts.isStringLiteral(member.name) ? member.name.text : member.name.getText(file);
    return { name, isRequired: !member.questionToken, schema: member.type ? schemaOfType(member.type, file) : {} };
  });
  // The client has an empty interface for a string that may be null.
  if (properties.length === 0) return {};
  return {
    type: 'object',
    properties: Object.fromEntries(properties.map(({ name, schema }) => [name, schema])),
    required: properties.filter(({ isRequired }) => isRequired).map(({ name }) => name),
  };
}

/** The values of an enum. A member `Null` with the text "null" stands for null. */
function schemaOfEnum({ members }: ts.EnumDeclaration, file: ts.SourceFile): Schema {
  const isNull = (member: ts.EnumMember) => member.name.getText(file) === 'Null';
  const values = members
    .filter((member) => !isNull(member))
    .map(({ initializer }) =>
      initializer && ts.isStringLiteral(initializer) ? initializer.text : Number(initializer?.getText(file)),
    );
  return {
    type: values.every((value) => typeof value === 'number') ? 'number' : 'string',
    enum: values,
    ...(members.some(isNull) && { nullable: true }),
  };
}

function schemaOfType(type: ts.TypeNode, file: ts.SourceFile): Schema {
  switch (type.kind) {
    case ts.SyntaxKind.StringKeyword:
      return { type: 'string' };
    case ts.SyntaxKind.NumberKeyword:
      return { type: 'number' };
    case ts.SyntaxKind.BooleanKeyword:
      return { type: 'boolean' };
    case ts.SyntaxKind.ObjectKeyword:
      return { type: 'object' };
    case ts.SyntaxKind.AnyKeyword:
      return {};
    case ts.SyntaxKind.VoidKeyword:
      return { type: 'object' };
  }
  if (ts.isUnionTypeNode(type)) return schemaOfUnion(type, file);
  // `Scope & string`: the generator adds the basic type of listed values.
  if (ts.isIntersectionTypeNode(type) && type.types[0]) return schemaOfType(type.types[0], file);
  if (ts.isTypeLiteralNode(type)) {
    const [index] = type.members.filter(ts.isIndexSignatureDeclaration);
    const values = index ? schemaOfType(index.type, file) : {};
    const isAny = Object.keys(values).length === 0 || (values.type === 'object' && !values.additionalProperties);
    return { type: 'object', additionalProperties: isAny ? true : values };
  }
  if (ts.isTypeReferenceNode(type)) {
    const name = type.typeName.getText(file);
    const [item] = type.typeArguments ?? [];
    if (/^(Array|Set)$/.test(name) && item) return { type: 'array', items: schemaOfType(item, file) };
    if (!type.typeArguments) return { $ref: `#/components/schemas/${name}` };
  }
  throw new Error(`the source of the official client has a type that is not known here: ${type.getText(file)}`);
}

function schemaOfUnion({ types }: ts.UnionTypeNode, file: ts.SourceFile): Schema {
  const isNull = (type: ts.TypeNode) => ts.isLiteralTypeNode(type) && type.literal.kind === ts.SyntaxKind.NullKeyword;
  const [only, ...more] = types.filter((type) => !isNull(type)).map((type) => schemaOfType(type, file));
  const schema = !only || more.length > 0 ? { oneOf: [...(only ? [only] : []), ...more] } : only;
  if (!types.some(isNull)) return schema;
  // Siblings of a reference are ignored.
  return schema.$ref ? { allOf: [schema], nullable: true } : { ...schema, nullable: true };
}

/** The types that the methods of the client return, by the names of the methods. */
const responsesOf = (source: string): ReadonlyMap<string, string> =>
  new Map(
    [...source.matchAll(/^ {8}async (\w+)\(.*=> AxiosPromise<(.*)>> \{$/gm)].map(([, name = '', type = '']) => [
      name,
      type,
    ]),
  );

/** The operations, read from the functions that build their requests. */
function pathsOf(file: ts.SourceFile, responses: ReadonlyMap<string, string>): Document['paths'] {
  const paths: Document['paths'] = {};
  const visit = (node: ts.Node): void => {
    if (!ts.isPropertyAssignment(node) || !ts.isArrowFunction(node.initializer)) {
      ts.forEachChild(node, visit);
      return;
    }
    const text = node.initializer.body.getText(file);
    const path = /localVarPath = `([^`]*)`/.exec(text)?.[1];
    const method = /method: '([A-Z]+)'/.exec(text)?.[1];
    const response = responses.get(node.name.getText(file));
    if (!path || !method || response === undefined) return;
    const operation = operationOf(node.initializer, text, path, file);
    paths[path] = { ...paths[path], [method.toLowerCase()]: { ...operation, responses: { 200: contentOf(response) } } };
  };
  for (const statement of file.statements)
    if (ts.isVariableStatement(statement) && /^export const PlaidApiAxiosParamCreator\b/.test(statement.getText(file)))
      ts.forEachChild(statement, visit);
  return paths;
}

function operationOf(builder: ts.ArrowFunction, text: string, path: string, file: ts.SourceFile): Operation {
  const sent = /serializeDataIfNeeded\((\w+),/.exec(text)?.[1];
  const parameters: Parameter[] = [];
  let requestBody: Content | undefined;
  for (const { name, type, questionToken } of builder.parameters) {
    const own = name.getText(file);
    if (own === 'options' || !type) continue;
    const schema = schemaOfType(type, file);
    if (own === sent) requestBody = { content: { 'application/json': { schema } } };
    else if (path.includes(`{${own}}`)) parameters.push({ name: own, in: 'path', required: true, schema });
    else if (text.includes(`localVarQueryParameter['${own}']`))
      parameters.push({ name: own, in: 'query', required: !questionToken, schema });
  }
  return { ...(parameters.length > 0 && { parameters }), ...(requestBody && { requestBody }) };
}

/** The body of a response. The client leaves the type of files open. */
function contentOf(type: string): Content {
  if (type === 'any')
    return { content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } } };
  const file = ts.createSourceFile('type.ts', `type Body = ${type};`, ts.ScriptTarget.ESNext);
  const [alias] = file.statements;
  if (!alias || !ts.isTypeAliasDeclaration(alias)) throw new Error(`cannot read the type ${type}`);
  return { content: { 'application/json': { schema: schemaOfType(alias.type, file) } } };
}
