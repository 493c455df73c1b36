import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import type { Content, Document, Operation, Parameter, Schema } from '../openapi.ts';

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
 * @throws Error when the source does not have the format that the client's generator writes.
 */
export function documentOfClient(source: string): Document {
  const file = ts.createSourceFile('api.ts', source, ts.ScriptTarget.ESNext, true);
  const version = /version of the OpenAPI document: (\S+)/.exec(source)?.[1] ?? '';
  const enums = file.statements
    .filter(ts.isEnumDeclaration)
    .map((node) => [node.name.text, schemaOfEnum(node)] as const);
  // The client's generator moves lists of values out of schemas, and gives them its own names.
  const moved: Schemas = Object.fromEntries(enums.filter(([name]) => name.endsWith('Enum')));
  const schemas: Record<string, Schema> = {};
  for (const node of file.statements) {
    if (ts.isInterfaceDeclaration(node)) schemas[node.name.text] = schemaOfInterface(node, moved);
    if (ts.isTypeAliasDeclaration(node)) schemas[node.name.text] = schemaOfType(node.type, moved);
  }
  for (const [name, schema] of enums) if (!moved[name]) schemas[name] = schema;
  const paths = pathsOf(file, moved);
  if (Object.keys(paths).length === 0) throw new Error('the source of the official client has no operations');
  return { info: { version }, paths, components: { schemas } };
}

type Schemas = Readonly<Record<string, Schema>>;

function schemaOfInterface({ members }: ts.InterfaceDeclaration, moved: Schemas): Schema {
  const properties = members.filter(ts.isPropertySignature).map((member) => {
    const name = ts.isStringLiteral(member.name) ? member.name.text : member.name.getText();
    return { name, isRequired: !member.questionToken, schema: member.type ? schemaOfType(member.type, moved) : {} };
  });
  // The client has an empty interface for a string that may be null.
  if (properties.length === 0) return {};
  return {
    type: 'object',
    properties: Object.fromEntries(properties.map(({ name, schema }) => [name, schema])),
    required: properties.filter(({ isRequired }) => isRequired).map(({ name }) => name),
  };
}

/** Returns the schema of an enum. A member `Null` with the text "null" stands for null. */
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

function schemaOfType(type: ts.TypeNode, moved: Schemas): Schema {
  const keyword = keywords[type.kind];
  if (keyword) return { ...keyword };
  if (ts.isUnionTypeNode(type)) return schemaOfUnion(type, moved);
  // `Scope & string`: the generator adds the basic type of listed values.
  if (ts.isIntersectionTypeNode(type) && type.types[0]) return schemaOfType(type.types[0], moved);
  if (ts.isTypeLiteralNode(type)) {
    const [index] = type.members.filter(ts.isIndexSignatureDeclaration);
    const values = index ? schemaOfType(index.type, moved) : {};
    const isAny = Object.keys(values).length === 0 || (values.type === 'object' && !values.additionalProperties);
    return { type: 'object', additionalProperties: isAny ? true : values };
  }
  if (ts.isTypeReferenceNode(type)) {
    const name = type.typeName.getText();
    const [item] = type.typeArguments ?? [];
    if (/^(Array|Set)$/.test(name) && item) return { type: 'array', items: schemaOfType(item, moved) };
    if (!item) return moved[name] ?? { $ref: `#/components/schemas/${name}` };
  }
  throw new Error(`the source of the official client has a type of an unknown kind: ${type.getText()}`);
}

function schemaOfUnion({ types }: ts.UnionTypeNode, moved: Schemas): Schema {
  const isNull = (type: ts.TypeNode) => ts.isLiteralTypeNode(type) && type.literal.kind === ts.SyntaxKind.NullKeyword;
  const [only, ...more] = types.filter((type) => !isNull(type)).map((type) => schemaOfType(type, moved));
  const schema = !only || more.length > 0 ? { oneOf: [...(only ? [only] : []), ...more] } : only;
  if (!types.some(isNull)) return schema;
  // Siblings of a reference are ignored.
  return schema.$ref ? { allOf: [schema], nullable: true } : { ...schema, nullable: true };
}

/** Returns the operations: routes from the functions that build requests, types from the methods that send them. */
function pathsOf(file: ts.SourceFile, moved: Schemas): Document['paths'] {
  const builders = new Map(
    [...file.text.matchAll(/^ {8}(\w+): async \([\s\S]*?^ {8}\},$/gm)].map(([text, name]) => [name, text]),
  );
  const paths: Document['paths'] = {};
  const add = (sender: ts.MethodDeclaration): void => {
    const builder = builders.get(sender.name.getText()) ?? '';
    const path = /localVarPath = `([^`]*)`/.exec(builder)?.[1];
    const method = /method: '([A-Z]+)'/.exec(builder)?.[1]?.toLowerCase();
    const response = responseOf(sender);
    if (!path || !method || !response) return;
    const operation = { ...sentBy(sender, builder, path, moved), responses: { 200: contentOf(response, moved) } };
    paths[path] = { ...paths[path], [method]: operation };
  };
  const visit = (node: ts.Node): void => {
    if (ts.isMethodDeclaration(node)) add(node);
    else ts.forEachChild(node, visit);
  };
  visit(file);
  return paths;
}

/** Returns the `Type` of a method that returns `AxiosPromise<Type>`. */
const responseOf = ({ type }: ts.MethodDeclaration): ts.TypeNode | undefined =>
  type && ts.isTypeReferenceNode(type) && type.typeName.getText() === 'AxiosPromise'
    ? type.typeArguments?.[0]
    : undefined;

/** Returns the params of an operation, from the parameters of its method. */
function sentBy(sender: ts.MethodDeclaration, builder: string, path: string, moved: Schemas): Operation {
  const parameters: Parameter[] = [];
  let requestBody: Content | undefined;
  for (const { name, type, questionToken } of sender.parameters) {
    const own = name.getText();
    if (own === 'options' || !type) continue;
    const schema = schemaOfType(type, moved);
    if (builder.includes(`serializeDataIfNeeded(${own},`))
      requestBody = { content: { 'application/json': { schema } } };
    else if (path.includes(`{${own}}`)) parameters.push({ name: own, in: 'path', required: true, schema });
    else if (builder.includes(`localVarQueryParameter['${own}']`))
      parameters.push({ name: own, in: 'query', required: !questionToken, schema });
  }
  return { ...(parameters.length > 0 && { parameters }), ...(requestBody && { requestBody }) };
}

/** Returns the body of a response. The client gives files the type `any`. */
const contentOf = (type: ts.TypeNode, moved: Schemas): Content =>
  type.kind === ts.SyntaxKind.AnyKeyword
    ? { content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } } }
    : { content: { 'application/json': { schema: schemaOfType(type, moved) } } };
