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
  const file = ts.createSourceFile('api.ts', source, ts.ScriptTarget.ESNext, true);
  const version = /version of the OpenAPI document: (\S+)/.exec(source)?.[1] ?? '';
  const schemas: Record<string, Schema> = {};
  for (const node of file.statements) {
    if (ts.isInterfaceDeclaration(node)) schemas[node.name.text] = schemaOfInterface(node);
    if (ts.isEnumDeclaration(node)) schemas[node.name.text] = schemaOfEnum(node);
    if (ts.isTypeAliasDeclaration(node)) schemas[node.name.text] = schemaOfType(node.type);
  }
  const paths = pathsOf(file);
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

function schemaOfInterface({ members }: ts.InterfaceDeclaration): Schema {
  const properties = members.filter(ts.isPropertySignature).map((member) => {
    const name = ts.isStringLiteral(member.name) ? member.name.text : member.name.getText();
    return { name, isRequired: !member.questionToken, schema: member.type ? schemaOfType(member.type) : {} };
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
function schemaOfEnum({ members }: ts.EnumDeclaration): Schema {
  const isNull = (member: ts.EnumMember) => member.name.getText() === 'Null';
  const values = members
    .filter((member) => !isNull(member))
    .map(({ initializer }) =>
      initializer && ts.isStringLiteral(initializer) ? initializer.text : Number(initializer?.getText()),
    );
  return {
    type: values.every((value) => typeof value === 'number') ? 'number' : 'string',
    enum: values,
    ...(members.some(isNull) && { nullable: true }),
  };
}

const keywords: { readonly [kind in ts.SyntaxKind]?: Schema } = {
  [ts.SyntaxKind.StringKeyword]: { type: 'string' },
  [ts.SyntaxKind.NumberKeyword]: { type: 'number' },
  [ts.SyntaxKind.BooleanKeyword]: { type: 'boolean' },
  [ts.SyntaxKind.ObjectKeyword]: { type: 'object' },
  [ts.SyntaxKind.VoidKeyword]: { type: 'object' },
  [ts.SyntaxKind.AnyKeyword]: {},
};

function schemaOfType(type: ts.TypeNode): Schema {
  const keyword = keywords[type.kind];
  if (keyword) return { ...keyword };
  if (ts.isUnionTypeNode(type)) return schemaOfUnion(type);
  // `Scope & string`: the generator adds the basic type of listed values.
  if (ts.isIntersectionTypeNode(type) && type.types[0]) return schemaOfType(type.types[0]);
  if (ts.isTypeLiteralNode(type)) {
    const [index] = type.members.filter(ts.isIndexSignatureDeclaration);
    const values = index ? schemaOfType(index.type) : {};
    const isAny = Object.keys(values).length === 0 || (values.type === 'object' && !values.additionalProperties);
    return { type: 'object', additionalProperties: isAny ? true : values };
  }
  if (ts.isTypeReferenceNode(type)) {
    const name = type.typeName.getText();
    const [item] = type.typeArguments ?? [];
    if (/^(Array|Set)$/.test(name) && item) return { type: 'array', items: schemaOfType(item) };
    if (!type.typeArguments) return { $ref: `#/components/schemas/${name}` };
  }
  throw new Error(`the source of the official client has a type that is not known here: ${type.getText()}`);
}

function schemaOfUnion({ types }: ts.UnionTypeNode): Schema {
  const isNull = (type: ts.TypeNode) => ts.isLiteralTypeNode(type) && type.literal.kind === ts.SyntaxKind.NullKeyword;
  const [only, ...more] = types.filter((type) => !isNull(type)).map((type) => schemaOfType(type));
  const schema = !only || more.length > 0 ? { oneOf: [...(only ? [only] : []), ...more] } : only;
  if (!types.some(isNull)) return schema;
  // Siblings of a reference are ignored.
  return schema.$ref ? { allOf: [schema], nullable: true } : { ...schema, nullable: true };
}

/** The functions in the object that the function `name` of the client returns, by their names. */
function functionsIn(file: ts.SourceFile, name: string): Map<string, ts.ArrowFunction | ts.MethodDeclaration> {
  const found = new Map<string, ts.ArrowFunction | ts.MethodDeclaration>();
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAssignment(node) && ts.isArrowFunction(node.initializer))
      found.set(node.name.getText(), node.initializer);
    else if (ts.isMethodDeclaration(node)) found.set(node.name.getText(), node);
    else ts.forEachChild(node, visit);
  };
  for (const statement of file.statements)
    if (ts.isVariableStatement(statement) && statement.declarationList.declarations[0]?.name.getText() === name)
      ts.forEachChild(statement, visit);
  return found;
}

/** The operations, read from the functions that build their requests and from those that send them. */
function pathsOf(file: ts.SourceFile): Document['paths'] {
  const paths: Document['paths'] = {};
  const senders = functionsIn(file, 'PlaidApiFp');
  for (const [name, builder] of functionsIn(file, 'PlaidApiAxiosParamCreator')) {
    const text = builder.getText();
    const path = /localVarPath = `([^`]*)`/.exec(text)?.[1];
    const method = /method: '([A-Z]+)'/.exec(text)?.[1]?.toLowerCase();
    const response = responseOf(senders.get(name));
    if (!path || !method || !response) continue;
    const operation = { ...operationOf(builder, text, path), responses: { 200: contentOf(response) } };
    paths[path] = { ...paths[path], [method]: operation };
  }
  return paths;
}

/** `Type` of a method that returns `Promise<(axios?: AxiosInstance) => AxiosPromise<Type>>`. */
function responseOf(sender: ts.SignatureDeclaration | undefined): ts.TypeNode | undefined {
  const argumentOf = (type: ts.TypeNode | undefined) =>
    type && ts.isTypeReferenceNode(type) ? type.typeArguments?.[0] : undefined;
  const send = argumentOf(sender?.type);
  return send && ts.isFunctionTypeNode(send) ? argumentOf(send.type) : undefined;
}

function operationOf(builder: ts.SignatureDeclaration, text: string, path: string): Operation {
  const sent = /serializeDataIfNeeded\((\w+),/.exec(text)?.[1];
  const parameters: Parameter[] = [];
  let requestBody: Content | undefined;
  for (const { name, type, questionToken } of builder.parameters) {
    const own = name.getText();
    if (own === 'options' || !type) continue;
    const schema = schemaOfType(type);
    if (own === sent) requestBody = { content: { 'application/json': { schema } } };
    else if (path.includes(`{${own}}`)) parameters.push({ name: own, in: 'path', required: true, schema });
    else if (text.includes(`localVarQueryParameter['${own}']`))
      parameters.push({ name: own, in: 'query', required: !questionToken, schema });
  }
  return { ...(parameters.length > 0 && { parameters }), ...(requestBody && { requestBody }) };
}

/** The body of a response. The client leaves the type of files open. */
const contentOf = (type: ts.TypeNode): Content =>
  type.kind === ts.SyntaxKind.AnyKeyword
    ? { content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } } }
    : { content: { 'application/json': { schema: schemaOfType(type) } } };
